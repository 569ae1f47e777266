//! The page for operators says what the program says.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sources of the program, with the tests among them.
fn sources() -> Vec<String> {
    let mut folders: Vec<PathBuf> = vec![package().join("src")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                sources.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    sources
}

/// The messages that the program logs by a macro: the last string of each call.
fn messages(source: &str, macro_name: &str) -> Vec<String> {
    let calls = source.split(macro_name).skip(1);
    calls
        .map(|call| {
            let (arguments, _) = call.split_once(");").unwrap();
            let mut pieces = arguments.rsplit('"');
            pieces.next();
            pieces.next().unwrap().to_owned()
        })
        .collect()
}

#[test]
fn every_warning_and_error_of_the_log_is_explained() {
    let page = fs::read_to_string(package().join("../docs/operations.md")).unwrap();
    let mut found = 0;
    for source in sources() {
        for macro_name in ["tracing::warn!(", "tracing::error!("] {
            for message in messages(&source, macro_name) {
                assert!(
                    page.contains(&message),
                    "docs/operations.md explains {message:?}"
                );
                found += 1;
            }
        }
    }
    assert!(found > 10, "{found}");
}
