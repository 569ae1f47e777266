//! Writes the players who stay connected to the journal from time to time, so that a crash expires no
//! token of theirs.

use crate::lobby::Lobby;

/// How long ago a use that the journal knows of may be while its player is here, in milliseconds: a
/// small part of the day for which a token holds.
const NOTE_EVERY_MS: u64 = 60 * 60 * 1000;
/// The time between two searches for such players, in milliseconds.
const LOOK_EVERY_MS: u64 = 60 * 1000;
/// The most players at once: their rows share a commit with moves, which are not to wait for them.
const SLICE_PLAYERS: usize = 100;

impl Lobby {
    /// Remembers who is here for long, for as long as it is polled.
    pub(crate) async fn keep_attendance(&self) {
        loop {
            let next_ms = self.now_ms().saturating_add(LOOK_EVERY_MS);
            self.0.clock.sleep_until(next_ms).await;
            while self.remember_some().await {}
        }
    }

    /// Remembers the next slice; returns whether there may be another one.
    async fn remember_some(&self) -> bool {
        // While the disk fails, the writer's list of waiting players is for new ones, which it has not stored.
        if !self.0.journal.health().borrow().is_healthy() {
            return false;
        }
        let now_ms = self.now_ms();
        let until_ms = now_ms.saturating_sub(NOTE_EVERY_MS);
        let here = self.0.players.note_here(until_ms, now_ms, SLICE_PLAYERS);
        let has_more = here.len() == SLICE_PLAYERS;
        for (player, token) in here {
            self.remember(player, token);
        }
        self.0.journal.flush().await;
        has_more
    }
}
