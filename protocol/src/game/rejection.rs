//! Why an input is refused.

/// Why a match refuses an input; it then has not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The match is not in a stage in which this can happen.
    #[error("the match is not being played now")]
    NotPlaying,
    /// No move changes the mover's board.
    #[error("no move is possible on this board")]
    Stuck,
    /// `turn` is not the number of moves made on the mover's board.
    #[error("the move was meant for another turn of this board")]
    Stale,
    /// The move would change nothing.
    #[error("the move would change nothing")]
    NoChange,
}
