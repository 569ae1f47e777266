//! One process a journal.

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::Path;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::journal::error::OpenError;
use crate::journal::sqlite::files::check_file;

/// What stands in the file while a database is open, and afterwards if it was not closed.
const OPEN: &str = "open\n";

/// Held as long as it lives; the system lets it go when the process ends, however that happens.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    was_left_open: bool,
    is_open: bool,
}

impl Lock {
    /// Takes the lock of a directory.
    pub(super) fn take(dir: &Path) -> Result<Self, OpenError> {
        let path = dir.join("lock");
        let failed = |source| OpenError::Io {
            doing: "lock",
            path: path.clone(),
            source,
        };
        check_file(&path)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.mode(0o600).open(&path).map_err(failed)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => return Err(OpenError::Locked { dir: dir.into() }),
            Err(error) => return Err(failed(error.into())),
        }
        let mut first = [0];
        let was_left_open = file.read(&mut first).map_err(failed)? > 0;
        Ok(Self {
            file,
            was_left_open,
            is_open: false,
        })
    }

    /// Whether whoever had it last has not closed its database.
    pub(super) const fn was_left_open(&self) -> bool {
        self.was_left_open
    }

    /// Notes that the database is open, until the lock is let go.
    pub(super) fn note_open(&mut self) {
        self.is_open = true;
        // It serves a warning alone, for which a full disk need not keep a server from starting.
        let _ = self.file.write_all_at(OPEN.as_bytes(), 0);
    }
}

/// Comes when the connection is closed. Who was refused a database leaves the note about it alone.
impl Drop for Lock {
    fn drop(&mut self) {
        if self.is_open {
            // As above: if it fails, the next start may warn.
            let _ = self.file.set_len(0);
        }
    }
}
