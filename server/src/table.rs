//! A table: a code, two seats, spectators, one match after another. One task runs it.

mod current;
mod gate;
mod handle;
mod in_flight;
mod opening;
mod presence;
mod state;
mod task;
mod telling;

#[cfg(test)]
pub(crate) use handle::Breakage;
pub(crate) use handle::{Comer, Returner, TableCommand, TableHandle};
pub(crate) use opening::{NewTable, Opened, Surroundings, open, reopen};
pub(crate) use state::{Act, MadeBy, Newcomer, TableSetup};
pub(crate) use telling::{Asker, IfLost, Leaving};
