//! Whether the tiles of a match were those that the server had committed to.

use versus2048_protocol::game::{
    BoardState, BySeat, Outcome, Reason, Seat, by_score, outcome_by_boards,
};
use versus2048_protocol::rules::{Board, Commitment, Nonce, Options, Scoring, Spawn, TileStream};
use versus2048_protocol::wire::{BoardUpdate, BoardView, MatchOver};

/// The most tiles of a board that are kept: as many as a match can have.
const MAX_TILES: usize = 100_002;

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

/// What was seen of one match, kept until its secret is told.
#[derive(Clone, Debug)]
pub(super) struct Witness {
    options: Options,
    commitment: Commitment,
    own_nonce: Option<(Seat, Nonce)>,
    dealt: BySeat<Option<Board>>,
    tiles: BySeat<Vec<SeenTile>>,
    broken: Option<Unfair>,
}

/// A tile that appeared after a move.
#[derive(Clone, Copy, Debug)]
struct SeenTile {
    number: u32,
    /// The board after the slide, before the tile.
    before: Board,
    spawn: Spawn,
}

impl Witness {
    /// Nothing was seen of this match yet.
    pub(super) fn new(options: Options, commitment: Commitment) -> Self {
        Self {
            options,
            commitment,
            own_nonce: None,
            dealt: BySeat::default(),
            tiles: BySeat::default(),
            broken: None,
        }
    }

    /// The nonce to be ready with: the first one of a match is the one that has to come back.
    pub(super) fn nonce(&mut self, seat: Seat, fresh: Nonce) -> Nonce {
        self.own_nonce.get_or_insert((seat, fresh)).1.clone()
    }

    /// Takes note of boards that nobody has moved yet.
    pub(super) fn see_boards(&mut self, boards: &BySeat<BoardView>) {
        for seat in Seat::ALL {
            if boards[seat].turn == 0 {
                self.dealt[seat] = Some(boards[seat].rows);
            }
        }
    }

    /// Takes note of a move and of the tile that it brought.
    pub(super) fn see_move(&mut self, known: &BoardView, update: &BoardUpdate) {
        let seat = update.seat;
        let mut before = update.rows;
        // A tile of value 0 is an empty cell.
        before.place(Spawn {
            value: 0,
            ..update.moved.spawn
        });
        if !is_what_the_move_makes(known, update, &before, &self.options) {
            self.broken.get_or_insert(Unfair::Board {
                seat,
                turn: update.turn,
            });
        }
        if self.tiles[seat].len() < MAX_TILES {
            self.tiles[seat].push(SeenTile {
                number: update.turn.saturating_add(1),
                before,
                spawn: update.moved.spawn,
            });
        }
    }

    /// What all that was seen says, now that the secret is told.
    pub(super) fn judge(&self, over: &MatchOver, boards: Option<&BySeat<BoardView>>) -> Fairness {
        let unfair = self
            .broken
            .or_else(|| self.unfair_secret(over))
            .or_else(|| boards.and_then(|boards| self.unfair_boards(over, boards)));
        match unfair {
            Some(unfair) => Fairness::Broken(unfair),
            None => Fairness::Proven {
                tiles: self.count_tiles(),
            },
        }
    }

    fn unfair_secret(&self, over: &MatchOver) -> Option<Unfair> {
        let nonce_is_ours = self
            .own_nonce
            .as_ref()
            .is_none_or(|(seat, nonce)| over.nonces[*seat] == *nonce);
        if over.secret.commitment() != self.commitment {
            Some(Unfair::Commitment)
        } else if over.secret.seed(over.nonces.as_ref().0) != over.seed {
            Some(Unfair::Seed)
        } else if !nonce_is_ours {
            Some(Unfair::Nonce)
        } else {
            None
        }
    }

    fn unfair_boards(&self, over: &MatchOver, boards: &BySeat<BoardView>) -> Option<Unfair> {
        Seat::ALL
            .into_iter()
            .find_map(|seat| {
                let stream = self.options.tile_stream(over.seed, seat.number());
                self.unfair_tile(seat, stream)
            })
            .or_else(|| (!self.result_follows(over, boards)).then_some(Unfair::Result))
    }

    fn unfair_tile(&self, seat: Seat, stream: TileStream) -> Option<Unfair> {
        let dealt_right = self.dealt[seat]
            .is_none_or(|board| board == BoardState::dealt(&self.options, stream).board);
        if !dealt_right {
            return Some(Unfair::Tile { seat, number: 0 });
        }
        self.tiles[seat]
            .iter()
            .find(|tile| stream.spawn(tile.number, &tile.before) != Some(tile.spawn))
            .map(|tile| Unfair::Tile {
                seat,
                number: tile.number,
            })
    }

    fn result_follows(&self, over: &MatchOver, boards: &BySeat<BoardView>) -> bool {
        let states = boards.map(|view| BoardState {
            board: view.rows,
            turn: view.turn,
            score: view.score,
        });
        let scores = states.map(|state| state.score);
        let by_the_boards = outcome_by_boards(&states, &self.options);
        let may_be = match over.reason {
            Reason::Target | Reason::Stuck | Reason::Outscored => false,
            Reason::Time => over.outcome() == by_score(scores, Reason::Time),
            Reason::Resigned | Reason::Abandoned => over.winner.is_some(),
            Reason::Aborted => over.winner.is_none(),
        };
        let follows = |outcome: Outcome| outcome == over.outcome();
        over.scores == scores && by_the_boards.map_or(may_be, follows)
    }

    fn count_tiles(&self) -> u32 {
        let dealt: usize = self.dealt.iter().flatten().map(|_| 2).sum();
        let moved: usize = self.tiles.iter().map(Vec::len).sum();
        u32::try_from(dealt + moved).unwrap_or(u32::MAX)
    }
}

/// Whether an update follows from the board before; after a jump in turns nothing can be said.
fn is_what_the_move_makes(
    known: &BoardView,
    update: &BoardUpdate,
    before: &Board,
    options: &Options,
) -> bool {
    let spawned = update.moved.spawn;
    let has_spawn = update.rows.tile(spawned.row, spawned.col) == spawned.value;
    if known.turn.checked_add(1) != Some(update.turn) {
        return has_spawn;
    }
    let score = match options.scoring {
        Scoring::Merges => known.score.saturating_add(update.moved.gained),
        Scoring::Sum => update.rows.sum(),
    };
    has_spawn
        && update.score == score
        && known
            .rows
            .slide(update.moved.dir)
            .is_some_and(|slide| slide.board == *before && slide.gained == update.moved.gained)
}
