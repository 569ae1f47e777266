//! Where a setting's value comes from.

use std::ffi::OsString;
use std::fmt;
use std::sync::Arc;

/// Where a setting's value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Nobody has said anything else.
    Default,
    /// A line of the file, the first one being 1.
    File {
        /// The file's path, as it is shown.
        path: Arc<str>,
        /// The line.
        line: usize,
    },
    /// An environment variable, by its name.
    Variable(String),
    /// The command line's option, by its name.
    Option(String),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { path, line } => write!(f, "{path}:{line}"),
            Self::Variable(name) => write!(f, "variable {name}"),
            Self::Option(name) => write!(f, "option {name}"),
        }
    }
}

/// What the file or the environment gives a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Given {
    /// The setting.
    pub(super) key: String,
    /// The values, as the setting's option would have them.
    pub(super) values: Vec<OsString>,
    /// Where.
    pub(super) source: Source,
}
