//! A person who uses the client on this machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use portable_pty::CommandBuilder;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::server_program::SERVER;
use crate::{LIMIT, TestPipe, TestTerminal, program};

/// The name of the client.
const CLIENT: &str = "versus2048";

/// The home folder of a person, with whatever the client keeps there; gone with its last clone. The
/// environment of what is started is the same on every machine.
#[derive(Clone, Debug)]
pub struct Home(Arc<TempDir>);

/// What a program without a terminal did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The exit code; none where a signal ended it.
    pub code: Option<i32>,
    /// What it printed as its result.
    pub stdout: String,
    /// What it said about it.
    pub stderr: String,
}

impl Home {
    /// A person who has never used the client before.
    #[must_use]
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        Self(Arc::new(folder))
    }

    /// The folder, in which programs are started.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The file of the authorities that programs of this person trust, nobody where there is none.
    #[must_use]
    pub fn trusted(&self) -> PathBuf {
        self.path().join("trusted.pem")
    }

    /// Starts the client with these arguments in a terminal of this many columns and rows.
    #[must_use]
    pub fn terminal(&self, args: &[&str], size: (u16, u16)) -> TestTerminal {
        let mut command = self.command(program::path(CLIENT).as_os_str());
        command.args(args);
        TestTerminal::open(command, self.clone(), size)
    }

    /// Starts the server with these arguments in a terminal of this many columns and rows.
    #[must_use]
    pub fn server_terminal(&self, args: &[&str], size: (u16, u16)) -> TestTerminal {
        let mut command = self.command(program::path(SERVER).as_os_str());
        command.args(args);
        TestTerminal::open(command, self.clone(), size)
    }

    /// Starts a shell, to which jobs can go back, in a terminal of this many columns and rows.
    #[must_use]
    pub fn shell(&self, prompt: &str, size: (u16, u16)) -> TestTerminal {
        let mut command = self.command("/bin/sh".as_ref());
        command.arg("-i");
        command.env("PS1", prompt);
        TestTerminal::open(command, self.clone(), size)
    }

    /// Runs the client without a terminal to its end.
    #[must_use]
    pub fn run(&self, args: &[&str]) -> Ran {
        let mut command = Command::new(program::path(CLIENT));
        command.args(args);
        self.run_command(command)
    }

    /// Runs a script of the shell, which finds the client by its name, without a terminal to its end.
    #[must_use]
    pub fn run_script(&self, script: &str) -> Ran {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        self.run_command(command)
    }

    fn run_command(&self, mut command: Command) -> Ran {
        let child = self
            .without_terminal(&mut command)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let (ended_tx, ended) = mpsc::channel();
        // Whoever waits may have given up.
        thread::spawn(move || drop(ended_tx.send(child.wait_with_output())));
        let Ok(output) = ended.recv_timeout(LIMIT) else {
            kill_process(id.expect("a process has a number"), Signal::KILL)
                .expect("the process is ours");
            unreachable!("{command:?} should have come to an end");
        };
        let output = output.expect("a process can be waited for");
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Starts the client with these arguments in a pipe.
    #[must_use]
    pub fn pipe(&self, args: &[&str]) -> TestPipe {
        let mut command = Command::new(program::path(CLIENT));
        command.args(args);
        self.without_terminal(&mut command);
        TestPipe::start(command, self.clone())
    }

    fn without_terminal<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .current_dir(self.path())
            .env_clear()
            .envs(self.environment())
    }

    fn command(&self, program: &std::ffi::OsStr) -> CommandBuilder {
        let mut command = CommandBuilder::new(program);
        command.cwd(self.path());
        command.env_clear();
        for (name, value) in self.environment() {
            command.env(name, value);
        }
        command
    }

    fn environment(&self) -> [(&'static str, String); 5] {
        let programs = program::path(CLIENT);
        let folder = programs.parent().expect("a program is in a folder");
        [
            ("HOME", self.path().display().to_string()),
            ("PATH", format!("{}:/usr/bin:/bin", folder.display())),
            ("TERM", "xterm-256color".into()),
            ("LANG", "C.UTF-8".into()),
            ("SSL_CERT_FILE", self.trusted().display().to_string()),
        ]
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}
