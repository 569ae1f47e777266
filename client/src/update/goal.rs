//! Asking a server for what the player wants.

use serde_json::Value;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{ClientMessage, OptionFields};

use crate::effect::Effect;
use crate::model::{Goal, Model};

/// Asks for what the player wants.
pub(super) fn pursue(model: &Model) -> Vec<Effect> {
    let message = match model.goal.clone() {
        // Whoever goes back has the seat already.
        None | Some(Goal::Return { .. }) => return Vec::new(),
        Some(Goal::Create { options, listed }) => ClientMessage::Create {
            options: Some(fields(&options)),
            listed: Some(listed),
            bot: None,
        },
        Some(Goal::Join { code }) => ClientMessage::Join {
            code: code.to_string(),
        },
        Some(Goal::Queue { options }) => ClientMessage::Queue {
            options: Some(fields(&options)),
        },
        Some(Goal::Watch { code }) => ClientMessage::Watch {
            code: code.to_string(),
        },
        Some(Goal::List) => ClientMessage::List {},
    };
    vec![Effect::Send(message)]
}

fn fields(options: &Options) -> OptionFields {
    match serde_json::to_value(options) {
        Ok(Value::Object(fields)) => fields,
        _ => OptionFields::new(),
    }
}
