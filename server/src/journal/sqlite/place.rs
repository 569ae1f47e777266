//! Where a journal is, and how connections to it are made: every setting is set and read back.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use uuid::Uuid;

use crate::journal::error::ReadError;
use crate::journal::sqlite::wal;

/// The name of the database in its directory.
pub(super) const FILE_NAME: &str = "journal.db";
/// How long a connection waits for another one's lock: far longer than any transaction here.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Room for every statement of the writer.
const CACHED_STATEMENTS: usize = 32;
/// The size to which the write-ahead log is cut back after a burst, in bytes.
const LOG_BYTES: i64 = 64 * 1024 * 1024;

/// Where a journal is; clones are the same place.
#[derive(Clone, Debug)]
pub(in crate::journal) enum Place {
    /// A file of its own.
    File(Arc<Path>),
    /// The memory of this process, under a name; gone with its last connection.
    Memory(Arc<str>),
}

impl Place {
    /// The database in a directory.
    pub(in crate::journal) fn in_directory(dir: &Path) -> Self {
        Self::File(dir.join(FILE_NAME).into())
    }

    /// A place in memory that nobody else has.
    pub(super) fn in_memory() -> Self {
        Self::Memory(format!("file:/{}?vfs=memdb", Uuid::now_v7()).into())
    }

    /// What stands for it in messages.
    pub(in crate::journal) fn file(&self) -> PathBuf {
        match self {
            Self::File(file) => file.to_path_buf(),
            Self::Memory(_) => PathBuf::from("in memory"),
        }
    }

    /// Whether what is written there outlives the process.
    pub(in crate::journal) const fn is_durable(&self) -> bool {
        matches!(self, Self::File(_))
    }

    /// The size of the write-ahead log, in bytes.
    pub(in crate::journal) fn wal_bytes(&self) -> u64 {
        let Self::File(file) = self else { return 0 };
        std::fs::metadata(wal::beside(file)).map_or(0, |wal| wal.len())
    }

    /// A connection of which nothing is set yet.
    pub(super) fn connect(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        self.connect_with(flags)
    }

    /// A short connection that only reads.
    pub(in crate::journal) fn connect_reader(&self) -> Result<Connection, ReadError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = self.connect_with(flags)?;
        set(&connection, "query_only", &1.into(), &1.into())?;
        set(&connection, "cell_size_check", &1.into(), &1.into())?;
        Ok(connection)
    }

    /// Sets everything that the writer's connection needs.
    pub(super) fn settle(&self, connection: &Connection) -> Result<(), ReadError> {
        let text = |text: &str| Value::Text(text.into());
        let mode = match self {
            Self::File(_) => "wal",
            Self::Memory(_) => "memory",
        };
        // 2 is FULL, and for the temporary store MEMORY.
        let settings: [(&str, Value, Value); 7] = [
            ("journal_mode", text(mode), text(mode)),
            ("synchronous", text("full"), 2.into()),
            ("foreign_keys", 1.into(), 1.into()),
            ("journal_size_limit", LOG_BYTES.into(), LOG_BYTES.into()),
            ("temp_store", text("memory"), 2.into()),
            ("cell_size_check", 1.into(), 1.into()),
            ("trusted_schema", 0.into(), 0.into()),
        ];
        for (name, wanted, expected) in &settings {
            set(connection, name, wanted, expected)?;
        }
        connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
        Ok(())
    }

    fn connect_with(&self, flags: OpenFlags) -> rusqlite::Result<Connection> {
        let connection = match self {
            Self::File(file) => Connection::open_with_flags(file, flags),
            Self::Memory(name) => Connection::open_with_flags(
                &**name,
                // The first one makes it.
                OpenFlags::SQLITE_OPEN_READ_WRITE
                    | OpenFlags::SQLITE_OPEN_CREATE
                    | OpenFlags::SQLITE_OPEN_NO_MUTEX
                    | OpenFlags::SQLITE_OPEN_URI,
            ),
        }?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        Ok(connection)
    }
}

/// Sets a pragma and reads it back.
fn set(
    connection: &Connection,
    name: &str,
    wanted: &Value,
    expected: &Value,
) -> Result<(), ReadError> {
    connection.pragma_update(None, name, wanted)?;
    let found: Value = connection.pragma_query_value(None, name, |row| row.get(0))?;
    if found == *expected {
        return Ok(());
    }
    let refused = rusqlite::Error::ToSqlConversionFailure(
        format!("SQLite keeps {name} at {found:?} where {expected:?} is needed").into(),
    );
    Err(ReadError::Failed(refused))
}
