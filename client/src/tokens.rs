//! The tokens with which players come back: one file a server and name, or beside the journal of a
//! server of one's own, locked while in use.
//!
//! Two programs of one user at one server are two players: the second finds the first file locked
//! and takes the next. After a crash the first file is free again, and with it comes the seat.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use sha2::{Digest as _, Sha256};
use versus2048_protocol::wire::Code;

use crate::{held_seat, state_dir};

/// How many programs of one user are players of their own at one server under one name.
const MAX_SLOTS: u32 = 64;
/// The most bytes of a token that is kept; those of the contract have 64.
const MAX_TOKEN_BYTES: u64 = 256;

/// The place of the token of whoever hosts, in the directory of the journal.
pub(crate) const HOST_FILE: &str = "host-token";

/// The place of one player's token, locked until it is dropped.
#[derive(Debug)]
pub struct TokenSlot {
    file: File,
    path: PathBuf,
}

impl TokenSlot {
    /// A place for this server and name that no other program uses: that of the seat at the table that
    /// is named, else of any seat that may still be there, else the first one.
    ///
    /// # Errors
    /// The directory or a file in it can't be opened, or every place is in use.
    pub fn open(
        state_dir: &Path,
        server: &str,
        name: &str,
        table: Option<Code>,
    ) -> io::Result<Self> {
        let dir = state_dir.join("tokens");
        state_dir::make(&dir)?;
        let who = file_name(server, name);
        let mut free: Vec<Self> = Vec::new();
        for number in 1..=MAX_SLOTS {
            let path = dir.join(format!("{who}-{number}"));
            if !free.is_empty() && !path.exists() {
                break;
            }
            free.extend(lock(&path)?.map(|file| Self { file, path }));
        }
        let seats = free.iter().map(|slot| held_seat::read(&slot.seat_path()));
        let seats: Vec<_> = seats.map(|seat| seat.map(|seat| seat.code)).collect();
        let wished = seats
            .iter()
            .position(|code| table.is_some() && *code == table);
        let place = wished.or_else(|| seats.iter().position(Option::is_some));
        let mut free = free.into_iter();
        let slot = free.nth(place.unwrap_or(0));
        slot.ok_or_else(|| io::Error::other("every place for a token is in use"))
    }

    /// Whether a token is kept in a file that no program uses.
    pub(crate) fn is_left(path: &Path) -> bool {
        let is_kept = fs::metadata(path).is_ok_and(|about| about.len() > 0);
        is_kept && lock(path).is_ok_and(|file| file.is_some())
    }

    /// Where the seat is remembered that the token is for.
    #[must_use]
    pub fn seat_path(&self) -> PathBuf {
        held_seat::path_beside(&self.path)
    }

    /// The place for whoever hosts the server with its journal in this directory.
    ///
    /// # Errors
    /// The file can't be opened, or another program uses it.
    pub fn beside_journal(data_dir: &Path) -> io::Result<Self> {
        let path = data_dir.join(HOST_FILE);
        let file = lock(&path)?.ok_or_else(|| io::Error::other("the place is in use"))?;
        Ok(Self { file, path })
    }

    /// The token that is kept here, if one is.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn read(&mut self) -> io::Result<Option<String>> {
        let mut token = String::new();
        self.file.rewind()?;
        (&self.file)
            .take(MAX_TOKEN_BYTES)
            .read_to_string(&mut token)?;
        let token = token.trim();
        Ok((!token.is_empty()).then(|| token.to_owned()))
    }

    /// Keeps a token here. The file is not replaced, since the lock is on it.
    ///
    /// # Errors
    /// The token is too long, or the file can't be written.
    pub fn write(&mut self, token: &str) -> io::Result<()> {
        let length = token.len().try_into().unwrap_or(u64::MAX);
        if length > MAX_TOKEN_BYTES {
            return Err(io::Error::other("no token is so long"));
        }
        self.file.rewind()?;
        self.file.write_all(token.as_bytes())?;
        self.file.set_len(length)?;
        self.file.sync_data()
    }

    /// Forgets the token, and with it the seat.
    ///
    /// # Errors
    /// The files can't be written.
    pub fn forget(&mut self) -> io::Result<()> {
        held_seat::write(&self.seat_path(), None)?;
        self.write("")
    }
}

impl Drop for TokenSlot {
    /// A place without a token is of no use to anybody; it goes before its lock does.
    fn drop(&mut self) {
        let is_empty = self.file.metadata().is_ok_and(|about| about.len() == 0);
        if is_empty {
            // One that stays is found empty and used again.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The file of a place, locked; none where another program has it.
fn lock(path: &Path) -> io::Result<Option<File>> {
    loop {
        let file = state_dir::open_private(path)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) if is_at(&file, path) => return Ok(Some(file)),
            // Whoever had the lock has taken the file away: there is room for a new one.
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Whether a path still leads to an open file.
fn is_at(file: &File, path: &Path) -> bool {
    let identity = |about: &Metadata| (about.dev(), about.ino());
    let (open, found) = (file.metadata(), fs::metadata(path));
    matches!((open, found), (Ok(open), Ok(found)) if identity(&open) == identity(&found))
}

/// Names of servers and players make no file names as they are.
fn file_name(server: &str, name: &str) -> String {
    let hash = Sha256::new()
        .chain_update(server)
        .chain_update([0])
        .chain_update(name)
        .finalize();
    let half = hash.iter().take(16);
    half.fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    const SERVER: &str = "ws://127.0.0.1:2048";

    fn open(dir: &tempfile::TempDir, name: &str) -> TokenSlot {
        TokenSlot::open(dir.path(), SERVER, name, None).expect("a free place")
    }

    fn token(slot: &mut TokenSlot) -> Option<String> {
        slot.read().expect("a readable file")
    }

    #[test]
    fn a_token_comes_back_after_its_program_is_gone() {
        let dir = tempfile::tempdir().expect("a directory");
        let mut slot = open(&dir, "Ana");
        assert_eq!(token(&mut slot), None);
        slot.write("first and longer").expect("writing");
        slot.write("second").expect("writing");
        drop(slot);
        assert_eq!(token(&mut open(&dir, "Ana")).as_deref(), Some("second"));
        assert_eq!(token(&mut open(&dir, "Bo")), None);
    }

    #[test]
    fn two_programs_at_once_are_two_players() {
        let dir = tempfile::tempdir().expect("a directory");
        let mut host = open(&dir, "Ana");
        host.write("host").expect("writing");
        let mut join = open(&dir, "Ana");
        assert_eq!(token(&mut join), None);
        join.write("join").expect("writing");
        drop(host);
        assert_eq!(token(&mut open(&dir, "Ana")).as_deref(), Some("host"));
    }

    #[test]
    fn a_forgotten_token_is_gone() {
        let dir = tempfile::tempdir().expect("a directory");
        let mut slot = open(&dir, "Ana");
        slot.write("secret").expect("writing");
        slot.forget().expect("writing");
        assert_eq!(token(&mut slot), None);
    }

    #[test]
    fn what_is_too_long_for_a_token_is_not_kept() {
        let dir = tempfile::tempdir().expect("a directory");
        let mut slot = open(&dir, "Ana");
        slot.write("secret").expect("writing");
        assert!(slot.write(&"x".repeat(257)).is_err());
        assert_eq!(token(&mut slot).as_deref(), Some("secret"));
    }

    #[test]
    fn a_place_without_a_token_leaves_nothing_behind() {
        let dir = tempfile::tempdir().expect("a directory");
        let files = || std::fs::read_dir(dir.path().join("tokens")).map_or(0, Iterator::count);
        let mut first = open(&dir, "Ana");
        let second = open(&dir, "Ana");
        assert_eq!(files(), 2);
        drop(second);
        assert_eq!(files(), 1);
        first.write("secret").expect("writing");
        drop(first);
        assert_eq!(files(), 1);
        let mut again = open(&dir, "Ana");
        assert_eq!(token(&mut again).as_deref(), Some("secret"));
        again.forget().expect("writing");
        drop(again);
        assert_eq!(files(), 0);
    }

    #[test]
    fn nobody_else_may_read_a_token() {
        let dir = tempfile::tempdir().expect("a directory");
        let slot = open(&dir, "Ana");
        let mode = slot.file.metadata().expect("metadata").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
