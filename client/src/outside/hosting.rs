//! The server in this process, and the replays that it leaves.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::timeout;
use uuid::Uuid;
use versus2048_protocol::wire::Code;

use crate::host::{self, Hosting};
use crate::kept_replays;
use crate::message::Hosted;
use crate::model::{Lang, Model};
use crate::nearby::Announcement;
use crate::outside::Outside;
use crate::text;

/// How long the end of a server in this process waits for the replays of its matches.
const KEEPING_TIMEOUT: Duration = Duration::from_millis(700);

impl Outside {
    pub(super) fn host(&mut self, listen: SocketAddr, or_any_port: bool) -> anyhow::Result<Hosted> {
        let (listener, taken_port) = match self.setup.listener.take() {
            Some(listener) => (listener, None),
            None if or_any_port => host::bind_or_any_port(listen)?,
            None => (host::bind(listen)?, None),
        };
        let data_dir = self.data_dir(listen, taken_port);
        let (hosting, hosted) = Hosting::start(listener, data_dir)?;
        self.hosting = Some(hosting);
        Ok(Hosted {
            taken_port,
            ..hosted
        })
    }

    /// Where nothing can be announced, the other is told by what the screen shows.
    pub(super) fn announce(&mut self, code: Code, model: &Model) {
        let hosted = model.hosted.as_ref();
        self.announcement =
            hosted.and_then(|it| Announcement::start(it.listening, code, &model.name));
    }

    /// Where the server in this process keeps its matches: a directory for each port, so that two
    /// servers do not meet, and the next one on the same port finds what was left. Nobody comes back to
    /// a port that was only found free.
    pub(super) fn data_dir(&self, listen: SocketAddr, taken_port: Option<u16>) -> Option<PathBuf> {
        let is_wished_for = listen.port() != 0 && taken_port.is_none();
        let state_dir = self
            .setup
            .places
            .state_dir
            .as_ref()
            .filter(|_| is_wished_for);
        let of_port = || Some(state_dir?.join("hosted").join(listen.port().to_string()));
        self.setup.data_dir.clone().or_else(of_port)
    }

    pub(super) fn keep_replay(&mut self, url: String, id: Uuid, lang: Lang) {
        if let Some(dir) = self.setup.places.state_dir.clone() {
            let keep = move || kept_replays::keep(&dir, &url, id, text::of(lang));
            self.keeping.spawn_blocking(keep);
        }
    }

    /// Waits for replays that are still being taken, but not for long: somebody wants to leave.
    pub(super) async fn finish_keeping(&mut self) {
        let kept = async {
            while let Some(kept) = self.keeping.join_next().await {
                match kept {
                    Ok(Ok(path)) => self.farewell.recorded.push(path),
                    Ok(Err(error)) => self.farewell.troubles.push(error),
                    Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
                }
            }
        };
        // What is not there by then is not kept.
        let _ = timeout(KEEPING_TIMEOUT, kept).await;
        self.keeping = JoinSet::new();
    }
}
