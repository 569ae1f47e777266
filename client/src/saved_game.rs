//! The game of one alone that is not over: kept after every move, for after a crash or another day.
//!
//! Each kind of game has places of its own, locked while in use: two programs of one user never write
//! the same game.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;
use versus2048_protocol::replay::ReplayMove;
use versus2048_protocol::rules::{Options, Secret};

use crate::state_dir;

/// The version of the format.
pub const VERSION: u32 = 2;
/// What the directory of the games is called.
const DIRECTORY: &str = "solo";
/// The most files that are looked at for the newest game; a kind of game has two.
const MAX_FILES: usize = 1000;
/// How many programs of one user keep a game of the same kind at the same time.
const MAX_SLOTS: u32 = 8;
/// The most bytes of a game that are read: those of a hundred thousand moves.
const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// A game that is not over. The tiles follow from its secret and its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedGame {
    /// The version of this format.
    pub version: u32,
    /// The options of the board; without a target, since the board plays on after it.
    pub options: Options,
    /// The tile to reach.
    pub goal: Option<u64>,
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

/// Why a game that was kept can't be gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// Another version of this program has kept it.
    OtherVersion,
    /// It can't be read, or can't have been.
    Damaged,
}

/// The place of one game, locked until it is dropped.
#[derive(Debug)]
pub struct GameSlot {
    path: PathBuf,
    goal: Option<u64>,
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
        let dir = state_dir.join(DIRECTORY);
        state_dir::make(&dir)?;
        let kind = file_name(options, goal, secret)?;
        for number in 1..=MAX_SLOTS {
            let name = format!("{kind}-{number}");
            if let Some(lock) = state_dir::lock(&dir.join(format!("{name}.lock")))? {
                let path = dir.join(format!("{name}.json"));
                return Ok(Self {
                    path,
                    goal,
                    _lock: lock,
                });
            }
        }
        Err(io::Error::other("every place for a game is in use"))
    }

    /// Where the game is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The tile to reach in games that are kept here.
    #[must_use]
    pub const fn goal(&self) -> Option<u64> {
        self.goal
    }

    /// The game that is kept here, if one is.
    ///
    /// # Errors
    /// It can't be gone on with.
    pub fn read(&self) -> Result<Option<SavedGame>, Unusable> {
        read(&self.path)
    }

    /// Puts what is kept here aside, so that no other game is written over it; says where.
    ///
    /// # Errors
    /// The system refuses.
    pub fn put_aside(&self) -> io::Result<PathBuf> {
        let aside = state_dir::put_aside(&self.path)?;
        fs::remove_file(&self.path)?;
        Ok(aside)
    }
}

/// The options of the game that was kept last, with its target; none where none is kept.
#[must_use]
pub fn newest(state_dir: &Path) -> Option<Options> {
    let files = fs::read_dir(state_dir.join(DIRECTORY)).ok()?;
    let files = files.flatten().take(MAX_FILES).map(|file| file.path());
    let games = files.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let mut games: Vec<_> = games
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    games.sort();
    let game = games.iter().rev().find_map(|(_, path)| read(path).ok()?)?;
    Some(Options {
        target: game.goal,
        ..game.options
    })
}

fn read(path: &Path) -> Result<Option<SavedGame>, Unusable> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    let bytes = match state_dir::read(path, MAX_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|_| Unusable::Damaged)?,
    };
    match serde_json::from_slice(&bytes) {
        Ok(Versioned { version: VERSION }) => {}
        Ok(_) => return Err(Unusable::OtherVersion),
        Err(_) => return Err(Unusable::Damaged),
    }
    let game = serde_json::from_slice(&bytes);
    game.map(Some).map_err(|_| Unusable::Damaged)
}

/// Keeps a game, or none any more, in a place that is locked.
///
/// # Errors
/// The system refuses.
pub fn write(path: &Path, game: Option<&SavedGame>) -> io::Result<()> {
    match game {
        Some(game) => state_dir::write_locked(path, &serde_json::to_vec(game)?),
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
            goal: Some(2048),
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
        assert_eq!(slot.read(), Ok(None));
        write(slot.path(), Some(&game())).expect("writing");
        drop(slot);
        assert_eq!(open(&dir, Some(2048), None).read(), Ok(Some(game())));
        assert_eq!(open(&dir, None, None).read(), Ok(None));
        let secret = Secret([7; 32]);
        assert_eq!(open(&dir, Some(2048), Some(&secret)).read(), Ok(None));
        write(open(&dir, Some(2048), None).path(), None).expect("writing");
        assert_eq!(open(&dir, Some(2048), None).read(), Ok(None));
    }

    #[test]
    fn a_game_that_is_played_is_offered_to_nobody_else() {
        let dir = tempfile::tempdir().expect("a directory");
        let first = open(&dir, None, None);
        write(first.path(), Some(&game())).expect("writing");
        let second = open(&dir, None, None);
        assert_eq!(second.read(), Ok(None));
        assert_ne!(first.path(), second.path());
    }

    #[test]
    fn what_can_not_be_gone_on_with_is_told_and_put_aside() {
        let dir = tempfile::tempdir().expect("a directory");
        let slot = open(&dir, None, None);
        let of_version = |version| {
            let game = SavedGame { version, ..game() };
            serde_json::to_string(&game).expect("JSON")
        };
        let cut_off = &of_version(VERSION)[..40];
        let found = [
            ("", Unusable::Damaged),
            ("{}", Unusable::Damaged),
            (cut_off, Unusable::Damaged),
            (&of_version(VERSION + 1), Unusable::OtherVersion),
            ("{\"version\": 1}", Unusable::OtherVersion),
            ("{\"version\": 2}", Unusable::Damaged),
        ];
        for (text, why) in found {
            fs::write(slot.path(), text).expect("writing");
            assert_eq!(slot.read(), Err(why), "{text}");
            let aside = slot.put_aside().expect("writing");
            assert_eq!(slot.read(), Ok(None));
            assert_eq!(fs::read_to_string(aside).expect("reading"), text);
        }
    }

    #[test]
    fn the_newest_game_is_found_whatever_kind_it_is() {
        let dir = tempfile::tempdir().expect("a directory");
        assert_eq!(newest(dir.path()), None);
        let other = SavedGame {
            options: Options {
                rows: 3,
                target: None,
                ..Options::default()
            },
            goal: Some(64),
            ..game()
        };
        let hour = std::time::Duration::from_secs(3600);
        let keep = |game: &SavedGame, hours: u32| {
            let slot = GameSlot::open(dir.path(), &game.options, game.goal, None);
            let slot = slot.expect("a free place");
            write(slot.path(), Some(game)).expect("writing");
            let kept = File::open(slot.path()).expect("it is there");
            let at = std::time::SystemTime::UNIX_EPOCH + hours * hour;
            kept.set_modified(at).expect("it is ours");
        };
        keep(&game(), 1);
        keep(&other, 2);
        let newest_target = || newest(dir.path()).map(|options| (options.rows, options.target));
        assert_eq!(newest_target(), Some((3, Some(64))));
        keep(&game(), 3);
        assert_eq!(newest_target(), Some((4, Some(2048))));
    }
}
