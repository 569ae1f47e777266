//! Finished matches, for the life of the process and within bounds: the oldest make room.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::value::{RawValue, to_raw_value};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;
use versus2048_protocol::game::BySeat;
use versus2048_protocol::replay::Replay;

/// The most replays that are kept: some days of a busy server.
const MAX_REPLAYS: usize = 20_000;
/// The most bytes that their texts take together, so that long matches can't fill the memory.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The finished matches.
#[derive(Debug)]
pub(crate) struct Replays {
    kept: Mutex<Kept>,
    bounds: Bounds,
}

#[derive(Clone, Copy, Debug)]
struct Bounds {
    replays: usize,
    bytes: usize,
}

#[derive(Debug, Default)]
struct Kept {
    by_id: HashMap<Uuid, Entry>,
    /// Oldest first.
    order: VecDeque<Uuid>,
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    text: Arc<str>,
    /// The replay without its moves.
    header: Box<RawValue>,
    /// The ids of those who played.
    players: BySeat<String>,
    is_listed: bool,
}

impl Default for Replays {
    fn default() -> Self {
        Self::new(Bounds {
            replays: MAX_REPLAYS,
            bytes: MAX_BYTES,
        })
    }
}

impl Replays {
    fn new(bounds: Bounds) -> Self {
        Self {
            kept: Mutex::default(),
            bounds,
        }
    }

    /// Keeps a finished match that started at this time of day.
    pub(crate) fn keep(&self, mut replay: Replay, started: OffsetDateTime, is_listed: bool) {
        let started = started.replace_nanosecond(0).unwrap_or(started);
        replay.played_at = started.format(&Rfc3339).unwrap_or_default();
        let match_id = replay.id;
        match Entry::new(replay, is_listed) {
            Ok(entry) => self.lock().add(match_id, entry, self.bounds),
            Err(error) => tracing::error!(%match_id, %error, "a replay has no text"),
        }
    }

    /// The text of a replay.
    pub(crate) fn get(&self, id: Uuid) -> Option<Arc<str>> {
        self.lock()
            .by_id
            .get(&id)
            .map(|entry| Arc::clone(&entry.text))
    }

    /// The newest of listed tables, without moves; those of one player, where its id is given.
    pub(crate) fn list(&self, player: Option<&str>, limit: usize) -> Vec<Box<RawValue>> {
        let kept = self.lock();
        let entries = kept.order.iter().rev().filter_map(|id| kept.by_id.get(id));
        entries
            .filter(|entry| entry.is_listed && player.is_none_or(|player| entry.has(player)))
            .take(limit)
            .map(|entry| entry.header.clone())
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn add(&mut self, id: Uuid, entry: Entry, bounds: Bounds) {
        self.bytes += entry.bytes();
        self.order.push_back(id);
        self.by_id.insert(id, entry);
        while self.order.len() > bounds.replays || self.bytes > bounds.bytes {
            let Some(oldest) = self.order.pop_front() else {
                break;
            };
            if let Some(entry) = self.by_id.remove(&oldest) {
                self.bytes -= entry.bytes();
            }
        }
    }
}

impl Entry {
    fn new(mut replay: Replay, is_listed: bool) -> serde_json::Result<Self> {
        let text = serde_json::to_string(&replay)?;
        replay.moves.clear();
        let mut header = serde_json::to_value(&replay)?;
        if let Some(fields) = header.as_object_mut() {
            fields.remove("moves");
        }
        Ok(Self {
            text: text.into(),
            header: to_raw_value(&header)?,
            players: replay.players.map(|player| player.id),
            is_listed,
        })
    }

    fn has(&self, player: &str) -> bool {
        self.players.iter().any(|id| id == player)
    }

    fn bytes(&self) -> usize {
        self.text.len() + self.header.get().len()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use versus2048_protocol::game::Reason;
    use versus2048_protocol::replay::{FORMAT, ReplayPlayer, ReplayResult, VERSION};
    use versus2048_protocol::rules::{Options, Secret};
    use versus2048_protocol::wire::{Code, PlayerKind};

    use super::*;

    fn replay(id: u128, player: &str) -> Replay {
        let secret = Secret([7; 32]);
        let nonces = BySeat::default();
        let name = |id: &str| ReplayPlayer {
            id: id.into(),
            name: "Ana".into(),
            kind: PlayerKind::Human,
        };
        Replay {
            format: FORMAT.into(),
            version: VERSION,
            id: Uuid::from_u128(id),
            code: Code::from_bits(1),
            played_at: String::new(),
            options: Options::default(),
            players: BySeat([name(player), name("other")]),
            commitment: secret.commitment(),
            secret,
            seed: secret.seed(nonces.as_ref().0),
            nonces,
            moves: Vec::new(),
            result: ReplayResult {
                winner: None,
                reason: Reason::Aborted,
                scores: BySeat([0, 0]),
                ended_at_ms: Some(0),
            },
        }
    }

    fn read(header: &RawValue) -> Value {
        serde_json::from_str(header.get()).expect("JSON")
    }

    fn ids(list: &[Box<RawValue>]) -> Vec<u128> {
        let id = |header: &RawValue| {
            let id = read(header)["id"].as_str().map(str::parse::<Uuid>);
            id.expect("an id").expect("a UUID")
        };
        list.iter().map(|header| id(header).as_u128()).collect()
    }

    #[test]
    fn the_newest_come_first_and_those_of_unlisted_tables_only_by_their_id() {
        let replays = Replays::default();
        let started = OffsetDateTime::UNIX_EPOCH;
        replays.keep(replay(1, "ana"), started, true);
        replays.keep(replay(2, "bo"), started, false);
        replays.keep(replay(3, "bo"), started, true);
        assert_eq!(ids(&replays.list(None, 10)), [3, 1]);
        assert_eq!(ids(&replays.list(None, 1)), [3]);
        assert_eq!(ids(&replays.list(Some("ana"), 10)), [1]);
        assert_eq!(ids(&replays.list(Some("nobody"), 10)), [0_u128; 0]);
        assert!(replays.get(Uuid::from_u128(2)).is_some());
        assert!(replays.get(Uuid::from_u128(4)).is_none());
        assert!(read(&replays.list(None, 1)[0]).get("moves").is_none());
    }

    #[test]
    fn a_replay_says_when_it_was_played_and_holds() {
        let replays = Replays::default();
        let started = OffsetDateTime::from_unix_timestamp_nanos(1_500_000_000).expect("a time");
        replays.keep(replay(1, "ana"), started, true);
        let text = replays.get(Uuid::from_u128(1)).expect("it is kept");
        let replay: Replay = serde_json::from_str(&text).expect("a replay");
        assert_eq!(replay.played_at, "1970-01-01T00:00:01Z");
        assert!(replay.verify().is_ok());
    }

    #[test]
    fn the_oldest_make_room() {
        let started = OffsetDateTime::UNIX_EPOCH;
        let kept = |bounds: Bounds| {
            let replays = Replays::new(bounds);
            (1..=4).for_each(|id| replays.keep(replay(id, "ana"), started, true));
            ids(&replays.list(None, 10))
        };
        let text = serde_json::to_string(&replay(1, "ana")).expect("JSON");
        // The time of day is added to it, and the header is kept too, which has all but the moves.
        let bytes = (text.len() + "1970-01-01T00:00:00Z".len()) * 2;
        assert_eq!(
            kept(Bounds {
                replays: 2,
                bytes: usize::MAX
            }),
            [4, 3]
        );
        assert_eq!(
            kept(Bounds {
                replays: 9,
                bytes: bytes * 3
            }),
            [4, 3, 2]
        );
    }
}
