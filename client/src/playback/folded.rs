//! Both boards after some of a match's moves.

use versus2048_protocol::game::{BoardState, BySeat, Seat};
use versus2048_protocol::replay::ReplayMove;
use versus2048_protocol::rules::{Options, Spawn, TileStream};
use versus2048_protocol::wire::{BoardUpdate, BoardView, Moved};

use crate::session::{Happening, what_a_move_did};

/// Both boards after some moves, and what each seat did last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Folded {
    boards: BySeat<BoardState>,
    last: BySeat<Option<Last>>,
}

/// The last move of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Last {
    before: BoardState,
    step: ReplayMove,
    gained: u64,
    spawn: Spawn,
}

impl Folded {
    /// Both boards with their first tiles.
    pub(super) fn dealt(options: &Options, streams: &BySeat<TileStream>) -> Self {
        Self {
            boards: BySeat::new(|seat| BoardState::dealt(options, streams[seat])),
            last: BySeat::default(),
        }
    }

    /// Makes a move; one that changes nothing is none.
    pub(super) fn make(&mut self, step: ReplayMove, options: &Options, stream: TileStream) {
        let before = self.boards[step.seat];
        let Some(slide) = before.board.slide(step.dir) else {
            return;
        };
        let Some(spawn) = before.spawn_after(&slide, stream) else {
            return;
        };
        self.boards[step.seat].apply(step.dir, spawn, options);
        self.last[step.seat] = Some(Last {
            before,
            step,
            gained: slide.gained,
            spawn,
        });
    }

    /// What a viewer sees of both boards.
    pub(super) fn views(&self, options: &Options) -> BySeat<BoardView> {
        BySeat::new(|seat| BoardView::new(&self.boards[seat], options))
    }

    /// The tile that appeared last on the board of a seat, if somebody moved there.
    pub(super) fn last_spawn(&self, seat: Seat) -> Option<Spawn> {
        self.last[seat].map(|last| last.spawn)
    }

    /// What each seat did last, the newest last.
    pub(super) fn news(&self) -> Vec<Happening> {
        let mut last: Vec<(Seat, Last)> = Seat::ALL
            .into_iter()
            .filter_map(|seat| Some((seat, self.last[seat]?)))
            .collect();
        last.sort_by_key(|(_, last)| last.step.at_ms);
        let news = last.into_iter();
        news.map(|(seat, last)| last.happening(&self.boards[seat]))
            .collect()
    }
}

impl Last {
    fn happening(&self, now: &BoardState) -> Happening {
        // Whether a board is stuck is no news of its move.
        let options = Options::default();
        let view = |state: &BoardState| BoardView::new(state, &options);
        let after = view(now);
        let update = BoardUpdate {
            seat: self.step.seat,
            turn: after.turn,
            rows: after.rows,
            score: after.score,
            status: after.status,
            moved: Moved {
                dir: self.step.dir,
                gained: self.gained,
                spawn: self.spawn,
            },
            at_ms: self.step.at_ms,
        };
        what_a_move_did(&view(&self.before), &update)
    }
}
