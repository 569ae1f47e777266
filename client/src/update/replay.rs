//! Replays: opening one, the list of them, and what can be done with one that is played.

use std::sync::Arc;

use versus2048_protocol::rules::Direction;

use crate::address;
use crate::effect::Effect;
use crate::message::Action;
use crate::model::{Form, FormKind, Model, Notice, Origin, Replays, Screen, Served, Viewing};
use crate::playback::{Playback, Tape};
use crate::replay_source::{ReplaySource, ReplaySummary};
use crate::update::{fail, leave, overlay};

/// Begins to read a replay.
pub(super) fn open(model: &mut Model, source: ReplaySource) -> Vec<Effect> {
    model.screen = Screen::Loading {
        source: source.as_str().to_owned(),
    };
    vec![Effect::OpenReplay(source)]
}

/// Begins to read what is kept on this machine and the newest replays of the server.
pub(super) fn list(model: &mut Model) -> Vec<Effect> {
    let server = model.server.clone();
    model.screen = Screen::Replays(Replays::new(server.clone()));
    vec![Effect::ListReplays { server }]
}

/// Shows the list again as it was left; what had not come by then is asked for again.
pub(super) fn show_again(model: &mut Model, list: Replays) -> Vec<Effect> {
    let server = list.server.clone();
    let is_whole = list.served != Served::Loading;
    model.screen = Screen::Replays(list);
    if is_whole {
        Vec::new()
    } else {
        vec![Effect::ListReplays { server }]
    }
}

/// A replay was read, or can't be played; whoever has gone on does not wait for it.
pub(super) fn opened(model: &mut Model, read: Result<Arc<Tape>, String>) -> Vec<Effect> {
    if !matches!(model.screen, Screen::Loading { .. }) {
        return Vec::new();
    }
    match read {
        Ok(tape) => {
            let playback = Playback::new(tape, model.now_ms);
            let viewing = Viewing::new(playback, model.now_ms);
            model.screen = Screen::Replay(Box::new(viewing));
            Vec::new()
        }
        Err(cause) => fail(model, Notice::NoReplay { cause }),
    }
}

/// What is kept on this machine was read. It stands first, also where it comes last: what somebody has
/// gone to by then stays chosen.
pub(super) fn found(model: &mut Model, kept: Vec<ReplaySummary>) -> Vec<Effect> {
    if let Screen::Replays(shown) = &mut model.screen {
        let chosen = shown.all().nth(shown.selected).map(|replay| replay.id);
        let chosen = chosen.filter(|_| shown.selected > 0);
        shown.kept = Some(kept);
        let place = shown.all().position(|replay| Some(replay.id) == chosen);
        shown.selected = place.unwrap_or(shown.selected);
    }
    Vec::new()
}

/// The server's list was read, or can't be; what is kept on this machine is there all the same.
pub(super) fn listed(model: &mut Model, read: Result<Vec<ReplaySummary>, String>) -> Vec<Effect> {
    if let Screen::Replays(shown) = &mut model.screen {
        shown.served = match read {
            Ok(served) => {
                model.usual_server.clone_from(&shown.server);
                Served::Listed(served)
            }
            Err(cause) => Served::Failed(cause),
        };
    }
    Vec::new()
}

/// Takes in that time has passed.
pub(super) fn advance(model: &mut Model) {
    let now_ms = model.now_ms;
    if let Screen::Replay(viewing) = &mut model.screen
        && viewing.playback.advance(now_ms)
    {
        viewing.follow(now_ms);
    }
}

/// What an action means while a replay is played.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let now_ms = model.now_ms;
    match (&mut model.screen, action) {
        (Screen::Replay(viewing), Action::Wind(winding)) => {
            viewing.playback.advance(now_ms);
            viewing.playback.wind(winding);
            viewing.follow(now_ms);
            Vec::new()
        }
        (_, Action::Help) => overlay::help(model),
        (_, Action::Back | Action::Quit) => leave::leave(model, false),
        (_, Action::Interrupt) => leave::leave(model, true),
        _ => Vec::new(),
    }
}

/// What an action means in the list.
pub(super) fn act_in_list(model: &mut Model, action: Action) -> Vec<Effect> {
    let Screen::Replays(shown) = &mut model.screen else {
        return Vec::new();
    };
    let last = shown.all().count().saturating_sub(1);
    match action {
        Action::Focus(Direction::Up) => shown.selected = shown.selected.saturating_sub(1),
        Action::Focus(Direction::Down) => shown.selected = (shown.selected + 1).min(last),
        Action::Start => shown.selected = 0,
        Action::End => shown.selected = last,
        Action::Submit => return open_chosen(model),
        Action::Name => model.screen = Screen::Form(Form::new(FormKind::Replays, model)),
        Action::Reload => return list(model),
        Action::Help => return overlay::help(model),
        Action::Back | Action::Quit => return leave::leave(model, false),
        Action::Interrupt => return leave::leave(model, true),
        _ => {}
    }
    Vec::new()
}

/// Opens the chosen replay, behind which the list is found as it was left.
fn open_chosen(model: &mut Model) -> Vec<Effect> {
    let Screen::Replays(list) = &model.screen else {
        return Vec::new();
    };
    let Some(chosen) = list.all().nth(list.selected) else {
        return Vec::new();
    };
    let id = chosen.id;
    let url = address::replay(&list.server, id);
    model.origin = Some(Origin::Replays(list.clone()));
    open(model, ReplaySource::Match { id, url })
}
