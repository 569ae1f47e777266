//! The menu.

use versus2048_protocol::rules::Direction;

use crate::effect::{Effect, Exit};
use crate::message::Action;
use crate::model::{Form, FormKind, MenuItem, Model, Screen};
use crate::update::overlay;

/// What an action means in the menu.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Screen::Menu(menu) = &mut model.screen else {
        return Vec::new();
    };
    let last = MenuItem::ALL.len() - 1;
    match action {
        Action::Focus(Direction::Up) => {
            menu.selected = menu.selected.checked_sub(1).unwrap_or(last);
        }
        Action::Focus(Direction::Down) if menu.selected >= last => menu.selected = 0,
        Action::Focus(Direction::Down) => menu.selected += 1,
        Action::Pick(number) if (1..=MenuItem::ALL.len()).contains(&number.into()) => {
            menu.selected = usize::from(number) - 1;
            return choose(model);
        }
        Action::Submit => return choose(model),
        Action::Help => return overlay::help(model),
        Action::Quit | Action::Interrupt => return vec![Effect::Quit(Exit::Done)],
        _ => {}
    }
    Vec::new()
}

fn choose(model: &mut Model) -> Vec<Effect> {
    let Screen::Menu(menu) = model.screen else {
        return Vec::new();
    };
    model.menu = menu;
    let Some(item) = MenuItem::ALL.get(menu.selected) else {
        return Vec::new();
    };
    match item {
        MenuItem::Help => return overlay::help(model),
        MenuItem::Quit => return vec![Effect::Quit(Exit::Done)],
        item => {
            let kind = FormKind::ALL
                .into_iter()
                .find(|kind| kind.menu_item() == *item);
            if let Some(kind) = kind {
                model.screen = Screen::Form(Form::new(kind, model));
            }
        }
    }
    Vec::new()
}
