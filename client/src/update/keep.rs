//! Keeping the replay of a match that is over.

use uuid::Uuid;
use versus2048_protocol::wire::Phase;

use crate::address;
use crate::effect::{Effect, KeepFrom};
use crate::model::{Keeping, Mode, Model, NotKept, Play, Screen};

/// Keeps the replay of the match that is over, once.
pub(super) fn act(model: &mut Model) -> Vec<Effect> {
    let Screen::Table(play) = &mut model.screen else {
        return Vec::new();
    };
    match &mut play.keeping {
        Some(Keeping::UnderWay) => return Vec::new(),
        Some(Keeping::Kept { is_asked_again, .. }) => {
            *is_asked_again = true;
            return Vec::new();
        }
        Some(Keeping::Failed(_)) | None => {}
    }
    let from = match play.mode {
        Mode::HotSeat { .. } | Mode::Solo { .. } => Some(KeepFrom::Memory),
        Mode::Online => play.replay().map(|it| KeepFrom::Server(it.url())),
        Mode::Replay(_) => return Vec::new(),
    };
    if let Some(from) = from {
        return vec![begin(play, from)];
    }
    play.keeping = Some(Keeping::Failed(NotKept::ServerGone));
    Vec::new()
}

/// Keeps unasked what a server in this process would take with it.
pub(super) fn unasked(model: &mut Model) -> Option<Effect> {
    let hosted = model.hosted.as_ref()?;
    let Screen::Table(play) = &mut model.screen else {
        return None;
    };
    let url = address::replay(&hosted.url, play.session.id);
    Some(begin(play, KeepFrom::Hosted(url)))
}

fn begin(play: &mut Play, from: KeepFrom) -> Effect {
    play.keeping = Some(Keeping::UnderWay);
    let id = play.session.id;
    Effect::KeepReplay { id, from }
}

/// What came of it; whoever plays on does not hear of it.
pub(super) fn done(model: &mut Model, id: Uuid, kept: Result<String, NotKept>) -> Vec<Effect> {
    if let Screen::Table(play) = &mut model.screen
        && play.session.phase == Phase::Over
        && play.session.id == id
    {
        play.keeping = Some(match kept {
            Ok(path) => Keeping::Kept {
                path,
                is_asked_again: false,
            },
            Err(why) => Keeping::Failed(why),
        });
    }
    Vec::new()
}
