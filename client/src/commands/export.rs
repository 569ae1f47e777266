//! `versus2048 replay --export`: a replay as a moving picture.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{anyhow, bail};

use crate::film::{Style, film};
use crate::model::{Lang, ThemeName};
use crate::replay_source::ReplaySource;
use crate::state_dir;
use crate::text::{self, Trouble};

/// Writes the film of a replay, which has to hold, to a file; one that is there is replaced, as
/// `--record` does, unless it is the replay.
///
/// # Errors
/// The replay can't be read or does not hold, or the file can't be written.
pub fn export(
    source: &ReplaySource,
    path: &Path,
    theme: ThemeName,
    lang: Lang,
) -> anyhow::Result<()> {
    let say = text::of(lang);
    let shown = text::clean(&path.display().to_string());
    if is_read_from(source, path) {
        bail!(say.trouble(&Trouble::PictureIsReplay { path: &shown }));
    }
    let film = film(&source.open(say)?, Style { theme, say });
    state_dir::write_whole(path, film.as_bytes()).map_err(|error| {
        let cause = &error.to_string();
        let path = &shown;
        anyhow!(say.trouble(&Trouble::Picture { path, cause }))
    })?;
    // Where nobody reads it, nothing can be done about it.
    let _ = writeln!(io::stderr(), "versus2048: {}", say.exported(&shown));
    Ok(())
}

/// Whether a replay is read from the file at a path, however both are written.
fn is_read_from(source: &ReplaySource, path: &Path) -> bool {
    let ReplaySource::File(source) = source else {
        return false;
    };
    match (fs::canonicalize(source), fs::canonicalize(path)) {
        (Ok(source), Ok(path)) => source == path,
        _ => false,
    }
}
