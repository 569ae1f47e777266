//! Whether a disk that was full has room for a while again. A probe of one row is no proof: it fits
//! into what cutting back the log has set free, and the next commit fails as the last one did.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// How much has to be free before anything is taken again: more than a commit under load takes.
const ROOM_BYTES: usize = 1024 * 1024;

/// The file with which it is tried; it has no name while it is written, so nothing is left of it.
pub(super) fn beside(file: &Path) -> PathBuf {
    file.with_extension("db.room")
}

/// Proves that the disk of a file takes that much.
///
/// # Errors
/// It does not.
pub(super) fn prove(file: &Path) -> io::Result<()> {
    let path = beside(file);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    let mut room = options.open(&path)?;
    fs::remove_file(&path)?;
    // A file system that packs what it is given would have room for any number of zeros.
    let mut bytes = vec![0; ROOM_BYTES];
    rand::fill(&mut bytes[..]);
    room.write_all(&bytes)?;
    room.sync_all()
}
