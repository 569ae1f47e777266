//! Whom and what the texts of a table are about, the same on a screen and in lines.

use versus2048_protocol::game::{BySeat, Outcome, Reason, Seat, Status};
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::MatchOver;

use crate::model::{Mode, Play, Question};
use crate::text::{Asked, Ended, Language, Winner, Word, clean};

/// The names of the seats, safe to show; equal ones get the numbers of their seats.
#[must_use]
pub fn names(say: &dyn Language, play: &Play) -> BySeat<String> {
    let names = play.session.players.as_ref().map(|player| {
        let name = player.as_ref().map(|player| clean(&player.name));
        name.unwrap_or_else(|| say.word(Word::Nobody).into())
    });
    told_apart(names)
}

/// Names as they are, but equal ones with the numbers of their seats.
#[must_use]
pub fn told_apart(names: BySeat<String>) -> BySeat<String> {
    if names[Seat::Zero] != names[Seat::One] {
        return names;
    }
    BySeat::new(|seat| format!("{} {}", names[seat], seat.number() + 1))
}

/// What is played at a table, with the tile that is played for alone.
#[must_use]
pub const fn options(play: &Play) -> Options {
    Options {
        target: target(play),
        ..play.session.options
    }
}

/// A question about a table.
#[must_use]
pub fn asked(play: &Play, question: Question) -> Asked {
    Asked {
        question,
        target: target(play),
        has_moved: play.session.has_moved(),
    }
}

/// Who won a match of a table.
#[must_use]
pub fn winner<'a>(play: &Play, names: &'a BySeat<String>, result: &MatchOver) -> Winner<'a> {
    match result.winner {
        _ if play.is_solo() => Winner::Solo,
        Some(seat) if play.session.you == Some(seat) => Winner::You,
        Some(seat) => Winner::Other(&names[seat]),
        None if result.reason == Reason::Aborted => Winner::Nobody,
        None => Winner::Draw,
    }
}

/// How a match of a table ended.
#[must_use]
pub fn ended<'a>(play: &Play, names: &'a BySeat<String>, result: &MatchOver) -> Ended<'a> {
    let board = play.session.told(Seat::Zero).filter(|_| play.is_solo());
    Ended {
        outcome: board.map_or(result.outcome(), |board| {
            let is_reached = target(play).is_some_and(|target| target <= board.rows.best_tile());
            match alone(result.outcome(), board.status) {
                // Whoever does not play on after the target has what was played for.
                outcome if outcome.reason == Reason::Aborted && is_reached => Outcome {
                    reason: Reason::Target,
                    ..outcome
                },
                outcome => outcome,
            }
        }),
        names,
        target: target(play),
        is_solo: play.is_solo(),
        you: play.session.you,
    }
}

/// How a game of one alone ended: the rules of two know a stuck board only beside another, so that it
/// is called off.
#[must_use]
pub fn alone(outcome: Outcome, board: Status) -> Outcome {
    match outcome.reason {
        Reason::Aborted if board == Status::Stuck => Outcome {
            reason: Reason::Stuck,
            ..outcome
        },
        _ => outcome,
    }
}

/// The tile that wins, or that is played for alone.
#[must_use]
pub const fn target(play: &Play) -> Option<u64> {
    match play.mode {
        Mode::Solo { goal, .. } => goal,
        Mode::Online | Mode::HotSeat { .. } | Mode::Replay(_) => play.session.options.target,
    }
}
