//! Rows that this program has not written, read as it reads its own: what fuzzing needs of the journal.

use serde::Serialize;
use serde::de::DeserializeOwned;
use versus2048_protocol::game::Event;
use versus2048_protocol::replay::Replay;

use crate::journal::finished::Finished;
use crate::journal::{StoredMatch, StoredResult, StoredTable};

/// Reads a text as a row of each kind: tables, matches, events, results. Gives what each is written
/// as, where it can be read.
#[must_use]
pub fn written_again(text: &str) -> [Option<String>; 4] {
    [
        again::<StoredTable>(text),
        again::<StoredMatch>(text),
        again::<Event>(text),
        again::<StoredResult>(text),
    ]
}

/// The replay that a match with these rows has, if it has one.
#[must_use]
pub fn replay(begun: &str, events: &[&str], result: &str) -> Option<Replay> {
    let events = events.iter().map(|text| serde_json::from_str(text));
    let finished = Finished {
        begun: serde_json::from_str(begun).ok()?,
        events: events.collect::<Result<_, _>>().ok()?,
        result: Some(serde_json::from_str(result).ok()?),
    };
    finished.replay().ok()?
}

fn again<T: Serialize + DeserializeOwned>(text: &str) -> Option<String> {
    let row: T = serde_json::from_str(text).ok()?;
    serde_json::to_string(&row).ok()
}
