//! Whether the journal takes what it is given.

use std::fmt;
use std::io;
use std::sync::Arc;

use rusqlite::ErrorCode;

use crate::journal::error::ReadError;

/// How the journal is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// The last commit or probe is on disk.
    Healthy,
    /// Nothing is taken until a probe is on disk.
    Failing {
        /// The kind of trouble.
        trouble: Trouble,
        /// What the last try said, for the log.
        why: Arc<str>,
    },
}

/// What is the matter with a journal, for whoever asks from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// There is no room for more.
    Full,
    /// The disk does not do what it is asked for.
    Disk,
    /// The disk has been asked for something and does not come back.
    Hanging,
    /// Nothing can be written there.
    ReadOnly,
    /// The file is not there or may not be opened.
    Closed,
    /// Another program keeps it from being written.
    Busy,
    /// What is in it is not what was written.
    Damaged,
    /// Nobody writes any more.
    Ended,
    /// Something else.
    Other,
}

impl Health {
    /// What an error means.
    pub(super) fn failing(error: &ReadError) -> Self {
        Self::Failing {
            trouble: Trouble::of(error),
            why: error.to_string().into(),
        }
    }

    /// The disk does not come back.
    pub(super) fn hanging() -> Self {
        let trouble = Trouble::Hanging;
        let why = trouble.to_string().into();
        Self::Failing { trouble, why }
    }

    /// The trouble of a journal that fails.
    pub(super) const fn trouble(&self) -> Option<Trouble> {
        match self {
            Self::Healthy => None,
            Self::Failing { trouble, .. } => Some(*trouble),
        }
    }

    /// Whether anything is taken now.
    pub(crate) const fn is_healthy(&self) -> bool {
        matches!(self, Self::Healthy)
    }
}

impl Trouble {
    fn of(error: &ReadError) -> Self {
        match error {
            ReadError::Damaged(_) => Self::Damaged,
            ReadError::Failed(error) => match error.sqlite_error_code() {
                Some(ErrorCode::DiskFull) => Self::Full,
                Some(ErrorCode::SystemIoFailure) => Self::Disk,
                Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
                Some(ErrorCode::CannotOpen) => Self::Closed,
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
                Some(_) => Self::Other,
                None => Self::of_system(error),
            },
        }
    }

    fn of_system(error: &rusqlite::Error) -> Self {
        let rusqlite::Error::ToSqlConversionFailure(source) = error else {
            return Self::Other;
        };
        match source.downcast_ref().map(io::Error::kind) {
            Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) => Self::Full,
            Some(io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied) => {
                Self::ReadOnly
            }
            _ => Self::Other,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "its disk is full",
            Self::Disk => "its disk fails",
            Self::Hanging => "its disk does not answer",
            Self::ReadOnly => "its disk or file can only be read",
            Self::Closed => "its file can't be opened",
            Self::Busy => "another program holds it",
            Self::Damaged => "it is damaged",
            Self::Ended => "its writer has ended",
            Self::Other => "the server's log says why",
        })
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::*;

    #[track_caller]
    fn check(error: impl Into<ReadError>, expected: Trouble) {
        assert_eq!(Trouble::of(&error.into()), expected);
    }

    #[test]
    fn what_the_database_and_the_system_say_has_a_meaning() {
        let sqlite = |code| rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
        let system = |kind: io::ErrorKind| ReadError::io(kind.into());
        check(sqlite(ffi::SQLITE_FULL), Trouble::Full);
        check(sqlite(ffi::SQLITE_IOERR_FSYNC), Trouble::Disk);
        check(sqlite(ffi::SQLITE_READONLY_DBMOVED), Trouble::ReadOnly);
        check(sqlite(ffi::SQLITE_CANTOPEN), Trouble::Closed);
        check(sqlite(ffi::SQLITE_BUSY), Trouble::Busy);
        check(sqlite(ffi::SQLITE_CORRUPT), Trouble::Damaged);
        check(sqlite(ffi::SQLITE_ERROR), Trouble::Other);
        check(system(io::ErrorKind::StorageFull), Trouble::Full);
        check(system(io::ErrorKind::ReadOnlyFilesystem), Trouble::ReadOnly);
        check(system(io::ErrorKind::Other), Trouble::Other);
    }
}
