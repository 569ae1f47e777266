//! Replays of matches on a server in this process: it ends with the program, so they are kept as
//! files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use uuid::Uuid;

use crate::text::Language;
use crate::{http, replay_source, state_dir};

/// The folder in the client's directory.
const FOLDER: &str = "replays";
/// The most files that are kept; the oldest go first.
const MAX_FILES: usize = 200;

/// Takes the replay of a match from its server, which still runs, into a file. This waits for it.
///
/// # Errors
/// The server does not give it, or the file can't be written.
pub fn keep(state_dir: &Path, url: &str, id: Uuid, say: &dyn Language) -> anyhow::Result<PathBuf> {
    let json = http::get(url, replay_source::MAX_BYTES, say)?;
    write(&state_dir.join(FOLDER), id, json.as_bytes()).context("can't keep the replay")
}

/// The file of the replay of a match, if it is kept.
#[must_use]
pub fn find(id: Uuid) -> Option<PathBuf> {
    let folder = state_dir::path().ok()?.join(FOLDER);
    Some(path(&folder, id)).filter(|path| path.exists())
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

/// The ids of matches begin with the time at which they were made.
fn forget_oldest(folder: &Path) -> io::Result<()> {
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
    let spare = files.len().saturating_sub(MAX_FILES);
    files[..spare].iter().try_for_each(fs::remove_file)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
