//! Why a journal is not there, or something in it can't be read.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;

/// Why a journal was not opened; each says what to do.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has it.
    #[error(
        "another server uses the journal in {}; stop that one, or give this one another directory with --data-dir",
        .dir.display()
    )]
    Locked {
        /// The directory of the journal.
        dir: PathBuf,
    },
    /// A later program has written it.
    #[error(
        "the journal {} is of version {found} and this program knows versions up to {known}; start the newer program, \
         or give this one another directory with --data-dir",
        .file.display()
    )]
    Newer {
        /// The file.
        file: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version that is known here.
        known: i64,
    },
    /// It is something else.
    #[error(
        "{} is not a journal of this program; move it away, or give another directory with --data-dir",
        .file.display()
    )]
    NotOurs {
        /// The file.
        file: PathBuf,
    },
    /// There is none to be copied.
    #[error("there is no journal {}; name its directory with --data-dir", .file.display())]
    Missing {
        /// Where it would be.
        file: PathBuf,
    },
    /// What was to be made is there.
    #[error("{} is there already and is not overwritten; remove it, or choose another name", .file.display())]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// A file of the journal is a link, a pipe or a directory.
    #[error(
        "{} has to be a file of its own, no link, pipe or directory; remove it or put the file itself there, or give \
         another directory with --data-dir",
        .file.display()
    )]
    NotAFile {
        /// What is there.
        file: PathBuf,
    },
    /// What is in it is not what was written.
    #[error(
        "the journal {} is damaged: {what}; leave it stopped and keep a copy of the whole directory, then restore a \
         backup as the only file in it, or start anew with another --data-dir",
        .file.display()
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What was found.
        what: String,
    },
    /// The database library is not one to be trusted with a journal.
    #[error(
        "SQLite {version} can lose what it has committed; build this program with version 3.51.3 or later"
    )]
    Library {
        /// Its version.
        version: &'static str,
    },
    /// The system refused something.
    #[error("can't {doing} {}: {source}", .path.display())]
    Io {
        /// What was tried.
        doing: &'static str,
        /// With what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The database library refused something.
    #[error("can't open the journal {}: {source}", .file.display())]
    Sqlite {
        /// The file.
        file: PathBuf,
        /// Why not.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A thread of the journal could not be started.
    #[error("can't start the journal's threads: {0}")]
    Thread(io::Error),
}

/// Why a row can't be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    /// What is there is not what was written.
    #[error("{}", one_line(.0))]
    Damaged(String),
    /// It could not be asked.
    #[error("{}", one_line(.0))]
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, SqliteFailure,
            Utf8Error,
        };
        match error {
            SqliteFailure(ref failure, _) if is_damage(failure.code) => {
                Self::Damaged(error.to_string())
            }
            FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..) => Self::Damaged(error.to_string()),
            error => Self::Failed(error),
        }
    }
}

impl ReadError {
    /// The system refused something.
    pub(super) fn io(error: io::Error) -> Self {
        Self::Failed(rusqlite::Error::ToSqlConversionFailure(error.into()))
    }

    /// The same for whoever opens the journal.
    pub(super) fn at(self, file: PathBuf) -> OpenError {
        match self {
            Self::Damaged(what) => OpenError::Damaged {
                file,
                what: one_line(&what),
            },
            Self::Failed(source) => OpenError::Sqlite {
                file,
                source: one_line(&source).into(),
            },
        }
    }
}

/// The words of others, which may be several lines, as a part of a sentence.
fn one_line(said: &impl Display) -> String {
    let said = said.to_string();
    let pieces = said.split(char::is_control).map(str::trim);
    let pieces: Vec<&str> = pieces.filter(|piece| !piece.is_empty()).collect();
    pieces.join(" ")
}

fn is_damage(code: rusqlite::ErrorCode) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase, TypeMismatch};
    matches!(code, DatabaseCorrupt | NotADatabase | TypeMismatch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_others_say_is_one_line() {
        const SAID: &str = "in table tables, *** in main ***\r\n\nTree 16: wrong\n";
        let failure = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_ERROR);
        let failed = || rusqlite::Error::SqliteFailure(failure, Some(SAID.into()));
        let found = || [ReadError::Damaged(SAID.into()), ReadError::Failed(failed())];
        let shown = found().map(|error| error.to_string());
        let refused = found().map(|error| error.at("journal.db".into()).to_string());
        for text in shown.into_iter().chain(refused) {
            let expected = "in table tables, *** in main *** Tree 16: wrong";
            assert!(text.contains(expected), "{text}");
            assert!(!text.contains(char::is_control), "{text:?}");
        }
    }
}
