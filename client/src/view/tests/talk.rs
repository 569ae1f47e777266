//! What a seat says is there to be read, however fast both play on.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::Emote;

use crate::model::{Model, Screen};
use crate::session::Happening;
use crate::view::tests::fixtures::boards::playing;
use crate::view::tests::fixtures::{NOW_MS, model};
use crate::view::tests::{drawn, text};

/// More moves than happenings are kept.
const MANY: usize = 30;

fn merged(seat: Seat, new_best: Option<u64>) -> Happening {
    Happening::Merged {
        seat,
        gained: 8,
        new_best,
    }
}

/// A match in which both play on after one of them has said something, with what happened then.
fn with_talk(then: Option<Happening>) -> Model {
    let mut model = model(playing());
    let Screen::Table(play) = &mut model.screen else {
        panic!("no table");
    };
    let mut note = |what, at_ms| play.session.note(what, at_ms);
    note(Happening::Said(Seat::One, Emote::GoodLuck), NOW_MS - 900);
    for _ in 0..MANY {
        note(merged(Seat::One, None), NOW_MS - 800);
        note(Happening::Slid(Seat::Zero, Direction::Left), NOW_MS - 700);
    }
    if let Some(what) = then {
        note(what, NOW_MS - 600);
    }
    model
}

#[track_caller]
fn check(model: &Model, is_read: bool) {
    for size in [(40, 20), (80, 24), (200, 60)] {
        let seen = text(&drawn(model, size));
        assert_eq!(seen.contains("Good luck!"), is_read, "{seen}");
    }
}

#[test]
fn what_is_said_stays_while_both_play_on_and_no_longer() {
    let mut model = with_talk(None);
    check(&model, true);
    model.now_ms += 4000;
    check(&model, false);
}

#[test]
fn what_is_more_than_a_move_takes_its_place() {
    let seat = Seat::One;
    let said_later = Happening::Said(seat, Emote::Oops);
    for then in [merged(seat, Some(2048)), Happening::Away(seat), said_later] {
        check(&with_talk(Some(then)), false);
    }
}
