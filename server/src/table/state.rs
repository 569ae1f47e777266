//! The table as a value: its seats, its match, who looks at it, and everything that may happen.
//!
//! It knows no sockets, no journal and no clock. Time is pushed in and deadlines are pulled out;
//! what follows from an input is written into a [`Record`], in which every telling stands behind
//! the events that it rests on. [`Table::advance`] comes before whatever else happens at a time.

mod acts;
mod seats;
mod stored;
mod time;
mod views;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use versus2048_protocol::game::{Bounds, BySeat, Input, Reason, Seat, Stage};
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::rules::{Nonce, Options};
use versus2048_protocol::wire::{ClosedReason, Code, Phase, Series};

use crate::config::Limits;
use crate::players::{ConnectionNumber, PlayerId, TokenHash, Visit};
use crate::table::current::CurrentMatch;
use crate::table::presence::Presence;
use crate::table::telling::{Record, Telling};

pub(crate) use acts::Act;
pub(crate) use stored::StoredKey;
pub(super) use views::PublishedKey;

/// What a table is made with.
#[derive(Clone, Debug)]
pub(crate) struct TableSetup {
    /// Its code.
    pub(crate) code: Code,
    /// The options of its matches.
    pub(crate) options: Options,
    /// Whether it is told in lists.
    pub(crate) is_listed: bool,
    /// Who has made it.
    pub(crate) made_by: MadeBy,
}

/// Who has made a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MadeBy {
    /// The player in seat 0.
    Creator,
    /// The queue, for both.
    Queue,
}

/// Who takes a seat.
#[derive(Clone, Debug)]
pub(crate) struct Newcomer {
    /// The player.
    pub(crate) player: PlayerId,
    /// The hash of its token.
    pub(crate) token: TokenHash,
    /// The name of the seat from now on.
    pub(crate) name: PlayerName,
    /// The connection by which it is here.
    pub(crate) connection: ConnectionNumber,
}

impl Newcomer {
    /// Who visits, by this name.
    pub(crate) fn new(visit: Visit, name: PlayerName) -> Self {
        Self {
            player: visit.player,
            token: visit.token,
            name,
            connection: visit.connection,
        }
    }
}

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    setup: TableSetup,
    limits: Limits,
    seats: BySeat<Option<Holder>>,
    presence: Presence,
    spectators: BTreeSet<ConnectionNumber>,
    audience: Audience,
    current: CurrentMatch,
    /// The matches before the current one.
    finished: Series,
    /// Since when a table in `waiting`, `ready` or `over` is so.
    phase_since_ms: u64,
    closed: Option<ClosedReason>,
}

/// Who has a seat.
#[derive(Clone, Debug)]
struct Holder {
    player: PlayerId,
    token: TokenHash,
    name: PlayerName,
    /// Present once it is ready.
    nonce: Option<Nonce>,
    offers_rematch: bool,
    /// When it last said something.
    emoted_ms: Option<u64>,
}

/// What spectators and seats have been told about the number of spectators.
#[derive(Clone, Copy, Debug, Default)]
struct Audience {
    told: u32,
    told_ms: Option<u64>,
}

impl Table {
    /// A table with nobody at it.
    pub(super) fn new(setup: TableSetup, limits: &Limits, now_ms: u64) -> Self {
        let current = CurrentMatch::draw(setup.options, bounds(limits));
        Self {
            presence: Presence::new(limits.forfeit_after_ms),
            setup,
            limits: *limits,
            seats: BySeat::default(),
            spectators: BTreeSet::new(),
            audience: Audience::default(),
            current,
            finished: Series::default(),
            phase_since_ms: now_ms,
            closed: None,
        }
    }

    /// How far the table is.
    pub(super) fn phase(&self) -> Phase {
        if self.seats.iter().any(Option::is_none) {
            return Phase::Waiting;
        }
        match self.current.game().stage() {
            Stage::Made => Phase::Ready,
            Stage::Countdown { .. } => Phase::Countdown,
            Stage::Playing { .. } => Phase::Playing,
            Stage::Paused => Phase::Paused,
            Stage::Over(_) => Phase::Over,
        }
    }

    /// Its code.
    pub(super) const fn code(&self) -> Code {
        self.setup.code
    }

    /// The match that it is at.
    pub(super) const fn current(&self) -> &CurrentMatch {
        &self.current
    }

    /// Whether it is closed: nothing happens any more.
    pub(super) const fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// Closes it.
    pub(super) fn close(&mut self, reason: ClosedReason, record: &mut Record) {
        if self.closed.is_none() {
            self.closed = Some(reason);
            record.tell(Telling::Closed(reason));
        }
    }

    /// Who has the seats.
    pub(super) fn players(&self) -> Vec<PlayerId> {
        self.seats
            .iter()
            .flatten()
            .map(|holder| holder.player)
            .collect()
    }

    /// Ends a match that can't go on, without telling so.
    pub(super) fn abandon(&mut self, record: &mut Record) {
        let aborted = self.current.game().decide(record.now_ms, Input::Abort);
        for event in aborted.unwrap_or_default() {
            self.current.apply(&event);
            record.events.push(event);
        }
    }

    /// Interrupts the match, as a restart of the server does.
    pub(super) fn interrupt(&mut self, record: &mut Record) {
        if let Ok(events) = self.current.game().decide(record.now_ms, Input::Pause) {
            self.happen(events, None, record);
        }
    }

    /// The matches at this table, the current one included: one counts from its countdown on, and
    /// for somebody once it is over.
    fn series(&self) -> Series {
        let mut series = self.finished;
        series.game += u32::from(self.current.has_begun());
        if let Some(outcome) = self.current.game().outcome() {
            match outcome.winner {
                Some(seat) => series.wins[seat] += 1,
                None if outcome.reason == Reason::Aborted => {}
                None => series.draws += 1,
            }
        }
        series
    }

    /// Lets the next match take the place of the one that is over.
    fn draw_next_match(&mut self, now_ms: u64) {
        self.finished = self.series();
        self.current = CurrentMatch::draw(self.setup.options, bounds(&self.limits));
        self.reset_holders();
        self.phase_since_ms = now_ms;
    }

    /// Nobody is ready and nobody offers anything.
    fn reset_holders(&mut self) {
        self.holders_mut().for_each(|holder| {
            holder.nonce = None;
            holder.offers_rematch = false;
        });
    }

    fn are_both_ready(&self) -> bool {
        self.seats
            .both(|seat| seat.as_ref().is_some_and(|holder| holder.nonce.is_some()))
    }

    fn holders_mut(&mut self) -> impl Iterator<Item = &mut Holder> {
        self.seats.0.iter_mut().flatten()
    }

    fn seat_of_player(&self, player: PlayerId) -> Option<Seat> {
        let is_theirs =
            |seat: &Option<Holder>| seat.as_ref().is_some_and(|holder| holder.player == player);
        self.seats.find(is_theirs)
    }

    fn watching(&self) -> u32 {
        u32::try_from(self.spectators.len()).unwrap_or(u32::MAX)
    }
}

impl Holder {
    fn new(newcomer: Newcomer) -> Self {
        Self {
            player: newcomer.player,
            token: newcomer.token,
            name: newcomer.name,
            nonce: None,
            offers_rematch: false,
            emoted_ms: None,
        }
    }
}

fn bounds(limits: &Limits) -> Bounds {
    Bounds {
        match_ms: limits.max_match_ms,
        ..Bounds::default()
    }
}

#[cfg(test)]
mod tests;
