//! English about replays that are kept.

use crate::model::{Keeping, NotKept};
use crate::text::clean;

/// What has become of keeping a replay: all of it, and what is said where that has no room.
pub(super) fn keeping(keeping: &Keeping) -> [String; 2] {
    match keeping {
        Keeping::UnderWay => ["Keeping the replay …", "Keeping …"].map(str::to_owned),
        Keeping::Kept {
            path,
            is_asked_again: false,
        } => [
            format!("Replay kept: {}", clean(path)),
            "Replay kept: see “Replays” in the menu".into(),
        ],
        Keeping::Kept { path, .. } => [
            format!("Kept already: {}", clean(path)),
            "Kept already: “Replays” in the menu".into(),
        ],
        Keeping::Failed(why) => {
            let why = match why {
                NotKept::Nowhere => "there is no place for it".into(),
                NotKept::NoMove => "nobody has moved".into(),
                NotKept::ServerGone => "the server is gone".into(),
                NotKept::Cause(cause) => clean(cause),
            };
            [
                format!("Replay not kept: {why}"),
                format!("Not kept: {why}"),
            ]
        }
    }
}
