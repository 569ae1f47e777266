//! The state of a table as the journal keeps it, and as it comes back from there.

use uuid::Uuid;
use versus2048_protocol::game::{BySeat, Event, Seat};
use versus2048_protocol::replay::{ReplayPlayer, ReplayResult};
use versus2048_protocol::wire::{Phase, PlayerKind, Series};

use crate::config::Limits;
use crate::identity::PlayerId;
use crate::journal::{StoredMatch, StoredResult, StoredSeat, StoredTable, Write};
use crate::table::current::CurrentMatch;
use crate::table::state::{Holder, State, TableSetup};

/// The part of a state that decides whether its row has to be written again.
type StoredKey = (BySeat<Option<PlayerId>>, Uuid, Series, bool);

impl State {
    /// A state as it was kept, with its match as its events have made it. No seat is ready for a match
    /// that has not begun.
    pub(in crate::table) fn restored(
        stored: &StoredTable,
        events: &[Event],
        limits: &Limits,
        now_ms: u64,
    ) -> Self {
        let current = CurrentMatch::restored(stored.options, stored.game, events);
        let has_begun = current.has_begun();
        let seats = BySeat::new(|seat| {
            let mut holder = Holder::from(stored.seats[seat].clone()?);
            holder.nonce = has_begun.then(|| current.game().nonces()[seat].clone());
            Some(holder)
        });
        let mut restored = Self {
            setup: TableSetup {
                code: stored.code,
                options: stored.options,
                is_listed: stored.is_listed,
                made_by: stored.made_by,
            },
            limits: *limits,
            seats,
            current,
            finished: stored.finished,
            phase_since_ms: now_ms,
            closed: None,
            must_pause: false,
        };
        restored.must_pause = matches!(restored.phase(), Phase::Countdown | Phase::Playing);
        restored
    }

    /// The writes that bring the journal from an older state to this one, which these events have
    /// led to. `unix_ms` tells the time of day that belongs to a reading of the server's clock.
    pub(in crate::table) fn writes_since(
        &self,
        older: Option<&Self>,
        events: Vec<Event>,
        unix_ms: impl Fn(u64) -> i64,
    ) -> Vec<Write> {
        let is_row_due = older.map(Self::stored_key) != Some(self.stored_key());
        let mut writes = Vec::with_capacity(events.len() + usize::from(is_row_due));
        if is_row_due && (older.is_none() || !self.is_closed()) {
            writes.push(Write::Table(Box::new(self.stored_table())));
        }
        if is_row_due && self.is_closed() {
            writes.push(Write::TableClosed(self.setup.code));
        }
        let has_ended = matches!(events.last(), Some(Event::Ended { .. }));
        let before = self.current.events() - events.len() as u64;
        for (seq, event) in (before + 1..).zip(events) {
            if let Event::Begun { start_now_ms, .. } = event {
                writes.extend(self.stored_match(unix_ms(start_now_ms)));
            }
            writes.push(Write::Event { seq, event });
        }
        if has_ended {
            writes.extend(self.stored_result(unix_ms(self.phase_since_ms)));
        }
        writes
    }

    /// The players as a replay names them; `None` while a seat is free.
    pub(super) fn replay_players(&self) -> Option<BySeat<ReplayPlayer>> {
        let player = |seat: Seat| {
            let holder = self.seats[seat].as_ref()?;
            Some(ReplayPlayer {
                id: holder.player.to_string(),
                name: holder.name.to_string(),
                kind: PlayerKind::Human,
            })
        };
        Some(BySeat([player(Seat::Zero)?, player(Seat::One)?]))
    }

    fn stored_key(&self) -> StoredKey {
        let players = BySeat::new(|seat| Some(self.seats[seat].as_ref()?.player));
        (players, self.current.id(), self.finished, self.is_closed())
    }

    fn stored_table(&self) -> StoredTable {
        StoredTable {
            code: self.setup.code,
            options: self.setup.options,
            is_listed: self.setup.is_listed,
            made_by: self.setup.made_by,
            seats: BySeat::new(|seat| self.seats[seat].as_ref().map(StoredSeat::from)),
            finished: self.finished,
            game: self.current.stored(),
        }
    }

    fn stored_match(&self, starts_at: i64) -> Option<Write> {
        Some(Write::Match(Box::new(StoredMatch {
            code: self.setup.code,
            options: self.setup.options,
            game: self.current.stored(),
            is_listed: self.setup.is_listed,
            players: self.replay_players()?,
            starts_at,
        })))
    }

    fn stored_result(&self, ended_at: i64) -> Option<Write> {
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
            ended_at,
            is_listed: self.setup.is_listed,
            players: BySeat([zero.player, one.player]),
        })))
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
