//! What one run of the program is to do.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::FromArgMatches as _;

use crate::config::args::Args;
use crate::config::environment::Environment;
use crate::config::holding::Holding;
use crate::config::{Config, LogConfig, UsageError};

const NOTHING_TO_COPY: UsageError =
    UsageError::Contradiction("--backup-to copies the journal of --data-dir, which is not given");

/// What one run of the program is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// What it is about.
    pub task: Task,
    /// All that can be chosen about the server.
    pub config: Config,
    /// The filter and the format of the log.
    pub log: LogConfig,
}

/// What a run of the program is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Serving until a signal comes.
    Serve,
    /// Asking the server that runs whether it accepts players.
    CheckHealth,
    /// Copying the journal of a directory into a new file.
    BackUp {
        /// The directory.
        data_dir: PathBuf,
        /// The file.
        to: PathBuf,
    },
    /// Printing this text, which says what holds.
    Print(String),
}

impl Invocation {
    /// Takes an option before a variable, and a variable before the file. The arguments begin with
    /// the program's name; of the variables, those of other programs are passed over.
    ///
    /// # Errors
    /// Something is wrong with any of them, even where something else goes before it.
    pub fn read(
        arguments: impl IntoIterator<Item = OsString>,
        variables: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, UsageError> {
        let arguments = arguments.into_iter().collect();
        let holding = Holding::new(arguments, &Environment::among(variables))?;
        let Args { settings, run } = Args::from_arg_matches(&holding.matches)?;
        let log = settings.log();
        let config = Config::try_from(settings)?;
        let task = match run.backup_to {
            Some(to) => Task::BackUp {
                data_dir: config.journal.data_dir.clone().ok_or(NOTHING_TO_COPY)?,
                to,
            },
            None if run.print_config => Task::Print(holding.to_string()),
            None if run.health_check => Task::CheckHealth,
            None => Task::Serve,
        };
        Ok(Self { task, config, log })
    }
}
