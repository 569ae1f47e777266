//! How tables come to be: somebody makes one, or the queue brings two together.

use tokio::sync::oneshot;
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{ServerMessage, encode};

use crate::lobby::Lobby;
use crate::lobby::registry::{Entry, Registry};
use crate::outbox::Viewer;
use crate::players::Visit;
use crate::queue::Waiting;
use crate::refusal::Refusal;
use crate::table::{
    Arrivals, Asker, Comer, IfLost, MadeBy, Newcomer, Surroundings, TableHandle, TableSetup, open,
};

/// What somebody wants of a new table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    /// The options of its matches.
    pub(crate) options: Options,
    /// Whether it is told in lists.
    pub(crate) is_listed: bool,
}

/// How a queue has taken somebody.
#[derive(Debug)]
pub(crate) enum Queued {
    /// Somebody waited for the same: the table.
    Paired(TableHandle),
    /// It waits; the table comes here.
    Waits(oneshot::Receiver<TableHandle>),
}

impl Lobby {
    /// Makes a table with its creator in seat 0; the `match` is told as the answer.
    ///
    /// # Errors
    /// The player may not move, or the server takes no more tables.
    pub(crate) fn create(
        &self,
        comer: Comer,
        name: PlayerName,
        wish: Wish,
    ) -> Result<TableHandle, Refusal> {
        let Comer { visit, viewer, re } = comer;
        let mut registry = self.registry();
        registry.players.may_move(visit)?;
        registry.check_room(self.0.limits.max_tables)?;
        let setup = TableSetup {
            code: registry.free_code(),
            options: wish.options,
            is_listed: wish.is_listed,
            made_by: MadeBy::Creator,
        };
        registry.place(visit, Some(setup.code), None);
        let asker = Asker {
            connection: visit.connection,
            re,
            if_lost: IfLost::Snapshot,
        };
        let newcomer = Newcomer::new(visit, name);
        let arrivals = Arrivals {
            seats: vec![(newcomer, viewer)],
            asker: Some(asker),
        };
        Ok(self.open(&mut registry, setup, arrivals))
    }

    /// Lets a player wait for somebody who wants the same, or pairs it with whoever does; `queued`
    /// is told as the answer.
    ///
    /// # Errors
    /// The player may not move, or the server takes no more tables.
    pub(crate) fn enqueue(
        &self,
        comer: Comer,
        name: PlayerName,
        options: Options,
    ) -> Result<Queued, Refusal> {
        let Comer { visit, viewer, re } = comer;
        let mut registry = self.registry();
        registry.players.may_move(visit)?;
        registry.check_open()?;
        if registry.queue.has_partner(&options, visit.player) {
            registry.check_room(self.0.limits.max_tables)?;
        }
        registry.place(visit, None, Some(options));
        viewer.push(encode(&ServerMessage::Queued { options }, re.as_ref()).into());
        let newcomer = Newcomer::new(visit, name);
        let Some(partner) = registry.queue.take_partner(&options, visit.player) else {
            let (paired, told) = oneshot::channel();
            let waiting = Waiting {
                newcomer,
                viewer,
                paired,
            };
            registry.queue.wait(options, waiting);
            return Ok(Queued::Waits(told));
        };
        let seats = vec![(partner.newcomer, partner.viewer), (newcomer, viewer)];
        let table = self.pair(&mut registry, seats, options);
        // A session that is gone is noticed when it says so to the table.
        let _ = partner.paired.send(table.clone());
        Ok(Queued::Paired(table))
    }

    fn pair(
        &self,
        registry: &mut Registry,
        seats: Vec<(Newcomer, Viewer)>,
        options: Options,
    ) -> TableHandle {
        let setup = TableSetup {
            code: registry.free_code(),
            options,
            is_listed: true,
            made_by: MadeBy::Queue,
        };
        for (newcomer, _) in &seats {
            let visit = Visit {
                player: newcomer.player,
                connection: newcomer.connection,
                leaving: None,
            };
            registry.place(visit, Some(setup.code), None);
        }
        self.open(registry, setup, Arrivals { seats, asker: None })
    }

    fn open(&self, registry: &mut Registry, setup: TableSetup, arrivals: Arrivals) -> TableHandle {
        let around = Surroundings {
            lobby: self.clone(),
            journal: self.0.journal.clone(),
            clock: self.0.clock.clone(),
            limits: self.0.limits,
            stop: self.0.stop.clone(),
        };
        let (opened, task) = open(around, setup, arrivals);
        self.0.tables.spawn(task);
        let handle = opened.handle.clone();
        registry.tables_made += 1;
        let made = registry.tables_made;
        registry
            .tables
            .insert(handle.code(), Entry { opened, made });
        handle
    }
}
