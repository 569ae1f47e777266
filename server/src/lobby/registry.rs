//! What the lobby keeps behind its lock. Every function here is a short section of it.

use std::collections::HashMap;

use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::Code;

use crate::outbox::Outbox;
use crate::players::{Admitted, Players, Visit};
use crate::queue::Queue;
use crate::refusal::Refusal;
use crate::table::{Opened, TableHandle};

/// Every player and every table, as they are now.
#[derive(Debug, Default)]
pub(super) struct Registry {
    /// Who is known.
    pub(super) players: Players,
    /// Who waits.
    pub(super) queue: Queue,
    /// The tables by their codes.
    pub(super) tables: HashMap<Code, Entry>,
    /// How many tables have been made.
    pub(super) tables_made: u64,
    /// Whether nothing new begins.
    pub(super) is_stopping: bool,
}

/// A table.
#[derive(Debug)]
pub(super) struct Entry {
    /// The way to it.
    pub(super) opened: Opened,
    /// Greater than that of every table made before.
    pub(super) made: u64,
}

impl Registry {
    /// Lets a connection in; an older one of its player is closed and waits nowhere.
    pub(super) fn admit(&mut self, token: Option<&str>, outbox: &Outbox, now_ms: u64) -> Admitted {
        let mut admitted = self.players.admit(token, outbox.clone(), now_ms);
        if let Some(options) = admitted.queued.take() {
            self.queue.leave(&options, admitted.player);
        }
        admitted
    }

    /// Whether anything new begins.
    pub(super) fn check_open(&self) -> Result<(), Refusal> {
        if self.is_stopping {
            Err(Refusal::ShuttingDown)
        } else {
            Ok(())
        }
    }

    /// Whether another table may be made.
    pub(super) fn check_room(&self, max_tables: usize) -> Result<(), Refusal> {
        self.check_open()?;
        if self.tables.len() < max_tables {
            Ok(())
        } else {
            Err(Refusal::ServerFull)
        }
    }

    /// Lets a new table be found by its code; gives the way to it.
    pub(super) fn add_table(&mut self, opened: Opened) -> TableHandle {
        self.tables_made += 1;
        let (handle, made) = (opened.handle.clone(), self.tables_made);
        self.tables.insert(handle.code(), Entry { opened, made });
        handle
    }

    /// Notes where a player is now, and that it waits nowhere else.
    pub(super) fn place(&mut self, visit: Visit, seated: Option<Code>, queued: Option<Options>) {
        if let Some(options) = self.players.place(visit, seated, queued) {
            self.queue.leave(&options, visit.player);
        }
    }

    /// A code that no table has.
    pub(super) fn free_code(&self) -> Code {
        loop {
            let code = Code::from_bits(rand::random());
            if !self.tables.contains_key(&code) {
                return code;
            }
        }
    }
}
