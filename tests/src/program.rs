//! Where the programs under test are.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The folder of the build that this test belongs to, with the programs in it up to date.
///
/// Cargo builds the programs of a package for its own tests alone, so this asks it to.
pub(crate) fn path(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(build).join(name)
}

fn build() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a program");
    let folder = test
        .parent()
        .and_then(Path::parent)
        .expect("tests are in deps");
    let target = folder.parent().expect("a profile has its folder in target");
    let is_release = folder.file_name().is_some_and(|name| name == "release");
    let status = Command::new(env!("CARGO"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .args(["build", "--quiet", "--locked", "--bins"])
        .args(["-p", "versus2048", "-p", "versus2048-server"])
        .args(is_release.then_some("--release"))
        .arg("--target-dir")
        .arg(target)
        .status();
    let built = status.is_ok_and(|status| status.success());
    assert!(built, "the programs under test can be built");
    folder.to_owned()
}
