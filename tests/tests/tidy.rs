//! What no compiler sees: borders between the packages, the messages and their page, sizes of files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

/// Packages of this workspace, and those of ours that each may depend on.
const MAY_USE: [(&str, &[&str]); 4] = [
    ("protocol", &[]),
    ("server", &["versus2048-protocol"]),
    ("client", &["versus2048-protocol", "versus2048-server"]),
    (
        "tests",
        &["versus2048", "versus2048-protocol", "versus2048-server"],
    ),
];

/// The most lines of a file.
const MAX_LINES: usize = 400;

/// Files that are longer, with the reason.
const LONGER: [(&str, &str); 0] = [];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(path).expect("the file is there and is text")
}

/// Every Rust file below a folder, in a fixed order, as paths from the root.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let path = path.strip_prefix(root()).expect("it lies below the root");
                files.push(path.to_owned());
            }
        }
    }
    files.sort();
    files
}

#[test]
fn packages_use_only_those_below_them() {
    for (package, allowed) in MAY_USE {
        let manifest: toml::Table = read(format!("{package}/Cargo.toml")).parse().unwrap();
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let dependencies = manifest.get(kind).and_then(toml::Value::as_table);
            let ours = dependencies.into_iter().flat_map(toml::Table::keys);
            for name in ours.filter(|name| name.starts_with("versus2048")) {
                assert!(
                    allowed.contains(&name.as_str()),
                    "{package} must not depend on {name}"
                );
            }
        }
    }
}

#[test]
fn every_package_is_known_here() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    let members: Vec<&str> = members.iter().filter_map(toml::Value::as_str).collect();
    assert_eq!(members, MAY_USE.map(|(package, _)| package));
}

#[test]
fn only_host_knows_the_server() {
    for path in rust_files("client/src") {
        let is_host = path.starts_with("client/src/host") || path.ends_with("client/src/host.rs");
        assert!(
            is_host || !read(&path).contains("versus2048_server"),
            "{}: only client/src/host.rs may use the server",
            path.display()
        );
    }
}

#[test]
fn the_protocol_page_is_that_of_the_messages() {
    let mut hash = Sha256::new();
    for path in rust_files("protocol/src/wire") {
        hash.update(path.to_str().unwrap());
        hash.update(read(&path));
    }
    let digits: Vec<String> = hash.finalize()[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let line = format!("<!-- protocol/src/wire: {} -->", digits.concat());
    assert!(
        read("docs/protocol.md").ends_with(&format!("\n{line}\n")),
        "protocol/src/wire has changed. First make docs/protocol.md say what the messages are now, \
         if they are not the same as before; then make this its last line:\n{line}"
    );
}

#[test]
fn files_are_short() {
    for path in ["protocol", "server", "client", "tests"]
        .map(rust_files)
        .concat()
    {
        let lines = read(&path).lines().count();
        let is_listed = LONGER.iter().any(|(listed, _)| path == Path::new(listed));
        assert!(
            is_listed || lines <= MAX_LINES,
            "{} has {lines} lines; split it, or list it in LONGER with the reason",
            path.display()
        );
        assert!(
            !is_listed || lines > MAX_LINES,
            "{} has {lines} lines and need not be in LONGER any more",
            path.display()
        );
    }
}

#[test]
fn modules_are_files_named_after_them() {
    for path in ["protocol", "server", "client", "tests"]
        .map(rust_files)
        .concat()
    {
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap();
        assert!(
            !["mod", "utils", "util", "helpers", "common", "manager"].contains(&name),
            "{}: a file is named after what it owns",
            path.display()
        );
    }
}

/// Clippy reads the nearest `clippy.toml` alone, so the one of a package repeats what all share.
#[test]
fn packages_with_lints_of_their_own_share_the_limits_of_all() {
    let shared: toml::Table = read("clippy.toml").parse().unwrap();
    let own: toml::Table = read("protocol/clippy.toml").parse().unwrap();
    for (name, value) in shared {
        assert_eq!(
            own.get(&name),
            Some(&value),
            "{name} in protocol/clippy.toml"
        );
    }
}

/// The files of all targets that cargo finds in a workspace, as paths from its root.
fn targets(workspace: &Path) -> BTreeSet<PathBuf> {
    let workspace = workspace.canonicalize().expect("the workspace is there");
    let read = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(&workspace)
        .output();
    let read = read.expect("cargo runs");
    assert!(read.status.success(), "{read:?}");
    let metadata: Value = serde_json::from_slice(&read.stdout).expect("metadata are JSON");
    let list = |of: &Value, name| of[name].as_array().cloned().unwrap_or_default();
    let packages = list(&metadata, "packages").into_iter();
    let targets = packages.flat_map(|package| list(&package, "targets"));
    let from_root = |target: Value| {
        let file = Path::new(target["src_path"].as_str()?);
        Some(file.strip_prefix(&workspace).ok()?.to_owned())
    };
    targets.filter_map(from_root).collect()
}

/// The image's dependencies are built from an outline, where cargo looks for the files of all targets.
#[test]
fn the_outline_of_the_image_has_every_target() {
    let outline = tempfile::tempdir().unwrap();
    let made = Command::new(root().join(".ci/outline"))
        .arg(outline.path())
        .status();
    assert!(made.unwrap().success());
    let expected = targets(&root());
    assert!(expected.contains(Path::new("server/src/main.rs")));
    assert_eq!(targets(outline.path()), expected);
    for file in expected {
        assert!(outline.path().join(&file).is_file(), "{}", file.display());
    }
}

/// Cargo reads the manifests of all packages and looks for every target that they name.
#[test]
fn the_image_is_built_from_whole_packages() {
    let ignore = read(".dockerignore");
    for (package, _) in MAY_USE {
        assert!(
            ignore.lines().any(|line| line == format!("!{package}")),
            ".dockerignore keeps {package} out of the image's build"
        );
    }
}

/// What the server would include from elsewhere, the image's build would not have.
#[test]
fn the_server_includes_files_of_its_packages_alone() {
    for path in ["protocol/src", "server/src"].map(rust_files).concat() {
        let code = read(&path);
        let behind = |macro_name| code.split(macro_name).skip(1);
        let included = behind("include_str!(").chain(behind("include_bytes!("));
        for file in included.filter_map(|code| code.split('"').nth(1)) {
            let folders_up = file.matches("../").count();
            let folders_down = path.components().count() - 1;
            assert!(
                folders_up < folders_down,
                "{} includes {file} from outside of its package",
                path.display()
            );
        }
    }
}
