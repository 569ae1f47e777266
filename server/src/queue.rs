//! The queue: players who wait for somebody that wants the same match. Two who do are paired at once, so
//! for each set of options one player waits at most, and the one who waits has waited longer.

use std::collections::HashMap;

use tokio::sync::oneshot;
use versus2048_protocol::rules::Options;

use crate::identity::PlayerId;
use crate::table::{Arrival, TableHandle};

/// The waiting players by what they want.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    waiting: HashMap<Options, Waiting>,
}

/// A player who waits.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// The player, as it will come to the table.
    pub(crate) arrival: Arrival,
    /// The way to its session, which learns of the table; closed once the connection is gone.
    pub(crate) paired: oneshot::Sender<TableHandle>,
}

impl Queue {
    /// The player who waits for the same match.
    pub(crate) fn waiting(&self, options: &Options) -> Option<&Waiting> {
        self.waiting.get(options)
    }

    /// Takes the player out who waits for the same match.
    pub(crate) fn take(&mut self, options: &Options) -> Option<Waiting> {
        self.waiting.remove(options)
    }

    /// Lets a player wait, in the place of whoever did.
    pub(crate) fn wait(&mut self, options: Options, waiting: Waiting) {
        self.waiting.insert(options, waiting);
    }

    /// Takes a player out.
    pub(crate) fn leave(&mut self, options: &Options, player: PlayerId) {
        if self
            .waiting(options)
            .is_some_and(|waiting| waiting.arrival.client.player == player)
        {
            self.take(options);
        }
    }
}
