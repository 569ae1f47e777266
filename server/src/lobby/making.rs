//! How tables come to be: somebody makes one, or the queue brings two together.

use tokio::sync::oneshot;
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{ServerMessage, encode};

use crate::journal::{Contents, Permit};
use crate::lobby::Lobby;
use crate::lobby::registry::Registry;
use crate::outbox::Viewer;
use crate::players::Visit;
use crate::queue::Waiting;
use crate::refusal::Refusal;
use crate::table::{
    Asker, Comer, IfLost, MadeBy, NewTable, Newcomer, Surroundings, TableHandle, TableSetup, open,
    reopen,
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
    /// Brings back what the journal has kept: players by their tokens, and open tables, whose matches
    /// are paused. Awaits places in the journal's queue, so it comes before anybody is let in.
    pub(crate) async fn restore(&self, contents: Contents) {
        let now_ms = self.now_ms();
        for player in contents.players {
            self.registry().players.restore(player, now_ms);
        }
        let tables = contents.tables.len();
        for (stored, events) in contents.tables {
            let Some(permit) = self.0.journal.reserve().await else {
                return;
            };
            let mut registry = self.registry();
            for seat in stored.seats.iter().flatten() {
                registry.players.restore_seat(seat, stored.code);
            }
            let (opened, task) = reopen(self.surroundings(), &stored, &events, permit);
            self.0.tables.spawn(task);
            registry.add_table(opened);
        }
        if tables > 0 {
            tracing::info!(tables, "tables are back from the journal");
        }
    }

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
        let permit = self.0.journal.try_reserve().ok_or(Refusal::Unavailable)?;
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
        let new = NewTable {
            setup,
            seats: vec![(newcomer, viewer)],
            asker: Some(asker),
        };
        Ok(self.open(&mut registry, new, permit))
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
        let permit = if registry.queue.has_partner(&options, visit.player) {
            registry.check_room(self.0.limits.max_tables)?;
            Some(self.0.journal.try_reserve().ok_or(Refusal::Unavailable)?)
        } else {
            None
        };
        registry.place(visit, None, Some(options));
        viewer.push(encode(&ServerMessage::Queued { options }, re.as_ref()).into());
        let newcomer = Newcomer::new(visit, name);
        let partner = registry.queue.take_partner(&options, visit.player);
        let Some((partner, permit)) = partner.zip(permit) else {
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
        let new = pair(&mut registry, seats, options);
        let table = self.open(&mut registry, new, permit);
        // A session that is gone is noticed when it says so to the table.
        let _ = partner.paired.send(table.clone());
        Ok(Queued::Paired(table))
    }

    fn open(&self, registry: &mut Registry, new: NewTable, permit: Permit<'_>) -> TableHandle {
        let (opened, task) = open(self.surroundings(), new, permit);
        self.0.tables.spawn(task);
        registry.add_table(opened)
    }

    fn surroundings(&self) -> Surroundings {
        Surroundings {
            lobby: self.clone(),
            journal: self.0.journal.clone(),
            clock: self.0.clock.clone(),
            limits: self.0.limits,
            stop: self.0.stop.clone(),
            ending: self.0.ending,
        }
    }
}

/// A table for two who have waited for the same; both have their seats from now on.
fn pair(registry: &mut Registry, seats: Vec<(Newcomer, Viewer)>, options: Options) -> NewTable {
    let setup = TableSetup {
        code: registry.free_code(),
        options,
        is_listed: true,
        made_by: MadeBy::Queue,
    };
    for (newcomer, _) in &seats {
        let visit = Visit {
            player: newcomer.player,
            token: newcomer.token,
            connection: newcomer.connection,
            leaving: None,
        };
        registry.place(visit, Some(setup.code), None);
    }
    NewTable {
        setup,
        seats,
        asker: None,
    }
}
