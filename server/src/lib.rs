//! The match server of 2048 Versus.

mod clock;
mod journal;
mod lobby;
mod outbox;
mod session;
