//! `versus2048 replay --export`: a replay as a moving picture.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use anyhow::{anyhow, bail};

use crate::commands::print;
use crate::film::{Style, film};
use crate::model::{Lang, ThemeName};
use crate::replay_source::ReplaySource;
use crate::state_dir;
use crate::stdio;
use crate::text::{self, Trouble};

/// What stands for stdout where a file is named.
const STDOUT: &str = "-";
/// What every film begins with.
const HEAD: &[u8] = b"<svg";

/// Writes the film of a replay, which has to hold, to a file. One that is there is replaced where it
/// is a picture too: a slip of the keyboard costs no replay.
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
    let style = Style { theme, say };
    if path == Path::new(STDOUT) {
        return print(&film(&source.open(say)?, style));
    }
    let shown = text::clean(&path.display().to_string());
    if !is_svg(path) {
        bail!(say.trouble(&Trouble::NotSvg { path: &shown }));
    }
    if is_something_else(path) {
        bail!(say.trouble(&Trouble::NoPicture { path: &shown }));
    }
    let film = film(&source.open(say)?, style);
    state_dir::write_whole(path, film.as_bytes()).map_err(|error| {
        let cause = &error.to_string();
        let path = &shown;
        anyhow!(say.trouble(&Trouble::Picture { path, cause }))
    })?;
    stdio::say(&say.exported(&shown));
    Ok(())
}

/// Whether a browser takes a file of this name for what is written.
fn is_svg(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("svg"))
}

/// Whether something is at a path that is neither a picture nor empty. A device or a pipe is written to
/// and keeps its place, and whoever reads from it may wait for ever.
fn is_something_else(path: &Path) -> bool {
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return false;
    }
    let Ok(file) = File::open(path) else {
        return false;
    };
    let mut head = Vec::new();
    let read = file.take(HEAD.len() as u64).read_to_end(&mut head);
    read.is_err() || !HEAD.starts_with(&head)
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::os::fd::AsRawFd as _;

    use super::*;

    #[test]
    fn a_picture_has_the_name_of_one() {
        for (path, expected) in [
            ("match.svg", true),
            ("an.evening/MATCH.SVG", true),
            ("match.png", false),
            ("match.svg.gif", false),
            ("svg", false),
            (".svg", false),
            ("match.", false),
        ] {
            assert_eq!(is_svg(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn only_a_picture_is_replaced() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("match.svg");
        assert!(!is_something_else(&path));
        assert!(is_something_else(dir.path()));
        for (content, expected) in [
            ("", false),
            ("<svg xmlns=\"\">", false),
            ("{\"format\": 1}", true),
            ("text", true),
        ] {
            fs::write(&path, content).expect("writing");
            assert_eq!(is_something_else(&path), expected, "{content}");
        }
    }

    #[test]
    fn nobody_reads_from_a_pipe_that_is_written_to() {
        let (_reader, writer) = io::pipe().expect("a pipe");
        let path = format!("/dev/fd/{}", writer.as_raw_fd());
        assert!(!is_something_else(Path::new(&path)));
    }
}
