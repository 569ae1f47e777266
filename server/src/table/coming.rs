//! Coming and going: joins, spectators, returns, absences.

use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::{Phase, ServerMessage};

use crate::identity::{ConnectionNumber, PlayerId};
use crate::refusal::Refusal;
use crate::table::Table;
use crate::table::record::{Leaving, Record};
use crate::table::state::State;

impl State {
    /// The seat that a player would take.
    ///
    /// # Errors
    /// It sits here already, or no seat is free.
    pub(super) fn free_seat_for(&self, player: PlayerId) -> Result<Seat, Refusal> {
        self.check_newcomer(player)?;
        self.seats.find(Option::is_none).ok_or(Refusal::MatchFull)
    }

    /// Checks whether a player may watch.
    ///
    /// # Errors
    /// It sits here, or the table can't be watched.
    pub(super) fn check_spectator(&self, player: PlayerId) -> Result<(), Refusal> {
        self.check_newcomer(player)?;
        if self.setup.options.watchable {
            Ok(())
        } else {
            Err(Refusal::NotWatchable)
        }
    }

    /// Checks whether a player may go to another table, and what it gives up by that.
    ///
    /// # Errors
    /// It has a seat in a match that is not over.
    pub(super) fn leaving(&self, player: PlayerId) -> Result<Leaving, Refusal> {
        match self.seat_of(player) {
            None => Ok(Leaving::Watching),
            Some(_) if self.is_closed() || self.phase() == Phase::Over => Ok(Leaving::Seat),
            Some(_) => Err(Refusal::AlreadySeated(self.setup.code)),
        }
    }

    fn check_newcomer(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.is_closed() {
            Err(Refusal::NoSuchMatch)
        } else if self.seat_of(player).is_some() {
            Err(Refusal::AlreadySeated(self.setup.code))
        } else {
            Ok(())
        }
    }
}

impl Table {
    /// Tells the others that the player in a seat is back, unless it was here before.
    pub(super) fn tell_return(&self, player: PlayerId, was_here: bool, record: &mut Record) {
        if !was_here {
            self.tell_presence(player, true, record);
        }
    }

    /// Removes a connection that is gone, and tells the others if it had a seat.
    pub(super) fn disconnect(
        &mut self,
        player: PlayerId,
        connection: ConnectionNumber,
        record: &mut Record,
    ) {
        if self.presence.disconnect(player, connection, record.now_ms) {
            self.tell_presence(player, false, record);
        }
    }

    /// Tells the others that a player is here or not, if it has a seat and both are taken.
    fn tell_presence(&self, player: PlayerId, connected: bool, record: &mut Record) {
        let seat = self.state.seat_of(player);
        let is_told = self.state.phase() != Phase::Waiting && !self.state.is_closed();
        let Some(seat) = seat.filter(|_| is_told) else {
            return;
        };
        let presence = ServerMessage::Presence {
            seat,
            connected,
            forfeit_in_ms: self
                .state
                .forfeit_in_ms(&self.presence, record.now_ms, seat),
        };
        record.tell_others(presence, player);
    }
}
