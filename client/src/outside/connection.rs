//! The connection to a server, and what is kept of whoever has it: the token and the seat.

use versus2048_protocol::wire::Code;

use crate::held_seat::HeldSeat;
use crate::keeper::Job;
use crate::model::{Goal, Model};
use crate::network::{Greeting, Link};
use crate::outside::Outside;
use crate::tokens::TokenSlot;

impl Outside {
    pub(super) fn keep_seat(&self, seat: Option<HeldSeat>) {
        if let Some(path) = self.seat_path.clone() {
            self.keep(Job::Seat { path, seat });
        }
    }

    pub(super) async fn connect(&mut self, server: String, name: String, model: &Model) {
        let table = match model.goal {
            Some(Goal::Return { code }) => Some(code),
            _ => None,
        };
        self.close_link().await;
        let slot = self.token_slot(&server, &name, table);
        self.seat_path = slot.as_ref().map(TokenSlot::seat_path);
        self.link = Some(Link::open(Greeting { server, name, slot }));
    }

    /// Without a place for its token a player can play, but not come back after a crash.
    fn token_slot(&mut self, server: &str, name: &str, table: Option<Code>) -> Option<TokenSlot> {
        let slot = if let Some(hosting) = &self.hosting {
            // Whoever has the matches has the seat, by whatever name and address.
            TokenSlot::beside_journal(hosting.data_dir()?)
        } else {
            let state_dir = self.setup.places.state_dir.as_ref()?;
            TokenSlot::open(state_dir, server, name, table)
        };
        let mut slot = slot.ok()?;
        if std::mem::take(&mut self.setup.new_player) {
            slot.forget().ok()?;
        }
        Some(slot)
    }

    pub(super) async fn disconnect(&mut self) {
        self.close_link().await;
        if let Some(hosting) = self.hosting.take() {
            self.finish_keeping().await;
            hosting.stop().await;
        }
    }

    pub(super) async fn close_link(&mut self) {
        if let Some(link) = self.link.take() {
            link.close().await;
        }
    }
}
