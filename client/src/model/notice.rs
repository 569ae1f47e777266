//! What the client has to say that is no happening of a match.

use versus2048_protocol::wire::{ClosedReason, Code, ErrorCode};

use crate::effect::Exit;
use crate::message::Foreign;
use crate::settings_file::SettingsProblem;
use crate::sound::Silence;
use crate::unreached::Unreached;

/// Something to be read; texts in it come from outside and are not clean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The server can't be reached.
    Unreachable {
        /// Which.
        server: String,
        /// Why.
        why: Unreached,
    },
    /// What answers behaves as no match server does.
    Foreign {
        /// Where.
        server: String,
        /// What it does.
        what: Foreign,
    },
    /// The server in this process could not be started.
    CannotHost {
        /// What the system said.
        cause: String,
    },
    /// A replay, or a list of them, can't be shown.
    NoReplay {
        /// Why, in the language of the client.
        cause: String,
    },
    /// The server refused what was asked.
    Refused {
        /// What kind of error.
        code: ErrorCode,
        /// The server's own sentence.
        message: String,
    },
    /// Something in the file of the settings does not count.
    SettingsWrong {
        /// Which file.
        path: String,
        /// What is wrong with it.
        problems: Vec<SettingsProblem>,
    },
    /// Not all is heard that was chosen to be heard.
    Silent(Silence),
    /// What was changed of the settings is not kept.
    SettingsNotKept {
        /// Why.
        cause: String,
    },
    /// What was changed of the settings is in a new file, since the old one was no TOML.
    SettingsAside {
        /// Where the old one is.
        aside: String,
    },
    /// The table was not there any more when the connection came back.
    TableLost {
        /// Which.
        code: Code,
    },
    /// There is no seat any more to go back to.
    SeatLost {
        /// Of which table.
        code: Code,
    },
    /// The table is gone.
    TableClosed {
        /// Which.
        code: Code,
        /// Why.
        reason: ClosedReason,
    },
    /// The same player is connected elsewhere now.
    Replaced,
    /// Server and client speak different versions.
    OtherVersion {
        /// The server's own sentence.
        message: String,
    },
    /// The server has ended the connection.
    ServerGone {
        /// The code of the close.
        code: u16,
    },
}

impl Notice {
    /// How the program ends where this is the last that is read.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Self::SettingsWrong { .. }
            | Self::Silent(_)
            | Self::SettingsNotKept { .. }
            | Self::SettingsAside { .. } => Exit::Done,
            _ => Exit::Failed(self.clone()),
        }
    }
}

/// Why a text is not where a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressProblem {
    /// The part that should be a table's code is none.
    #[error(transparent)]
    Code(CodeProblem),
    /// The part that should be a host and a port is none.
    #[error("a server is HOST, HOST:PORT, ws://HOST:PORT or wss://HOST")]
    Server,
    /// The port is a number that no port has.
    #[error("a port is a number from 1 to 65535")]
    Port,
}

/// Why a text is no table's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeProblem {
    /// There is none.
    #[error("a code has six digits or letters, like K7QX4M, alone or as HOST/CODE")]
    Missing,
    /// It has another number of characters than six.
    #[error("a code has six digits or letters, like K7QX4M; this has {0}")]
    Length(usize),
    /// It has a character that no code has.
    #[error("a code has digits and letters, without U; this has {0:?}")]
    Character(char),
}
