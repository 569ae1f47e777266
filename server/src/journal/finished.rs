//! What is kept of a match, and the proof that it is one.

use serde_json::value::{RawValue, to_raw_value};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use versus2048_protocol::game::{BySeat, Event, Match, Seat};
use versus2048_protocol::replay::{FORMAT, Replay, ReplayMove, VERSION};
use versus2048_protocol::rules::Nonce;

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

/// The replay of a match without its moves, as JSON without that field.
pub(super) fn header(
    begun: &StoredMatch,
    result: &StoredResult,
    first: &Event,
) -> Result<Box<RawValue>, ReadError> {
    let Event::Begun { nonces, .. } = first else {
        let what = format!(
            "match {}: its first event is not its beginning",
            begun.game.id
        );
        return Err(ReadError::Damaged(what));
    };
    let mut header =
        serde_json::to_value(replay_of(begun, result, nonces)).map_err(|error| no_json(&error))?;
    if let Some(fields) = header.as_object_mut() {
        fields.remove("moves");
    }
    to_raw_value(&header).map_err(|error| no_json(&error))
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
