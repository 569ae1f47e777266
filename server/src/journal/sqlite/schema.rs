//! The versions of the database: what each adds, and whether what is there is what it should be.

use std::path::Path;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use crate::clock::now_unix_ms;
use crate::journal::error::{OpenError, ReadError};
use crate::journal::sqlite::version_1;

/// What says that a database is ours: "2048" in ASCII.
const APPLICATION_ID: i64 = 0x3230_3438;

/// What each version does to the one before, from version 1 on.
#[derive(Clone, Copy, Debug)]
pub(in crate::journal) struct Schema(pub(super) &'static [&'static [Step]]);

/// A part of what a version does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Statements.
    Sql(&'static str),
    /// What takes more than statements; it is given the time of day in Unix milliseconds.
    Code(fn(&Connection, i64) -> Result<(), ReadError>),
}

impl Schema {
    /// The versions that this program knows.
    pub(in crate::journal) const CURRENT: Self = Self(&[
        &[Step::Sql(include_str!("schema/1.sql"))],
        &[
            Step::Sql(include_str!("schema/2.sql")),
            Step::Code(version_1::carry_over),
            Step::Sql(include_str!("schema/2_without_1.sql")),
        ],
    ]);

    /// The newest version.
    pub(super) fn version(self) -> i64 {
        i64::try_from(self.0.len()).unwrap_or(i64::MAX)
    }

    /// Makes an empty database ours.
    pub(super) fn make(self, connection: &mut Connection) -> Result<(), ReadError> {
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        self.migrate(connection)
    }

    /// Brings a database to the newest version, one transaction a version.
    pub(super) fn migrate(self, connection: &mut Connection) -> Result<(), ReadError> {
        let found = version(connection)?;
        for (version, steps) in (1_i64..)
            .zip(self.0)
            .filter(|&(version, _)| version > found)
        {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for step in *steps {
                step.take(&transaction)?;
            }
            transaction.pragma_update(None, "user_version", version)?;
            transaction.commit()?;
        }
        Ok(())
    }

    /// Whether the tables and indexes are those of the newest version, to the letter.
    pub(super) fn check(self, connection: &Connection) -> Result<(), ReadError> {
        let mut fresh = Connection::open_in_memory()?;
        self.make(&mut fresh)?;
        if objects(connection)? == objects(&fresh)? {
            Ok(())
        } else {
            Err(ReadError::Damaged(
                "its tables are not those of its version".into(),
            ))
        }
    }
}

impl Step {
    fn take(self, connection: &Connection) -> Result<(), ReadError> {
        match self {
            Self::Sql(sql) => Ok(connection.execute_batch(sql)?),
            Self::Code(code) => code(connection, now_unix_ms()),
        }
    }
}

/// The version that a database says to have.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Whether a file says to be one of ours.
pub(in crate::journal) fn check_ours(
    connection: &Connection,
    file: &Path,
) -> Result<(), OpenError> {
    match connection.pragma_query_value(None, "application_id", |row| row.get(0)) {
        Ok(APPLICATION_ID) => Ok(()),
        Err(error) if error.sqlite_error_code() != Some(ErrorCode::NotADatabase) => {
            Err(ReadError::from(error).at(file.into()))
        }
        Ok(_) | Err(_) => Err(OpenError::NotOurs { file: file.into() }),
    }
}

/// Kind, name, table and definition of everything in a database.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<[Option<String>; 4]>> {
    let sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";
    let mut statement = connection.prepare(sql)?;
    let objects = statement.query_map([], |row| {
        Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
    })?;
    objects.collect()
}
