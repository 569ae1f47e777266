//! What is kept no longer: old replays by their age and by the space that they take, old players.
//! It is deleted in slices, so that no table waits for it.

use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior};

use crate::identity::{MAX_PLAYERS, TOKEN_LIFE_MS};

/// The most rows that one slice deletes: some milliseconds on a slow disk.
const SLICE_ROWS: usize = 1000;

/// How long what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::journal) struct Keeping {
    /// The age at which a finished match is forgotten, in milliseconds.
    pub(in crate::journal) replay_life_ms: Option<i64>,
    /// The most bytes that are in use before the oldest finished matches are forgotten.
    pub(in crate::journal) max_bytes: u64,
    /// The most players; past it the one who has been away for the longest is forgotten.
    pub(in crate::journal) max_players: i64,
}

/// What a slice has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::journal) struct Tidied {
    /// Finished matches that are no longer kept.
    pub(in crate::journal) replays: u64,
    /// Whether another slice has something to do.
    pub(in crate::journal) has_more: bool,
}

impl Keeping {
    /// Keeps replays for so many days, or for ever, and in so many bytes.
    pub(in crate::journal) fn new(days: Option<u32>, max_bytes: u64) -> Self {
        Self {
            replay_life_ms: days.map(|days| i64::from(days) * 24 * 60 * 60 * 1000),
            max_bytes,
            max_players: MAX_PLAYERS.try_into().unwrap_or(i64::MAX),
        }
    }

    /// Deletes what a slice has room for.
    pub(super) fn slice(
        self,
        connection: &mut Connection,
        now_ms: i64,
    ) -> rusqlite::Result<Tidied> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let tidied = self.tidy(&transaction, now_ms)?;
        transaction.commit()?;
        Ok(tidied)
    }

    fn tidy(self, transaction: &Transaction<'_>, now_ms: i64) -> rusqlite::Result<Tidied> {
        if let Some(game) = self.replay_to_forget(transaction, now_ms)? {
            let sql = "DELETE FROM finished WHERE game = ?1";
            transaction.prepare_cached(sql)?.execute([game])?;
            return Ok(Tidied {
                replays: 1,
                has_more: true,
            });
        }
        let deleted = self.delete_players(transaction, now_ms)?;
        Ok(Tidied {
            replays: 0,
            has_more: deleted == SLICE_ROWS,
        })
    }

    /// The oldest finished match, if it is too old or there is no space for it.
    fn replay_to_forget(
        self,
        connection: &Connection,
        now_ms: i64,
    ) -> rusqlite::Result<Option<[u8; 16]>> {
        let sql = "SELECT game, ended_at FROM finished ORDER BY ended_at LIMIT 1";
        let oldest = connection
            .prepare_cached(sql)?
            .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((game, ended_at)) = oldest else {
            return Ok(None);
        };
        let is_old = self
            .replay_life_ms
            .is_some_and(|life_ms| now_ms.saturating_sub(ended_at) > life_ms);
        Ok((is_old || used_bytes(connection)? > self.max_bytes).then_some(game))
    }

    /// Deletes players whose tokens hold no longer, and the oldest of too many.
    fn delete_players(self, connection: &Connection, now_ms: i64) -> rusqlite::Result<usize> {
        let oldest = oldest_use(now_ms);
        let count = "SELECT count(*) FROM players";
        let count: i64 = connection
            .prepare_cached(count)?
            .query_row([], |row| row.get(0))?;
        let surplus = (count - self.max_players).max(0);
        let sql = "DELETE FROM players WHERE token IN ( \
                   SELECT token FROM (SELECT token, used_at FROM players ORDER BY used_at LIMIT ?1) \
                   WHERE used_at <= ?2 OR ?3)";
        let slice = i64::try_from(SLICE_ROWS).unwrap_or(i64::MAX);
        let mut delete = connection.prepare_cached(sql)?;
        if surplus > 0 {
            return delete.execute((surplus.min(slice), oldest, true));
        }
        delete.execute((slice, oldest, false))
    }
}

/// The last use, in Unix seconds, of the newest token that holds no longer.
pub(super) const fn oldest_use(now_ms: i64) -> i64 {
    now_ms
        .saturating_sub_unsigned(TOKEN_LIFE_MS)
        .div_euclid(1000)
}

/// The bytes that are in use: pages that are free for new rows don't count.
fn used_bytes(connection: &Connection) -> rusqlite::Result<u64> {
    let number = |name: &str| -> rusqlite::Result<i64> {
        connection.pragma_query_value(None, name, |row| row.get(0))
    };
    let pages = number("page_count")?.saturating_sub(number("freelist_count")?);
    let bytes = pages.saturating_mul(number("page_size")?);
    Ok(bytes.try_into().unwrap_or(0))
}
