//! Coming and going: who takes a seat, who watches, who is absent.

use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::{Phase, ServerMessage};

use crate::players::{ConnectionNumber, PlayerId};
use crate::refusal::Refusal;
use crate::table::state::{Holder, Newcomer, Table};
use crate::table::telling::{Record, Telling};

impl Table {
    /// The seat that a player would take.
    ///
    /// # Errors
    /// It sits here already, or no seat is free.
    pub(crate) fn free_seat_for(&self, player: PlayerId) -> Result<Seat, Refusal> {
        self.check_comer(player)?;
        self.seats.find(Option::is_none).ok_or(Refusal::MatchFull)
    }

    /// Whether a player may watch.
    ///
    /// # Errors
    /// It sits here, or nobody may watch.
    pub(crate) fn check_watcher(&self, player: PlayerId) -> Result<(), Refusal> {
        self.check_comer(player)?;
        if self.setup.options.watchable {
            Ok(())
        } else {
            Err(Refusal::NotWatchable)
        }
    }

    /// Gives a free seat to somebody.
    pub(crate) fn sit(&mut self, now_ms: u64, seat: Seat, newcomer: Newcomer) {
        self.spectators.remove(&newcomer.connection);
        self.presence.arrive(seat, newcomer.connection);
        self.seats[seat] = Some(Holder::new(newcomer));
        self.phase_since_ms = now_ms;
    }

    /// Lets somebody watch.
    pub(crate) fn watch(&mut self, connection: ConnectionNumber) {
        self.spectators.insert(connection);
    }

    /// A player is here by this connection: in which seat, if it has one.
    pub(crate) fn attach(
        &mut self,
        player: PlayerId,
        connection: ConnectionNumber,
        record: &mut Record,
    ) -> Option<Seat> {
        let seat = self.seat_of_player(player).filter(|_| !self.is_closed())?;
        let was_here = self.presence.is_here(seat);
        let older = self.presence.arrive(seat, connection);
        if let Some(older) = older {
            record.tell(Telling::Gone(older));
        }
        if !was_here {
            self.tell_presence(connection_is_back(seat), record);
        }
        Some(seat)
    }

    /// A connection is gone.
    pub(crate) fn disconnect(&mut self, connection: ConnectionNumber, record: &mut Record) {
        let seat = self.presence.seat_of(connection);
        let watched = self.spectators.remove(&connection);
        if seat.is_some() || watched {
            record.tell(Telling::Gone(connection));
        }
        let Some(seat) = seat else { return };
        self.presence.go(seat, record.now_ms);
        let absence = ServerMessage::Presence {
            seat,
            connected: false,
            forfeit_in_ms: self.forfeit_in_ms(record.now_ms, seat),
        };
        self.tell_presence(absence, record);
    }

    /// Whether a connection is at the table.
    pub(crate) fn knows(&self, connection: ConnectionNumber) -> bool {
        self.presence.seat_of(connection).is_some() || self.spectators.contains(&connection)
    }

    /// Frees a seat and tells the others; nobody is ready any more.
    pub(super) fn vacate(&mut self, seat: Seat, record: &mut Record) {
        self.seats[seat] = None;
        self.presence.vacate(seat);
        self.presence.restart_allowances(record.now_ms);
        self.reset_holders();
        self.phase_since_ms = record.now_ms;
        self.tell_snapshot(None, record);
    }

    fn check_comer(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.is_closed() {
            Err(Refusal::NoSuchMatch)
        } else if self.seat_of_player(player).is_some() {
            Err(Refusal::AlreadySeated(self.code()))
        } else {
            Ok(())
        }
    }

    fn tell_presence(&self, presence: ServerMessage, record: &mut Record) {
        if self.phase() != Phase::Waiting && !self.is_closed() {
            record.tell_all(presence, None);
        }
    }
}

const fn connection_is_back(seat: Seat) -> ServerMessage {
    ServerMessage::Presence {
        seat,
        connected: true,
        forfeit_in_ms: None,
    }
}
