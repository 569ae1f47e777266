//! The menu.

use versus2048_protocol::rules::Direction;

use crate::effect::{Effect, Exit};
use crate::message::Action;
use crate::model::{Form, FormKind, MenuItem, Model, Screen};
use crate::update::{overlay, replay, seat};

/// What an action means in the menu.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Screen::Menu(menu) = &mut model.screen else {
        return Vec::new();
    };
    let items: Vec<MenuItem> = MenuItem::shown(model.held.is_some()).collect();
    let place = items.iter().position(|item| *item == menu.selected);
    let place = place.unwrap_or(0);
    let last = items.len() - 1;
    match action {
        Action::Focus(Direction::Up) => {
            menu.selected = items[place.checked_sub(1).unwrap_or(last)];
        }
        Action::Focus(Direction::Down) => {
            menu.selected = items[if place < last { place + 1 } else { 0 }];
        }
        Action::Start => menu.selected = items[0],
        Action::End => menu.selected = items[last],
        // Digits stay with their entries, whether there is a way back or not.
        Action::Pick(number) if (1..=MenuItem::ALL.len()).contains(&number.into()) => {
            menu.selected = MenuItem::ALL[usize::from(number) - 1];
            return choose(model);
        }
        Action::Submit => {
            menu.selected = items[place];
            return choose(model);
        }
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
    match menu.selected {
        MenuItem::Return => return seat::go_back(model),
        MenuItem::Help => return overlay::help(model),
        MenuItem::Replays => {
            model.server.clone_from(&model.usual_server);
            return replay::list(model);
        }
        MenuItem::Quit => return vec![Effect::Quit(Exit::Done)],
        item => {
            let kind = FormKind::ALL
                .into_iter()
                .find(|kind| kind.menu_item() == item);
            if let Some(kind) = kind {
                model.screen = Screen::Form(Form::new(kind, model));
            }
        }
    }
    Vec::new()
}
