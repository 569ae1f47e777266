//! The user's home directory in paths, as people write it.

use std::path::{Path, PathBuf};

/// The path that somebody has written; `~` and `~/` at its start are the home directory.
#[must_use]
pub fn expand(text: &str) -> PathBuf {
    expand_in(text, etcetera::home_dir().ok().as_deref())
}

/// A path as it is shown: with `~` for the home directory.
#[must_use]
pub fn shown(path: &Path) -> String {
    shown_in(path, etcetera::home_dir().ok().as_deref())
}

fn expand_in(text: &str, home: Option<&Path>) -> PathBuf {
    let behind = match text.strip_prefix('~') {
        Some("") => Some(""),
        Some(rest) => rest.strip_prefix('/'),
        None => None,
    };
    match (home, behind) {
        (Some(home), Some("")) => home.to_owned(),
        (Some(home), Some(behind)) => home.join(behind.trim_start_matches('/')),
        _ => PathBuf::from(text),
    }
}

fn shown_in(path: &Path, home: Option<&Path>) -> String {
    let below = home.and_then(|home| path.strip_prefix(home).ok());
    match below {
        Some(below) => Path::new("~").join(below).display().to_string(),
        None => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_at_the_start_is_the_home_directory() {
        let home = Path::new("/people/ana");
        for (text, path) in [
            ("~", "/people/ana"),
            ("~/", "/people/ana"),
            ("~/a/b.json", "/people/ana/a/b.json"),
            ("~//a", "/people/ana/a"),
            // The home of somebody else is not known here.
            ("~bo/a", "~bo/a"),
            ("a/~/b", "a/~/b"),
            ("/etc", "/etc"),
            ("", ""),
        ] {
            assert_eq!(expand_in(text, Some(home)), Path::new(path), "{text}");
            assert_eq!(expand_in(text, None), Path::new(text));
        }
    }

    #[test]
    fn a_path_below_home_is_shown_short_and_means_the_same() {
        let home = Path::new("/people/ana");
        for (path, text) in [
            ("/people/ana/a.json", "~/a.json"),
            ("/people/anabel/a.json", "/people/anabel/a.json"),
            ("/other/a.json", "/other/a.json"),
        ] {
            let shown = shown_in(Path::new(path), Some(home));
            assert_eq!(shown, text);
            assert_eq!(expand_in(&shown, Some(home)), Path::new(path));
        }
        assert_eq!(shown_in(Path::new("/other/a"), None), "/other/a");
    }
}
