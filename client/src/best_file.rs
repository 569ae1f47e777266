//! The file of the best scores.

use std::fs;
use std::io;
use std::path::Path;

use rustix::fs::{FlockOperation, flock};
use versus2048_protocol::rules::Options;

use crate::local::LocalKind;
use crate::model::BestScores;
use crate::state_dir;

/// What the file is called.
const NAME: &str = "best.json";
/// Where a file goes that can't be read: somebody may mend it by hand.
const DAMAGED: &str = "best.damaged.json";

/// The best scores so far; none where there is no file or it can't be read.
#[must_use]
pub fn read(state_dir: &Path) -> BestScores {
    fs::read(state_dir.join(NAME))
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default()
}

/// Keeps a score if it is better than what the file has by now: other programs write it too.
///
/// # Errors
/// The system refuses.
pub fn improve(state_dir: &Path, kind: LocalKind, options: &Options, score: u64) -> io::Result<()> {
    let lock = state_dir::open_private(&state_dir.join("best.lock"))?;
    flock(&lock, FlockOperation::LockExclusive)?;
    let mut best = read(state_dir);
    if best.improve(kind, options, score) {
        set_aside_if_damaged(state_dir)?;
        state_dir::write_whole(&state_dir.join(NAME), &serde_json::to_vec_pretty(&best)?)?;
    }
    Ok(())
}

fn set_aside_if_damaged(state_dir: &Path) -> io::Result<()> {
    let path = state_dir.join(NAME);
    match fs::read(&path) {
        Ok(bytes) if serde_json::from_slice::<BestScores>(&bytes).is_err() => {
            fs::rename(&path, state_dir.join(DAMAGED))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_better_score_is_kept_and_each_kind_of_board_has_its_own() {
        let dir = tempfile::tempdir().expect("a directory");
        let usual = Options::default();
        let small = Options { rows: 3, ..usual };
        let endless = Options {
            target: None,
            ..usual
        };
        let (solo, two) = (LocalKind::Solo, LocalKind::HotSeat);
        let kinds = [
            (solo, usual, 300),
            (solo, small, 40),
            (solo, endless, 50),
            (two, usual, 60),
        ];
        for score in [100, 300, 200] {
            improve(dir.path(), solo, &usual, score).expect("writing");
        }
        for (kind, options, score) in &kinds[1..] {
            improve(dir.path(), *kind, options, *score).expect("writing");
        }
        let best = read(dir.path());
        for (kind, options, score) in kinds {
            assert_eq!(best.get(kind, &options), score, "{kind:?} {options:?}");
        }
    }

    #[test]
    fn a_damaged_file_counts_as_none_and_is_kept_aside() {
        let dir = tempfile::tempdir().expect("a directory");
        fs::write(dir.path().join(NAME), "{").expect("writing");
        assert_eq!(read(dir.path()), BestScores::default());
        let usual = Options::default();
        let solo = LocalKind::Solo;
        improve(dir.path(), solo, &usual, 100).expect("writing");
        assert_eq!(read(dir.path()).get(solo, &usual), 100);
        let damaged = fs::read_to_string(dir.path().join(DAMAGED)).expect("reading");
        assert_eq!(damaged, "{");
    }
}
