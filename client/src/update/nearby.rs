//! Tables in the same network: they are announced and looked for as long as that is of use.

use versus2048_protocol::wire::{Code, Phase};

use crate::effect::Effect;
use crate::model::{Model, Screen};
use crate::nearby::NearbyTable;

/// Takes in which tables there are now.
pub(super) fn found(model: &mut Model, tables: Vec<NearbyTable>) -> Vec<Effect> {
    if let Screen::Form(form) = &mut model.screen {
        form.find(tables);
    }
    Vec::new()
}

/// Begins and ends what follows from what is on the screen.
pub(super) fn follow(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    let searches = matches!(&model.screen, Screen::Form(form) if form.nearby.is_some());
    if searches != model.discovery.is_searching {
        model.discovery.is_searching = searches;
        effects.push(if searches {
            Effect::Search
        } else {
            Effect::StopSearch
        });
    }
    let table = table_to_announce(model);
    if table != model.discovery.announced {
        model.discovery.announced = table;
        effects.push(table.map_or(Effect::StopAnnouncing, Effect::Announce));
    }
    effects
}

/// The table in this process, while a seat of it is free.
fn table_to_announce(model: &Model) -> Option<Code> {
    let may_be = model.settings.discovery && model.discovery.is_listed && model.hosted.is_some();
    match &model.screen {
        Screen::Table(play) if may_be && play.session.phase == Phase::Waiting => {
            Some(play.session.code)
        }
        _ => None,
    }
}
