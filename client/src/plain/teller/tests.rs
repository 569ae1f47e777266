//! What is said at which moment, without a pipe.

use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::{Direction, Options, Secret};
use versus2048_protocol::wire::{ClientMessage, ServerMessage};

use crate::local::{Chance, LocalKind, LocalTable};
use crate::model::{Lang, Mode, Play};
use crate::plain::console::Line;
use crate::plain::teller::seen::SeenTable;
use crate::plain::teller::table::TableTeller;
use crate::session::Session;
use crate::text;

/// A match against the clock, as seat 0 sees it, told as it goes.
struct Told {
    table: LocalTable,
    play: Play,
    seen: Option<SeenTable>,
}

impl Told {
    fn new(options: Options) -> Self {
        let names = BySeat(["Ana", "Bo"].map(str::to_owned));
        let chance = Chance::From(Secret([7; 32]));
        let mut table = LocalTable::new(LocalKind::HotSeat, options, names, chance);
        table.begin(0);
        let mut snapshot = table.snapshot(0);
        snapshot.you = Some(Seat::Zero);
        let session = Session::new(snapshot, 0);
        Self {
            table,
            play: Play::new(session, Mode::Online),
            seen: None,
        }
    }

    /// Makes a move that is possible.
    fn slide(&mut self, seat: Seat) {
        let board = self.play.session.told(seat).expect("a board");
        let mut moves = Direction::ALL.into_iter();
        let dir = moves.find(|&dir| board.rows.slide(dir).is_some());
        let (dir, turn) = (dir.expect("a new board is not stuck"), board.turn.into());
        let told = self
            .table
            .handle(1, seat, &ClientMessage::Move { turn, dir });
        self.take_in(told, 1);
    }

    fn take_in(&mut self, told: Vec<ServerMessage>, now_ms: u64) {
        for message in told {
            self.play.session.receive(message, now_ms);
        }
    }

    fn news(&mut self, now_ms: u64, listens: bool) -> Vec<String> {
        let teller = TableTeller::new(text::of(Lang::En), &self.play, now_ms);
        let (lines, seen) = teller.news(self.seen.as_ref(), listens);
        self.seen = Some(seen);
        let texts = lines.into_iter().map(|line| match line {
            Line::Result(text) | Line::Message(text) => text,
        });
        texts.collect()
    }
}

fn timed() -> Options {
    Options {
        countdown_s: 0,
        time_limit_s: Some(60),
        ..Options::default()
    }
}

#[test]
fn nothing_new_is_nothing_said() {
    let mut told = Told::new(timed());
    assert!(!told.news(0, true).is_empty());
    assert_eq!(told.news(0, true), [""; 0]);
}

#[test]
fn moves_of_the_other_are_told_unless_that_is_not_wished() {
    let mut told = Told::new(timed());
    told.news(0, true);
    told.slide(Seat::One);
    let lines = told.news(1, true);
    assert!(
        lines.len() == 1 && lines[0].starts_with("other: "),
        "{lines:?}"
    );
    told.slide(Seat::One);
    assert_eq!(told.news(2001, false), [""; 0]);
    assert_eq!(told.news(4001, true), [""; 0]);
    told.slide(Seat::Zero);
    let lines = told.news(4001, false);
    assert!(
        lines.len() == 1 && lines[0].starts_with("you: "),
        "{lines:?}"
    );
    assert!(lines[0].contains("; other: "), "{lines:?}");
}

#[test]
fn many_moves_of_the_other_are_gathered_and_none_of_ones_own() {
    let mut told = Told::new(timed());
    told.news(0, true);
    for _ in 0..3 {
        told.slide(Seat::One);
    }
    let lines = told.news(1, true);
    assert!(
        lines.len() == 1 && lines[0].starts_with("other: 3 moves, score"),
        "{lines:?}"
    );
    for now_ms in 2..6 {
        told.slide(Seat::One);
        told.slide(Seat::Zero);
        let lines = told.news(now_ms, true);
        assert!(
            lines.len() == 1 && lines[0].starts_with("you: "),
            "{lines:?}"
        );
    }
    let lines = told.news(1501, true);
    assert!(
        lines.len() == 1 && lines[0].starts_with("other: 4 moves, score"),
        "{lines:?}"
    );
    told.slide(Seat::One);
    assert_eq!(told.news(1502, true), [""; 0]);
    let over = told.table.advance(60_000);
    told.take_in(over, 60_000);
    let lines = told.news(1503, true);
    assert!(
        lines[0].starts_with("other: ") && lines[1].starts_with("over: "),
        "{lines:?}"
    );
}

#[test]
fn the_time_that_is_left_is_told_at_its_marks_alone() {
    let mut told = Told::new(timed());
    told.news(0, true);
    assert_eq!(told.news(29_999, true), [""; 0]);
    assert_eq!(told.news(30_001, true), ["0:30 left"]);
    assert_eq!(told.news(31_000, true), [""; 0]);
    assert_eq!(told.news(50_500, true), ["0:10 left"]);
    let over = told.table.advance(60_000);
    told.take_in(over, 60_000);
    let lines = told.news(60_000, true);
    assert!(lines[0].starts_with("over: "), "{lines:?}");
}
