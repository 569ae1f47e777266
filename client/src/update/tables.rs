//! The list of a server's tables.

use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::Phase;

use crate::effect::Effect;
use crate::message::Action;
use crate::model::{Goal, Model, Origin, Screen};
use crate::update::{goal, leave, overlay};

/// What an action means in the list.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Screen::Tables(shown) = &mut model.screen else {
        return Vec::new();
    };
    let tables = shown.tables.as_deref().unwrap_or_default();
    let last = tables.len().saturating_sub(1);
    let chosen = tables.get(shown.selected);
    let wish = match action {
        Action::Submit => chosen.map(|table| match table.phase {
            Phase::Waiting => Goal::Join { code: table.code },
            _ => Goal::Watch { code: table.code },
        }),
        Action::Watch => chosen.map(|table| Goal::Watch { code: table.code }),
        Action::Create => Some(Goal::Create {
            options: model.options,
            listed: true,
        }),
        Action::Reload => Some(Goal::List),
        _ => None,
    };
    match action {
        Action::Focus(Direction::Up) => shown.selected = shown.selected.saturating_sub(1),
        Action::Focus(Direction::Down) => shown.selected = (shown.selected + 1).min(last),
        Action::Start => shown.selected = 0,
        Action::End => shown.selected = last,
        Action::Help => return overlay::help(model),
        Action::Back | Action::Quit => return leave::leave(model, false),
        Action::Interrupt => return leave::leave(model, true),
        _ => {}
    }
    let Some(wish) = wish else {
        return Vec::new();
    };
    model.origin = (wish != Goal::List).then_some(Origin::Tables);
    model.goal = Some(wish);
    goal::pursue(model)
}
