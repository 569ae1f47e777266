//! What has become of keeping the replay of a match that is over.

/// What has become of keeping the replay of a match that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It is being read, checked and written.
    UnderWay,
    /// It is kept.
    Kept {
        /// In which file, as it is shown.
        path: String,
        /// Whether it was asked for although it was kept already.
        is_asked_again: bool,
    },
    /// It is not kept.
    Failed(NotKept),
}

/// Why a replay is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// There is no directory for it.
    Nowhere,
    /// Nobody has moved, so there is none.
    NoMove,
    /// The server that has it is gone.
    ServerGone,
    /// What was in the way, in the language of the client; it is not clean.
    Cause(String),
}
