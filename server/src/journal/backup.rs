//! Copies of a journal, whole and checked, also while a server writes it.

use std::fs;
use std::path::Path;

use crate::journal::error::{OpenError, ReadError};
use crate::journal::sqlite::{Place, check_files, check_ours, fill, make_private, sync_directory};

/// Copies the journal of a directory, as it is at one moment, into a new file that its owner alone
/// can read. A server may be using it; its log is not cut back before the copy is made.
///
/// # Errors
/// There is no journal, it is damaged, or the copy could not be written; an existing file is never
/// overwritten.
pub fn back_up(data_dir: &Path, to: &Path) -> Result<(), OpenError> {
    let place = Place::in_directory(data_dir);
    let file = place.file();
    let failed = |error: ReadError| error.at(file.clone());
    check_files(&file)?;
    if !file.exists() {
        return Err(OpenError::Missing { file });
    }
    let connection = place.connect_reader().map_err(failed)?;
    check_ours(&connection, &file)?;
    make_private(to)?;
    let copied = fill(&connection, to).map_err(failed).and_then(|()| {
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty());
        sync_directory(parent.unwrap_or(Path::new(".")))
    });
    if copied.is_err() {
        // A copy that is not whole is worth nothing; if it can't be removed, the error says why.
        let _ = fs::remove_file(to);
    }
    copied
}
