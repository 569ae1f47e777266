//! The seat that a player has at a table, remembered beside the token that it belongs to: after a crash
//! or a closed window the next start offers the way back. No token is in it.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::wire::Code;

use crate::tokens::{HOST_FILE, TokenSlot};
use crate::{address, state_dir};

/// How long a seat is offered: as long as a server keeps a token. Most are gone after a minute, but a
/// match that is paused waits for both.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);
/// The most entries of a directory that are looked at; an evening leaves a few.
const MAX_ENTRIES: usize = 256;
/// The most bytes of a file that are read; a server and a name have a few hundred.
const MAX_BYTES: u64 = 4096;
/// What the names of these files end with, behind those of the tokens.
const SUFFIX: &str = "seat";

/// A seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldSeat {
    /// The code of the table.
    pub code: Code,
    /// Where the table is.
    pub at: SeatPlace,
}

/// Where a table is, and who sits there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatPlace {
    /// On a server.
    Server {
        /// `ws://HOST:PORT`.
        server: String,
        /// The name to go by there.
        name: String,
    },
    /// On a server in this process, which goes on with what is in its journal.
    Hosted {
        /// Where it listens.
        listen: SocketAddr,
    },
}

/// The place of a seat beside the token of its player.
#[must_use]
pub fn path_beside(token: &Path) -> PathBuf {
    token.with_extension(SUFFIX)
}

/// Remembers a seat, or none any more.
///
/// # Errors
/// The system refuses.
pub fn write(path: &Path, seat: Option<&HeldSeat>) -> io::Result<()> {
    match seat {
        Some(seat) => state_dir::write_whole(path, &serde_json::to_vec(seat)?),
        None => match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        },
    }
}

/// The seat that is remembered in a file, if it may still be there.
#[must_use]
pub fn read(path: &Path) -> Option<HeldSeat> {
    let about = fs::metadata(path).ok()?;
    let age = SystemTime::now().duration_since(about.modified().ok()?);
    // A time to come is that of a clock that was set back.
    if age.unwrap_or_default() > MAX_AGE {
        return None;
    }
    let seat: HeldSeat = serde_json::from_slice(&state_dir::read(path, MAX_BYTES).ok()?).ok()?;
    checked(seat)
}

/// The seat that was taken last of those that may still be there and that no other program of the
/// user has: what another has is no crash.
#[must_use]
pub fn newest(state_dir: &Path) -> Option<HeldSeat> {
    let tokens = entries(&state_dir.join("tokens"));
    let hosted = entries(&state_dir.join("hosted"));
    let hosted = hosted.map(|data_dir| path_beside(&data_dir.join(HOST_FILE)));
    let seats = tokens.chain(hosted).filter_map(|path| {
        let when = fs::metadata(&path).ok()?.modified().ok()?;
        Some((when, read(&path)?, path))
    });
    let mut seats: Vec<_> = seats.collect();
    seats.sort_by_key(|(when, ..)| std::cmp::Reverse(*when));
    let free = seats
        .into_iter()
        .find(|(_, _, path)| TokenSlot::is_left(&path.with_extension("")));
    free.map(|(_, seat, _)| seat)
}

fn entries(dir: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(dir).into_iter().flatten().take(MAX_ENTRIES);
    entries.filter_map(|entry| Some(entry.ok()?.path()))
}

/// A seat as this program would have written it: somebody else may have.
fn checked(seat: HeldSeat) -> Option<HeldSeat> {
    let is_own = match &seat.at {
        SeatPlace::Server { server, name } => {
            address::server(server).as_ref() == Ok(server) && PlayerName::new(name).is_ok()
        }
        SeatPlace::Hosted { .. } => true,
    };
    is_own.then_some(seat)
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    const SERVER: &str = "ws://127.0.0.1:2048";

    fn seat(code: &str) -> HeldSeat {
        HeldSeat {
            code: code.parse().expect("a code"),
            at: SeatPlace::Server {
                server: SERVER.to_owned(),
                name: "Ana".to_owned(),
            },
        }
    }

    /// A player with a token, who sits at a table.
    fn sit(dir: &Path, code: &str) -> TokenSlot {
        let mut slot = TokenSlot::open(dir, SERVER, "Ana", None).expect("a free place");
        slot.write("token").expect("writing");
        write(&slot.seat_path(), Some(&seat(code))).expect("writing");
        slot
    }

    #[test]
    fn a_seat_is_offered_once_its_program_is_gone() {
        let dir = tempfile::tempdir().expect("a directory");
        assert_eq!(newest(dir.path()), None);
        let slot = sit(dir.path(), "K7QX4M");
        assert_eq!(newest(dir.path()), None, "it is played in another window");
        drop(slot);
        assert_eq!(newest(dir.path()), Some(seat("K7QX4M")));
        let slot = TokenSlot::open(dir.path(), SERVER, "Ana", None).expect("a free place");
        write(&slot.seat_path(), None).expect("forgetting");
        drop(slot);
        assert_eq!(newest(dir.path()), None);
    }

    #[test]
    fn whoever_goes_back_gets_the_token_of_that_seat() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = |code: Option<&str>| {
            let code = code.map(|code| code.parse().expect("a code"));
            let slot = TokenSlot::open(dir.path(), SERVER, "Ana", code).expect("a free place");
            slot.seat_path()
        };
        let windows = ["K7QX4M", "K7QX4N"].map(|code| sit(dir.path(), code));
        let [first, second] = windows.each_ref().map(TokenSlot::seat_path);
        assert_ne!(first, second);
        drop(windows);
        assert_eq!(path(Some("K7QX4N")), second);
        assert_eq!(path(Some("K7QX4M")), first);
        // Whoever does not say which is offered one all the same.
        assert_eq!(path(None), first);
        write(&first, None).expect("forgetting");
        assert_eq!(path(None), second);
    }

    #[test]
    fn a_seat_of_yesterday_is_not_offered() {
        let dir = tempfile::tempdir().expect("a directory");
        let slot = sit(dir.path(), "K7QX4M");
        let file = File::options().write(true).open(slot.seat_path());
        let yesterday = SystemTime::now() - MAX_AGE - Duration::from_secs(1);
        let file = file.expect("a file");
        file.set_modified(yesterday).expect("setting the time");
        drop(slot);
        assert_eq!(newest(dir.path()), None);
    }

    #[test]
    fn the_seat_of_a_host_is_found_beside_its_journal() {
        let dir = tempfile::tempdir().expect("a directory");
        let data_dir = dir.path().join("hosted").join("2048");
        state_dir::make(&data_dir).expect("a directory");
        let mut slot = TokenSlot::beside_journal(&data_dir).expect("a free place");
        slot.write("token").expect("writing");
        let hosted = HeldSeat {
            at: SeatPlace::Hosted {
                listen: ([0, 0, 0, 0], 2048).into(),
            },
            ..seat("K7QX4M")
        };
        write(&slot.seat_path(), Some(&hosted)).expect("writing");
        assert_eq!(newest(dir.path()), None);
        drop(slot);
        assert_eq!(newest(dir.path()), Some(hosted));
    }

    #[test]
    fn what_is_no_seat_is_not_offered() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = sit(dir.path(), "K7QX4M").seat_path();
        let json = serde_json::to_string(&seat("K7QX4M")).expect("JSON");
        for wrong in [
            "{".to_owned(),
            json.replace("127.0.0.1", "\\u001b[2J"),
            json.replace("Ana", "\\u001b[2J"),
            json.replace("K7QX4M", "K7"),
            " ".repeat(5000) + &json,
        ] {
            fs::write(&path, &wrong).expect("writing");
            assert_eq!(newest(dir.path()), None, "{wrong}");
        }
        fs::write(&path, json).expect("writing");
        assert!(newest(dir.path()).is_some());
    }
}
