//! What lies over a screen: the help, the emotes, a question.

use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::{ClientMessage, Emote};

use crate::effect::Effect;
use crate::message::Action;
use crate::model::{Model, Overlay, Question};
use crate::update::{leave, local, server, table};

/// How long a question about a match stays: the keys around Q are pressed by accident.
const QUESTION_MS: u64 = 6000;

/// Opens the help.
pub(super) fn help(model: &mut Model) -> Vec<Effect> {
    model.overlay = Some(Overlay::Help { above: 0 });
    Vec::new()
}

/// Asks something; what concerns a match that runs on goes away by itself.
pub(super) fn ask(model: &mut Model, about: Question) -> Vec<Effect> {
    model.overlay = Some(Overlay::Question {
        about,
        until_ms: (!about.stays()).then(|| model.now_ms.saturating_add(QUESTION_MS)),
    });
    Vec::new()
}

/// Goes to the shell; who hosts is asked first, since a match on a server that stands still is lost on
/// the other before long.
pub(super) fn suspend(model: &mut Model) -> Vec<Effect> {
    match model.hosted {
        Some(_) => ask(model, Question::Suspend),
        None => vec![Effect::Suspend],
    }
}

/// Whether the player is being asked whether to go back to a match that still runs.
pub(super) fn asks_to_resume(model: &Model) -> bool {
    let Some(Overlay::Question { about, .. }) = &model.overlay else {
        return false;
    };
    matches!(about, Question::Resume(_))
}

/// Takes the questions away that mean nothing once a match is over.
pub(super) fn match_is_over(model: &mut Model) {
    if let Some(Overlay::Question { about, .. }) = &model.overlay
        && !matches!(about, Question::Resume(_))
    {
        model.overlay = None;
    }
}

/// Takes the question away whether to close a table that nobody has come to: somebody has.
pub(super) fn opponent_is_here(model: &mut Model) {
    if let Some(Overlay::Question { about, .. }) = &model.overlay
        && *about == Question::CloseTable
    {
        model.overlay = None;
    }
}

/// Takes a question away whose time is over.
pub(super) fn expire(model: &mut Model) {
    if let Some(Overlay::Question {
        until_ms: Some(until_ms),
        ..
    }) = model.overlay
        && model.now_ms >= until_ms
    {
        model.overlay = None;
    }
}

/// What an action means while something lies over the screen.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match (&model.overlay, action) {
        (Some(Overlay::Question { about, .. }), _) => {
            let about = *about;
            answer(model, about, action)
        }
        (Some(Overlay::Emotes), Action::Pick(number)) => {
            model.overlay = None;
            let kind = usize::from(number)
                .checked_sub(1)
                .and_then(|place| Emote::ALL.get(place).copied());
            kind.map(|kind| Effect::Send(ClientMessage::Emote { kind }))
                .into_iter()
                .collect()
        }
        (Some(Overlay::Help { above }), Action::Scroll(lines)) => {
            let above = above.saturating_add_signed(lines);
            model.overlay = Some(Overlay::Help { above });
            Vec::new()
        }
        (_, Action::Move(..)) => table::act(model, action),
        (_, Action::Interrupt) => {
            model.overlay = None;
            super::act(model, action)
        }
        (_, Action::Back | Action::Help) => {
            model.overlay = None;
            Vec::new()
        }
        _ => Vec::new(),
    }
}

fn answer(model: &mut Model, about: Question, action: Action) -> Vec<Effect> {
    let answered: fn(&mut Model, Question) -> Vec<Effect> = match action {
        Action::Move(..) => return table::act(model, action),
        Action::Yes => yes,
        Action::No => no,
        Action::Back => back,
        Action::Quit if is_left_by_quitting(about) => quit,
        Action::Interrupt => interrupt,
        _ => return Vec::new(),
    };
    model.overlay = None;
    answered(model, about)
}

fn yes(model: &mut Model, about: Question) -> Vec<Effect> {
    match about {
        Question::Resign => vec![Effect::Send(ClientMessage::Resign {})],
        Question::Leave | Question::LeaveLocal | Question::LeaveSolo | Question::CloseTable => {
            leave::leave(model, model.ends_program)
        }
        Question::Restart => local::again(model),
        Question::PlayOn => Vec::new(),
        Question::Suspend => vec![Effect::Suspend],
        Question::ResumeSolo => vec![Effect::ResumeLocal],
        Question::Resume(_) => {
            model.goal = None;
            server::after_snapshot(model, false)
        }
    }
}

fn no(model: &mut Model, about: Question) -> Vec<Effect> {
    match about {
        Question::Resume(_) => vec![Effect::Send(ClientMessage::Leave {})],
        Question::PlayOn => vec![Effect::SendLocal(Seat::Zero, ClientMessage::Resign {})],
        Question::ResumeSolo => local::again(model),
        Question::Resign
        | Question::Leave
        | Question::LeaveLocal
        | Question::LeaveSolo
        | Question::CloseTable
        | Question::Suspend
        | Question::Restart => Vec::new(),
    }
}

/// Whoever is asked whether to go on and leaves has answered; whoever began again by accident is
/// asked about leaving instead.
fn quit(model: &mut Model, about: Question) -> Vec<Effect> {
    match about {
        Question::PlayOn | Question::ResumeSolo | Question::LeaveSolo => leave::leave(model, false),
        _ => super::act(model, Action::Quit),
    }
}

/// A second Q at a question about leaving is no yes, for a held key repeats; but nothing is lost by it
/// where the game is kept.
const fn is_left_by_quitting(about: Question) -> bool {
    matches!(
        about,
        Question::Restart
            | Question::PlayOn
            | Question::ResumeSolo
            | Question::LeaveSolo
            | Question::Suspend
    )
}

/// Esc is no answer, for a piece of an arrow may look like it: nothing is given up by it.
fn back(model: &mut Model, about: Question) -> Vec<Effect> {
    match about {
        Question::Resume(_) => leave::keep_seat(model),
        Question::ResumeSolo => leave::leave(model, false),
        _ => Vec::new(),
    }
}

/// A second Ctrl-C is a yes; but a match that was only offered again is not given up by it.
fn interrupt(model: &mut Model, about: Question) -> Vec<Effect> {
    match about {
        Question::Resume(_) => leave::terminate(model),
        Question::Suspend => super::act(model, Action::Interrupt),
        _ => leave::leave(model, true),
    }
}
