//! The six kinds of rows, and the checksum that each of them has.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Row, params_from_iter};
use sha2::{Digest as _, Sha256};

use crate::journal::error::ReadError;

/// The number that says how a row's body is to be read. Rules never change for rows of a format.
const FORMAT: i64 = 1;
/// How many bytes of its hash a row keeps: enough against chance, and nobody else writes here.
const CHECKSUM_BYTES: usize = 8;

/// A kind of rows. Its last two columns are the format and the checksum of all before.
#[derive(Debug)]
pub(super) struct Relation {
    name: &'static str,
    put: &'static str,
}

/// Players who can come back.
pub(super) const PLAYERS: Relation = Relation {
    name: "players",
    put: "INSERT OR REPLACE INTO players (token, id, used_at, format, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
};

/// Open tables.
pub(super) const TABLES: Relation = Relation {
    name: "tables",
    put: "INSERT OR REPLACE INTO tables (code, body, format, checksum) VALUES (?1, ?2, ?3, ?4)",
};

/// Matches that have begun.
pub(super) const MATCHES: Relation = Relation {
    name: "matches",
    put: "INSERT INTO matches (id, body, format, checksum) VALUES (?1, ?2, ?3, ?4)",
};

/// What has happened to them.
pub(super) const EVENTS: Relation = Relation {
    name: "events",
    put: "INSERT INTO events (game, seq, body, format, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
};

/// How many events a match that is played has.
pub(super) const HEADS: Relation = Relation {
    name: "heads",
    put: "INSERT OR REPLACE INTO heads (game, seq, format, checksum) VALUES (?1, ?2, ?3, ?4)",
};

/// How they have ended.
pub(super) const RESULTS: Relation = Relation {
    name: "results",
    put: "INSERT INTO results (game, ended_at, listed, zero, one, body, format, checksum) \
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
};

impl Relation {
    /// Writes a row that has these columns before its format and its checksum.
    pub(super) fn put(
        &self,
        connection: &Connection,
        columns: &[ValueRef<'_>],
    ) -> rusqlite::Result<()> {
        let mut columns = columns.to_vec();
        columns.push(ValueRef::Integer(FORMAT));
        let checksum = self.checksum(columns.iter().copied());
        columns.push(ValueRef::Blob(&checksum));
        let mut statement = connection.prepare_cached(self.put)?;
        statement.execute(params_from_iter(
            columns.into_iter().map(ToSqlOutput::Borrowed),
        ))?;
        Ok(())
    }

    /// Checks a row with all its columns, in the order of its table.
    pub(super) fn check(&self, row: &Row<'_>) -> Result<(), ReadError> {
        let last = row.as_ref().column_count() - 1;
        let columns = (0..last)
            .map(|column| row.get_ref(column))
            .collect::<rusqlite::Result<Vec<_>>>()?;
        let checksum = self.checksum(columns.iter().copied());
        if row.get_ref(last)? != ValueRef::Blob(&checksum) {
            return Err(self.damaged("a row does not have the checksum of what is in it"));
        }
        if columns.last() != Some(&ValueRef::Integer(FORMAT)) {
            return Err(self.damaged("a row is of a format that is not known here"));
        }
        Ok(())
    }

    /// An error that names the table.
    pub(super) fn damaged(&self, what: impl std::fmt::Display) -> ReadError {
        ReadError::Damaged(format!("in table {}, {what}", self.name))
    }

    /// SHA-256 over the table's name and the columns, each with its kind and its length.
    fn checksum<'a>(&self, columns: impl Iterator<Item = ValueRef<'a>>) -> [u8; CHECKSUM_BYTES] {
        let mut hash = Sha256::new();
        add(&mut hash, b'n', self.name.as_bytes());
        for column in columns {
            match column {
                ValueRef::Integer(number) => add(&mut hash, b'i', &number.to_be_bytes()),
                ValueRef::Text(text) => add(&mut hash, b't', text),
                ValueRef::Blob(bytes) => add(&mut hash, b'b', bytes),
                ValueRef::Real(number) => add(&mut hash, b'r', &number.to_be_bytes()),
                ValueRef::Null => add(&mut hash, b'0', &[]),
            }
        }
        let mut checksum = [0; CHECKSUM_BYTES];
        checksum.copy_from_slice(&hash.finalize()[..CHECKSUM_BYTES]);
        checksum
    }
}

fn add(hash: &mut Sha256, kind: u8, bytes: &[u8]) {
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    hash.update([kind]);
    hash.update(length.to_be_bytes());
    hash.update(bytes);
}
