//! Replays of matches in this process, written to files.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use versus2048_protocol::replay::Replay;

use crate::state_dir;
use crate::text::{self, Language, Trouble};

/// The most files that an evening's replays are put beside; nobody plays as many matches.
const MAX_FILES: u32 = 10_000;

/// Writes replays: the first to the file that was named, the next ones beside it with a number; never
/// over a file that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorder {
    path: PathBuf,
    /// The number of the last file.
    number: u32,
}

impl Recorder {
    /// A recorder that has written nothing yet.
    ///
    /// # Errors
    /// There is such a file already, or it could not be written later.
    pub fn new(path: PathBuf, say: &dyn Language) -> anyhow::Result<Self> {
        let shown = &text::clean(&path.display().to_string());
        if path.is_dir() {
            bail!(say.trouble(&Trouble::RecordFolder { path: shown }));
        }
        // What the system refuses is told before the match; a match may have nothing to record.
        let made = make(&path).and_then(|()| fs::remove_file(&path));
        match made {
            Ok(()) => Ok(Self { path, number: 0 }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!(say.trouble(&Trouble::RecordTaken { path: shown }))
            }
            Err(error) => bail!(say.trouble(&Trouble::Record {
                path: shown,
                cause: &error.to_string(),
            })),
        }
    }

    /// Writes a replay, and says to which file.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn write(&mut self, replay: &Replay) -> anyhow::Result<PathBuf> {
        let mut json = serde_json::to_vec(replay).context("can't write the replay")?;
        json.push(b'\n');
        let path = self.make_next().and_then(|path| {
            let written = state_dir::write_whole(&path, &json);
            written.map(|()| path)
        });
        path.with_context(|| format!("can't write the replay to {}", self.path.display()))
    }

    /// Makes the next file, an empty one, of a name that nothing has yet.
    fn make_next(&mut self) -> io::Result<PathBuf> {
        while self.number < MAX_FILES {
            self.number += 1;
            let path = numbered(&self.path, self.number);
            match make(&path) {
                Ok(()) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("there are too many files beside it"))
    }
}

/// Makes an empty file where there is none.
fn make(path: &Path) -> io::Result<()> {
    File::create_new(path).map(drop)
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
    use crate::model::Lang;

    #[track_caller]
    fn refused(path: &Path) -> String {
        let refused = Recorder::new(path.to_owned(), text::of(Lang::En));
        format!("{:#}", refused.expect_err("it can't be written"))
    }

    #[test]
    fn what_cannot_be_written_is_refused_before_the_match() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("evening.json");
        assert!(refused(dir.path()).ends_with("it is a folder"));
        assert!(refused(Path::new("/")).ends_with("it is a folder"));
        let missing = refused(&dir.path().join("missing/evening.json"));
        assert!(missing.contains("No such file or directory"), "{missing}");
        let long = refused(&dir.path().join("x".repeat(300)));
        assert!(long.contains("name too long"), "{long}");
        assert!(Recorder::new(file.clone(), text::of(Lang::En)).is_ok());
        assert!(!file.exists(), "a match may have nothing to record");
        fs::write(&file, "mine").expect("writing");
        assert!(refused(&file).contains("there is such a file already"));
        assert_eq!(fs::read_to_string(file).expect("reading"), "mine");
    }

    #[test]
    fn every_match_of_an_evening_has_a_file_of_its_own() {
        let named = |path, number| numbered(Path::new(path), number).display().to_string();
        assert_eq!(named("a/evening.json", 1), "a/evening.json");
        assert_eq!(named("a/evening.json", 2), "a/evening-2.json");
        assert_eq!(named("evening", 3), "evening-3");
    }

    #[test]
    fn nothing_that_has_come_meanwhile_is_written_over() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut recorder =
            Recorder::new(dir.path().join("evening.json"), text::of(Lang::En)).expect("a new file");
        let names = ["evening.json", "evening-2.json", "evening-3.json"];
        let [first, second, third] = names.map(|name| dir.path().join(name));
        fs::write(&second, "mine").expect("writing");
        assert_eq!(recorder.make_next().expect("a new file"), first);
        assert_eq!(recorder.make_next().expect("a new file"), third);
        assert_eq!(fs::read_to_string(second).expect("reading"), "mine");
    }
}
