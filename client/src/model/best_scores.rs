//! The best scores at this keyboard.

use std::collections::BTreeMap;

use versus2048_protocol::rules::{Options, Scoring};

use crate::local::LocalKind;

/// The best score of each kind of board.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct BestScores(BTreeMap<String, u64>);

impl BestScores {
    /// The best score of one alone, or of either of two, with these options; 0 before the first.
    #[must_use]
    pub fn get(&self, kind: LocalKind, options: &Options) -> u64 {
        self.0.get(&key(kind, options)).copied().unwrap_or(0)
    }

    /// Takes note of a score; whether it is better than the best.
    pub fn improve(&mut self, kind: LocalKind, options: &Options, score: u64) -> bool {
        let best = self.0.entry(key(kind, options)).or_default();
        let better = score > *best;
        *best = score.max(*best);
        better
    }
}

/// Scores are compared where they can be reached alike: by size, target, chance of a 4, scoring and
/// time.
fn key(kind: LocalKind, options: &Options) -> String {
    let who = match kind {
        LocalKind::HotSeat => "two",
        LocalKind::Solo => "solo",
    };
    let target = options
        .target
        .map_or_else(|| "no target".to_owned(), |target| format!("to {target}"));
    let scoring = match options.scoring {
        Scoring::Merges => "merges",
        Scoring::Sum => "sum",
    };
    let time = options
        .time_limit_s
        .map_or_else(|| "untimed".to_owned(), |seconds| format!("{seconds} s"));
    format!(
        "{who}, {}x{}, {target}, {} permille fours, {scoring}, {time}",
        options.rows, options.cols, options.four_permille
    )
}
