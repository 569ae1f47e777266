//! Replays: the list of a server's newest, and one that is played.

use crate::model::{Mode, Play};
use crate::playback::Playback;
use crate::replay_source::ReplaySummary;

/// The newest replays of a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Replays {
    /// On which server.
    pub server: String,
    /// Those that it told, the newest first.
    pub replays: Vec<ReplaySummary>,
    /// The number of the chosen one.
    pub selected: usize,
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
