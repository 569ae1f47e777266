//! Why the program can't begin with what it is told.

use std::io;
use std::sync::Arc;

use crate::config::source::Source;

/// What is wrong with the arguments, the environment or the file. Each is wrong usage: exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum UsageError {
    /// The command line asks for something else, such as help, or is wrong; it says so by itself.
    #[error(transparent)]
    Arguments(#[from] clap::Error),
    /// The file can't be read.
    #[error("can't read the configuration {path}: {error}")]
    Unreadable {
        /// The file.
        path: Arc<str>,
        /// Why.
        error: io::Error,
    },
    /// A value of the file or the environment is wrong, or the file is.
    #[error("{place}: {said}")]
    Wrong {
        /// Where, as `FILE:LINE` or by the variable's name.
        place: String,
        /// What, and what would be right.
        said: String,
    },
    /// Two settings don't go together.
    #[error("{0}")]
    Contradiction(&'static str),
}

impl UsageError {
    pub(super) fn wrong(source: &Source, said: impl Into<String>) -> Self {
        Self::Wrong {
            place: source.to_string(),
            said: said.into(),
        }
    }
}
