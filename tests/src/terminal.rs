//! The client in a real pseudo-terminal, and what is to be seen on its screen.

mod key;
mod process;
mod tiles;
mod watched;

pub use key::Key;
pub use process::Process;

use std::fs::OpenOptions;
use std::io::Write;
use std::num::NonZeroU16;
use std::os::unix::fs::OpenOptionsExt as _;
use std::time::Instant;

use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::fs::OFlags;
use rustix::process::Signal;
use versus2048_protocol::rules::Board;

use crate::terminal::watched::Watched;
use crate::{Home, LIMIT};

/// The arrows, in an order that gets on with any board.
const ARROWS: [Key; 4] = [Key::Left, Key::Up, Key::Right, Key::Down];

/// What no terminal shows.
const NOTHING_TO_SEE: [u8; 1024] = [0; 1024];

/// A program in a terminal of its own, which is ended when this is dropped.
pub struct TestTerminal {
    process: Process,
    watched: Watched,
    writer: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    /// The modes of the terminal before the program.
    before: String,
    home: Home,
}

impl TestTerminal {
    /// Starts the client with these arguments in a terminal of this many columns and rows, for
    /// somebody who has never used it before.
    #[must_use]
    pub fn start(args: &[&str], size: (u16, u16)) -> Self {
        Home::new().terminal(args, size)
    }

    pub(crate) fn open(command: CommandBuilder, home: Home, (cols, rows): (u16, u16)) -> Self {
        let pair = native_pty_system()
            .openpty(size(cols, rows))
            .expect("this machine has pseudo-terminals");
        let reader = pair.master.try_clone_reader();
        Self {
            before: modes(&*pair.master),
            watched: Watched::start(
                reader.expect("a terminal can be read"),
                (lines(cols), lines(rows)),
            ),
            writer: pair.master.take_writer().expect("it is taken once"),
            master: pair.master,
            process: Process::start(command, pair.slave),
            home,
        }
    }

    /// Whose terminal it is.
    #[must_use]
    pub const fn home(&self) -> &Home {
        &self.home
    }

    /// Presses keys in one packet, as a fast hand does.
    pub fn press(&mut self, keys: &[Key]) {
        let bytes: Vec<u8> = keys.iter().flat_map(|key| key.bytes()).collect();
        self.send(&bytes);
    }

    /// Types a text.
    pub fn type_text(&mut self, text: &str) {
        self.send(text.as_bytes());
    }

    /// Sends bytes as a terminal would.
    pub fn send(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).expect("the terminal is open");
        self.writer.flush().expect("the terminal is open");
    }

    /// Presses arrows again and again until the screen shows a text.
    #[track_caller]
    pub fn play_until(&mut self, text: &str) {
        // Before the client has the terminal, keys are written on the screen as they come.
        self.watched
            .wait_until("the client's screen", vt100::Screen::alternate_screen);
        let began = Instant::now();
        loop {
            let before = self.screen();
            if before.contains(text) {
                return;
            }
            assert!(began.elapsed() < LIMIT, "awaited {text} of\n{before}");
            self.press(&ARROWS);
            self.wait_until("something new", |screen| screen != before);
        }
    }

    /// Does something after which everything is drawn anew, and waits for that to begin.
    #[track_caller]
    pub fn expect_redraw(&mut self, act: impl FnOnce(&mut Self)) {
        let before = self.watched.redraws();
        act(self);
        self.watched.wait_for_redraw(before);
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: Signal) {
        self.process.signal(signal);
    }

    /// The number of the program's process.
    #[must_use]
    pub fn id(&self) -> i32 {
        self.process.id()
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.contains(text));
    }

    /// Waits until the screen, a line a row, is as it should be.
    #[track_caller]
    pub fn wait_until(&self, awaited: &str, is_so: impl Fn(&str) -> bool) {
        self.watched
            .wait_until(awaited, |screen| is_so(&screen.contents()));
    }

    /// The screen as it is: a line a row.
    #[must_use]
    pub fn screen(&self) -> String {
        self.watched.look(vt100::Screen::contents)
    }

    /// The boards on a screen that is drawn with `--ascii`, from left to right, each with so many
    /// columns.
    #[must_use]
    pub fn boards(&self, cols: usize) -> Vec<Board> {
        tiles::boards(&self.screen(), cols)
    }

    /// Waits until these boards stand on a screen that is drawn with `--ascii`.
    #[track_caller]
    pub fn wait_for_boards(&self, boards: &[Board]) {
        let cols = boards.first().map_or(0, |board| board.cols().into());
        self.wait_until(&format!("{boards:?}"), |screen| {
            tiles::boards(screen, cols) == boards
        });
    }

    /// Looks at colours, cursor and modes of the screen.
    pub fn look<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        self.watched.look(look)
    }

    /// The modes of the terminal: whether keys are echoed, what Ctrl-C does, and so on.
    #[must_use]
    pub fn modes(&self) -> String {
        modes(&*self.master)
    }

    /// Takes nothing any more, as a terminal whose output is held or a line that stands still, until
    /// it goes on. Whatever may lie between the program and its terminal is full then, so not a byte
    /// gets through.
    #[track_caller]
    pub fn hold(&self) {
        let name = self.master.tty_name().expect("a terminal has a name");
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        let line = OpenOptions::new()
            .write(true)
            .custom_flags(flags.bits().cast_signed())
            .open(name);
        let mut line = line.expect("the terminal is open");
        self.watched.hold_at_next_output();
        line.write_all(&NOTHING_TO_SEE[..1])
            .expect("it takes something yet");
        self.watched.wait_until_holding();
        while line.write(&NOTHING_TO_SEE).is_ok() {}
    }

    /// Takes what the program writes again.
    pub fn go_on(&self) {
        self.watched.go_on();
    }

    /// Changes the size of the window.
    pub fn resize(&self, cols: u16, rows: u16) {
        self.watched.resize((lines(cols), lines(rows)));
        let resized = self.master.resize(size(cols, rows));
        resized.expect("a terminal can be resized");
    }

    /// Waits until the program has ended, and gives its exit code; none where a signal ended it.
    #[track_caller]
    pub fn exit_code(&mut self) -> Option<u32> {
        let code = self.process.exit_code();
        code.unwrap_or_else(|| {
            unreachable!("the program should have ended; it shows\n{}", self.screen())
        })
    }

    /// The terminal is as it was before the program: modes, screen and cursor.
    #[track_caller]
    pub fn assert_restored(&self) {
        self.watched.wait_until("the screen of before", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && !screen.application_cursor()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
        assert_eq!(self.modes(), self.before);
    }

    /// The program has never changed the screen.
    #[track_caller]
    pub fn assert_untouched(&self) {
        assert!(!self.watched.was_entered(), "{}", self.screen());
        assert_eq!(self.modes(), self.before);
    }

    /// Closes the window under the program, which should then end by itself.
    #[must_use]
    pub fn close_window(mut self) -> Process {
        self.watched.stop_at_next_output();
        // The program redraws, so there is output.
        self.send(&Key::Ctrl('l').bytes());
        self.watched.join();
        drop((self.writer, self.master));
        self.process
    }
}

fn modes(terminal: &dyn MasterPty) -> String {
    format!("{:?}", terminal.get_termios())
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// The emulated screen has one cell at least.
fn lines(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap_or(NonZeroU16::MIN)
}
