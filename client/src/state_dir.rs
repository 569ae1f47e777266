//! Where the client keeps what outlasts it, and how it writes there.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// What the directory is called within the user's state directory.
const NAME: &str = "versus2048";
/// The most files that were put aside; whoever has as many can look through them.
const MAX_ASIDE: u32 = 100;

/// The client's directory, `~/.local/state/versus2048` or what `XDG_STATE_HOME` makes of it; made
/// for its owner alone where it is not there yet.
///
/// # Errors
/// There is no home directory, or the directory can't be made.
pub fn open() -> io::Result<PathBuf> {
    let path = path()?;
    make(&path)?;
    Ok(path)
}

/// Where the client's directory is, whether it is there or not.
///
/// # Errors
/// There is no home directory.
pub fn path() -> io::Result<PathBuf> {
    let base = etcetera::choose_base_strategy().map_err(io::Error::other)?;
    let state_dir = base.state_dir().unwrap_or_else(|| base.data_dir());
    Ok(state_dir.join(NAME))
}

/// Makes a directory for its owner alone, where it is not there yet.
///
/// # Errors
/// The system refuses.
pub fn make(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Opens a file that only its owner may read and write, and makes it where it is not there yet.
///
/// # Errors
/// The system refuses.
pub fn open_private(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
}

/// A file that nobody else has locked, locked until it is dropped; none where another program has it.
///
/// # Errors
/// The system refuses.
pub fn lock(path: &Path) -> io::Result<Option<File>> {
    let file = open_private(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(file)),
        Err(Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// What a file holds. Somebody may have put anything in its place: what is no file is not waited for, and
/// what is larger than it ever gets is not read.
///
/// # Errors
/// The system refuses, or it is no such file (`InvalidData`).
pub fn read(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if found.is_file() && found.len() <= max_bytes {
        fs::read(path)
    } else {
        Err(io::ErrorKind::InvalidData.into())
    }
}

/// Replaces a file as a whole: whoever reads it, after a crash too, finds the old or the new one.
///
/// # Errors
/// The system refuses; the old file is still there then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, &format!(".{}.new", std::process::id()), bytes)
}

/// The same for a file that only whoever holds a lock writes: what a program leaves behind that is
/// killed meanwhile is written over by the next one.
///
/// # Errors
/// The system refuses; the old file is still there then.
pub fn write_locked(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, ".new", bytes)
}

/// Puts a new file in the place of what a path leads to: a link stays one. A device or a pipe has no
/// place of its own, so it is written to.
fn replace(path: &Path, more: &str, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(known) if known.is_file() => {
            let path = fs::canonicalize(path)?;
            write_by_way_of(&beside(&path, more), &path, bytes)
        }
        Ok(known) if !known.is_dir() => OpenOptions::new().write(true).open(path)?.write_all(bytes),
        _ => write_by_way_of(&beside(path, more), path, bytes),
    }
}

/// The path with more behind its name.
fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(more);
    path.with_file_name(name)
}

fn write_by_way_of(new: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = write_new(new, bytes).and_then(|()| fs::rename(new, path));
    if written.is_err() {
        // The file of an attempt that failed is of no use, and may not be there.
        let _ = fs::remove_file(new);
    }
    written
}

/// Gives a file a second name that nothing has yet, so that it is not lost by a new one; says which.
///
/// # Errors
/// The system refuses, or too many files were put aside already.
pub fn put_aside(path: &Path) -> io::Result<PathBuf> {
    for number in 1..=MAX_ASIDE {
        let aside = match number {
            1 => beside(path, ".bad"),
            _ => beside(path, &format!(".bad.{number}")),
        };
        match fs::hard_link(path, &aside) {
            Ok(()) => return Ok(aside),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other(
        "there are too many files that were put aside",
    ))
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("best.json");
        write_whole(&path, b"old").expect("writing");
        write_whole(&path, b"new").expect("writing again");
        assert_eq!(fs::read(&path).expect("reading"), b"new");
        assert_eq!(fs::read_dir(dir.path()).expect("listing").count(), 1);
    }

    #[test]
    fn a_link_stays_one_and_what_it_leads_to_is_replaced() {
        let dir = tempfile::tempdir().expect("a directory");
        let (link, file) = (dir.path().join("settings.toml"), dir.path().join("mine"));
        fs::write(&file, b"old").expect("writing");
        symlink("mine", &link).expect("a link");
        for write in [write_whole, write_locked] {
            write(&link, b"new").expect("writing");
            assert!(link.is_symlink());
            assert_eq!(fs::read(&file).expect("reading"), b"new");
            assert_eq!(fs::read_dir(dir.path()).expect("listing").count(), 2);
        }
    }

    #[test]
    fn what_is_no_file_or_too_large_is_not_read() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("best.json");
        let read = || read(&path, 3).map_err(|error| error.kind());
        assert_eq!(read(), Err(io::ErrorKind::NotFound));
        fs::write(&path, b"old").expect("writing");
        assert_eq!(read(), Ok(b"old".to_vec()));
        fs::write(&path, b"long").expect("writing");
        assert_eq!(read(), Err(io::ErrorKind::InvalidData));
        fs::remove_file(&path).expect("removing");
        symlink("/dev/zero", &path).expect("a link");
        assert_eq!(read(), Err(io::ErrorKind::InvalidData));
        let (_reader, writer) = io::pipe().expect("a pipe");
        fs::remove_file(&path).expect("removing");
        symlink(format!("/dev/fd/{}", writer.as_raw_fd()), &path).expect("a link");
        assert_eq!(read(), Err(io::ErrorKind::InvalidData));
    }

    #[test]
    fn a_device_or_a_pipe_is_written_to() {
        let (mut reader, writer) = io::pipe().expect("a pipe");
        let path = format!("/dev/fd/{}", writer.as_raw_fd());
        write_whole(Path::new(&path), b"a film").expect("writing");
        drop(writer);
        let mut read = String::new();
        reader.read_to_string(&mut read).expect("reading");
        assert_eq!(read, "a film");
    }

    #[test]
    fn what_a_killed_program_has_left_is_written_over() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("best.json");
        fs::write(dir.path().join("best.json.new"), b"half of a lo").expect("writing");
        write_locked(&path, b"whole").expect("writing");
        assert_eq!(fs::read(&path).expect("reading"), b"whole");
        assert_eq!(fs::read_dir(dir.path()).expect("listing").count(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_nothing_behind() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("taken");
        fs::create_dir(&path).expect("a directory in the way");
        assert!(write_whole(&path, b"new").is_err());
        assert_eq!(fs::read_dir(dir.path()).expect("listing").count(), 1);
    }
}
