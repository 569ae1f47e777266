//! Replays: the list of them, and one that is played.

use crate::model::{Mode, Play};
use crate::playback::Playback;
use crate::replay_source::ReplaySummary;

/// The replays that are kept on this machine, and the newest of a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Replays {
    /// On which server.
    pub server: String,
    /// Those on this machine, the newest first; `None` before they are read.
    pub kept: Option<Vec<ReplaySummary>>,
    /// Those of the server.
    pub served: Served,
    /// The number of the chosen one, those on this machine first.
    pub selected: usize,
}

/// What a server has told of its replays.
#[derive(Clone, Debug, PartialEq)]
pub enum Served {
    /// Nothing yet.
    Loading,
    /// Those, the newest first.
    Listed(Vec<ReplaySummary>),
    /// None: why, in the language of the client; it is not clean.
    Failed(String),
}

impl Replays {
    /// A list of which nothing is known yet.
    #[must_use]
    pub const fn new(server: String) -> Self {
        Self {
            server,
            kept: None,
            served: Served::Loading,
            selected: 0,
        }
    }

    /// Those on this machine.
    #[must_use]
    pub fn kept(&self) -> &[ReplaySummary] {
        self.kept.as_deref().unwrap_or_default()
    }

    /// Those of the server that this machine has not.
    pub fn elsewhere(&self) -> impl Iterator<Item = &ReplaySummary> {
        let served = match &self.served {
            Served::Listed(served) => served.as_slice(),
            Served::Loading | Served::Failed(_) => &[],
        };
        let is_kept = |served: &ReplaySummary| self.kept().iter().any(|kept| kept.id == served.id);
        served.iter().filter(move |served| !is_kept(served))
    }

    /// All in the order of the list.
    pub fn all(&self) -> impl Iterator<Item = &ReplaySummary> {
        self.kept().iter().chain(self.elsewhere())
    }
}

/// A replay on the screen.
#[derive(Debug)]
pub struct Viewing {
    /// Where it is.
    pub playback: Playback,
    /// The table as it was there, for whoever draws it.
    pub play: Play,
}

impl Viewing {
    /// A replay as it is at this moment.
    #[must_use]
    pub fn new(playback: Playback, now_ms: u64) -> Self {
        let mode = Mode::Replay(playback.progress());
        let play = Play::new(playback.session(now_ms), mode);
        Self { playback, play }
    }

    /// Takes in that the replay has moved.
    pub fn follow(&mut self, now_ms: u64) {
        self.play.session = self.playback.session(now_ms);
        self.play.mode = Mode::Replay(self.playback.progress());
    }
}
