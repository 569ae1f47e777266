//! Replays that are kept on this machine: of matches on a server in this process, which ends with the
//! program, and those that a player has kept by a key.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use uuid::Uuid;
use versus2048_protocol::replay::Replay;

use crate::replay_source::{ReplaySource, ReplaySummary};
use crate::state_dir;
use crate::text::{Language, Trouble};

/// The folder in the client's directory.
const FOLDER: &str = "replays";
/// The most files that are kept; the oldest go first.
const MAX_FILES: usize = 200;

/// Takes the replay of a match from its server into a file, if it holds. This waits for the server.
///
/// # Errors
/// In a language, why it can't be read, what in it does not hold, or that it can't be written.
pub fn fetch(state_dir: &Path, url: &str, id: Uuid, say: &dyn Language) -> anyhow::Result<PathBuf> {
    let source = ReplaySource::Url(url.to_owned());
    let replay = source.read(say)?;
    if replay.id != id {
        let cause = "it is that of another match";
        return Err(invalid(url, cause, say));
    }
    keep(state_dir, &replay, say)
}

/// Writes the replay of a match into a file, if it holds.
///
/// # Errors
/// In a language, what in it does not hold; or that it can't be written.
pub fn keep(state_dir: &Path, replay: &Replay, say: &dyn Language) -> anyhow::Result<PathBuf> {
    let name = replay.id.to_string();
    replay
        .verify()
        .map_err(|error| invalid(&name, &error.to_string(), say))?;
    put(state_dir, replay)
}

/// Writes the replay of a match of this process into a file.
///
/// # Errors
/// It can't be written.
pub fn put(state_dir: &Path, replay: &Replay) -> anyhow::Result<PathBuf> {
    let json = serde_json::to_vec(replay).context("can't write the replay")?;
    write(&state_dir.join(FOLDER), replay.id, &json).context("can't keep the replay")
}

/// The file of the replay of a match, if it is kept.
#[must_use]
pub fn find(id: Uuid) -> Option<PathBuf> {
    let folder = state_dir::path().ok()?.join(FOLDER);
    Some(path(&folder, id)).filter(|path| path.exists())
}

/// What is kept, the newest first; a file that is no replay is left out. This waits for a disk.
#[must_use]
pub fn list(state_dir: &Path) -> Vec<ReplaySummary> {
    let mut files = files(&state_dir.join(FOLDER)).unwrap_or_default();
    files.reverse();
    let files = files.into_iter().take(MAX_FILES);
    let read = |path: PathBuf| serde_json::from_reader(BufReader::new(File::open(path).ok()?)).ok();
    let mut kept: Vec<ReplaySummary> = files.filter_map(read).collect();
    kept.sort_by(|one, other| other.played_at.cmp(&one.played_at));
    kept
}

fn invalid(source: &str, cause: &str, say: &dyn Language) -> anyhow::Error {
    anyhow!(say.trouble(&Trouble::Invalid { source, cause }))
}

fn path(folder: &Path, id: Uuid) -> PathBuf {
    folder.join(format!("{id}.json"))
}

fn write(folder: &Path, id: Uuid, json: &[u8]) -> io::Result<PathBuf> {
    state_dir::make(folder)?;
    let path = path(folder, id);
    state_dir::write_whole(&path, json)?;
    forget_oldest(folder)?;
    Ok(path)
}

fn forget_oldest(folder: &Path) -> io::Result<()> {
    let files = files(folder)?;
    let spare = files.len().saturating_sub(MAX_FILES);
    files[..spare].iter().try_for_each(fs::remove_file)
}

/// The files in a folder, the oldest first: the ids of matches begin with the time at which they were
/// made.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;
    use crate::playback::replay_of;
    use crate::text;

    #[test]
    fn the_newest_replays_are_kept() {
        let dir = tempfile::tempdir().expect("a directory");
        let folder = dir.path().join(FOLDER);
        let mut paths = Vec::new();
        for number in 0..u128::try_from(MAX_FILES).expect("a small number") + 2 {
            let id = Uuid::from_u128(number << 80);
            paths.push(write(&folder, id, b"{}").expect("writing"));
        }
        let is_there: Vec<bool> = paths.iter().map(|path| path.exists()).collect();
        assert!(is_there.iter().skip(2).all(|&is_there| is_there));
        assert_eq!(is_there[..2], [false, false]);
    }

    #[test]
    fn what_holds_is_kept_and_listed_and_what_does_not_is_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        let say = text::of(Lang::En);
        assert_eq!(list(dir.path()), []);
        let mut replay = replay_of(10);
        let path = keep(dir.path(), &replay, say).expect("it holds");
        fs::write(path.with_file_name("other.json"), "{").expect("writing");
        fs::write(path.with_file_name("notes.txt"), "").expect("writing");
        let listed = list(dir.path());
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].id, replay.id);
        let kept = fs::read(&path).expect("reading");
        replay.result.scores.0[0] += 2;
        let refused = keep(dir.path(), &replay, say).expect_err("it does not hold");
        assert!(refused.to_string().contains("is not valid"), "{refused}");
        assert_eq!(fs::read(&path).expect("reading"), kept);
    }
}
