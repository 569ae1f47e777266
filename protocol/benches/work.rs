//! What the benches measure: passes over fixed inputs, the same in each run and on each machine.

use std::fmt;
use std::hint::black_box;

use versus2048_protocol::game::{BoardState, Bounds, BySeat, Event, Input, Match, Seat, Status};
use versus2048_protocol::rules::{Board, Direction, Options, Secret, Seed, TileStream};
use versus2048_protocol::wire::{
    BoardUpdate, MessageId, Moved, Received, ServerMessage, decode_server, encode, splice_re,
};

/// How many operations a pass makes.
pub(crate) const OPERATIONS: usize = 1000;

/// One kind of pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Slides boards of 4 by 4.
    Slide,
    /// Slides boards of 8 by 8.
    SlideLarge,
    /// Asks boards of 4 by 4 whether they are stuck.
    Stuck,
    /// Draws the next tile of boards of 4 by 4.
    Spawn,
    /// Decides the moves of a match and applies their events.
    Play,
    /// Writes a `board` message.
    Encode,
    /// Adds an `re` to a text.
    Splice,
    /// Reads a `move` message of a client.
    ReadMove,
    /// Reads a `ping` message of a client.
    ReadPing,
    /// Reads a `board` message of the server.
    Decode,
}

impl Work {
    /// Every kind.
    pub(crate) const ALL: [Self; 10] = [
        Self::Slide,
        Self::SlideLarge,
        Self::Stuck,
        Self::Spawn,
        Self::Play,
        Self::Encode,
        Self::Splice,
        Self::ReadMove,
        Self::ReadPing,
        Self::Decode,
    ];
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The inputs of all passes.
pub(crate) struct Inputs {
    small: Vec<Board>,
    large: Vec<Board>,
    game: Match,
    update: ServerMessage,
    body: String,
}

impl Inputs {
    /// Plays the boards that are measured.
    pub(crate) fn new() -> Self {
        let small = boards(4);
        let update = ServerMessage::Board(update(small[OPERATIONS / 2]));
        let body = encode(&update, None);
        Self {
            small,
            large: boards(8),
            game: game(),
            update,
            body,
        }
    }

    /// Makes one pass and returns a number that depends on all of its results.
    ///
    /// It is a function of its own in the program, so that its instructions can be counted.
    #[inline(never)]
    pub(crate) fn pass(&self, work: Work) -> u64 {
        match work {
            Work::Slide => slide(&self.small),
            Work::SlideLarge => slide(&self.large),
            Work::Stuck => {
                let stuck = self
                    .small
                    .iter()
                    .filter(|board| black_box(board).is_stuck());
                u64::try_from(stuck.count()).expect("there are few boards")
            }
            Work::Spawn => self.spawn(),
            Work::Play => play(&self.game),
            Work::Encode => repeat(|| encode(black_box(&self.update), None).len()),
            Work::Splice => {
                repeat(|| splice_re(black_box(&self.body), &MessageId::Number(12)).len())
            }
            Work::ReadMove => read(r#"{"type":"move","turn":512,"dir":"left","id":12}"#),
            Work::ReadPing => read(r#"{"type":"ping","t":512,"id":12}"#),
            Work::Decode => repeat(|| {
                let message = decode_server(black_box(&self.body));
                usize::from(message.is_ok_and(|message| message == self.update))
            }),
        }
    }

    fn spawn(&self) -> u64 {
        (0..)
            .zip(&self.small)
            .filter_map(|(k, board)| tiles().spawn(k, black_box(board)))
            .map(|spawn| spawn.value)
            .sum()
    }
}

/// Slides each board once, in the four directions in turn.
fn slide(boards: &[Board]) -> u64 {
    let directions = Direction::ALL.into_iter().cycle();
    boards
        .iter()
        .zip(directions)
        .filter_map(|(board, dir)| black_box(board).slide(dir))
        .map(|slide| slide.gained + slide.board.empty_cells())
        .sum()
}

/// Plays one seat of a match until its board is stuck, again and again.
fn play(unplayed: &Match) -> u64 {
    let mut game = unplayed.clone();
    let mut moves = 0;
    for dir in Direction::ALL.into_iter().cycle().take(OPERATIONS) {
        let boards = game.boards().expect("the boards are dealt");
        let input = Input::Move {
            seat: Seat::Zero,
            turn: boards[Seat::Zero].turn.into(),
            dir,
        };
        for event in &game.decide(1, input).unwrap_or_default() {
            game.apply(event);
            moves += 1;
        }
        if game.outcome().is_some() || game.boards().is_some_and(is_stuck) {
            game = unplayed.clone();
        }
    }
    moves
}

fn is_stuck(boards: &BySeat<BoardState>) -> bool {
    boards[Seat::Zero].board.is_stuck()
}

fn read(text: &str) -> u64 {
    repeat(|| usize::from(Received::parse(black_box(text)).message.is_ok()))
}

fn repeat(operation: impl Fn() -> usize) -> u64 {
    let sum: usize = (0..OPERATIONS).map(|_| operation()).sum();
    u64::try_from(sum).expect("results are small")
}

/// Boards as they come in play, all of one size.
fn boards(side: u8) -> Vec<Board> {
    let mut board = Board::empty(side, side);
    let directions = [
        Direction::Left,
        Direction::Down,
        Direction::Right,
        Direction::Up,
    ];
    let mut boards = Vec::new();
    for k in 0.. {
        boards.push(board);
        if boards.len() == OPERATIONS {
            break;
        }
        let moved = directions.iter().find_map(|&dir| board.slide(dir));
        board = moved.map_or(Board::empty(side, side), |slide| slide.board);
        if let Some(spawn) = tiles().spawn(k, &board) {
            board.place(spawn);
        }
    }
    boards
}

fn tiles() -> TileStream {
    TileStream {
        seed: Seed([7; 32]),
        stream: 0,
        four_permille: 100,
    }
}

/// A match that is being played for the score alone.
fn game() -> Match {
    let options = Options {
        target: None,
        ..Options::default()
    };
    let mut game = Match::new(options, Secret([7; 32]), Bounds::default());
    game.apply(&Event::Begun {
        nonces: BySeat::default(),
        start_now_ms: 0,
    });
    game.apply(&Event::Started { start_now_ms: 0 });
    game
}

fn update(board: Board) -> BoardUpdate {
    let spawn = tiles().spawn(0, &Board::empty(4, 4));
    BoardUpdate {
        seat: Seat::One,
        turn: 512,
        rows: board,
        score: 6132,
        status: Status::Playing,
        moved: Moved {
            dir: Direction::Left,
            gained: 128,
            spawn: spawn.expect("an empty board has room"),
        },
        at_ms: 123_456,
    }
}
