//! The one place that changes the model.

use crate::effect::Effect;
use crate::message::Message;
use crate::model::Model;

/// Changes the model by what happened, and says what has to be done outside of it.
pub fn update(_model: &mut Model, _message: Message) -> Vec<Effect> {
    Vec::new()
}
