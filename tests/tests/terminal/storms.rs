//! A window that has any size at any time, and whatever bytes a keyboard may send.

use rustix::process::Signal;
use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::Phase;
use versus2048_tests::{Key, TestServer, TestTerminal};

use crate::SIZE;
use crate::keys::moves;
use crate::online::{at_once, boards_known};

/// How often the window changes its size, and after how many of them what is drawn is waited for.
const RESIZES: usize = 1000;
const WAITED_FOR: usize = 20;
/// How many keys are pressed on each page, and how many of them in one packet: as many as a terminal
/// takes while the program does something else.
const KEYS: usize = 1500;
const PACKET: usize = 50;
/// The largest window.
const LARGEST: (u16, u16) = (300, 100);

/// What a keyboard, a mouse, a clipboard or a bad line may send. Nothing of it ends a program, and
/// letters without Q, Y and those that choose don't either.
const BYTES: [&[u8]; 27] = [
    b"\x1b[A",
    b"\x1b[B",
    b"\x1b[C",
    b"\x1b[D",
    b"\x1bOA",
    b"\x1bOD",
    b"\x1b[1;2C",
    b"\x1b",
    b"[",
    b"O",
    b"\x1b[M !!",
    b"\x1b[<0;10;5M",
    b"\x1b[<0;10;5m",
    b"\x1b[200~",
    b"\x1b[201~",
    b"\x1b[I",
    b"\x1b[24;80R",
    b"\x1b[?1;2c",
    b"\x1b[3~",
    b"\x1b[15~",
    b"\x1b[97;5u",
    "\u{1f600}".as_bytes(),
    "王".as_bytes(),
    b"\xe4\xb8",
    b"\xff",
    b"\x00",
    b"\x07",
];
const LETTERS: &[u8] = b"wasdhjklWASDrnux\t\x7f";

/// Answers what is asked with no; some of them may end what looks like the beginning of a sequence.
const NO: [Key; 6] = [Key::Char('n'); 6];

/// Numbers at random, the same in each run (xorshift, by Marsaglia).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).expect("it is below a usize")
    }

    fn side(&mut self, largest: u16) -> u16 {
        1 + u16::try_from(self.below(largest.into())).expect("it is below a side")
    }

    /// What comes of some keys.
    fn keys(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        for _ in 0..count {
            match self.below(3) {
                0 => bytes.push(LETTERS[self.below(LETTERS.len())]),
                _ => bytes.extend(BYTES[self.below(BYTES.len())]),
            }
        }
        bytes
    }
}

/// Answers what is asked, and waits until every key before that has been looked at: then the list of
/// words is opened and closed.
#[track_caller]
fn settle(terminal: &mut TestTerminal) {
    terminal.press(&NO);
    terminal.press(&[Key::Char('e')]);
    terminal.wait_for("Good luck!");
    terminal.press(&[Key::Char('e')]);
    terminal.wait_until("no words", |screen| !screen.contains("Good luck!"));
}

#[tokio::test]
async fn after_a_thousand_sizes_of_its_window_a_match_shows_what_is_true() {
    let server = TestServer::start();
    let mut bo = server.player("Bo").await;
    let options = Options {
        rows: 8,
        cols: 8,
        ..at_once()
    };
    let place = format!("{}/{}", server.address, bo.create(options).await);
    let mut terminal = TestTerminal::start(&["join", &place, "--name", "Ana", "--ascii"], SIZE);
    bo.until_phase(Phase::Ready).await;
    bo.ready().await;
    bo.until_phase(Phase::Playing).await;
    terminal.wait_until("two new boards", |screen| moves(screen) == [0, 0]);
    let mut dice = Dice(2048);
    for turn in 0..RESIZES {
        let (columns, rows) = (dice.side(LARGEST.0), dice.side(LARGEST.1));
        let keys = dice.keys(3);
        let resize = |terminal: &mut TestTerminal| {
            terminal.send(&keys);
            terminal.resize(columns, rows);
        };
        if turn % WAITED_FOR == 0 {
            terminal.expect_redraw(resize);
        } else {
            resize(&mut terminal);
        }
    }
    terminal.expect_redraw(|terminal| terminal.resize(LARGEST.0, LARGEST.1));
    settle(&mut terminal);
    bo.settle().await;
    terminal.wait_for_boards(&boards_known(&bo, Seat::One));
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.assert_restored();
}

/// Presses keys at random on a page, and looks for that again where no key leads to another.
#[track_caller]
fn check(args: &[&str], page: &str, stays: bool) {
    let mut terminal = TestTerminal::start(&[args, &["--lang", "en"]].concat(), SIZE);
    terminal.wait_for(page);
    let mut dice = Dice(4096);
    for _ in 0..KEYS / PACKET {
        let keys = dice.keys(PACKET);
        // Before the next packet this one has been looked at.
        terminal.expect_redraw(|terminal| {
            terminal.send(&keys);
            terminal.press(&NO);
            terminal.press(&[Key::Ctrl('l')]);
        });
    }
    terminal.wait_until("a page", |screen| screen.contains(page) || !stays);
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.exit_code(), Some(0), "{args:?}");
    terminal.assert_restored();
}

#[test]
fn any_bytes_on_any_page_are_survived() {
    check(&[], "Host a match", false);
    check(&["local", "--countdown", "0"], " moves", true);
    check(&["solo"], "best", true);
    let waits = ["host", "--listen", "127.0.0.1:0"];
    check(&waits, "versus2048 join ", true);
}
