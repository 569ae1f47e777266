//! The making of tables: a player asks for one, or the queue brings two together.

use tokio::sync::oneshot;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{Code, ServerMessage, encode};

use crate::journal::{Contents, MadeBy, Permit};
use crate::lobby::Lobby;
use crate::lobby::registry::Registry;
use crate::queue::Waiting;
use crate::refusal::Refusal;
use crate::table::{
    Arrival, NewTable, Opened, Surroundings, TableHandle, TableSetup, open, reopen,
};

/// The table that a player asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    /// The options of its matches.
    pub(crate) options: Options,
    /// Whether lists have it.
    pub(crate) is_listed: bool,
}

/// The result of a wish to be paired.
#[derive(Debug)]
pub(crate) enum Queued {
    /// The table, with a player who waited for the same.
    Paired(TableHandle),
    /// The player waits; the table comes here.
    Waits(oneshot::Receiver<TableHandle>),
}

impl Lobby {
    /// Brings back what the journal has kept: players by their tokens, and open tables, whose matches
    /// are paused. Awaits the journal, so it comes before any connection is taken.
    pub(crate) async fn restore(&self, contents: Contents) {
        let now_ms = self.now_ms();
        for player in contents.players {
            self.0.players.restore(player, now_ms);
        }
        let tables = contents.tables.len();
        for (stored, events) in contents.tables {
            let Some(permit) = self.0.journal.reserve().await else {
                return;
            };
            for seat in stored.seats.iter().flatten() {
                self.0.players.restore_seat(seat, stored.code);
            }
            let (opened, task) = reopen(self.surroundings(), &stored, &events, permit);
            self.add_table(&mut self.registry(), opened, task);
        }
        // No client is let in before the pauses of those matches are on disk, or the disk has failed.
        self.0.journal.flush().await;
        if tables > 0 {
            tracing::info!(tables, "tables are back from the journal");
        }
    }

    /// Makes a table with its creator in seat 0; the `match` is told as the answer.
    ///
    /// # Errors
    /// The player may not move, or the server takes no more tables.
    pub(crate) fn create(&self, arrival: Arrival, wish: Wish) -> Result<TableHandle, Refusal> {
        let mut registry = self.registry();
        let Arrival {
            client, leaving, ..
        } = &arrival;
        self.0.players.check_move(client, *leaving)?;
        registry.check_room(self.0.limits.max_tables)?;
        let permit = self.0.journal.try_reserve().ok_or(Refusal::Unavailable)?;
        let setup = TableSetup {
            code: registry.free_code(),
            options: wish.options,
            is_listed: wish.is_listed,
            made_by: MadeBy::Creator,
        };
        self.0.players.claim(client, *leaving, Some(setup.code))?;
        let arrivals = vec![arrival];
        Ok(self.open(&mut registry, NewTable { setup, arrivals }, permit))
    }

    /// Lets a player wait for somebody who wants the same, or pairs it with a player who does; `queued`
    /// is told as the answer.
    ///
    /// # Errors
    /// The player may not move, or the server takes no more tables.
    pub(crate) fn enqueue(&self, arrival: Arrival, options: Options) -> Result<Queued, Refusal> {
        let mut registry = self.registry();
        let Arrival {
            client, leaving, ..
        } = &arrival;
        self.0.players.check_move(client, *leaving)?;
        registry.check_open()?;
        let has_partner = registry.queue.waiting(&options).is_some_and(|waiting| {
            waiting.arrival.client.player != client.player && !waiting.paired.is_closed()
        });
        let permit = if has_partner {
            registry.check_room(self.0.limits.max_tables)?;
            Some(self.0.journal.try_reserve().ok_or(Refusal::Unavailable)?)
        } else {
            None
        };
        let left = self.0.players.enqueue(client, *leaving, options)?;
        if let Some(left) = left {
            registry.queue.leave(&left, client.player);
        }
        let queued = encode(&ServerMessage::Queued { options }, arrival.re.as_ref());
        arrival.viewer.push(queued.into());
        let code = registry.free_code();
        let partner = permit.and_then(|permit| {
            let partner = self.take_partner(&mut registry, &options, code)?;
            Some((permit, partner))
        });
        let Some((permit, partner)) = partner else {
            let (paired, told) = oneshot::channel();
            registry.queue.wait(options, Waiting { arrival, paired });
            return Ok(Queued::Waits(told));
        };
        // If its connection was replaced just now, its player is absent at the table.
        self.0
            .players
            .claim_from_queue(&arrival.client, &options, code);
        let setup = TableSetup {
            code,
            options,
            is_listed: true,
            made_by: MadeBy::Queue,
        };
        // The `match` answers nothing: `queued` did.
        let arrivals = [partner.arrival, arrival].map(|arrival| Arrival {
            re: None,
            ..arrival
        });
        let arrivals = arrivals.into();
        let table = self.open(&mut registry, NewTable { setup, arrivals }, permit);
        // A session that is gone is noticed when it says so to the table.
        let _ = partner.paired.send(table.clone());
        Ok(Queued::Paired(table))
    }

    /// Takes the player out of the queue who waits for the same, with a seat at the new table; `None` if
    /// it has gone elsewhere.
    fn take_partner(
        &self,
        registry: &mut Registry,
        options: &Options,
        code: Code,
    ) -> Option<Waiting> {
        let partner = registry.queue.take(options)?;
        let players = &self.0.players;
        players
            .claim_from_queue(&partner.arrival.client, options, code)
            .then_some(partner)
    }

    fn open(&self, registry: &mut Registry, new: NewTable, permit: Permit<'_>) -> TableHandle {
        let (opened, task) = open(self.surroundings(), new, permit);
        self.add_table(registry, opened, task)
    }

    /// Runs a table, which can be found until its task has ended.
    fn add_table(
        &self,
        registry: &mut Registry,
        opened: Opened,
        task: impl Future<Output = ()> + Send + 'static,
    ) -> TableHandle {
        let handle = registry.add_table(opened);
        let (lobby, code) = (self.clone(), handle.code());
        self.0.tables.spawn(async move {
            task.await;
            lobby.registry().tables.remove(&code);
        });
        handle
    }

    fn surroundings(&self) -> Surroundings {
        Surroundings {
            players: self.0.players.clone(),
            journal: self.0.journal.clone(),
            metrics: self.0.metrics.clone(),
            clock: self.0.clock.clone(),
            limits: self.0.limits,
            stop: self.0.stop.clone(),
            ending: self.0.ending,
        }
    }
}
