//! Leaving: back to the menu, or out of the program.

use versus2048_protocol::wire::ClientMessage;

use crate::effect::{Effect, Exit, Title};
use crate::model::{Menu, Mode, Model, Screen};
use crate::update::local;

/// Leaves what is on the screen: tells the table, closes the connection, keeps what is worth it.
pub(super) fn leave(model: &mut Model, ends_program: bool) -> Vec<Effect> {
    let mut effects = Vec::new();
    if let Screen::Table(play) = &model.screen {
        match play.mode {
            Mode::Online => effects.push(Effect::Send(ClientMessage::Leave {})),
            Mode::HotSeat { .. } | Mode::Solo { .. } => {}
        }
    }
    effects.extend(part(model));
    effects.push(Effect::Title(Title::Plain));
    if ends_program {
        effects.push(Effect::Quit(Exit::Done));
    } else {
        effects.extend(page(model, Exit::Done));
    }
    effects
}

/// Ends the program at once. A seat is kept: the next start offers the match that still runs.
pub(super) fn terminate(model: &mut Model) -> Vec<Effect> {
    let mut effects = part(model);
    effects.push(Effect::Quit(Exit::Done));
    effects
}

/// From a last page back to the form that led there or to the menu, or out of the program where
/// there was neither.
pub(super) fn page(model: &mut Model, exit: Exit) -> Vec<Effect> {
    model.overlay = None;
    if !model.from_menu {
        return vec![Effect::Quit(exit)];
    }
    model.screen = match (&model.screen, model.form.take()) {
        (Screen::Notice(_), Some(form)) => Screen::Form(form),
        _ => Screen::Menu(Menu::default()),
    };
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
        Screen::Menu(_) | Screen::Form(_) | Screen::Notice(_) => {}
    }
    model.goal = None;
    model.hosted = None;
    model.overlay = None;
    effects
}
