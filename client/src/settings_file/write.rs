//! Changing the file without losing what somebody has written into it.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Value};

use crate::settings_file::{SettingChange, SettingKey, SettingValue, read_text};
use crate::state_dir;

/// What stands above everything in a file that the program has made.
const HEAD: &str = "\
# Settings of 2048 Versus. A line behind a # says nothing: take the # away to make it count.
# Flags win over what stands here. What is changed in the program is written here, too.
";

/// Keeps changes in the file; says where one that is no TOML was put.
pub(super) fn change(path: &Path, changes: &[SettingChange]) -> io::Result<Option<PathBuf>> {
    // Whoever keeps the file elsewhere and links to it keeps the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let found = read_text(path)?;
    let document = found.as_deref().map(str::parse::<DocumentMut>);
    let (text, aside) = match (found.as_deref(), document) {
        (Some(text), Some(Ok(_))) => (text.to_owned(), None),
        (Some(_), _) => (template(), Some(state_dir::put_aside(path)?)),
        (None, _) => (template(), None),
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    state_dir::make(folder)?;
    state_dir::write_whole(path, changed(text, changes)?.as_bytes())?;
    Ok(aside)
}

/// The text with other values; where a key stands only as a comment of [`template`], there.
fn changed(mut text: String, changes: &[SettingChange]) -> io::Result<String> {
    for (key, value) in changes {
        let mut document: DocumentMut = text.parse().map_err(io::Error::other)?;
        let name = key.name();
        let value = match value {
            SettingValue::Text(text) => Value::from(text.as_str()),
            SettingValue::Switch(is_on) => Value::from(*is_on),
        };
        text = if let Some(item) = document.get_mut(name) {
            let decor = item.as_value().map(|old| old.decor().clone());
            let mut value = value;
            if let Some(decor) = decor {
                *value.decor_mut() = decor;
            }
            *item = value.into();
            document.to_string()
        } else {
            set_first(&text, name, &value)
        };
    }
    Ok(text)
}

/// The text with a line more, in place of its own comment or else above everything that is a table.
fn set_first(text: &str, name: &str, value: &Value) -> String {
    let commented = format!("#{name} =");
    let set = format!("{name} = {value}");
    let mut lines: Vec<&str> = text.lines().collect();
    let place = lines.iter().position(|line| line.starts_with(&commented));
    if let Some(place) = place {
        lines[place] = &set;
    } else {
        let tables = lines
            .iter()
            .position(|line| line.trim_start().starts_with('['));
        lines.insert(tables.unwrap_or(lines.len()), &set);
    }
    lines.join("\n") + "\n"
}

/// A file in which every key is a comment.
fn template() -> String {
    SettingKey::ALL
        .into_iter()
        .fold(HEAD.to_owned(), |mut text, key| {
            let words = key.words();
            let takes = if words.is_empty() {
                String::new()
            } else {
                format!(": {}", words.join(", "))
            };
            let (comment, name, example) = (key.comment(), key.name(), key.example());
            // Writing to a string can't fail.
            let _ = write!(text, "\n# {comment}{takes}\n#{name} = {example}\n");
            text
        })
}
