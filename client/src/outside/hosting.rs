//! The server in this process.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use tokio::time::timeout;
use versus2048_protocol::wire::{Code, ServerMessage};

use crate::host::{self, Hosting};
use crate::message::{Hosted, Message, NetworkEvent};
use crate::model::Model;
use crate::nearby::Announcement;
use crate::outside::Outside;
use crate::text::Language;

/// How long the server in this process may take to end a match that was given up.
const END_TIMEOUT: Duration = Duration::from_millis(700);

impl Outside {
    pub(super) fn host(
        &mut self,
        listen: SocketAddr,
        or_next_port: bool,
        say: &dyn Language,
    ) -> anyhow::Result<Hosted> {
        let (listener, taken_port) = match self.setup.listener.take() {
            Some(bound) => bound,
            None if or_next_port => host::bind_or_next_port(listen, say)?,
            None => (host::bind(listen, say)?, None),
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

    /// Reads on until the server in this process has told how the match ended.
    pub(super) async fn hear_the_end(&mut self) {
        let Some(link) = &mut self.link else {
            return;
        };
        let is_end = |message| match message {
            Message::Server(message) => matches!(*message, ServerMessage::Over(_)),
            Message::Network(event) => matches!(event, NetworkEvent::Ended(_)),
            _ => false,
        };
        let end = async { while !is_end(link.next().await) {} };
        // What has no end by then has no replay.
        let _ = timeout(END_TIMEOUT, end).await;
    }
}
