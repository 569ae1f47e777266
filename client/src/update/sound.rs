//! What is to be heard of a match.

use versus2048_protocol::wire::ServerMessage;

use crate::effect::Effect;
use crate::model::{Mode, Model, Overlay, Play, Question, Screen};
use crate::sound::Sound;

/// Whether a message tells of a merge on a board of this keyboard.
pub(super) fn of_merge(message: &ServerMessage, play: &Play) -> bool {
    match message {
        ServerMessage::Board(update) => {
            let is_own = match play.mode {
                Mode::HotSeat { .. } => true,
                _ => play.session.you == Some(update.seat),
            };
            is_own && update.moved.gained > 0
        }
        _ => false,
    }
}

/// The sound of what has just happened, the rarest first.
pub(super) fn follow(model: &Model, merge: bool, has_ended: bool) -> Option<Effect> {
    let Screen::Table(play) = &model.screen else {
        return None;
    };
    let asks_to_play_on = matches!(
        model.overlay,
        Some(Overlay::Question {
            about: Question::PlayOn,
            ..
        })
    );
    let winner = play.session.result.as_ref().and_then(|over| over.winner);
    let is_won = winner.is_some() && (play.session.you.is_none() || winner == play.session.you);
    let sound = if has_ended && is_won || asks_to_play_on && merge {
        Sound::Win
    } else if has_ended {
        Sound::End
    } else if merge {
        Sound::Merge
    } else {
        return None;
    };
    model.settings.sound.then_some(Effect::Sound(sound))
}
