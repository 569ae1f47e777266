//! What the next word waits for: a pure function of the model.

use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::Phase;

use crate::message::Action;
use crate::model::{Connection, Mode, Model, Overlay, Play, Screen};
use crate::plain::commands::{Command, Until};

/// What the next word waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// What somebody has asked to wait for.
    Asked,
    /// The answer to a move, the bound on sending, or what is being read.
    Answer,
    /// The match does not run at this moment, or the connection is gone: a move has to wait, and is not
    /// lost.
    Gap,
}

/// What the next word waits for, if it is known and has to. A question is answered at once.
#[must_use]
pub(super) fn hold(model: &Model, waits: Option<Until>, next: Option<Command>) -> Option<Hold> {
    if matches!(model.overlay, Some(Overlay::Question { .. })) {
        return None;
    }
    match (&model.screen, waits) {
        // That is over soon, and nothing could be done meanwhile.
        (Screen::Loading { .. }, _) => Some(Hold::Answer),
        (Screen::Connecting { .. } | Screen::Queued { .. }, Some(_)) => Some(Hold::Asked),
        (Screen::Table(play), Some(until)) => {
            is_before(play.session.phase, until).then_some(Hold::Asked)
        }
        (Screen::Table(play), None) if is_busy(play, model.now_ms) => Some(Hold::Answer),
        (Screen::Table(play), None) => {
            let is_move = matches!(next, Some(Command::Act(Action::Move(..))));
            (is_move && stands_still(play)).then_some(Hold::Gap)
        }
        (Screen::Replay(viewing), Some(Until::End)) => {
            (viewing.play.session.phase != Phase::Over).then_some(Hold::Asked)
        }
        _ => None,
    }
}

const fn is_before(phase: Phase, until: Until) -> bool {
    match until {
        Until::Start => !matches!(phase, Phase::Playing | Phase::Over),
        Until::End => !matches!(phase, Phase::Over),
    }
}

fn is_busy(play: &Play, now_ms: u64) -> bool {
    let own = match play.mode {
        Mode::Online => play.session.you.map_or(Vec::new(), |seat| vec![seat]),
        Mode::HotSeat { .. } | Mode::Solo { .. } => Seat::ALL.to_vec(),
        Mode::Replay(_) => Vec::new(),
    };
    let mut own = own.into_iter();
    play.session.phase == Phase::Playing && own.any(|seat| play.session.is_busy(seat, now_ms))
}

/// Whether a match with others is to go on, or to begin in some seconds.
fn stands_still(play: &Play) -> bool {
    let is_own = play.mode == Mode::Online && play.session.you.is_some();
    is_own
        && match play.session.phase {
            // Behind a pause a countdown runs as before the start.
            Phase::Paused | Phase::Countdown => true,
            Phase::Playing => play.connection != Connection::Up,
            Phase::Waiting | Phase::Ready | Phase::Over => false,
        }
}
