//! The best scores of one board alone.

use std::collections::BTreeMap;

use versus2048_protocol::rules::{Options, Scoring};

/// The best score of each kind of board.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct BestScores(BTreeMap<String, u64>);

impl BestScores {
    /// The best score with these options, 0 before the first.
    #[must_use]
    pub fn get(&self, options: &Options) -> u64 {
        self.0.get(&kind(options)).copied().unwrap_or(0)
    }

    /// Takes note of a score; whether it is better than the best.
    pub fn improve(&mut self, options: &Options, score: u64) -> bool {
        let best = self.0.entry(kind(options)).or_default();
        let better = score > *best;
        *best = score.max(*best);
        better
    }
}

/// Scores are compared where they can be reached alike: by size, chance of a 4, scoring and time.
fn kind(options: &Options) -> String {
    let scoring = match options.scoring {
        Scoring::Merges => "merges",
        Scoring::Sum => "sum",
    };
    let time = options
        .time_limit_s
        .map_or_else(|| "untimed".to_owned(), |seconds| format!("{seconds} s"));
    format!(
        "{}x{}, {} permille fours, {scoring}, {time}",
        options.rows, options.cols, options.four_permille
    )
}
