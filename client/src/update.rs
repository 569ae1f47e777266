//! The one place that changes the model.

mod form;
mod goal;
mod keep;
mod leave;
mod local;
mod menu;
mod motion;
mod nearby;
mod network;
mod overlay;
mod replay;
mod seat;
mod server;
mod settings;
mod sound;
mod start;
mod table;
mod tables;
#[cfg(test)]
mod tests;

pub use start::{begin, start};

use crate::effect::{Effect, Exit};
use crate::message::{Action, Message};
use crate::model::{Model, Notice, Screen};

/// Changes the model by what happened, and says what has to be done outside of it.
pub fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    let mut effects = take_in(model, message);
    motion::follow(model);
    effects.extend(nearby::follow(model));
    // What was left is still on the screen where the program ends with it.
    let has_left = |effect: &Effect| matches!(effect, Effect::ReleaseSeat | Effect::Quit(_));
    if !effects.iter().any(has_left) {
        effects.extend(seat::follow(model));
    }
    effects
}

fn take_in(model: &mut Model, message: Message) -> Vec<Effect> {
    match message {
        Message::Action(action) => act(model, action),
        Message::Tick => {
            overlay::expire(model);
            replay::advance(model);
            network::expire(model)
        }
        Message::Resized => vec![Effect::Redraw],
        Message::Terminate => leave::terminate(model),
        Message::Server(message) => server::receive(model, *message),
        Message::Network(event) => network::receive(model, event),
        Message::LocalTable(kind, snapshot) => server::show_local(model, kind, *snapshot),
        Message::SavedTable {
            snapshot,
            is_undone,
        } => server::show_saved(model, *snapshot, is_undone),
        Message::GameAside(unusable) => local::tell_aside(model, unusable),
        Message::Silent(silence) => settings::silent(model, silence),
        Message::Nearby(tables) => nearby::found(model, tables),
        Message::SettingsKept(kept) => settings::kept(model, kept),
        Message::ReplayKept { id, kept } => keep::done(model, id, kept),
        Message::KeptReplays(kept) => replay::found(model, kept),
        Message::Replay(read) => replay::opened(model, read),
        Message::Replays(read) => replay::listed(model, read),
        Message::Hosted(Ok(hosted)) => network::hosted(model, hosted),
        Message::Hosted(Err(cause)) => fail(model, Notice::CannotHost { cause }),
    }
}

fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Redraw => return vec![Effect::Redraw],
        Action::Suspend => return overlay::suspend(model),
        _ => {}
    }
    if model.overlay.is_some() {
        return overlay::act(model, action);
    }
    match (&mut model.screen, action) {
        (Screen::Menu(_), _) => menu::act(model, action),
        (Screen::Form(_), _) => form::act(model, action),
        (Screen::Table(_), _) => table::act(model, action),
        (Screen::Tables(_), _) => tables::act(model, action),
        (Screen::Replay(_), _) => replay::act(model, action),
        (Screen::Replays(_), _) => replay::act_in_list(model, action),
        (_, Action::Help) => overlay::help(model),
        (Screen::Notice(notice), Action::Submit | Action::Back) => {
            let exit = notice.exit();
            leave::page(model, exit)
        }
        (Screen::Notice(notice), Action::Quit | Action::Interrupt) => {
            vec![Effect::Quit(notice.exit())]
        }
        (
            Screen::Connecting { .. } | Screen::Queued { .. } | Screen::Loading { .. },
            Action::Back | Action::Quit | Action::Interrupt,
        ) => leave::leave(model, action != Action::Back),
        _ => Vec::new(),
    }
}

/// Something ended otherwise than wished: a page for whom a page is there, else the program ends
/// with it. Whoever came by the command line and has seen no table yet wants the shell back.
fn fail(model: &mut Model, notice: Notice) -> Vec<Effect> {
    let reads_a_page = model.from_menu || matches!(model.screen, Screen::Table(_));
    let is_gone = matches!(
        notice,
        Notice::TableLost { .. } | Notice::TableClosed { .. }
    );
    let released = if is_gone { seat::release(model) } else { None };
    let mut effects: Vec<Effect> = released.into_iter().collect();
    effects.push(Effect::Disconnect);
    model.overlay = None;
    model.goal = None;
    model.hosted = None;
    if !reads_a_page {
        effects.push(Effect::Quit(Exit::Failed(notice)));
        return effects;
    }
    model.screen = Screen::Notice(notice);
    effects
}
