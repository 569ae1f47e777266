//! The 2048 of one board: it knows no seats, no match and no time.

pub mod board;
pub mod direction;
pub mod options;
mod row;
pub mod slide;
pub mod spawn;
pub mod tiles;

pub use board::{Board, BoardError};
pub use direction::Direction;
pub use options::{Options, OptionsError, Scoring, TileSource};
pub use slide::Slide;
pub use spawn::Spawn;
pub use tiles::{Commitment, Nonce, Secret, Seed, TileStream};
