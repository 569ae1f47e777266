//! Actions at a table.

use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::{ClientMessage, Phase};

use crate::effect::Effect;
use crate::message::{Action, Controller};
use crate::model::{Connection, Mode, Model, Overlay, Question, Screen};
use crate::update::{keep, leave, local, overlay};

/// What an action means at a table.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Screen::Table(play) = &model.screen else {
        return Vec::new();
    };
    match (action, play.mode) {
        (Action::Help, _) => overlay::help(model),
        (Action::Keep, _) if play.session.result.is_some() => keep::act(model),
        (Action::Move(controller, dir), _) => slide(model, controller, dir),
        (_, Mode::HotSeat { .. } | Mode::Solo { .. }) => local::act(model, action),
        (_, Mode::Online) => act_online(model, action),
        (_, Mode::Replay(_)) => Vec::new(),
    }
}

fn slide(model: &mut Model, controller: Controller, dir: Direction) -> Vec<Effect> {
    let now_ms = model.now_ms;
    let Screen::Table(play) = &mut model.screen else {
        return Vec::new();
    };
    let seat = match play.mode {
        Mode::Online if play.connection != Connection::Up => None,
        Mode::Replay(_) => None,
        Mode::Online => play.session.you,
        Mode::HotSeat { .. } | Mode::Solo { .. } => Some(local::seat_of(play.mode, controller)),
    };
    let message = seat.and_then(|seat| Some((seat, play.session.slide(seat, dir, now_ms)?)));
    match message {
        Some((_, message)) if play.mode == Mode::Online => vec![Effect::Send(message)],
        Some((seat, message)) => vec![Effect::SendLocal(seat, message)],
        None => Vec::new(),
    }
}

fn act_online(model: &mut Model, action: Action) -> Vec<Effect> {
    let Screen::Table(play) = &model.screen else {
        return Vec::new();
    };
    let is_seated = play.session.you.is_some();
    let is_under_way = is_seated && play.session.is_under_way();
    let is_page = is_seated && play.session.phase == Phase::Waiting;
    match action {
        Action::Resign if is_under_way => overlay::ask(model, Question::Resign),
        Action::Again
            if is_seated && play.session.phase == Phase::Over && play.closed.is_none() =>
        {
            vec![Effect::Send(ClientMessage::Rematch {})]
        }
        Action::Emotes if is_seated && play.closed.is_none() => {
            model.overlay = Some(Overlay::Emotes);
            Vec::new()
        }
        Action::Copy if is_page => copy(model),
        Action::Back | Action::Quit | Action::Interrupt => {
            model.ends_program = action == Action::Interrupt || (is_page && action == Action::Quit);
            if is_under_way {
                overlay::ask(model, Question::Leave)
            } else if is_page && action != Action::Interrupt {
                overlay::ask(model, Question::CloseTable)
            } else {
                leave::leave(model, model.ends_program)
            }
        }
        _ => Vec::new(),
    }
}

/// Copies what the other has to join: the likeliest of the addresses.
fn copy(model: &mut Model) -> Vec<Effect> {
    let Screen::Table(play) = &mut model.screen else {
        return Vec::new();
    };
    let invitation = play.invitation.as_ref();
    let target = invitation.and_then(|invitation| invitation.targets.first());
    let Some(target) = target.cloned() else {
        return Vec::new();
    };
    play.is_copied = true;
    vec![Effect::Copy(target)]
}
