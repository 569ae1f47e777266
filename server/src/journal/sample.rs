//! A small match, played to its end by the rules, as a table would have it written.

use tokio::sync::watch;
use uuid::Uuid;
use versus2048_protocol::game::{Bounds, BySeat, Event, Input, Match, Seat};
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::replay::{ReplayPlayer, ReplayResult};
use versus2048_protocol::rules::{Direction, Options, Secret};
use versus2048_protocol::wire::{Code, PlayerKind, Series};

use crate::identity::{PlayerId, TokenHash};
use crate::journal::MadeBy;
use crate::journal::{
    Batch, Progress, StoredGame, StoredMatch, StoredPlayer, StoredResult, StoredSeat, StoredTable,
    Write,
};

/// When the first sample has ended, in Unix milliseconds; each further one a second later.
pub(super) const ENDED_AT: i64 = 1_800_000_000_000;

/// A finished match of a listed table with its number.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) table: StoredTable,
    pub(super) begun: StoredMatch,
    pub(super) events: Vec<Event>,
    pub(super) result: StoredResult,
}

impl Sample {
    /// The match with a number.
    pub(super) fn new(number: u8) -> Self {
        let options = Options {
            rows: 2,
            cols: 2,
            target: None,
            countdown_s: 0,
            ..Options::default()
        };
        let game = StoredGame {
            id: Uuid::from_u128(0x1000 + u128::from(number)),
            secret: Secret([number; 32]),
            bounds: Bounds::default(),
        };
        let (played, events) = play(Match::new(options, game.secret, game.bounds));
        let code = Code::from_bits(number.into());
        let ended_at = ENDED_AT + i64::from(number) * 1000;
        Self {
            table: StoredTable {
                code,
                options,
                is_listed: true,
                made_by: MadeBy::Creator,
                seats: BySeat::new(|seat| Some(seat_of(seat))),
                finished: Series::default(),
                game,
            },
            begun: StoredMatch {
                code,
                options,
                game,
                is_listed: true,
                players: BySeat::new(replay_player),
                starts_at: ended_at - 60_000,
            },
            result: StoredResult {
                result: result_of(&played, &events),
                ended_at,
                is_listed: true,
                players: BySeat::new(player),
            },
            events,
        }
    }

    /// The id of the match.
    pub(super) const fn id(&self) -> Uuid {
        self.table.game.id
    }

    /// A batch of this match.
    pub(super) fn batch(&self, writes: Vec<Write>) -> Batch {
        Batch {
            table: self.table.code,
            writes,
            number: 1,
            rollbacks: 0,
            progress: watch::Sender::new(Progress::default()),
        }
    }

    /// The table before its match has begun.
    pub(super) fn opened(&self) -> Batch {
        self.batch(vec![Write::Table(Box::new(self.table.clone()))])
    }

    /// The match up to so many events, without its table.
    pub(super) fn played(&self, events: usize) -> Batch {
        let mut writes = vec![Write::Match(Box::new(self.begun.clone()))];
        writes.extend((1..).zip(&self.events).take(events).map(|(seq, event)| {
            let event = event.clone();
            Write::Event { seq, event }
        }));
        self.batch(writes)
    }

    /// The same, each event in a batch of its own.
    pub(super) fn played_one_by_one(&self, events: usize) -> Vec<Batch> {
        let mut writes = self.played(events).writes;
        let others = writes.split_off(2);
        let others = others.into_iter().map(|write| self.batch(vec![write]));
        std::iter::once(self.batch(writes)).chain(others).collect()
    }

    /// The whole match with its result, and its table opened and closed.
    pub(super) fn finished(&self) -> Batch {
        let mut batch = self.opened();
        batch.writes.extend(self.played(self.events.len()).writes);
        batch
            .writes
            .push(Write::Result(Box::new(self.result.clone())));
        batch.writes.push(Write::TableClosed(self.table.code));
        batch
    }
}

/// Who has a seat in every sample.
pub(super) fn player(seat: Seat) -> PlayerId {
    PlayerId::from(Uuid::from_u128(u128::from(seat.number()) + 1))
}

/// The same as one who can come back.
pub(super) fn stored_player(seat: Seat, used_at: i64) -> StoredPlayer {
    StoredPlayer {
        token: token(seat),
        player: player(seat),
        used_at,
    }
}

fn token(seat: Seat) -> TokenHash {
    TokenHash::from([seat.number() + 1; 32])
}

fn seat_of(seat: Seat) -> StoredSeat {
    StoredSeat {
        player: player(seat),
        token: token(seat),
        name: PlayerName::new("Ana").expect("a name"),
    }
}

fn replay_player(seat: Seat) -> ReplayPlayer {
    ReplayPlayer {
        id: player(seat).to_string(),
        name: "Ana".into(),
        kind: PlayerKind::Human,
    }
}

/// Both move in turn as long as they can.
fn play(mut game: Match) -> (Match, Vec<Event>) {
    let mut now_ms = 1000;
    let nonces = BySeat::default();
    let mut events = Vec::new();
    let mut take = |game: &mut Match, taken: Vec<Event>| {
        for event in &taken {
            game.apply(event);
        }
        events.extend(taken);
    };
    let begun = game.decide(now_ms, Input::Begin { nonces });
    take(&mut game, begun.expect("it begins"));
    let started = game.advance(now_ms);
    take(&mut game, Vec::from_iter(started));
    while game.outcome().is_none() {
        for seat in Seat::ALL {
            now_ms += 150;
            let turn = game.boards().map_or(0, |boards| boards[seat].turn.into());
            let moved = Direction::ALL
                .into_iter()
                .find_map(|dir| game.decide(now_ms, Input::Move { seat, turn, dir }).ok());
            take(&mut game, moved.unwrap_or_default());
        }
    }
    (game, events)
}

fn result_of(played: &Match, events: &[Event]) -> ReplayResult {
    let Some(Event::Ended { outcome, at_ms }) = events.last() else {
        panic!("a sample ends");
    };
    ReplayResult {
        winner: outcome.winner,
        reason: outcome.reason,
        scores: played.scores(),
        ended_at_ms: Some(*at_ms),
    }
}
