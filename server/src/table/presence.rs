//! Who of the two seats is here, and how long an absent one still has. It knows no phases: whoever
//! asks knows whether absence costs anything.

use versus2048_protocol::game::{BySeat, Input, Seat};

use crate::players::ConnectionNumber;

/// The presence of both seats.
#[derive(Clone, Debug)]
pub(super) struct Presence {
    seats: BySeat<Whereabouts>,
    /// How long a seat may be absent, in milliseconds.
    allowance_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whereabouts {
    /// Nobody has the seat.
    Free,
    /// The seat is here, by this connection.
    Here(ConnectionNumber),
    /// The seat is absent; its allowance counts from this time.
    Absent { since_ms: u64 },
}

impl Presence {
    /// Two free seats.
    pub(super) fn new(allowance_ms: u64) -> Self {
        Self {
            seats: BySeat::new(|_| Whereabouts::Free),
            allowance_ms,
        }
    }

    /// A seat is here by this connection; gives the older one that it replaces.
    pub(super) fn arrive(
        &mut self,
        seat: Seat,
        connection: ConnectionNumber,
    ) -> Option<ConnectionNumber> {
        let older = self.connection(seat);
        self.seats[seat] = Whereabouts::Here(connection);
        older
    }

    /// A seat is absent from now on.
    pub(super) fn go(&mut self, seat: Seat, now_ms: u64) {
        self.seats[seat] = Whereabouts::Absent { since_ms: now_ms };
    }

    /// Nobody has the seat any more.
    pub(super) fn vacate(&mut self, seat: Seat) {
        self.seats[seat] = Whereabouts::Free;
    }

    /// Absent seats have their whole allowance again.
    pub(super) fn restart_allowances(&mut self, now_ms: u64) {
        for seat in Seat::ALL {
            if let Whereabouts::Absent { since_ms } = &mut self.seats[seat] {
                *since_ms = now_ms;
            }
        }
    }

    /// The connection of a seat that is here.
    pub(super) fn connection(&self, seat: Seat) -> Option<ConnectionNumber> {
        match self.seats[seat] {
            Whereabouts::Here(connection) => Some(connection),
            Whereabouts::Free | Whereabouts::Absent { .. } => None,
        }
    }

    /// The seat that is here by this connection.
    pub(super) fn seat_of(&self, connection: ConnectionNumber) -> Option<Seat> {
        self.seats
            .find(|&here| here == Whereabouts::Here(connection))
    }

    /// Whether a seat is here.
    pub(super) fn is_here(&self, seat: Seat) -> bool {
        self.connection(seat).is_some()
    }

    /// When the allowance of an absent seat runs out.
    pub(super) fn allowance_ends_ms(&self, seat: Seat) -> Option<u64> {
        match self.seats[seat] {
            Whereabouts::Absent { since_ms } => Some(since_ms.saturating_add(self.allowance_ms)),
            Whereabouts::Free | Whereabouts::Here(_) => None,
        }
    }

    /// What it means for the match that a seat's allowance has run out: leaving never wins, so with
    /// both absent nobody does.
    pub(super) fn absence(&self, seat: Seat) -> Input {
        if self.is_here(seat.other()) {
            Input::Forfeit { seat }
        } else {
            Input::Abort
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: ConnectionNumber = ConnectionNumber(1);
    const SECOND: ConnectionNumber = ConnectionNumber(2);
    const THIRD: ConnectionNumber = ConnectionNumber(3);

    fn both_here() -> Presence {
        let mut presence = Presence::new(100);
        presence.arrive(Seat::Zero, FIRST);
        presence.arrive(Seat::One, SECOND);
        presence
    }

    #[test]
    fn an_absent_seat_has_an_allowance_and_its_return_cancels_it() {
        let mut presence = both_here();
        assert_eq!(presence.allowance_ends_ms(Seat::Zero), None);
        presence.go(Seat::Zero, 1000);
        assert_eq!(presence.allowance_ends_ms(Seat::Zero), Some(1100));
        assert_eq!(
            presence.absence(Seat::Zero),
            Input::Forfeit { seat: Seat::Zero }
        );
        assert_eq!(presence.arrive(Seat::Zero, THIRD), None);
        assert_eq!(presence.allowance_ends_ms(Seat::Zero), None);
    }

    #[test]
    fn nobody_wins_by_the_absence_of_both() {
        let mut presence = both_here();
        presence.go(Seat::Zero, 1000);
        presence.go(Seat::One, 1050);
        assert_eq!(presence.absence(Seat::Zero), Input::Abort);
    }

    #[test]
    fn an_allowance_can_start_anew() {
        let mut presence = both_here();
        presence.go(Seat::One, 1000);
        presence.restart_allowances(5000);
        assert_eq!(presence.allowance_ends_ms(Seat::One), Some(5100));
        assert_eq!(presence.allowance_ends_ms(Seat::Zero), None);
    }

    #[test]
    fn a_newer_connection_is_the_seat() {
        let mut presence = both_here();
        assert_eq!(presence.arrive(Seat::Zero, THIRD), Some(FIRST));
        assert_eq!(presence.seat_of(FIRST), None);
        assert_eq!(presence.seat_of(THIRD), Some(Seat::Zero));
    }

    #[test]
    fn a_free_seat_is_nobodys() {
        let mut presence = both_here();
        presence.vacate(Seat::One);
        assert!(!presence.is_here(Seat::One));
        assert_eq!(presence.allowance_ends_ms(Seat::One), None);
        assert_eq!(presence.seat_of(SECOND), None);
    }
}
