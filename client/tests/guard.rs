//! The terminal is as it was before, after the ends that nobody can bring about by a key: a panic
//! in any thread, and a program that hangs.
//!
//! The program under test is this one: the test `in_a_terminal`, started anew in a
//! pseudo-terminal.

use std::io::{Read, Write};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use futures_util::StreamExt as _;
use portable_pty::{Child, CommandBuilder, PtyPair, PtySize, native_pty_system};
use ratatui::Terminal;
use rustix::process::{Pid, Signal, kill_process};
use versus2048::message::Input;
use versus2048::terminal::Guard;

/// Says in the environment of the program under test how it has to end.
const WAY: &str = "VERSUS2048_TEST_END";
/// What the program under test draws when it is ready to end.
const READY: &str = "ready-to-end";
/// How long anything may take.
const LIMIT: Duration = Duration::from_secs(10);

/// The program under test; does nothing where it is not started as that.
#[test]
fn in_a_terminal() {
    let Ok(way) = std::env::var(WAY) else {
        return;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let guard = Guard::enter().unwrap();
        let mut inputs = guard.inputs().unwrap();
        let mut screen = Terminal::new(guard.backend()).unwrap();
        let drawn = screen.draw(|frame| frame.render_widget(READY, frame.area()));
        drawn.unwrap();
        if way == "hang" {
            loop {
                std::thread::park();
            }
        }
        assert!(matches!(inputs.next().await, Some(Input::Key(_))));
        match way.as_str() {
            "leave" => drop(guard),
            "panic" => panic!("as it has to end"),
            "panic in a thread" => {
                let thread = std::thread::spawn(|| panic!("as it has to end"));
                drop(thread.join());
            }
            "panic in a task" => drop(tokio::spawn(async { panic!("as it has to end") }).await),
            other => panic!("there is no such way to end: {other}"),
        }
    });
}

#[test]
fn the_terminal_is_restored_when_it_is_left() {
    let mut program = Program::start("leave");
    program.press_any_key();
    assert_eq!(program.end(), 0);
}

/// Where a program was killed, its terminal still shows the other screen, and coming there once more
/// changes nothing on it.
#[test]
fn what_a_killed_program_has_left_on_the_screen_is_wiped_before_anything_is_drawn() {
    let mut program = Program::start("leave");
    program.press_any_key();
    assert_eq!(program.end(), 0);
    let (_, entered) = program.output.split_once("\x1b[?1049h").unwrap();
    let (before, _) = entered.split_once(READY).unwrap();
    assert!(before.contains("\x1b[0m\x1b[2J"), "{before:?}");
}

#[test]
fn a_panic_in_any_thread_ends_the_program_and_is_told_on_the_screen_of_before() {
    for way in ["panic", "panic in a thread", "panic in a task"] {
        let mut program = Program::start(way);
        program.press_any_key();
        assert_eq!(program.end(), 101, "{way}");
        let (_, after) = program.output.rsplit_once("\x1b[?1049l").unwrap();
        assert!(after.contains("as it has to end"), "{way}: {after:?}");
    }
}

#[test]
fn a_program_that_hangs_is_ended_by_the_signals_all_the_same() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let mut program = Program::start("hang");
        program.signal(signal);
        assert_eq!(program.end(), code, "{signal:?}");
    }
}

/// The program under test in a terminal of its own.
struct Program {
    child: Box<dyn Child + Send + Sync>,
    terminal: PtyPair,
    keys: Box<dyn Write + Send>,
    shown: Receiver<String>,
    output: String,
    modes_before: String,
}

impl Program {
    /// Starts it, and waits until it is ready to end.
    #[track_caller]
    fn start(way: &str) -> Self {
        let terminal = native_pty_system()
            .openpty(PtySize::default())
            .expect("this machine has pseudo-terminals");
        let mut command =
            CommandBuilder::new(std::env::current_exe().expect("a test knows itself"));
        command.args(["--exact", "in_a_terminal", "--nocapture"]);
        command.env(WAY, way);
        let modes_before = modes(&terminal);
        let mut program = Self {
            child: terminal
                .slave
                .spawn_command(command)
                .expect("a test can be started anew"),
            keys: terminal.master.take_writer().expect("it is taken once"),
            shown: read(
                terminal
                    .master
                    .try_clone_reader()
                    .expect("a terminal can be read"),
            ),
            output: String::new(),
            modes_before,
            terminal,
        };
        program.wait_for(READY);
        assert_ne!(modes(&program.terminal), program.modes_before);
        program
    }

    fn press_any_key(&mut self) {
        self.keys.write_all(b"x").expect("the terminal is open");
    }

    fn signal(&self, signal: Signal) {
        let id = self.child.process_id().expect("it runs");
        let id = Pid::from_raw(id.try_into().expect("an id is small")).expect("an id is not 0");
        kill_process(id, signal).expect("the process is ours");
    }

    /// Waits for its end, and makes sure that the terminal is as it was before.
    #[track_caller]
    fn end(&mut self) -> u32 {
        self.wait_for("\x1b[?25h");
        self.wait_for("\x1b[?1049l");
        let mut child = self.child.clone_killer();
        let (tx, rx) = mpsc::channel::<()>();
        let limit = std::thread::spawn(move || {
            if rx
                .recv_timeout(LIMIT)
                .is_err_and(|error| error == mpsc::RecvTimeoutError::Timeout)
            {
                child.kill().expect("the process is ours");
            }
        });
        let code = self
            .child
            .wait()
            .expect("it is waited for once")
            .exit_code();
        drop(tx);
        limit.join().expect("it only waits");
        while let Ok(shown) = self.shown.recv_timeout(Duration::from_millis(100)) {
            self.output.push_str(&shown);
        }
        assert_eq!(modes(&self.terminal), self.modes_before);
        code
    }

    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        while !self.output.contains(text) {
            let shown = self
                .shown
                .recv_timeout(LIMIT)
                .expect("the program shows it in time");
            self.output.push_str(&shown);
        }
    }
}

/// What a terminal shows, as it comes, until it is closed.
fn read(mut terminal: Box<dyn Read + Send>) -> Receiver<String> {
    let (tx, rx) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = terminal.read(&mut bytes) {
            let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
            if tx.send(text).is_err() {
                return;
            }
        }
    });
    rx
}

fn modes(terminal: &PtyPair) -> String {
    format!("{:?}", terminal.master.get_termios())
}
