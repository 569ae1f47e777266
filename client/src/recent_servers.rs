//! The servers that somebody was at last, the newest first.

use std::io;
use std::path::Path;

use rustix::fs::{FlockOperation, flock};

use crate::{address, state_dir};

/// How many are remembered.
pub const MAX: usize = 8;
/// What the file is called.
const NAME: &str = "servers.json";
/// The most bytes of the file, with room for what somebody adds by hand.
const MAX_FILE_BYTES: u64 = 16 * 1024;
/// The most bytes of an address that is offered: as many characters as its field takes.
const MAX_BYTES: usize = 128;

/// The servers that are remembered, `ws://HOST:PORT`; none where there is no file or it can't be read.
#[must_use]
pub fn read(state_dir: &Path) -> Vec<String> {
    let file = state_dir::read(&state_dir.join(NAME), MAX_FILE_BYTES).ok();
    let servers: Option<Vec<String>> = file.and_then(|json| serde_json::from_slice(&json).ok());
    let servers = servers.into_iter().flatten();
    // Somebody may have written it by hand.
    let servers = servers.filter(|server| server.len() <= MAX_BYTES);
    let servers = servers.filter_map(|server| address::server(&server).ok());
    servers.take(MAX).collect()
}

/// Remembers a server beside what other programs have remembered meanwhile.
///
/// # Errors
/// The system refuses.
pub fn remember(state_dir: &Path, server: &str) -> io::Result<()> {
    let lock = state_dir::open_private(&state_dir.join("servers.lock"))?;
    flock(&lock, FlockOperation::LockExclusive)?;
    let mut servers = read(state_dir);
    put_first(&mut servers, server);
    state_dir::write_whole(&state_dir.join(NAME), &serde_json::to_vec_pretty(&servers)?)
}

/// Puts a server before the others, of which there are never more than [`MAX`].
pub fn put_first(servers: &mut Vec<String>, server: &str) {
    servers.retain(|other| other != server);
    servers.insert(0, server.to_owned());
    servers.truncate(MAX);
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_last_ones_are_remembered_newest_first_and_once() {
        let dir = tempfile::tempdir().expect("a directory");
        assert_eq!(read(dir.path()), Vec::<String>::new());
        let server = |number: usize| format!("ws://host{number}:2048");
        for number in (0..20).chain([15]) {
            remember(dir.path(), &server(number)).expect("writing");
        }
        let expected = [15, 19, 18, 17, 16, 14, 13, 12].map(server);
        assert_eq!(read(dir.path()), expected);
    }

    #[test]
    fn what_is_no_server_is_not_offered() {
        let dir = tempfile::tempdir().expect("a directory");
        let long = "x".repeat(200);
        let json = serde_json::json!(["host", "\u{1b}[2J", "a:b:c", long, "wss://other"]);
        fs::write(dir.path().join(NAME), json.to_string()).expect("writing");
        assert_eq!(read(dir.path()), ["ws://host:2048", "wss://other:443"]);
        fs::write(dir.path().join(NAME), "{").expect("writing");
        assert_eq!(read(dir.path()), Vec::<String>::new());
    }
}
