//! What the definition of the options says about each of them.

use std::any::TypeId;
use std::error::Error as _;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Args as _, Command};

use crate::config::UsageError;
use crate::config::args::Settings;
use crate::config::source::Given;
use crate::config::values::Milliseconds;

/// What the name of every environment variable begins with.
pub(super) const VARIABLE_PREFIX: &str = "VERSUS2048_";

/// The key of the variable that names the file.
pub(super) const FILE_KEY: &str = "config";

/// The settings by their keys. A key is the option's name with `_` between words.
#[derive(Clone, Debug)]
pub(super) struct Definitions(Command);

/// How a setting's value is written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number.
    Count,
    /// A number of seconds, perhaps with a fraction.
    Seconds,
    /// A string.
    Text,
    /// A list of strings.
    List,
}

impl Definitions {
    /// Every setting.
    pub(super) fn new() -> Self {
        let command = Command::new("settings")
            .no_binary_name(true)
            .disable_help_flag(true);
        Self(Settings::augment_args(command))
    }

    /// The settings, in the order of the help.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arg> {
        self.0.get_arguments()
    }

    /// The setting that has this key.
    pub(super) fn get(&self, key: &str) -> Option<&Arg> {
        self.all().find(|option| option.get_id() == key)
    }

    /// The key that was meant by an unknown one, if one is near.
    pub(super) fn similar(&self, key: &str) -> Option<String> {
        nearest(self.0.clone(), key)
    }

    /// The variable that was meant by an unknown one, if one is near; the file's is one too.
    pub(super) fn similar_variable(&self, name: &str) -> Option<String> {
        let file = Arg::new(FILE_KEY).long(FILE_KEY);
        nearest(self.0.clone().arg(file), name).map(|key| variable_name(&key))
    }

    /// Whether a setting takes what is given.
    ///
    /// # Errors
    /// Says what it would take.
    pub(super) fn check(&self, given: &Given) -> Result<(), UsageError> {
        let Given {
            key,
            values,
            source,
        } = given;
        let arguments = as_arguments(key, values);
        let Err(error) = self.0.clone().try_get_matches_from(arguments) else {
            return Ok(());
        };
        let said = error
            .source()
            .map_or_else(|| error.kind().to_string(), ToString::to_string);
        let values = shown(values);
        let said = format!("{key} is {values}; {said}");
        Err(UsageError::wrong(source, said))
    }
}

impl Kind {
    /// The kind of a setting.
    pub(super) fn of(option: &Arg) -> Self {
        let value = option.get_value_parser().type_id();
        let counts = [
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
        ];
        if matches!(option.get_action(), ArgAction::Append) {
            Self::List
        } else if value == TypeId::of::<Milliseconds>() {
            Self::Seconds
        } else if counts.iter().any(|count| value == *count) {
            Self::Count
        } else {
            Self::Text
        }
    }
}

/// The key among those of a command that is nearest to an unknown one, or to a variable's name.
fn nearest(command: Command, unknown: &str) -> Option<String> {
    let unknown = unknown.to_ascii_lowercase();
    let name = unknown.trim_start_matches("versus2048_").replace('_', "-");
    let key = name.replace('-', "_");
    if command
        .get_arguments()
        .any(|option| option.get_id() == &key)
    {
        return Some(key);
    }
    let arguments = [format!("--{name}")];
    let error = command.try_get_matches_from(arguments).err()?;
    match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(option)) => {
            Some(option.trim_start_matches('-').replace('-', "_"))
        }
        _ => None,
    }
}

fn shown(values: &[OsString]) -> String {
    let values: Vec<_> = values.iter().map(|value| value.to_string_lossy()).collect();
    let values = values.join(", ");
    if values.is_empty() {
        "empty".into()
    } else {
        values.escape_debug().collect()
    }
}

/// The environment variable of a setting.
pub(super) fn variable_name(key: &str) -> String {
    format!("{VARIABLE_PREFIX}{}", key.to_ascii_uppercase())
}

/// The option of a setting.
pub(super) fn option_name(key: &str) -> String {
    format!("--{}", key.replace('_', "-"))
}

/// The arguments that give a setting these values.
pub(super) fn as_arguments(key: &str, values: &[OsString]) -> Vec<OsString> {
    let argument = |value: &OsString| {
        let mut argument = OsString::from(option_name(key));
        argument.push("=");
        argument.push(value);
        argument
    };
    values.iter().map(argument).collect()
}
