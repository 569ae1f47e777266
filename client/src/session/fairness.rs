//! Whether the tiles of a match were those that the server had committed to.

use versus2048_protocol::game::Seat;

/// Whether the tiles of a match were those that the server had committed to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// Before the end nothing can be said.
    #[default]
    NotYet,
    /// Commitment, seed and every tile that was seen hold.
    Proven {
        /// How many tiles were checked.
        tiles: u32,
    },
    /// Something does not hold.
    Broken(Unfair),
}

/// What does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfair {
    /// The secret is not the one that was committed to.
    Commitment,
    /// The seed does not follow from the secret and the nonces.
    Seed,
    /// One's own nonce is not among the nonces.
    Nonce,
    /// A tile is not the one that follows from the seed.
    Tile {
        /// On whose board.
        seat: Seat,
        /// Its number on the board, from 0.
        number: u32,
    },
    /// A board is not what the move makes of the one before.
    Board {
        /// Whose.
        seat: Seat,
        /// After how many moves.
        turn: u32,
    },
    /// The told result is not the one of the boards.
    Result,
}
