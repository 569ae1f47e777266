//! The state of a table that is on disk or will be: its seats, its match, its series. A step changes
//! it as a whole, and a failed commit rolls it back as a whole, so it is a value that can be cloned.

mod stored;
mod views;

use versus2048_protocol::game::{Bounds, Reason, Seat, Stage};
use versus2048_protocol::game::{BySeat, Event};
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::rules::{Nonce, Options};
use versus2048_protocol::wire::{ClosedReason, Code, Phase, Series};

use crate::config::Limits;
use crate::identity::{Client, PlayerId, TokenHash};
use crate::journal::MadeBy;
use crate::table::current::CurrentMatch;

pub(super) use views::PublishedKey;

/// The settings that a table is made with.
#[derive(Clone, Debug)]
pub(crate) struct TableSetup {
    /// Its code.
    pub(crate) code: Code,
    /// The options of its matches.
    pub(crate) options: Options,
    /// Whether lists have it.
    pub(crate) is_listed: bool,
    /// Its maker.
    pub(crate) made_by: MadeBy,
}

/// The state of a table.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) setup: TableSetup,
    pub(super) limits: Limits,
    pub(super) seats: BySeat<Option<Holder>>,
    pub(super) current: CurrentMatch,
    /// The matches before the current one.
    pub(super) finished: Series,
    /// Since when a table in `waiting`, `ready` or `over` is so.
    pub(super) phase_since_ms: u64,
    pub(super) closed: Option<ClosedReason>,
    /// Whether the match runs by the clock of an earlier process, so that it has to be paused before
    /// anything else happens to it.
    pub(super) must_pause: bool,
}

/// The player who has a seat.
#[derive(Clone, Debug)]
pub(super) struct Holder {
    pub(super) player: PlayerId,
    pub(super) token: TokenHash,
    pub(super) name: PlayerName,
    /// Present once the player is ready.
    pub(super) nonce: Option<Nonce>,
    pub(super) offers_rematch: bool,
    /// The time of its last emote.
    pub(super) emoted_ms: Option<u64>,
}

impl State {
    /// A table whose seats are free.
    pub(super) fn new(setup: TableSetup, limits: &Limits, now_ms: u64) -> Self {
        let current = CurrentMatch::draw(setup.options, bounds(limits));
        Self {
            setup,
            limits: *limits,
            seats: BySeat::default(),
            current,
            finished: Series::default(),
            phase_since_ms: now_ms,
            closed: None,
            must_pause: false,
        }
    }

    /// The table's phase.
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

    /// Whether the match has begun and is not over: then absence costs something, and leaving is
    /// giving up.
    pub(super) fn is_match_on(&self) -> bool {
        matches!(
            self.phase(),
            Phase::Countdown | Phase::Playing | Phase::Paused
        )
    }

    /// Whether nothing happens at the table any more.
    pub(super) const fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// The players who have seats.
    pub(super) fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.seats.iter().flatten().map(|holder| holder.player)
    }

    /// The seat of a player.
    pub(super) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats
            .find(|seat| seat.as_ref().is_some_and(|holder| holder.player == player))
    }

    /// The matches at this table, the current one included: a match counts from its countdown on, and
    /// for its winner once it is over.
    pub(super) fn series(&self) -> Series {
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

    /// Changes the match as an event says.
    pub(super) fn apply(&mut self, event: &Event, now_ms: u64) {
        self.current.apply(event);
        match event {
            Event::Ended { .. } => self.phase_since_ms = now_ms,
            Event::Paused => self.must_pause = false,
            _ => {}
        }
    }

    /// Gives a free seat to a client.
    pub(super) fn seat(&mut self, seat: Seat, client: &Client, now_ms: u64) {
        self.seats[seat] = Some(Holder::new(client));
        self.phase_since_ms = now_ms;
    }

    /// Frees a seat; nobody is ready any more.
    pub(super) fn vacate(&mut self, seat: Seat, now_ms: u64) {
        self.seats[seat] = None;
        self.reset_holders();
        self.phase_since_ms = now_ms;
    }

    /// Puts the next match in the place of the one that is over.
    pub(super) fn draw_next_match(&mut self, now_ms: u64) {
        self.finished = self.series();
        self.current = CurrentMatch::draw(self.setup.options, bounds(&self.limits));
        self.reset_holders();
        self.phase_since_ms = now_ms;
    }

    /// Whether both seats are ready.
    pub(super) fn are_both_ready(&self) -> bool {
        self.seats
            .both(|seat| seat.as_ref().is_some_and(|holder| holder.nonce.is_some()))
    }

    /// Whether a seat offers a rematch.
    pub(super) fn offers_rematch(&self, seat: Seat) -> bool {
        let holder = self.seats[seat].as_ref();
        holder.is_some_and(|holder| holder.offers_rematch)
    }

    /// When the table closes by itself in its phase, and why.
    pub(super) fn closing(&self) -> Option<(u64, ClosedReason)> {
        let (timeout_ms, reason) = match self.phase() {
            Phase::Waiting => (self.limits.waiting_timeout_ms, ClosedReason::Idle),
            Phase::Ready => (self.limits.ready_timeout_ms, ClosedReason::NotReady),
            Phase::Over => (self.limits.over_timeout_ms, ClosedReason::Idle),
            Phase::Countdown | Phase::Playing | Phase::Paused => return None,
        };
        Some((self.phase_since_ms.saturating_add(timeout_ms), reason))
    }

    fn reset_holders(&mut self) {
        for holder in self.seats.0.iter_mut().flatten() {
            holder.nonce = None;
            holder.offers_rematch = false;
        }
    }
}

impl Holder {
    fn new(client: &Client) -> Self {
        Self {
            player: client.player,
            token: client.token,
            name: client.name.clone(),
            nonce: None,
            offers_rematch: false,
            emoted_ms: None,
        }
    }
}

/// The bounds of every match on this server.
pub(super) fn bounds(limits: &Limits) -> Bounds {
    Bounds {
        match_ms: limits.max_match_ms,
        ..Bounds::default()
    }
}
