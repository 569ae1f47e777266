//! The file of the best scores.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use versus2048_protocol::rules::Options;

use crate::local::LocalKind;
use crate::model::BestScores;
use crate::state_dir;

/// What the file is called.
const NAME: &str = "best.json";
/// The most bytes of it: some ten thousand kinds of boards.
const MAX_BYTES: u64 = 1024 * 1024;
/// What is locked while it is changed.
const LOCK: &str = "best.lock";

/// The best scores so far; none where there is no file or it can't be read.
#[must_use]
pub fn read(state_dir: &Path) -> BestScores {
    state_dir::read(&state_dir.join(NAME), MAX_BYTES)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default()
}

/// Puts a file aside that can't be read, unless another program is at it; says where.
///
/// # Errors
/// The system refuses.
pub fn mend(state_dir: &Path) -> io::Result<Option<PathBuf>> {
    match state_dir::lock(&state_dir.join(LOCK))? {
        Some(_lock) => put_aside_if_damaged(state_dir),
        None => Ok(None),
    }
}

/// Keeps a score if it is better than what the file has by now: other programs write it too.
///
/// # Errors
/// The system refuses.
pub fn improve(state_dir: &Path, kind: LocalKind, options: &Options, score: u64) -> io::Result<()> {
    let lock = state_dir::open_private(&state_dir.join(LOCK))?;
    flock(&lock, FlockOperation::LockExclusive)?;
    let mut best = read(state_dir);
    if best.improve(kind, options, score) {
        put_aside_if_damaged(state_dir)?;
        state_dir::write_locked(&state_dir.join(NAME), &serde_json::to_vec_pretty(&best)?)?;
    }
    Ok(())
}

/// Puts the file aside if it can't be read: somebody may mend it by hand. Says where.
fn put_aside_if_damaged(state_dir: &Path) -> io::Result<Option<PathBuf>> {
    let path = state_dir.join(NAME);
    match state_dir::read(&path, MAX_BYTES) {
        Ok(bytes) if serde_json::from_slice::<BestScores>(&bytes).is_ok() => return Ok(None),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {}
        Err(error) => return Err(error),
    }
    let aside = state_dir::put_aside(&path)?;
    fs::remove_file(&path)?;
    Ok(Some(aside))
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
    fn a_damaged_file_counts_as_none_and_is_put_aside() {
        let dir = tempfile::tempdir().expect("a directory");
        let usual = Options::default();
        let solo = LocalKind::Solo;
        assert_eq!(mend(dir.path()).expect("reading"), None);
        let mut all = Vec::new();
        for damage in ["{", "[]", "{\"solo\": -1}", "\u{0}"] {
            fs::write(dir.path().join(NAME), damage).expect("writing");
            assert_eq!(read(dir.path()), BestScores::default());
            let aside = mend(dir.path()).expect("writing").expect("it is damaged");
            all.push((aside, damage));
            assert_eq!(mend(dir.path()).expect("reading"), None);
        }
        // One that is damaged while the program runs.
        fs::write(dir.path().join(NAME), "}").expect("writing");
        improve(dir.path(), solo, &usual, 100).expect("writing");
        assert_eq!(read(dir.path()).get(solo, &usual), 100);
        all.push((dir.path().join("best.json.bad.5"), "}"));
        for (aside, damage) in all {
            let kept = fs::read_to_string(aside).expect("reading");
            assert_eq!(kept, damage, "none lies over another");
        }
    }

    #[test]
    fn programs_at_the_same_time_lose_none_of_their_scores() {
        const SCORES: u64 = 50;
        let dir = tempfile::tempdir().expect("a directory");
        let kinds = [3, 4, 5].map(|rows| Options {
            rows,
            ..Options::default()
        });
        let solo = LocalKind::Solo;
        let play = |options: &Options, first: u64| {
            for score in first..=SCORES {
                improve(dir.path(), solo, options, score).expect("writing");
                let best = read(dir.path()).get(solo, options);
                assert!(best >= score, "it is whole at any time");
            }
        };
        // A lock belongs to an open file, so threads wait for each other as programs do.
        std::thread::scope(|scope| {
            for options in &kinds {
                scope.spawn(|| play(options, 1));
                scope.spawn(|| play(options, 2));
            }
        });
        let best = read(dir.path());
        assert_eq!(kinds.map(|kind| best.get(solo, &kind)), [SCORES; 3]);
    }
}
