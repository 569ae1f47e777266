//! A replay that was found true, and what makes it quick to jump in.

use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::replay::{Replay, ReplayError, ReplayPlayer};
use versus2048_protocol::rules::{Direction, Options, Spawn, TileStream};
use versus2048_protocol::wire::{BoardView, MatchOver, Phase, Player, Series, Snapshot};

use crate::local;
use crate::playback::folded::Folded;

/// How many moves lie between two checkpoints: a jump makes at most so many.
const MOVES_A_CHECKPOINT: usize = 512;
/// The tiles that both boards begin with.
const FIRST_TILES: usize = 4;

/// A replay that was found true.
#[derive(Clone, Debug, PartialEq)]
pub struct Tape {
    replay: Replay,
    streams: BySeat<TileStream>,
    /// The boards before each move whose number, from 0, is a multiple of [`MOVES_A_CHECKPOINT`].
    checkpoints: Vec<Folded>,
}

/// A move, and what it made of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The match time of the move.
    pub(crate) at_ms: u64,
    /// Whose board.
    pub(crate) seat: Seat,
    /// Which way its tiles slid.
    pub(crate) dir: Direction,
    /// The tile that appeared.
    pub(crate) spawn: Spawn,
    /// The board with that tile.
    pub(crate) board: BoardView,
}

impl Tape {
    /// Checks a replay. This takes a while for a long one.
    ///
    /// # Errors
    /// Says what does not hold first.
    pub fn new(replay: Replay) -> Result<Self, ReplayError> {
        replay.verify()?;
        let stream = |number| replay.options.tile_stream(replay.seed, number);
        let streams = BySeat([stream(0), stream(1)]);
        let mut folded = Folded::dealt(&replay.options, &streams);
        let mut checkpoints = vec![folded];
        for (number, step) in (1..).zip(&replay.moves) {
            folded.make(*step, &replay.options, streams[step.seat]);
            if number % MOVES_A_CHECKPOINT == 0 {
                checkpoints.push(folded);
            }
        }
        Ok(Self {
            replay,
            streams,
            checkpoints,
        })
    }

    /// The options of the match.
    pub(crate) const fn options(&self) -> &Options {
        &self.replay.options
    }

    /// Whether one board alone was played on; seat 1 is nobody then.
    pub(crate) fn is_solo(&self) -> bool {
        let moves = &self.replay.moves;
        local::is_nobody(&self.replay.players[Seat::One])
            && moves.iter().all(|step| step.seat == Seat::Zero)
    }

    /// The boards with their first tiles.
    pub(crate) fn dealt(&self) -> BySeat<BoardView> {
        self.checkpoints[0].views(self.options())
    }

    /// Every move, and what it made of its board.
    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let mut folded = self.checkpoints[0];
        self.replay.moves.iter().filter_map(move |step| {
            folded.make(*step, self.options(), self.streams[step.seat]);
            Some(Step {
                at_ms: step.at_ms,
                seat: step.seat,
                dir: step.dir,
                spawn: folded.last_spawn(step.seat)?,
                board: folded.views(self.options())[step.seat],
            })
        })
    }

    /// How many moves the match has.
    pub(super) fn moves(&self) -> usize {
        self.replay.moves.len()
    }

    /// How many tiles appeared on both boards.
    pub(super) fn tiles(&self) -> u32 {
        let tiles = self.moves().saturating_add(FIRST_TILES);
        u32::try_from(tiles).unwrap_or(u32::MAX)
    }

    /// The match time of the end, in milliseconds.
    pub(crate) fn end_ms(&self) -> u64 {
        let last_ms = self.time_of(self.moves());
        let told_ms = self.replay.result.ended_at_ms;
        told_ms.unwrap_or(last_ms).max(last_ms)
    }

    /// The match time of a move, counted from 1; 0 before the first.
    pub(super) fn time_of(&self, made: usize) -> u64 {
        let step = made.checked_sub(1).and_then(|it| self.replay.moves.get(it));
        step.map_or(0, |step| step.at_ms)
    }

    /// How many moves had been made by a match time.
    pub(super) fn made_by(&self, position_ms: u64) -> usize {
        let moves = &self.replay.moves;
        moves.partition_point(|step| step.at_ms <= position_ms)
    }

    /// The boards after so many moves.
    pub(super) fn folded_at(&self, made: usize) -> Folded {
        let place = (made / MOVES_A_CHECKPOINT).min(self.checkpoints.len() - 1);
        let folded = self.checkpoints[place];
        self.go_on(folded, place * MOVES_A_CHECKPOINT, made)
    }

    /// The boards after `to` moves, by the shorter way from those after `from`.
    pub(super) fn fold(&self, folded: &Folded, from: usize, to: usize) -> Folded {
        if (from..=from.saturating_add(MOVES_A_CHECKPOINT)).contains(&to) {
            self.go_on(*folded, from, to)
        } else {
            self.folded_at(to)
        }
    }

    /// The table before its first move; alone nobody has seat 1.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let replay = &self.replay;
        let has_player = |seat| seat == Seat::Zero || !self.is_solo();
        Snapshot {
            code: replay.code,
            id: replay.id,
            phase: Phase::Playing,
            options: replay.options,
            you: None,
            players: BySeat::new(|seat| has_player(seat).then(|| player(&replay.players[seat]))),
            boards: None,
            commitment: replay.commitment,
            starts_in_ms: None,
            elapsed_ms: 0,
            remaining_ms: None,
            closes_in_ms: None,
            series: Series::default(),
            watching: 0,
            result: None,
        }
    }

    /// How the match ended.
    pub(crate) fn over(&self) -> MatchOver {
        let replay = &self.replay;
        MatchOver {
            id: replay.id,
            winner: replay.result.winner,
            reason: replay.result.reason,
            scores: replay.result.scores,
            series: Series::default(),
            secret: replay.secret,
            nonces: replay.nonces.clone(),
            seed: replay.seed,
        }
    }

    fn go_on(&self, mut folded: Folded, from: usize, to: usize) -> Folded {
        for step in self.replay.moves.iter().take(to).skip(from) {
            folded.make(*step, self.options(), self.streams[step.seat]);
        }
        folded
    }
}

fn player(player: &ReplayPlayer) -> Player {
    Player {
        id: player.id.clone(),
        name: player.name.clone(),
        kind: player.kind,
        connected: true,
        ready: true,
        rematch: false,
        forfeit_in_ms: None,
    }
}
