//! The client without a terminal: a script writes lines to it and reads lines from it.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process};

use crate::{Home, LIMIT, Ran};

/// A client that a script drives, which is ended when this is dropped.
pub struct TestPipe {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Said,
    stderr: Said,
    /// How many lines of stdout have been waited for already.
    read: usize,
    /// What the client keeps something in until it has ended.
    _home: Home,
}

/// What a stream has said so far, a line each, and whether it has ended.
type Said = Arc<(Mutex<(Vec<String>, bool)>, Condvar)>;

impl TestPipe {
    pub(crate) fn start(mut command: Command, home: Home) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the client starts");
        Self {
            stdin: child.stdin.take(),
            stdout: follow(child.stdout.take().expect("it is piped")),
            stderr: follow(child.stderr.take().expect("it is piped")),
            read: 0,
            child,
            _home: home,
        }
    }

    /// Starts the client in a pipe, for somebody who has never used it before.
    #[must_use]
    pub fn new(args: &[&str]) -> Self {
        Home::new().pipe(args)
    }

    /// Says a line; a client that has ended does not hear it.
    pub fn say(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("more can be said");
        let _ = writeln!(stdin, "{line}");
    }

    /// Says nothing more.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// Sends the client a signal.
    pub fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        kill_process(id.expect("a process has a number"), signal).expect("the process is ours");
    }

    /// Waits for a line of the messages that contains a text.
    #[track_caller]
    pub fn wait_for_message(&self, text: &str) {
        let found = wait(&self.stderr, |lines| {
            lines.iter().position(|line| line.contains(text))
        });
        assert!(found.is_some(), "awaited {text:?} of {:#?}", self.all());
    }

    /// Waits for a line of the results that contains a text, behind the one that was awaited last.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> String {
        self.wait_for_one_of(&[text])
    }

    /// The same for the first line that contains one of several texts.
    #[track_caller]
    pub fn wait_for_one_of(&mut self, texts: &[&str]) -> String {
        let read = self.read;
        let place = wait(&self.stdout, |lines| {
            let new = lines.iter().skip(read);
            new.clone()
                .position(|line| texts.iter().any(|text| line.contains(text)))
        });
        let Some(place) = place else {
            unreachable!("awaited {texts:?} of {:#?}", self.all());
        };
        self.read += place + 1;
        let said = self.stdout.0.lock();
        said.unwrap_or_else(PoisonError::into_inner).0[self.read - 1].clone()
    }

    /// Waits for the end of the program, and gives what it did.
    #[must_use]
    #[track_caller]
    pub fn ended(mut self) -> Ran {
        for stream in [&self.stdout, &self.stderr] {
            let ended = wait_ended(stream);
            assert!(ended, "the program should have ended; {:#?}", self.all());
        }
        let status = self.child.wait().expect("it can be waited for");
        let [stdout, stderr] = self.all().map(|lines| lines.concat());
        Ran {
            code: status.code(),
            stdout,
            stderr,
        }
    }

    fn all(&self) -> [Vec<String>; 2] {
        [&self.stdout, &self.stderr].map(|stream| {
            let said = stream.0.lock().unwrap_or_else(PoisonError::into_inner);
            said.0.clone()
        })
    }
}

impl Drop for TestPipe {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn follow(stream: impl Read + Send + 'static) -> Said {
    let said = Said::default();
    let kept = Arc::clone(&said);
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        loop {
            let mut line = String::new();
            let is_end = !matches!(stream.read_line(&mut line), Ok(1..));
            let mut said = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
            if is_end {
                said.1 = true;
            } else {
                said.0.push(line);
            }
            kept.1.notify_all();
            if is_end {
                return;
            }
        }
    });
    said
}

/// Waits until the lines have something; none where they end or the time is over before.
fn wait<T>(stream: &Said, found: impl Fn(&[String]) -> Option<T>) -> Option<T> {
    let began = Instant::now();
    let mut said = stream.0.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let has = found(&said.0);
        let left = LIMIT.checked_sub(began.elapsed());
        match (has, left) {
            (Some(has), _) => return Some(has),
            (None, Some(left)) if !said.1 => {
                let woken = stream.1.wait_timeout(said, left);
                said = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
            _ => return None,
        }
    }
}

fn wait_ended(stream: &Said) -> bool {
    let began = Instant::now();
    let mut said = stream.0.lock().unwrap_or_else(PoisonError::into_inner);
    while !said.1 {
        let Some(left) = LIMIT.checked_sub(began.elapsed()) else {
            return false;
        };
        let woken = stream.1.wait_timeout(said, left);
        said = woken.unwrap_or_else(PoisonError::into_inner).0;
    }
    true
}
