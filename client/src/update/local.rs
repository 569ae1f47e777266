//! What differs where nobody but this keyboard plays.

use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::{ClientMessage, Phase};

use crate::effect::Effect;
use crate::message::{Action, Controller};
use crate::model::{Mode, Model, Play, Question, Screen};
use crate::update::{leave, overlay};

/// Which board the keys of a controller slide.
pub(super) fn seat_of(mode: Mode, controller: Controller) -> Seat {
    match (mode, controller) {
        (Mode::HotSeat { .. }, Controller::Letters) => Seat::One,
        _ => Seat::Zero,
    }
}

/// What an action means at a table in this process, beside sliding.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Screen::Table(play) = &model.screen else {
        return Vec::new();
    };
    let is_lost_by_it = play.session.is_under_way() && play.session.has_moved();
    match action {
        Action::Again if is_lost_by_it => overlay::ask(model, Question::Restart),
        Action::Again => again(model),
        Action::Back | Action::Quit | Action::Interrupt => {
            model.ends_program = action == Action::Interrupt;
            if is_lost_by_it {
                overlay::ask(model, Question::LeaveLocal)
            } else {
                leave::leave(model, model.ends_program)
            }
        }
        _ => Vec::new(),
    }
}

/// Begins again.
pub(super) fn again(model: &Model) -> Vec<Effect> {
    let Screen::Table(play) = &model.screen else {
        return Vec::new();
    };
    let mut effects = save_best(play);
    effects.push(Effect::SendLocal(Seat::Zero, ClientMessage::Rematch {}));
    effects
}

/// What has to be kept of one board alone.
pub(super) fn save_best(play: &Play) -> Vec<Effect> {
    match (play.mode, play.session.told(Seat::Zero)) {
        (Mode::Solo { .. }, Some(board)) => vec![Effect::SaveBest {
            options: play.session.options,
            score: board.score,
        }],
        _ => Vec::new(),
    }
}

/// Follows the best score and the target of what this keyboard plays. `best_tile` is the largest
/// tile from before the message.
pub(super) fn follow(model: &mut Model, best_tile: u64) -> Vec<Effect> {
    let Screen::Table(play) = &mut model.screen else {
        return Vec::new();
    };
    let scores = Seat::ALL.map(|seat| play.session.told(seat).map_or(0, |board| board.score));
    match &mut play.mode {
        Mode::Online | Mode::Replay(_) => return Vec::new(),
        Mode::HotSeat { best } => *best = scores.into_iter().fold(*best, u64::max),
        Mode::Solo { best, goal } => {
            let [score, _] = scores;
            *best = score.max(*best);
            model.best_scores.improve(&play.session.options, score);
            let reached = goal.is_some_and(|goal| best_tile < goal && goal <= tile_of(play));
            return follow_solo(model, reached);
        }
    }
    Vec::new()
}

/// The largest tile on one board alone.
pub(super) fn tile_of(play: &Play) -> u64 {
    play.session
        .told(Seat::Zero)
        .map_or(0, |board| board.rows.best_tile())
}

fn follow_solo(model: &mut Model, reached: bool) -> Vec<Effect> {
    let Screen::Table(play) = &model.screen else {
        return Vec::new();
    };
    let is_over = play.session.phase == Phase::Over;
    let effects = if reached || is_over {
        save_best(play)
    } else {
        Vec::new()
    };
    if reached && !is_over {
        overlay::ask(model, Question::PlayOn);
    }
    effects
}
