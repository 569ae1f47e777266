//! The files of a journal in its directory.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use crate::journal::error::OpenError;
use crate::journal::sqlite::wal;

/// Whether a database and what stands beside it are files of their own, where they are there.
pub(in crate::journal) fn check_files(database: &Path) -> Result<(), OpenError> {
    check_file(database)?;
    check_file(&wal::beside(database))?;
    check_file(&database.with_extension("db-shm"))
}

/// Whether there is a file of its own, or nothing: a link may lead from two directories, each with
/// its lock, to one file, and a pipe would be waited for.
pub(super) fn check_file(path: &Path) -> Result<(), OpenError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => Ok(()),
        Ok(_) => Err(OpenError::NotAFile { file: path.into() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(io_error("look at", path)(error)),
    }
}

/// A new and empty file that its owner alone can read.
pub(in crate::journal) fn make_private(path: &Path) -> Result<(), OpenError> {
    let mut options = OpenOptions::new();
    let made = options.write(true).create_new(true).mode(0o600).open(path);
    match made {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(OpenError::Exists { file: path.into() })
        }
        Err(error) => Err(io_error("make", path)(error)),
    }
}

/// Comes back when the names in a directory are on disk.
pub(in crate::journal) fn sync_directory(dir: &Path) -> Result<(), OpenError> {
    let synced = File::open(dir).and_then(|dir| dir.sync_all());
    synced.map_err(io_error("write the directory", dir))
}

/// Removes a file, if it is there.
pub(super) fn remove_if_there(path: &Path) -> Result<(), OpenError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(io_error("remove", path)(error))
        }
        _ => Ok(()),
    }
}

/// The error of a step that the system has refused.
pub(super) fn io_error(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> OpenError {
    move |source| OpenError::Io {
        doing,
        path: path.into(),
        source,
    }
}
