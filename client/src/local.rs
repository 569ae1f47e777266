//! A table in this process: two at one keyboard, or one board alone.
//!
//! It runs the same match as a server and speaks the same messages, so that the rest of the client
//! need not know where a match is played. It knows no screen and no clock: `now_ms` is pushed in.

mod chance;
mod kept;
#[cfg(test)]
mod tests;

pub use chance::Chance;

use versus2048_protocol::game::{
    Bounds, BySeat, Event, Input, Match, Outcome, Reason, Rejection, Seat, Stage, Status,
};
use versus2048_protocol::replay::{self, Replay, ReplayMove, ReplayPlayer, ReplayResult};
use versus2048_protocol::rules::{Nonce, Options};
use versus2048_protocol::wire::{
    BoardUpdate, BoardView, ClientMessage, Code, MatchOver, Moved, Phase, Player, PlayerKind,
    Series, ServerMessage, Snapshot,
};

/// What seat 1 is called where one plays alone; replays keep it.
pub const NOBODY: &str = "nobody";

/// A table in this process.
#[derive(Debug)]
pub struct LocalTable {
    kind: LocalKind,
    names: BySeat<String>,
    chance: Chance,
    game: Match,
    birth: chance::Birth,
    series: Series,
    /// What has happened to the match so far.
    events: Vec<Event>,
    /// Whether a move of the match was taken back.
    is_undone: bool,
    /// Finished matches that nobody has taken yet.
    replays: Vec<Replay>,
}

/// Who plays at a table in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalKind {
    /// Two at one keyboard.
    HotSeat,
    /// One, in seat 0; seat 1 never moves.
    Solo,
}

/// Whether a player of a replay is the one that there is not, where one has played alone.
#[must_use]
pub fn is_nobody(player: &ReplayPlayer) -> bool {
    player.name == NOBODY && player.id == Seat::One.to_string()
}

impl LocalTable {
    /// A table whose first match begins at once.
    #[must_use]
    pub fn new(
        kind: LocalKind,
        options: Options,
        names: BySeat<String>,
        mut chance: Chance,
    ) -> Self {
        let birth = chance.next();
        Self {
            kind,
            names,
            chance,
            game: Match::new(options, birth.secret, Bounds::default()),
            birth,
            series: Series::default(),
            events: Vec::new(),
            is_undone: false,
            replays: Vec::new(),
        }
    }

    /// The same table with what was won at it before.
    #[must_use]
    pub fn with_series(self, series: Series) -> Self {
        Self { series, ..self }
    }

    /// Who plays at the table.
    #[must_use]
    pub const fn kind(&self) -> LocalKind {
        self.kind
    }

    /// What was won at the table.
    #[must_use]
    pub const fn series(&self) -> Series {
        self.series
    }

    /// Whether a move of the match was taken back.
    #[must_use]
    pub const fn is_undone(&self) -> bool {
        self.is_undone
    }

    /// Begins the first match: deals the boards and starts the countdown.
    pub fn begin(&mut self, now_ms: u64) -> Vec<ServerMessage> {
        let nonces = BySeat::<Nonce>::default();
        self.series.game = self.series.game.saturating_add(1);
        let mut told = self.decide(now_ms, Input::Begin { nonces });
        told.extend(self.advance(now_ms));
        told
    }

    /// When time alone next changes something.
    #[must_use]
    pub fn deadline_ms(&self) -> Option<u64> {
        self.game.deadline_now_ms()
    }

    /// What time alone has brought by now.
    pub fn advance(&mut self, now_ms: u64) -> Vec<ServerMessage> {
        let mut told = Vec::new();
        while let Some(event) = self.game.advance(now_ms) {
            told.push(self.apply(&event, now_ms));
        }
        told
    }

    /// What somebody at the keyboard wants for a seat: to move, an end, or another match (the one under
    /// way is given up, and nobody has won it).
    pub fn handle(
        &mut self,
        now_ms: u64,
        seat: Seat,
        message: &ClientMessage,
    ) -> Vec<ServerMessage> {
        let mut told = self.advance(now_ms);
        match *message {
            ClientMessage::Move { turn, dir } => {
                let input = Input::Move { seat, turn, dir };
                told.extend(self.decide(now_ms, input));
                told.extend(self.end_if_alone_and_stuck(now_ms));
            }
            ClientMessage::Rematch {} => {
                self.stop(now_ms);
                self.birth = self.chance.next();
                self.game = Match::new(*self.game.options(), self.birth.secret, Bounds::default());
                self.events.clear();
                self.is_undone = false;
                told.extend(self.begin(now_ms));
            }
            ClientMessage::Resign {} => told.extend(self.decide(now_ms, Input::Abort)),
            _ => {}
        }
        told
    }

    /// Gives up the match under way, if one is.
    pub fn stop(&mut self, now_ms: u64) {
        if self.game.outcome().is_none() {
            self.decide(now_ms, Input::Abort);
        }
    }

    /// The finished matches in which somebody moved, each once.
    pub fn take_replays(&mut self) -> Vec<Replay> {
        std::mem::take(&mut self.replays)
    }

    /// The whole state, as a server would tell it.
    #[must_use]
    pub fn snapshot(&self, now_ms: u64) -> Snapshot {
        let options = *self.game.options();
        Snapshot {
            code: Code::from_bits(0),
            id: self.birth.id,
            phase: phase(self.game.stage()),
            options,
            you: match self.kind {
                LocalKind::HotSeat => None,
                LocalKind::Solo => Some(Seat::Zero),
            },
            players: BySeat::new(|seat| Some(self.player(seat))),
            boards: self
                .game
                .boards()
                .map(|boards| boards.map(|board| BoardView::new(&board, &options))),
            commitment: self.game.commitment(),
            starts_in_ms: match self.game.stage() {
                Stage::Countdown { start_now_ms } => Some(start_now_ms.saturating_sub(now_ms)),
                _ => None,
            },
            elapsed_ms: self.game.elapsed_ms(now_ms),
            remaining_ms: self.game.remaining_ms(now_ms),
            closes_in_ms: None,
            series: self.series,
            watching: 0,
            result: self.game.outcome().map(|outcome| self.over(outcome)),
        }
    }

    /// A refusal is no message here: the session has refused everything that it could, and keys
    /// that cross the end of a match have nothing to say.
    fn decide(&mut self, now_ms: u64, input: Input) -> Vec<ServerMessage> {
        let events: Result<Vec<Event>, Rejection> = self.game.decide(now_ms, input);
        events
            .unwrap_or_default()
            .iter()
            .map(|event| self.apply(event, now_ms))
            .collect()
    }

    fn apply(&mut self, event: &Event, now_ms: u64) -> ServerMessage {
        self.game.apply(event);
        self.events.push(event.clone());
        match *event {
            Event::Moved {
                seat,
                dir,
                gained,
                spawn,
                at_ms,
            } => {
                let board = self.board(seat);
                ServerMessage::Board(BoardUpdate {
                    seat,
                    turn: board.turn,
                    rows: board.rows,
                    score: board.score,
                    status: board.status,
                    moved: Moved { dir, gained, spawn },
                    at_ms,
                })
            }
            Event::Ended { outcome, at_ms } => {
                self.count(outcome);
                self.keep_replay(outcome, at_ms);
                ServerMessage::Over(self.over(outcome))
            }
            Event::Begun { .. } | Event::Started { .. } | Event::Paused | Event::Resumed { .. } => {
                ServerMessage::Match(Box::new(self.snapshot(now_ms)))
            }
        }
    }

    fn moves(&self) -> Vec<ReplayMove> {
        let events = self.events.iter();
        let moves = events.filter_map(|event| match *event {
            Event::Moved {
                seat, dir, at_ms, ..
            } => Some(ReplayMove { at_ms, seat, dir }),
            _ => None,
        });
        moves.collect()
    }

    fn board(&self, seat: Seat) -> BoardView {
        let boards = self.game.boards().expect("moves are made on dealt boards");
        BoardView::new(&boards[seat], self.game.options())
    }

    /// The rules wait for the other board, which alone never moves.
    fn end_if_alone_and_stuck(&mut self, now_ms: u64) -> Vec<ServerMessage> {
        let is_stuck = self
            .game
            .boards()
            .is_some_and(|boards| boards[Seat::Zero].status(self.game.options()) == Status::Stuck);
        if self.kind == LocalKind::Solo && is_stuck {
            self.decide(now_ms, Input::Abort)
        } else {
            Vec::new()
        }
    }

    fn count(&mut self, outcome: Outcome) {
        match outcome.winner {
            Some(winner) => self.series.wins[winner] += 1,
            None if outcome.reason != Reason::Aborted => self.series.draws += 1,
            None => {}
        }
    }

    fn over(&self, outcome: Outcome) -> MatchOver {
        MatchOver {
            id: self.birth.id,
            winner: outcome.winner,
            reason: outcome.reason,
            scores: self.game.scores(),
            series: self.series,
            secret: *self.game.secret(),
            nonces: self.game.nonces().clone(),
            seed: self.game.seed(),
        }
    }

    fn player(&self, seat: Seat) -> Player {
        Player {
            id: seat.to_string(),
            name: self.names[seat].clone(),
            kind: PlayerKind::Human,
            connected: true,
            ready: true,
            rematch: false,
            forfeit_in_ms: None,
        }
    }

    fn keep_replay(&mut self, outcome: Outcome, at_ms: u64) {
        let moves = self.moves();
        if moves.is_empty() {
            return;
        }
        self.replays.push(Replay {
            format: replay::FORMAT.to_owned(),
            version: replay::VERSION,
            id: self.birth.id,
            code: Code::from_bits(0),
            played_at: self.birth.at.clone(),
            options: *self.game.options(),
            players: BySeat::new(|seat| ReplayPlayer {
                id: seat.to_string(),
                name: self.names[seat].clone(),
                kind: PlayerKind::Human,
            }),
            commitment: self.game.commitment(),
            secret: *self.game.secret(),
            nonces: self.game.nonces().clone(),
            seed: self.game.seed(),
            moves,
            result: ReplayResult {
                winner: outcome.winner,
                reason: outcome.reason,
                scores: self.game.scores(),
                ended_at_ms: Some(at_ms),
            },
        });
    }
}

const fn phase(stage: Stage) -> Phase {
    match stage {
        Stage::Made => Phase::Ready,
        Stage::Countdown { .. } => Phase::Countdown,
        Stage::Playing { .. } => Phase::Playing,
        Stage::Paused => Phase::Paused,
        Stage::Over(_) => Phase::Over,
    }
}
