//! Replays: opening one, the list of a server's newest, and what can be done with one that is played.

use std::sync::Arc;

use versus2048_protocol::rules::Direction;

use crate::address;
use crate::effect::Effect;
use crate::message::Action;
use crate::model::{Model, Notice, Origin, Replays, Screen, Viewing};
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

/// Begins to read the newest replays of the server.
pub(super) fn list(model: &mut Model) -> Vec<Effect> {
    let server = model.server.clone();
    model.screen = Screen::Loading {
        source: server.clone(),
    };
    vec![Effect::ListReplays { server }]
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

/// The list was read, or can't be; whoever has gone on does not wait for it.
pub(super) fn listed(model: &mut Model, read: Result<Vec<ReplaySummary>, String>) -> Vec<Effect> {
    if !matches!(model.screen, Screen::Loading { .. }) {
        return Vec::new();
    }
    match read {
        Ok(replays) => {
            model.screen = Screen::Replays(Replays {
                server: model.server.clone(),
                replays,
                selected: 0,
            });
            Vec::new()
        }
        Err(cause) => fail(model, Notice::NoReplay { cause }),
    }
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
    let last = shown.replays.len().saturating_sub(1);
    match action {
        Action::Focus(Direction::Up) => shown.selected = shown.selected.saturating_sub(1),
        Action::Focus(Direction::Down) => shown.selected = (shown.selected + 1).min(last),
        Action::Submit => return open_chosen(model),
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
    let Some(chosen) = list.replays.get(list.selected) else {
        return Vec::new();
    };
    let url = address::replay(&list.server, chosen.id);
    model.origin = Some(Origin::Replays(list.clone()));
    open(model, ReplaySource::Url(url))
}
