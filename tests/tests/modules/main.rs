//! Modules of a package that use one another in a circle can't be read one after the other, so there are none.

#[cfg(test)]
mod circle;
#[cfg(test)]
mod imports;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use crate::circle::circles;
    use crate::imports::{Source, imports};

    /// The packages whose modules are held to it.
    const PACKAGES: [&str; 2] = ["protocol", "server"];

    #[test]
    fn no_modules_use_one_another_in_a_circle() {
        for package in PACKAGES {
            let found = circles(&imports(&sources(package)));
            assert!(found.is_empty(), "in {package}:\n{}", found.join("\n"));
        }
    }

    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let sources: Vec<Source> = files
            .iter()
            .map(|(path, text)| Source::new(path, text))
            .collect();
        assert_eq!(circles(&imports(&sources)), expected);
    }

    #[test]
    fn a_circle_is_told_by_its_modules() {
        check(
            &[
                ("lib.rs", "mod a; mod b; mod c;"),
                ("a.rs", "use crate::b::B;"),
                ("b.rs", "fn b() { crate::c::c() }"),
                ("c.rs", "use {super::a::{self, A}, std::fmt};"),
            ],
            &["a → b → c → a"],
        );
    }

    #[test]
    fn children_stand_for_their_parent_among_its_siblings() {
        check(
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "mod x; mod y;"),
                ("a/x.rs", "use super::y::Y;"),
                (
                    "a/y.rs",
                    "use crate::b::B; mod inner { use super::super::x::X; }",
                ),
                ("b.rs", "use crate::a::x::X;"),
            ],
            &["a → b → a", "a::x → a::y → a::x"],
        );
    }

    #[test]
    fn a_name_that_is_passed_on_belongs_to_the_module_that_has_it() {
        check(
            &[
                ("lib.rs", "pub mod a;"),
                (
                    "a.rs",
                    "mod x; mod y; pub use x::X; pub use crate::a::y::Y as Z; pub struct A;",
                ),
                ("a/x.rs", "use crate::a::{A, Z};"),
                ("a/y.rs", "use crate::a::X;"),
            ],
            &["a::x → a::y → a::x"],
        );
    }

    #[test]
    fn parents_and_children_may_use_each_other_and_tests_anything() {
        check(
            &[
                ("lib.rs", "mod a; mod b; #[cfg(test)] mod stories;"),
                (
                    "a.rs",
                    "mod x; use crate::b::B; use x::X; #[cfg(test)] mod tests;",
                ),
                ("a/x.rs", "use crate::a::A; use crate::b::B;"),
                ("a/tests.rs", "use crate::b::B;"),
                ("b.rs", "#[cfg(test)] mod tests { use crate::a::A; }"),
                ("stories.rs", "use crate::a::A;"),
            ],
            &[],
        );
    }

    /// Every file of a package below `src`.
    fn sources(package: &str) -> Vec<Source> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(package);
        let root = root.join("src");
        let mut folders = vec![root.clone()];
        let mut sources = Vec::new();
        while let Some(folder) = folders.pop() {
            for path in entries(&folder) {
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = fs::read_to_string(&path).expect("a source is text");
                    let path = path.strip_prefix(&root).expect("it lies below the root");
                    sources.push(Source::new(path.to_str().expect("a name is text"), &text));
                }
            }
        }
        sources
    }

    fn entries(folder: &Path) -> Vec<PathBuf> {
        fs::read_dir(folder)
            .expect("the folder is there")
            .map(|entry| entry.expect("the folder can be read").path())
            .collect()
    }
}
