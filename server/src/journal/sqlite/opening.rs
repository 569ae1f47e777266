//! How the database of a directory is found or made: nothing that is not wholly ours is touched.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use rusqlite::Connection;

use crate::journal::error::{OpenError, ReadError};
use crate::journal::sqlite::copying;
use crate::journal::sqlite::files::{
    check_files, io_error, make_private, remove_if_there, sync_directory,
};
use crate::journal::sqlite::lock::Lock;
use crate::journal::sqlite::place::Place;
use crate::journal::sqlite::schema::{Schema, check_ours, version};
use crate::journal::sqlite::wal;

/// The first `SQLite` that does not lose what it has committed with a write-ahead log: 3.51.3.
const SQLITE_VERSION: i32 = 3_051_003;

/// Makes the directory where there is none, and takes its lock.
pub(super) fn enter(dir: &Path) -> Result<Lock, OpenError> {
    let mut builder = DirBuilder::new();
    let made = builder.recursive(true).mode(0o700).create(dir);
    made.map_err(io_error("make the directory", dir))?;
    Lock::take(dir)
}

/// Whether a database that nobody has closed lacks its log. Somebody may have removed it, and what was
/// committed last with it; but a backup may have been put there too, or another program have emptied
/// the log into the database, which looks the same.
pub(super) fn is_log_gone(lock: &Lock, database: &Path) -> bool {
    lock.was_left_open() && database.exists() && !wal::beside(database).exists()
}

/// Whether the `SQLite` in this program can be trusted.
pub(super) fn check_library() -> Result<(), OpenError> {
    if rusqlite::version_number() >= SQLITE_VERSION {
        return Ok(());
    }
    let version = rusqlite::version();
    Err(OpenError::Library { version })
}

/// The database of a directory whose lock is held, at the newest version; made where there is none.
pub(super) fn open(dir: &Path, place: &Place, schema: Schema) -> Result<Connection, OpenError> {
    let file = place.file();
    match fs::symlink_metadata(&file) {
        Ok(found) if found.is_dir() => Err(OpenError::NotOurs { file }),
        Ok(found) if found.is_file() && found.len() == 0 => {
            let what = "it is empty".into();
            Err(OpenError::Damaged { file, what })
        }
        Ok(_) => open_existing(place, schema),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make(dir, &file, schema)?;
            open_existing(place, schema)
        }
        Err(error) => Err(io_error("look at", &file)(error)),
    }
}

fn open_existing(place: &Place, schema: Schema) -> Result<Connection, OpenError> {
    let file = place.file();
    let failed = |error: ReadError| error.at(file.clone());
    let sqlite = |error: rusqlite::Error| failed(error.into());
    check_files(&file)?;
    wal::check(&file)?;
    let mut connection = place.connect().map_err(sqlite)?;
    check_ours(&connection, &file)?;
    let found = version(&connection).map_err(sqlite)?;
    let known = schema.version();
    if found > known {
        return Err(OpenError::Newer { file, found, known });
    }
    if found < 1 {
        let what = format!("it says to be of version {found}");
        return Err(OpenError::Damaged { file, what });
    }
    if found < known {
        keep_older(&connection, &file, found)?;
    }
    place.settle(&connection).map_err(failed)?;
    schema.migrate(&mut connection).map_err(failed)?;
    schema.check(&connection).map_err(failed)?;
    Ok(connection)
}

/// Makes a database under another name first, so that one that is half made is never taken for ours.
fn make(dir: &Path, file: &Path, schema: Schema) -> Result<(), OpenError> {
    if fs::symlink_metadata(wal::beside(file)).is_ok() {
        let (file, what) = (
            file.into(),
            "it is gone, but its write-ahead log is there".into(),
        );
        return Err(OpenError::Damaged { file, what });
    }
    let new = dir.join("journal.db.new");
    // What a half-made one has left would be taken for a part of this one.
    remove_if_there(&dir.join("journal.db.new-journal"))?;
    remove_if_there(&new)?;
    make_private(&new)?;
    let place = Place::File(new.as_path().into());
    let failed = |error: ReadError| error.at(new.clone());
    let mut connection = place.connect().map_err(|error| failed(error.into()))?;
    schema.make(&mut connection).map_err(failed)?;
    drop(connection);
    fs::rename(&new, file).map_err(io_error("rename", &new))?;
    sync_directory(dir)
}

/// Keeps a copy of an older database beside it, before it is changed.
fn keep_older(connection: &Connection, file: &Path, version: i64) -> Result<(), OpenError> {
    let copy = file.with_extension(format!("db.v{version}-backup"));
    let new = file.with_extension(format!("db.v{version}-backup.new"));
    remove_if_there(&new)?;
    copying::copy(connection, &new).map_err(|error| error.at(file.into()))?;
    fs::rename(&new, &copy).map_err(io_error("rename", &new))?;
    sync_directory(file.parent().unwrap_or(Path::new(".")))?;
    let (file, copy) = (file.display(), copy.display());
    tracing::info!(%file, version, %copy, "an older journal is brought to this version; a copy of it is kept");
    Ok(())
}
