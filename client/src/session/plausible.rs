//! What a message would have to be in order to be true of a table: its form alone does not tell.

use versus2048_protocol::rules::{Board, Options};
use versus2048_protocol::wire::{BoardUpdate, Phase, Snapshot};

use crate::session::Session;

/// Whether a table can be as a snapshot shows it: the boards have the size of the options, and
/// whoever has a seat in this phase, the receiver first, is there.
#[must_use]
pub fn is_possible(snapshot: &Snapshot) -> bool {
    let boards = snapshot.boards.iter().flat_map(|boards| &boards.0);
    let mut boards = boards.into_iter();
    let has_seat = |seat| snapshot.players[seat].is_some();
    let is_full = snapshot.players.0.iter().all(Option::is_some);
    let needs_both = snapshot.phase != Phase::Waiting;
    let needs_boards = !matches!(snapshot.phase, Phase::Waiting | Phase::Ready);
    boards.all(|board| has_size(&board.rows, &snapshot.options))
        && snapshot.you.is_none_or(has_seat)
        && (is_full || !needs_both)
        && (snapshot.boards.is_some() || !needs_boards)
}

impl Session {
    /// Whether a board can be one of this table.
    #[must_use]
    pub fn could_have(&self, update: &BoardUpdate) -> bool {
        has_size(&update.rows, &self.options)
    }
}

fn has_size(board: &Board, options: &Options) -> bool {
    (board.rows(), board.cols()) == (options.rows, options.cols)
}
