//! What differs where nobody but this keyboard plays.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{ClientMessage, Phase};

use crate::effect::Effect;
use crate::local::LocalKind;
use crate::message::{Action, Controller};
use crate::model::{Mode, Model, Play, Question, Screen};
use crate::saved_game::Unusable;
use crate::session::Happening;
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
        Action::Undo => undo(model),
        Action::Again if is_lost_by_it => overlay::ask(model, Question::Restart),
        Action::Again => again(model),
        Action::Back | Action::Quit | Action::Interrupt => {
            model.ends_program = action == Action::Interrupt;
            let is_kept = model.keeps_games && matches!(play.mode, Mode::Solo { .. });
            if is_lost_by_it && is_kept {
                overlay::ask(model, Question::LeaveSolo)
            } else if is_lost_by_it {
                overlay::ask(model, Question::LeaveLocal)
            } else {
                leave::leave(model, model.ends_program)
            }
        }
        _ => Vec::new(),
    }
}

/// Tells that a game that was kept can't be gone on with.
pub(super) fn tell_aside(model: &mut Model, unusable: Unusable) -> Vec<Effect> {
    if let Screen::Table(play) = &mut model.screen {
        play.session
            .note(Happening::GameAside(unusable), model.now_ms);
    }
    Vec::new()
}

/// Takes the last move of one alone back; the game is marked by it.
fn undo(model: &mut Model) -> Vec<Effect> {
    let Screen::Table(play) = &mut model.screen else {
        return Vec::new();
    };
    match &mut play.mode {
        Mode::Solo { is_undone, .. } if play.session.has_moved() => {
            *is_undone = true;
            let taken_back = Happening::TakenBack(Seat::Zero);
            play.session.note(taken_back, model.now_ms);
            vec![Effect::UndoLocal]
        }
        _ => Vec::new(),
    }
}

/// Begins again.
pub(super) fn again(model: &mut Model) -> Vec<Effect> {
    let Screen::Table(play) = &mut model.screen else {
        return Vec::new();
    };
    let mut effects = save_best(play);
    if let Mode::Solo {
        is_told, is_undone, ..
    } = &mut play.mode
    {
        (*is_told, *is_undone) = (false, false);
    }
    effects.push(Effect::SendLocal(Seat::Zero, ClientMessage::Rematch {}));
    effects
}

/// The score that has to be kept of what this keyboard plays.
pub(super) fn save_best(play: &Play) -> Vec<Effect> {
    let kind = match play.mode {
        Mode::HotSeat { .. } => LocalKind::HotSeat,
        Mode::Solo {
            is_undone: false, ..
        } => LocalKind::Solo,
        Mode::Solo { .. } | Mode::Online | Mode::Replay(_) => return Vec::new(),
    };
    let score = Some(score_of(play)).filter(|&score| score > 0);
    let best = score.map(|score| Effect::SaveBest {
        kind,
        options: options(play),
        score,
    });
    best.into_iter().collect()
}

/// The options of what this keyboard plays, with the target of one board alone.
fn options(play: &Play) -> Options {
    match play.mode {
        Mode::Solo { goal, .. } => Options {
            target: goal,
            ..play.session.options
        },
        _ => play.session.options,
    }
}

/// Follows the best score and the target of what this keyboard plays. `best_tile` is the largest
/// tile from before the message.
pub(super) fn follow(model: &mut Model, best_tile: u64) -> Vec<Effect> {
    let Screen::Table(play) = &mut model.screen else {
        return Vec::new();
    };
    let (score, tile) = (score_of(play), tile_of(play));
    let is_over = play.session.phase == Phase::Over;
    let mut is_reached = false;
    let is_better = match &mut play.mode {
        Mode::Online | Mode::Replay(_) => return Vec::new(),
        Mode::HotSeat { best } => improve(best, score),
        Mode::Solo {
            best,
            goal,
            is_told,
            is_undone,
        } => {
            is_reached = !*is_told && goal.is_some_and(|goal| best_tile < goal && goal <= tile);
            *is_told |= is_reached;
            !*is_undone && improve(best, score)
        }
    };
    let effects = if is_better || is_over {
        save_best(play)
    } else {
        Vec::new()
    };
    for effect in &effects {
        if let Effect::SaveBest {
            kind,
            options,
            score,
        } = effect
        {
            model.best_scores.improve(*kind, options, *score);
        }
    }
    if is_reached && !is_over {
        overlay::ask(model, Question::PlayOn);
    }
    effects
}

/// Takes note of a score; whether it is better than the best.
fn improve(best: &mut u64, score: u64) -> bool {
    let is_better = score > *best;
    *best = score.max(*best);
    is_better
}

/// The largest tile on one board alone.
pub(super) fn tile_of(play: &Play) -> u64 {
    play.session
        .told(Seat::Zero)
        .map_or(0, |board| board.rows.best_tile())
}

/// The score of one alone, or the better one of two; what was dealt is nobody's merit.
pub(super) fn score_of(play: &Play) -> u64 {
    let seats = play.seats_shown().into_iter();
    let boards = seats.filter_map(|seat| play.session.told(seat));
    let moved = boards.filter(|board| board.turn > 0);
    moved.map(|board| board.score).max().unwrap_or(0)
}
