//! The game of one alone that is not over: kept after every move, for after a crash or another day.
//!
//! Each kind of game has places of its own, locked while in use: two programs of one user never write
//! the same game.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;
use versus2048_protocol::replay::ReplayMove;
use versus2048_protocol::rules::{Options, Secret};

use crate::state_dir;

/// The version of the format.
pub const VERSION: u32 = 1;
/// How many programs of one user keep a game of the same kind at the same time.
const MAX_SLOTS: u32 = 8;
/// The most bytes of a game that are read: those of a hundred thousand moves.
const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// A game that is not over. The tiles follow from its secret and its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedGame {
    /// The version of this format.
    pub version: u32,
    /// The options of the board.
    pub options: Options,
    /// What the tiles follow from.
    pub secret: Secret,
    /// The id of the match.
    pub id: Uuid,
    /// When it was begun: RFC 3339, UTC.
    pub played_at: String,
    /// The moves, in their order.
    pub moves: Vec<ReplayMove>,
    /// Whether a move was taken back.
    pub is_undone: bool,
}

/// The place of one game, locked until it is dropped.
#[derive(Debug)]
pub struct GameSlot {
    path: PathBuf,
    /// Holds the lock.
    _lock: File,
}

impl GameSlot {
    /// The first place for games with these options, this target and this given secret, that no other
    /// program uses.
    ///
    /// # Errors
    /// The directory or a file in it can't be opened, or every place is in use.
    pub fn open(
        state_dir: &Path,
        options: &Options,
        goal: Option<u64>,
        secret: Option<&Secret>,
    ) -> io::Result<Self> {
        let dir = state_dir.join("solo");
        state_dir::make(&dir)?;
        let kind = file_name(options, goal, secret)?;
        for number in 1..=MAX_SLOTS {
            let name = format!("{kind}-{number}");
            if let Some(lock) = state_dir::lock(&dir.join(format!("{name}.lock")))? {
                let path = dir.join(format!("{name}.json"));
                return Ok(Self { path, _lock: lock });
            }
        }
        Err(io::Error::other("every place for a game is in use"))
    }

    /// Where the game is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The game that is kept here, if one is and can be read.
    #[must_use]
    pub fn read(&self) -> Option<SavedGame> {
        let mut bytes = Vec::new();
        let file = File::open(&self.path).ok()?;
        file.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
        let game: SavedGame = serde_json::from_slice(&bytes).ok()?;
        (game.version == VERSION).then_some(game)
    }
}

/// Keeps a game, or none any more, in a place that is locked.
///
/// # Errors
/// The system refuses.
pub fn write(path: &Path, game: Option<&SavedGame>) -> io::Result<()> {
    match game {
        Some(game) => state_dir::write_whole(path, &serde_json::to_vec(game)?),
        None => match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        },
    }
}

/// A name that differs where the games can't be the same.
fn file_name(options: &Options, goal: Option<u64>, secret: Option<&Secret>) -> io::Result<String> {
    let kind = serde_json::to_vec(&(options, goal, secret.map(Secret::commitment)))?;
    let hash = Sha256::digest(kind);
    let start = hash.iter().take(8);
    let start = start.fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    Ok(format!("{}x{}-{start}", options.rows, options.cols))
}

#[cfg(test)]
mod tests {
    use versus2048_protocol::game::Seat;
    use versus2048_protocol::rules::Direction;

    use super::*;

    fn game() -> SavedGame {
        SavedGame {
            version: VERSION,
            options: Options::default(),
            secret: Secret([7; 32]),
            id: Uuid::from_u128(1),
            played_at: "2026-01-01T00:00:00Z".into(),
            moves: vec![ReplayMove {
                at_ms: 12,
                seat: Seat::Zero,
                dir: Direction::Left,
            }],
            is_undone: false,
        }
    }

    fn open(dir: &tempfile::TempDir, goal: Option<u64>, secret: Option<&Secret>) -> GameSlot {
        let options = Options::default();
        GameSlot::open(dir.path(), &options, goal, secret).expect("a free place")
    }

    #[test]
    fn a_game_comes_back_to_its_own_kind_alone() {
        let dir = tempfile::tempdir().expect("a directory");
        let slot = open(&dir, Some(2048), None);
        assert_eq!(slot.read(), None);
        write(slot.path(), Some(&game())).expect("writing");
        drop(slot);
        assert_eq!(open(&dir, Some(2048), None).read(), Some(game()));
        assert_eq!(open(&dir, None, None).read(), None);
        let secret = Secret([7; 32]);
        assert_eq!(open(&dir, Some(2048), Some(&secret)).read(), None);
        write(open(&dir, Some(2048), None).path(), None).expect("writing");
        assert_eq!(open(&dir, Some(2048), None).read(), None);
    }

    #[test]
    fn a_game_that_is_played_is_offered_to_nobody_else() {
        let dir = tempfile::tempdir().expect("a directory");
        let first = open(&dir, None, None);
        write(first.path(), Some(&game())).expect("writing");
        let second = open(&dir, None, None);
        assert_eq!(second.read(), None);
        assert_ne!(first.path(), second.path());
    }

    #[test]
    fn what_is_no_game_is_none() {
        let dir = tempfile::tempdir().expect("a directory");
        let slot = open(&dir, None, None);
        let other = SavedGame {
            version: 2,
            ..game()
        };
        let other = serde_json::to_vec(&other).expect("JSON");
        for bytes in [b"{".to_vec(), other] {
            fs::write(slot.path(), bytes).expect("writing");
            assert_eq!(slot.read(), None);
        }
    }
}
