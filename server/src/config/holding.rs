//! Which of several values of a setting holds, and where it comes from.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory as _};
use toml::Value;

use crate::config::args::Args;
use crate::config::definitions::{Definitions, FILE_KEY, Kind, as_arguments, option_name};
use crate::config::environment::Environment;
use crate::config::source::{Given, Source};
use crate::config::values::{Milliseconds, milliseconds};
use crate::config::{UsageError, file};

/// What holds.
#[derive(Debug)]
pub(super) struct Holding {
    /// All values, as if the command line had said them.
    pub(super) matches: ArgMatches,
    /// Where they come from; what is not in here is a default.
    sources: HashMap<String, Source>,
    definitions: Definitions,
}

impl Holding {
    /// Takes an option before a variable, and a variable before the file.
    ///
    /// # Errors
    /// Something is wrong with any of them, even where something else goes before it.
    pub(super) fn new(
        mut arguments: Vec<OsString>,
        environment: &Environment,
    ) -> Result<Self, UsageError> {
        let definitions = Definitions::new();
        let options = Args::command().try_get_matches_from(&arguments)?;
        let mut given = environment.settings(&definitions)?;
        let path = options.get_one::<PathBuf>(FILE_KEY).cloned();
        if let Some(path) = path.or_else(|| environment.get(FILE_KEY).map(PathBuf::from)) {
            given.extend(file::read(&path, &definitions)?);
        }
        let mut sources = from_command_line(&definitions, &options);
        for each in given {
            definitions.check(&each)?;
            let Given {
                key,
                values,
                source,
            } = each;
            if let Entry::Vacant(place) = sources.entry(key) {
                let after_name = arguments.len().min(1);
                arguments.splice(after_name..after_name, as_arguments(place.key(), &values));
                place.insert(source);
            }
        }
        Ok(Self {
            matches: Args::command().try_get_matches_from(arguments)?,
            sources,
            definitions,
        })
    }

    /// The value that holds, as TOML; none where there is none, or TOML can't say it.
    fn value(&self, option: &Arg) -> Option<String> {
        let texts = self.matches.get_raw(option.get_id().as_str());
        let texts: Option<Vec<&str>> = texts.into_iter().flatten().map(OsStr::to_str).collect();
        let texts = texts?;
        let string = |text: &&str| Value::from(*text);
        match (Kind::of(option), texts.first()) {
            (Kind::List, _) => Some(Value::Array(texts.iter().map(string).collect()).to_string()),
            (Kind::Text, Some(text)) => Some(string(text).to_string()),
            (Kind::Count, Some(text)) => text.parse().map(|count: u64| count.to_string()).ok(),
            (Kind::Seconds, Some(text)) => Some(Milliseconds(milliseconds(text)?).to_string()),
            (_, None) => None,
        }
    }

    fn source(&self, key: &str) -> &Source {
        self.sources.get(key).unwrap_or(&Source::Default)
    }
}

/// A file that says the same, with where each value comes from.
impl fmt::Display for Holding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# What holds, and where it comes from.")?;
        let mut heading = None;
        for option in self.definitions.all() {
            if option.get_help_heading() != heading {
                heading = option.get_help_heading();
                writeln!(f, "\n# {}", heading.unwrap_or_default())?;
            }
            let key = option.get_id().as_str();
            let source = self.source(key);
            match self.value(option) {
                Some(value) => writeln!(f, "{key} = {value}  # {source}")?,
                None => writeln!(f, "# {key} is not set  # {source}")?,
            }
        }
        Ok(())
    }
}

fn from_command_line(definitions: &Definitions, options: &ArgMatches) -> HashMap<String, Source> {
    let keys = definitions.all().map(|option| option.get_id().as_str());
    keys.filter(|key| options.value_source(key) == Some(ValueSource::CommandLine))
        .map(|key| (key.into(), Source::Option(option_name(key))))
        .collect()
}
