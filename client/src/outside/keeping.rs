//! Replays that are being kept, beside the loop.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use tokio::task::JoinSet;
use tokio::time::timeout;
use uuid::Uuid;

use crate::effect::KeepFrom;
use crate::message::Message;
use crate::model::{Lang, NotKept};
use crate::outside::{Outside, whole};
use crate::{home, kept_replays, text};

/// How long leaving waits for replays that are still being kept.
const LIMIT: Duration = Duration::from_millis(700);

/// What came of keeping a replay.
#[derive(Debug)]
pub(super) struct KeptReplay {
    id: Uuid,
    /// Whether nobody has asked for it, so that a failure is told in the end.
    is_unasked: bool,
    done: Result<PathBuf, NotKept>,
}

impl Outside {
    /// Begins to keep a replay; where nothing can be kept, that was said before the start.
    pub(super) fn keep_replay(&mut self, id: Uuid, from: KeepFrom, lang: Lang) {
        let Some(dir) = self.setup.places.state_dir.clone() else {
            let kept = Err(NotKept::Nowhere);
            self.told.push_back(Message::ReplayKept { id, kept });
            return;
        };
        let is_unasked = matches!(from, KeepFrom::Hosted(_));
        let last = self.last_replay.as_ref().filter(|last| last.id == id);
        let last = last.map(Arc::clone);
        let keep = move || {
            let say = text::of(lang);
            let why = |error: anyhow::Error| NotKept::Cause(format!("{error:#}"));
            let done = match (from, last) {
                (KeepFrom::Server(url) | KeepFrom::Hosted(url), _) => {
                    kept_replays::fetch(&dir, &url, id, say).map_err(why)
                }
                (KeepFrom::Memory, Some(replay)) => {
                    kept_replays::keep(&dir, &replay, say).map_err(why)
                }
                (KeepFrom::Memory, None) => Err(NotKept::NoMove),
            };
            KeptReplay {
                id,
                is_unasked,
                done,
            }
        };
        self.keeping.spawn_blocking(keep);
    }

    /// Takes note of what came of it for the shell, and tells it.
    pub(super) fn tell_kept(&mut self, replay: KeptReplay) -> Message {
        let id = replay.id;
        let kept = match replay.done {
            Ok(path) => {
                let shown = home::shown(&path);
                // Who has it needs no server any more.
                self.farewell.replays.retain(|it| it.id != id);
                self.farewell.recorded.push(path);
                Ok(shown)
            }
            Err(why) => {
                if let (true, NotKept::Cause(cause)) = (replay.is_unasked, &why) {
                    self.farewell.troubles.push(anyhow!(cause.clone()));
                }
                Err(why)
            }
        };
        Message::ReplayKept { id, kept }
    }

    /// Waits for replays that are still being kept, but not for long: somebody wants to leave.
    pub(super) async fn finish_keeping(&mut self) {
        let kept = async {
            while let Some(done) = self.keeping.join_next().await {
                self.tell_kept(whole(done));
            }
        };
        // What is not there by then is not kept.
        let _ = timeout(LIMIT, kept).await;
        self.keeping = JoinSet::new();
    }
}
