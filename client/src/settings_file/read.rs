//! Reading the file: what it says, and what is wrong with it, each with its line.

use std::ops::Range;

use clap::ValueEnum;
use toml_edit::{Document, Item, Value};
use versus2048_protocol::name::{NameError, PlayerName};

use crate::address;
use crate::model::{AddressProblem, ColorChoice};
use crate::settings_file::{FileSettings, SettingKey};

/// The most problems that are told: whoever mends those finds the others.
const MAX_PROBLEMS: usize = 5;

/// What is wrong with the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsProblem {
    /// In which line, from 1, where it is one of its lines.
    pub line: Option<usize>,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What is wrong with a line of the file, or with all of it. Texts in it are not clean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It can't be read; what the system said.
    Unreadable(String),
    /// It is no TOML; what the parser said.
    Syntax(String),
    /// There is no such key.
    UnknownKey(String),
    /// The key takes one of several words, and not this.
    Word {
        /// Which key.
        key: SettingKey,
        /// What stands there.
        found: String,
    },
    /// It is no name for a player.
    Name(NameError),
    /// It is no address of a server.
    Server(AddressProblem),
    /// The key takes a text.
    NoText {
        /// Which key.
        key: SettingKey,
        /// What stands there.
        found: String,
    },
}

/// What a text says as settings, and what is wrong with it.
pub(super) fn settings(text: &str) -> (FileSettings, Vec<SettingsProblem>) {
    let mut settings = FileSettings::default();
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let line = error.span().map(|span| line(text, &span));
            let wrong = Wrong::Syntax(error.message().to_owned());
            return (settings, vec![SettingsProblem { line, wrong }]);
        }
    };
    let mut problems = Vec::new();
    for (name, item) in document.iter() {
        if let Err(wrong) = take(&mut settings, name, item) {
            let key = document.as_table().key(name).and_then(toml_edit::Key::span);
            let line = key.or_else(|| item.span()).map(|span| line(text, &span));
            problems.push(SettingsProblem { line, wrong });
        }
    }
    problems.truncate(MAX_PROBLEMS);
    (settings, problems)
}

fn take(settings: &mut FileSettings, name: &str, item: &Item) -> Result<(), Wrong> {
    let key = SettingKey::ALL.into_iter().find(|key| key.name() == name);
    let key = key.ok_or_else(|| Wrong::UnknownKey(name.to_owned()))?;
    match key {
        SettingKey::Name => {
            let name = PlayerName::new(text(key, item)?).map_err(Wrong::Name)?;
            settings.name = Some(name.to_string());
        }
        SettingKey::Server => {
            let server = address::server(text(key, item)?).map_err(Wrong::Server)?;
            settings.server = Some(server);
        }
        SettingKey::Keys => settings.keys = Some(word(key, item)?),
        SettingKey::Theme => settings.theme = Some(word(key, item)?),
        SettingKey::Lang => settings.lang = Some(word(key, item)?),
        SettingKey::Ascii => settings.ascii = Some(switch(key, item)?),
        SettingKey::Color => settings.color = Some(color(item)?),
        SettingKey::Animation => settings.animation = Some(switch(key, item)?),
        SettingKey::Music => settings.music = Some(text(key, item)?.to_owned()),
        SettingKey::Sound => settings.sound = Some(switch(key, item)?),
        SettingKey::Discovery => settings.discovery = Some(switch(key, item)?),
    }
    Ok(())
}

fn text(key: SettingKey, item: &Item) -> Result<&str, Wrong> {
    let found = || shown(item);
    item.as_str().ok_or_else(|| Wrong::NoText {
        key,
        found: found(),
    })
}

fn word<T: ValueEnum>(key: SettingKey, item: &Item) -> Result<T, Wrong> {
    let found = item.as_str().and_then(|word| T::from_str(word, false).ok());
    found.ok_or_else(|| Wrong::Word {
        key,
        found: shown(item),
    })
}

/// Whether there are colours at all may be said as a switch, too.
fn color(item: &Item) -> Result<ColorChoice, Wrong> {
    match item.as_bool() {
        Some(true) => Ok(ColorChoice::Auto),
        Some(false) => Ok(ColorChoice::None),
        None => word(SettingKey::Color, item),
    }
}

fn switch(key: SettingKey, item: &Item) -> Result<bool, Wrong> {
    item.as_bool().ok_or_else(|| Wrong::Word {
        key,
        found: shown(item),
    })
}

/// A value as it stands in the file, and what is a table as its brackets.
fn shown(item: &Item) -> String {
    match item {
        Item::Value(value) => written(value),
        Item::Table(_) | Item::ArrayOfTables(_) | Item::None => "[…]".to_owned(),
    }
}

fn written(value: &Value) -> String {
    let mut bare = value.clone();
    bare.decor_mut().clear();
    bare.to_string()
}

/// The line in which a place of a text is, from 1.
fn line(text: &str, place: &Range<usize>) -> usize {
    let before = text.bytes().take(place.start);
    before.filter(|&byte| byte == b'\n').count() + 1
}
