//! What is kept of a match, and the proof that it is one.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;
use versus2048_protocol::game::{BySeat, Event, Input, Match, Seat};
use versus2048_protocol::replay::{
    FORMAT, Replay, ReplayMove, ReplayPlayer, ReplayResult, VERSION,
};
use versus2048_protocol::rules::Nonce;

use crate::identity::PlayerId;
use crate::journal::error::ReadError;
use crate::journal::{StoredMatch, StoredResult};

/// A match as it is kept; one without a result is still played.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Finished {
    /// Who plays what.
    pub(super) begun: StoredMatch,
    /// What has happened.
    pub(super) events: Vec<Event>,
    /// How it has ended.
    pub(super) result: Option<StoredResult>,
}

impl Finished {
    /// Plays the match again, each event checked by the rules.
    pub(super) fn fold(&self) -> Result<Match, ReadError> {
        let StoredMatch { options, game, .. } = &self.begun;
        let mut played = Match::new(*options, game.secret, game.bounds);
        if self.events.is_empty() {
            return Err(self.damaged("it has no events"));
        }
        for (number, event) in (1..).zip(&self.events) {
            let possible = played.check(event);
            possible.map_err(|error| self.damaged(format!("event {number}: {error}")))?;
            played.apply(event);
        }
        Ok(played)
    }

    /// The id of the match.
    pub(super) const fn id(&self) -> Uuid {
        self.begun.game.id
    }

    /// The match as it is kept and told. One without an end is ended here, at this time of day.
    pub(super) fn pack(mut self, now_ms: i64) -> Result<Packed, ReadError> {
        if self.result.is_none() {
            self.abort(now_ms)?;
            tracing::info!(match_id = %self.id(), "a match that has no table any more is ended");
        }
        let (Some(replay), Some(result)) = (self.replay()?, &self.result) else {
            return Err(self.damaged("it has no end"));
        };
        Packed::new(&replay, result)
    }

    /// Ends a match that has no table. The clock stands still: it ends at the match time of its last
    /// event.
    fn abort(&mut self, now_ms: i64) -> Result<(), ReadError> {
        let mut played = self.fold()?;
        if played.outcome().is_none() {
            for event in played.decide(0, Input::Abort).unwrap_or_default() {
                played.apply(&event);
                self.events.push(event);
            }
        }
        let Some(&Event::Ended { outcome, at_ms }) = self.events.last() else {
            return Err(self.damaged("it does not end"));
        };
        self.result = Some(StoredResult {
            result: ReplayResult {
                winner: outcome.winner,
                reason: outcome.reason,
                scores: played.scores(),
                ended_at_ms: Some(at_ms),
            },
            ended_at: now_ms,
            is_listed: self.begun.is_listed,
            players: self.players()?,
        });
        Ok(())
    }

    fn players(&self) -> Result<BySeat<PlayerId>, ReadError> {
        let id = |player: &ReplayPlayer| {
            let id: Result<Uuid, _> = player.id.parse();
            id.map(PlayerId::from)
                .map_err(|_| self.damaged("a player has no id"))
        };
        let [zero, one] = &self.begun.players.0;
        Ok(BySeat([id(zero)?, id(one)?]))
    }

    /// The file of the match; `None` while it is played.
    pub(super) fn replay(&self) -> Result<Option<Replay>, ReadError> {
        let played = self.fold()?;
        let Some(result) = &self.result else {
            return Ok(None);
        };
        self.check_result(&played, result)?;
        let moves = self.events.iter().filter_map(|event| match *event {
            Event::Moved {
                at_ms, seat, dir, ..
            } => Some(ReplayMove { at_ms, seat, dir }),
            _ => None,
        });
        let mut replay = replay_of(&self.begun, result, played.nonces());
        replay.moves = moves.collect();
        Ok(Some(replay))
    }

    fn check_result(&self, played: &Match, stored: &StoredResult) -> Result<(), ReadError> {
        let told = &stored.result;
        let ended = self.events.last().is_some_and(|event| match event {
            Event::Ended { outcome, at_ms } => {
                (outcome.winner, outcome.reason) == (told.winner, told.reason)
                    && told.ended_at_ms.is_none_or(|told_ms| told_ms == *at_ms)
            }
            _ => false,
        });
        let begun = &self.begun;
        let same_players = Seat::ALL
            .into_iter()
            .all(|seat| stored.players[seat].to_string() == begun.players[seat].id);
        if ended
            && told.scores == played.scores()
            && stored.is_listed == begun.is_listed
            && same_players
        {
            Ok(())
        } else {
            Err(self.damaged("its result is not that of its events"))
        }
    }

    fn damaged(&self, what: impl std::fmt::Display) -> ReadError {
        ReadError::Damaged(format!("match {}: {what}", self.begun.game.id))
    }
}

/// A finished match as it is kept: what lists are asked for, then its replay as the JSON that is told,
/// in two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    /// The match.
    pub(super) game: Uuid,
    /// The time of day of its end, in Unix milliseconds.
    pub(super) ended_at: i64,
    /// Whether it is told to those who don't know its id.
    pub(super) is_listed: bool,
    /// The players.
    pub(super) players: BySeat<PlayerId>,
    /// The replay without the field `moves`.
    pub(super) header: String,
    /// That field.
    pub(super) moves: String,
}

impl Packed {
    fn new(replay: &Replay, result: &StoredResult) -> Result<Self, ReadError> {
        let mut fields = serde_json::to_value(replay).map_err(|error| no_json(&error))?;
        if let Some(fields) = fields.as_object_mut() {
            fields.remove("moves");
        }
        let text = |error: serde_json::Error| no_json(&error);
        Ok(Self {
            game: replay.id,
            ended_at: result.ended_at,
            is_listed: result.is_listed,
            players: result.players,
            header: serde_json::to_string(&fields).map_err(text)?,
            moves: serde_json::to_string(&replay.moves).map_err(text)?,
        })
    }
}

/// The JSON of a replay, put together from its parts.
pub(super) fn whole(header: &str, moves: &str) -> Option<String> {
    let fields = header.strip_suffix('}')?;
    Some(format!("{fields},\"moves\":{moves}}}"))
}

/// What has no text can't have been written by this program.
pub(super) fn no_json(error: &serde_json::Error) -> ReadError {
    ReadError::Damaged(error.to_string())
}

fn replay_of(begun: &StoredMatch, result: &StoredResult, nonces: &BySeat<Nonce>) -> Replay {
    let secret = begun.game.secret;
    Replay {
        format: FORMAT.into(),
        version: VERSION,
        id: begun.game.id,
        code: begun.code,
        played_at: time_of_day(begun.starts_at.min(result.ended_at)),
        options: begun.options,
        players: begun.players.clone(),
        commitment: secret.commitment(),
        secret,
        nonces: nonces.clone(),
        seed: secret.seed(nonces.as_ref().0),
        moves: Vec::new(),
        result: result.result,
    }
}

/// Unix milliseconds as RFC 3339, to the second; empty where no calendar has that day.
fn time_of_day(unix_ms: i64) -> String {
    OffsetDateTime::from_unix_timestamp(unix_ms.div_euclid(1000))
        .ok()
        .and_then(|time| time.format(&Rfc3339).ok())
        .unwrap_or_default()
}
