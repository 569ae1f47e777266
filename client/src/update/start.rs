//! Beginning what was asked for, by the command line, the menu or a form.

use versus2048_protocol::rules::Options;

use crate::effect::Effect;
use crate::local::LocalKind;
use crate::model::{Form, FormKind, Goal, Model, Screen, Start};
use crate::update::{nearby, replay};

/// Begins what was asked for by the command line.
pub fn begin(model: &mut Model, begin: Start) -> Vec<Effect> {
    let mut effects = start(model, begin);
    effects.extend(nearby::follow(model));
    effects
}

/// Begins what was asked for.
pub fn start(model: &mut Model, start: Start) -> Vec<Effect> {
    model.overlay = None;
    match start {
        Start::Menu => {
            model.from_menu = true;
            model.screen = Screen::Menu(model.menu);
            Vec::new()
        }
        Start::MenuAfter(notice) => {
            model.from_menu = true;
            model.screen = Screen::Notice(notice);
            Vec::new()
        }
        Start::Host { listed } => {
            let options = model.options;
            model.goal = Some(Goal::Create { options, listed });
            model.discovery.is_listed = listed;
            model.screen = Screen::Connecting {
                server: model.listen.to_string(),
                due_ms: None,
            };
            vec![Effect::Host {
                listen: model.listen,
                // The command names a port on purpose; in the menu nobody has said one.
                or_next_port: model.from_menu,
            }]
        }
        Start::FindTables => {
            model.from_menu = true;
            model.screen = Screen::Form(Form::new(FormKind::Join, model));
            Vec::new()
        }
        Start::Online(goal) => {
            model.goal = Some(goal);
            model.screen = Screen::Connecting {
                server: model.server.clone(),
                due_ms: None,
            };
            vec![Effect::Connect {
                server: model.server.clone(),
                name: model.name.clone(),
            }]
        }
        Start::Replay(source) => replay::open(model, source),
        Start::Replays => replay::list(model),
        Start::HotSeat => vec![Effect::StartLocal {
            kind: LocalKind::HotSeat,
            options: model.options,
            goal: model.options.target,
        }],
        Start::Solo { options } => {
            model.solo_options = options;
            vec![Effect::StartLocal {
                kind: LocalKind::Solo,
                options: alone(options),
                goal: options.target,
            }]
        }
    }
}

/// Alone nobody has to be waited for, and the board plays on after the target; what concerns a
/// second seat is as usual, so that a kept game is the same whatever two have played meanwhile.
fn alone(options: Options) -> Options {
    let usual = Options::default();
    Options {
        target: None,
        countdown_s: 0,
        tiles: usual.tiles,
        watchable: usual.watchable,
        ..options
    }
}
