//! `versus2048 replay --export`: a replay as a moving picture.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;

use crate::film::{Style, film};
use crate::model::{Lang, ThemeName};
use crate::replay_source::ReplaySource;
use crate::{state_dir, text};

/// Writes the film of a replay, which has to hold, to a file.
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
    let tape = source.open(say)?;
    let film = film(&tape, Style { theme, say });
    let shown = text::clean(&path.display().to_string());
    state_dir::write_whole(path, film.as_bytes())
        .with_context(|| format!("can't write the picture to {shown}"))?;
    // Where nobody reads it, nothing can be done about it.
    let _ = writeln!(io::stderr(), "versus2048: {}", say.exported(&shown));
    Ok(())
}
