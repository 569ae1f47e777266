//! Leaving: back to the menu, or out of the program.

use versus2048_protocol::wire::ClientMessage;

use crate::effect::{Effect, Exit, Title};
use crate::model::{Goal, Mode, Model, Origin, Screen, Start};
use crate::update::{keep, local, replay, seat, start::start};

/// Leaves what is on the screen: tells the table, closes the connection, keeps what is worth it.
pub(super) fn leave(model: &mut Model, ends_program: bool) -> Vec<Effect> {
    let mut effects: Vec<Effect> = goodbye(model).map(Effect::Send).into_iter().collect();
    effects.extend(keep_given_up(model));
    effects.extend(seat::release(model));
    effects.extend(part(model));
    effects.push(Effect::Title(Title::Plain));
    if ends_program {
        effects.push(Effect::Quit(Exit::Done));
    } else {
        effects.extend(page(model, Exit::Done));
    }
    effects
}

/// What the table is told. Who hosts gives up at most: the end of the server closes the table, and
/// the other reads that as the reason.
fn goodbye(model: &Model) -> Option<ClientMessage> {
    let Screen::Table(play) = &model.screen else {
        return None;
    };
    if play.mode != Mode::Online {
        return None;
    }
    if model.hosted.is_none() {
        return Some(ClientMessage::Leave {});
    }
    play.session
        .is_under_way()
        .then_some(ClientMessage::Resign {})
}

/// What keeps the replay of a match that the host gives up; one without a move is none.
fn keep_given_up(model: &mut Model) -> Vec<Effect> {
    let is_given_up = match &model.screen {
        Screen::Table(play) => play.session.is_under_way() && play.session.has_moved(),
        _ => false,
    };
    let kept = if is_given_up {
        keep::unasked(model)
    } else {
        None
    };
    kept.map_or_else(Vec::new, |kept| vec![Effect::HearTheEnd, kept])
}

/// Ends the program at once. A seat is kept, and so are the matches of a server in this process: the
/// next start offers the match that still runs, so nothing is disconnected on purpose.
pub(super) fn terminate(model: &mut Model) -> Vec<Effect> {
    let mut effects = part(model);
    effects.retain(|effect| *effect != Effect::Disconnect);
    effects.push(Effect::Quit(Exit::Done));
    effects
}

/// Goes away from a table and keeps the seat: the next start offers the match again.
pub(super) fn keep_seat(model: &mut Model) -> Vec<Effect> {
    let mut effects = part(model);
    model.offer(model.held.clone());
    effects.extend(page(model, Exit::Done));
    effects
}

/// From a last page back to the form or the list that led there or to the menu, or out of the program where
/// there was neither.
pub(super) fn page(model: &mut Model, exit: Exit) -> Vec<Effect> {
    model.overlay = None;
    if !model.from_menu {
        return vec![Effect::Quit(exit)];
    }
    let goes_back = match &model.origin {
        Some(Origin::Replays(_)) => !matches!(model.screen, Screen::Replays(_)),
        _ => matches!(model.screen, Screen::Notice(_)),
    };
    match model.origin.take().filter(|_| goes_back) {
        Some(Origin::Replays(list)) => return replay::show_again(model, list),
        Some(Origin::Form(form)) => model.screen = Screen::Form(form),
        Some(Origin::Tables) => return start(model, Start::Online(Goal::List)),
        None => model.screen = Screen::Menu(model.menu),
    }
    Vec::new()
}

/// Closes the connection or ends the table in this process.
fn part(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    match &model.screen {
        Screen::Table(play) if play.mode != Mode::Online => {
            effects.extend(local::save_best(play));
            effects.push(Effect::StopLocal);
        }
        Screen::Table(_)
        | Screen::Connecting { .. }
        | Screen::Queued { .. }
        | Screen::Tables(_) => {
            effects.push(Effect::Disconnect);
        }
        Screen::Menu(_)
        | Screen::Form(_)
        | Screen::Loading { .. }
        | Screen::Replays(_)
        | Screen::Replay(_)
        | Screen::Notice(_) => {}
    }
    model.goal = None;
    model.hosted = None;
    model.overlay = None;
    effects
}
