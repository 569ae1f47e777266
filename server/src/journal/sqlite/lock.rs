//! One process a journal.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::journal::error::OpenError;
use crate::journal::sqlite::opening::check_file;

/// Held as long as it lives; the system lets it go when the process ends, however that happens.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
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
        options.write(true).create(true).truncate(false).mode(0o600);
        let file = options.open(&path).map_err(failed)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Self { _file: file }),
            Err(Errno::WOULDBLOCK) => Err(OpenError::Locked { dir: dir.into() }),
            Err(error) => Err(failed(error.into())),
        }
    }
}
