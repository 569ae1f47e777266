//! The players that the server knows: their tokens, which connection is theirs, and where they have a
//! seat. One lock, held for short sections in which nothing is awaited and no other lock is taken.

mod registry;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::Code;

use crate::identity::{Client, ConnectionNumber, PlayerId, TokenHash};
use crate::journal::{StoredPlayer, StoredSeat};
use crate::outbox::Outbox;
use crate::refusal::Refusal;
pub(crate) use registry::Admitted;
use registry::PlayerRegistry;

/// All players; clones are the same ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Players(Arc<Mutex<PlayerRegistry>>);

impl Players {
    /// How many are known.
    pub(crate) fn count(&self) -> u64 {
        self.registry().count()
    }

    /// The outboxes of those who have a connection.
    pub(crate) fn outboxes(&self) -> Vec<Outbox> {
        self.registry().outboxes()
    }

    /// Lets a connection in: that of the player whose token it has, else of a new one. An older
    /// connection of the same player is closed.
    pub(crate) fn admit(&self, token: Option<&str>, outbox: Outbox, now_ms: u64) -> Admitted {
        self.registry().admit(token, outbox, now_ms)
    }

    /// Adds a player from the journal.
    pub(crate) fn restore(&self, stored: StoredPlayer, now_ms: u64) {
        self.registry().restore(stored, now_ms);
    }

    /// Adds a player from the journal who has a seat.
    pub(crate) fn restore_seat(&self, seat: &StoredSeat, code: Code) {
        self.registry().restore_seat(seat, code);
    }

    /// Removes a connection that is gone; returns the queue that it waited in.
    pub(crate) fn disconnect(&self, client: &Client, now_ms: u64) -> Option<Options> {
        self.registry()
            .disconnect(client.player, client.connection, now_ms)
    }

    /// Takes connected players of whom it was last noted at this time or before that they are here, the
    /// longest ago first and so many at most, and notes it now.
    pub(crate) fn note_here(
        &self,
        until_ms: u64,
        now_ms: u64,
        most: usize,
    ) -> Vec<(PlayerId, TokenHash)> {
        self.registry().note_here(until_ms, now_ms, most)
    }

    /// Checks whether a client may take a seat, or go to another table. `leaving` is the table whose
    /// seat it gives up for that.
    ///
    /// # Errors
    /// Its player has a newer connection, or a seat that it doesn't give up.
    pub(crate) fn check_move(&self, client: &Client, leaving: Option<Code>) -> Result<(), Refusal> {
        self.registry().check_move(client, leaving)
    }

    /// Notes that a client goes to a table, into a seat (`seat_at`) or to watch; it waits in no queue
    /// any more. So the late request of an older connection seats nobody, and nobody has two seats.
    ///
    /// # Errors
    /// As [`check_move`](Self::check_move).
    pub(crate) fn claim(
        &self,
        client: &Client,
        leaving: Option<Code>,
        seat_at: Option<Code>,
    ) -> Result<(), Refusal> {
        let mut registry = self.registry();
        registry.check_move(client, leaving)?;
        registry.place(client.player, seat_at, None);
        Ok(())
    }

    /// Notes that a client waits in a queue; returns the queue that it has left for that.
    ///
    /// # Errors
    /// As [`check_move`](Self::check_move).
    pub(crate) fn enqueue(
        &self,
        client: &Client,
        leaving: Option<Code>,
        options: Options,
    ) -> Result<Option<Options>, Refusal> {
        let mut registry = self.registry();
        registry.check_move(client, leaving)?;
        Ok(registry.place(client.player, None, Some(options)))
    }

    /// Notes that a client that waits in a queue takes a seat; false if it waits there no longer.
    pub(crate) fn claim_from_queue(
        &self,
        client: &Client,
        options: &Options,
        seat_at: Code,
    ) -> bool {
        let mut registry = self.registry();
        let waits = registry.waits_for(client.player, client.connection, options);
        if waits {
            registry.place(client.player, Some(seat_at), None);
        }
        waits
    }

    /// Notes that a client waits in no queue; returns the one that it has left.
    pub(crate) fn unqueue(
        &self,
        player: PlayerId,
        connection: ConnectionNumber,
    ) -> Option<Options> {
        self.registry().unqueue(player, connection)
    }

    /// Notes that the claim of a seat was rolled back: the player has the seat again that it gave up for
    /// it, unless the table of that seat has closed since.
    pub(crate) fn unclaim(&self, player: PlayerId, code: Code, now_ms: u64) {
        self.registry().unclaim(player, code, now_ms);
    }

    /// Notes that a player's seat at a table is given up.
    pub(crate) fn unseat(&self, player: PlayerId, code: Code, now_ms: u64) {
        self.registry().unseat(player, code, now_ms);
    }

    fn registry(&self) -> MutexGuard<'_, PlayerRegistry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
