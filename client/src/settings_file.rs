//! The file of the settings: TOML that people edit by hand, and that the program changes for them.
//!
//! What is wrong in it is told with its line, and counts as not said. The program changes the values
//! that were chosen in it and leaves the rest as it stands; a file that is no TOML is put aside first.

mod key;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use key::SettingKey;
pub use read::{SettingsProblem, Wrong};

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

use crate::model::{ColorChoice, KeyLayout, Lang, ThemeName};

/// What the file is called within the program's directory.
const NAME: &str = "settings.toml";
/// What the directory is called within the user's configuration directory.
const DIRECTORY: &str = "versus2048";
/// The most bytes that are read; with every key and its comments a file has two thousand.
const MAX_BYTES: u64 = 64 * 1024;

/// What a file says; what it leaves out is decided elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSettings {
    /// The name to go by.
    pub name: Option<String>,
    /// The server to connect to, `ws://HOST:PORT`.
    pub server: Option<String>,
    /// Which letters move a board.
    pub keys: Option<KeyLayout>,
    /// The palette.
    pub theme: Option<ThemeName>,
    /// The language.
    pub lang: Option<Lang>,
    /// Whether only characters of ASCII are drawn.
    pub ascii: Option<bool>,
    /// In how many colours everything is drawn.
    pub color: Option<ColorChoice>,
    /// Whether changes are shown in steps.
    pub animation: Option<bool>,
    /// Whether tables are announced and looked for in the same network.
    pub discovery: Option<bool>,
    /// Whether sounds are heard.
    pub sound: Option<bool>,
    /// The file of the music, as it is written there.
    pub music: Option<String>,
}

/// A value to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingValue {
    /// A text, or the word of a choice.
    Text(String),
    /// On or off.
    Switch(bool),
}

/// The file as it was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFile {
    /// Where it is, or is to be.
    pub path: Option<PathBuf>,
    /// What it says.
    pub settings: FileSettings,
    /// What is wrong with it.
    pub problems: Vec<SettingsProblem>,
}

impl SettingsFile {
    /// The user's file.
    #[must_use]
    pub fn of_user() -> Self {
        let Ok(path) = path() else {
            return Self::default();
        };
        let (settings, problems) = read(&path);
        Self {
            path: Some(path),
            settings,
            problems,
        }
    }

    /// Where it is, as text.
    #[must_use]
    pub fn shown_path(&self) -> String {
        let path = self.path.as_deref().unwrap_or(Path::new(NAME));
        path.display().to_string()
    }
}

/// The keys of the file, for whoever has written another.
#[must_use]
pub fn known_keys() -> String {
    SettingKey::ALL.map(SettingKey::name).join(", ")
}

/// A setting that was changed in the program.
pub type SettingChange = (SettingKey, SettingValue);

/// `~/.config/versus2048/settings.toml` or what `XDG_CONFIG_HOME` makes of it.
///
/// # Errors
/// There is no home directory.
fn path() -> io::Result<PathBuf> {
    let base = etcetera::choose_base_strategy().map_err(io::Error::other)?;
    Ok(base.config_dir().join(DIRECTORY).join(NAME))
}

/// What the file says, and what is wrong with it; where there is none, nothing and nothing.
#[must_use]
pub fn read(path: &Path) -> (FileSettings, Vec<SettingsProblem>) {
    match read_text(path) {
        Ok(Some(text)) => read::settings(&text),
        Ok(None) => (FileSettings::default(), Vec::new()),
        Err(error) => {
            let wrong = Wrong::Unreadable(error.to_string());
            let problem = SettingsProblem { line: None, wrong };
            (FileSettings::default(), vec![problem])
        }
    }
}

/// Keeps changes in the file, as a whole or not at all. One that is no TOML is put aside; says where.
///
/// # Errors
/// The system refuses; the file is as it was.
pub fn change(path: &Path, changes: &[SettingChange]) -> io::Result<Option<PathBuf>> {
    write::change(path, changes)
}

/// The text of the file; bytes that are no text are shown as such, and can't be read as TOML.
fn read_text(path: &Path) -> io::Result<Option<String>> {
    use io::Read as _;
    let file = match fs::File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("it has more than 64 KiB"));
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
