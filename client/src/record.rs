//! Replays of matches in this process, written to files.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use versus2048_protocol::replay::Replay;

use crate::state_dir;

/// Writes replays: the first to the file that was named, the next ones beside it with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorder {
    path: PathBuf,
    written: u32,
}

impl Recorder {
    /// A recorder that has written nothing yet.
    ///
    /// # Errors
    /// The file could not be written later, as far as that can be seen before the match.
    pub fn new(path: PathBuf) -> anyhow::Result<Self> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        if !folder.is_dir() {
            bail!(
                "can't record to {}: there is no folder {}",
                path.display(),
                folder.display()
            );
        }
        if path.file_name().is_none() || path.is_dir() {
            bail!("can't record to {}: it is a folder", path.display());
        }
        Ok(Self { path, written: 0 })
    }

    /// Writes a replay, and says to which file.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn write(&mut self, replay: &Replay) -> anyhow::Result<PathBuf> {
        self.written = self.written.saturating_add(1);
        let path = numbered(&self.path, self.written);
        let mut json = serde_json::to_vec(replay).context("can't write the replay")?;
        json.push(b'\n');
        state_dir::write_whole(&path, &json)
            .with_context(|| format!("can't write the replay to {}", path.display()))?;
        Ok(path)
    }
}

/// `evening.json`, `evening-2.json`, `evening-3.json`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number < 2 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_is_refused_before_the_match() {
        let dir = tempfile::tempdir().expect("a folder");
        let missing = dir.path().join("missing/evening.json");
        for path in [dir.path().to_owned(), missing, PathBuf::from("/")] {
            assert!(Recorder::new(path.clone()).is_err(), "{}", path.display());
        }
        assert!(Recorder::new(dir.path().join("evening.json")).is_ok());
        assert!(Recorder::new("evening.json".into()).is_ok());
    }

    #[test]
    fn every_match_of_an_evening_has_a_file_of_its_own() {
        let named = |path, number| numbered(Path::new(path), number).display().to_string();
        assert_eq!(named("a/evening.json", 1), "a/evening.json");
        assert_eq!(named("a/evening.json", 2), "a/evening-2.json");
        assert_eq!(named("evening", 3), "evening-3");
    }
}
