//! The rules, the match and the messages of 2048 Versus.
//!
//! Everything here is a value: no IO, no clock, no randomness, no threads, no logging.
//! Whoever runs a match pushes time and secrets in and carries out what comes back.

pub mod game;
pub mod name;
pub mod replay;
pub mod rules;
pub mod wire;

mod hex;
