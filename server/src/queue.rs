//! Who waits for somebody that wants the same match. Two who do are paired at once, so for each set
//! of options one player waits at most, and the one who waits has waited longer.

use std::collections::HashMap;

use tokio::sync::oneshot;
use versus2048_protocol::rules::Options;

use crate::outbox::Viewer;
use crate::players::PlayerId;
use crate::table::{Newcomer, TableHandle};

/// The waiting players by what they want.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    waiting: HashMap<Options, Waiting>,
}

/// A player who waits.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// Who.
    pub(crate) newcomer: Newcomer,
    /// Its way.
    pub(crate) viewer: Viewer,
    /// Where its session learns of the table; closed once the connection is gone.
    pub(crate) paired: oneshot::Sender<TableHandle>,
}

impl Queue {
    /// Whether somebody else waits for the same.
    pub(crate) fn has_partner(&self, options: &Options, player: PlayerId) -> bool {
        self.waiting
            .get(options)
            .is_some_and(|waiting| waiting.is_partner_of(player))
    }

    /// Takes whoever else waits for the same.
    pub(crate) fn take_partner(&mut self, options: &Options, player: PlayerId) -> Option<Waiting> {
        let waiting = self.waiting.remove(options)?;
        Some(waiting).filter(|waiting| waiting.is_partner_of(player))
    }

    /// Lets somebody wait for whom there is no partner.
    pub(crate) fn wait(&mut self, options: Options, waiting: Waiting) {
        self.waiting.insert(options, waiting);
    }

    /// Somebody waits no longer.
    pub(crate) fn leave(&mut self, options: &Options, player: PlayerId) {
        if self
            .waiting
            .get(options)
            .is_some_and(|waiting| waiting.newcomer.player == player)
        {
            self.waiting.remove(options);
        }
    }
}

impl Waiting {
    fn is_partner_of(&self, player: PlayerId) -> bool {
        self.newcomer.player != player && !self.paired.is_closed()
    }
}
