//! The state behind the lobby's lock. Every function here is a short section of it.

use std::collections::HashMap;

use versus2048_protocol::wire::Code;

use crate::queue::Queue;
use crate::refusal::Refusal;
use crate::table::{Opened, TableHandle};

/// Every table and everybody who waits for one, as they are now.
#[derive(Debug, Default)]
pub(super) struct Registry {
    /// The players who wait.
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
    /// Checks whether anything new begins.
    pub(super) fn check_open(&self) -> Result<(), Refusal> {
        if self.is_stopping {
            Err(Refusal::ShuttingDown)
        } else {
            Ok(())
        }
    }

    /// Checks whether another table may be made.
    pub(super) fn check_room(&self, max_tables: usize) -> Result<(), Refusal> {
        self.check_open()?;
        if self.tables.len() < max_tables {
            Ok(())
        } else {
            Err(Refusal::ServerFull)
        }
    }

    /// Adds a new table, which can be found by its code from now on.
    pub(super) fn add_table(&mut self, opened: Opened) -> TableHandle {
        self.tables_made += 1;
        let (handle, made) = (opened.handle.clone(), self.tables_made);
        self.tables.insert(handle.code(), Entry { opened, made });
        handle
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
