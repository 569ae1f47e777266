//! The table as the journal keeps it, and as it comes back from there.

use std::collections::BTreeSet;

use time::OffsetDateTime;
use uuid::Uuid;
use versus2048_protocol::game::{BySeat, Event, Seat};
use versus2048_protocol::replay::ReplayResult;
use versus2048_protocol::wire::{ClosedReason, Phase, Series};

use crate::clock::{Clock, unix_ms};
use crate::config::Limits;
use crate::journal::{StoredMatch, StoredResult, StoredSeat, StoredTable, Write};
use crate::players::{ConnectionNumber, PlayerId};
use crate::table::current::CurrentMatch;
use crate::table::presence::Presence;
use crate::table::state::{Audience, Holder, Table, TableSetup};

/// What of a table changes what is kept of it; a seat keeps its name for as long as it has its player.
pub(crate) type StoredKey = (BySeat<Option<PlayerId>>, Uuid, Series, bool);

impl Table {
    /// A table as it was kept, with its match as its events have made it. Both seats are absent from
    /// now on, with a whole allowance, and nobody is ready for a match that has not begun.
    pub(crate) fn restored(
        stored: &StoredTable,
        current: CurrentMatch,
        limits: &Limits,
        now_ms: u64,
    ) -> Self {
        let was_ready = current.has_begun();
        let seats = BySeat::new(|seat| {
            let mut holder = Holder::from(stored.seats[seat].clone()?);
            holder.nonce = was_ready.then(|| current.game().nonces()[seat].clone());
            Some(holder)
        });
        let mut presence = Presence::new(limits.forfeit_after_ms);
        for seat in Seat::ALL.into_iter().filter(|&seat| seats[seat].is_some()) {
            presence.go(seat, now_ms);
        }
        Self {
            setup: TableSetup {
                code: stored.code,
                options: stored.options,
                is_listed: stored.is_listed,
                made_by: stored.made_by,
            },
            limits: *limits,
            seats,
            presence,
            spectators: BTreeSet::new(),
            audience: Audience::default(),
            current,
            finished: stored.finished,
            phase_since_ms: now_ms,
            closed: None,
        }
    }

    /// Lets connections be here again without a word, each in its seat or, with `None`, to watch.
    pub(crate) fn welcome_back(&mut self, present: Vec<(ConnectionNumber, Option<Seat>)>) {
        for (connection, you) in present {
            match you {
                Some(seat) => drop(self.presence.arrive(seat, connection)),
                None => drop(self.spectators.insert(connection)),
            }
        }
    }

    /// What to write of the table as it is now.
    pub(crate) fn row(&self) -> Write {
        if self.is_closed() {
            return Write::TableClosed(self.setup.code);
        }
        Write::Table(Box::new(StoredTable {
            code: self.setup.code,
            options: self.setup.options,
            is_listed: self.setup.is_listed,
            made_by: self.setup.made_by,
            seats: BySeat::new(|seat| self.seats[seat].as_ref().map(StoredSeat::from)),
            finished: self.finished,
            game: self.current.stored(),
        }))
    }

    /// What has to change for [`row`](Self::row) to change.
    pub(crate) fn stored_key(&self) -> StoredKey {
        let players = BySeat::new(|seat| Some(self.seats[seat].as_ref()?.player));
        (players, self.current.id(), self.finished, self.is_closed())
    }

    /// What to write of the events that have just happened: who plays stands before the first one of
    /// a match, the result behind the last.
    pub(crate) fn writes(&self, events: &[Event], clock: &Clock) -> Vec<Write> {
        let count = u64::try_from(events.len()).unwrap_or(u64::MAX);
        let first = self.current.events().saturating_sub(count) + 1;
        let mut writes = Vec::with_capacity(events.len() + 1);
        for (seq, event) in (first..).zip(events) {
            if let Event::Begun { start_now_ms, .. } = event {
                let starts = clock.wall_time(*start_now_ms);
                writes.extend(self.stored_match(starts));
            }
            let event = event.clone();
            writes.push(Write::Event { seq, event });
        }
        if matches!(events.last(), Some(Event::Ended { .. })) {
            writes.extend(self.stored_result(clock.wall_time(clock.now_ms())));
        }
        writes
    }

    fn stored_match(&self, starts: OffsetDateTime) -> Option<Write> {
        Some(Write::Match(Box::new(StoredMatch {
            code: self.setup.code,
            options: self.setup.options,
            game: self.current.stored(),
            is_listed: self.setup.is_listed,
            players: self.replay_players()?,
            starts_at: unix_ms(starts),
        })))
    }

    fn stored_result(&self, ended: OffsetDateTime) -> Option<Write> {
        let game = self.current.game();
        let outcome = game.outcome()?;
        let [Some(zero), Some(one)] = &self.seats.0 else {
            return None;
        };
        Some(Write::Result(Box::new(StoredResult {
            result: ReplayResult {
                winner: outcome.winner,
                reason: outcome.reason,
                scores: game.scores(),
                ended_at_ms: Some(self.current.ended_at_ms()),
            },
            ended_at: unix_ms(ended),
            is_listed: self.setup.is_listed,
            players: BySeat([zero.player, one.player]),
        })))
    }

    /// Lets the match be as it is on disk, after a commit has failed. What rested on the events that
    /// are gone has not happened either.
    pub(crate) fn restore_match(&mut self, current: CurrentMatch) {
        let lost = current.events() < self.current.events();
        self.current = current;
        if lost {
            self.closed = self
                .closed
                .filter(|&reason| reason == ClosedReason::Shutdown);
        }
        if self.phase() != Phase::Over {
            self.holders_mut()
                .for_each(|holder| holder.offers_rematch = false);
        }
    }
}

impl From<StoredSeat> for Holder {
    fn from(stored: StoredSeat) -> Self {
        Self {
            player: stored.player,
            token: stored.token,
            name: stored.name,
            nonce: None,
            offers_rematch: false,
            emoted_ms: None,
        }
    }
}

impl From<&Holder> for StoredSeat {
    fn from(holder: &Holder) -> Self {
        Self {
            player: holder.player,
            token: holder.token,
            name: holder.name.clone(),
        }
    }
}
