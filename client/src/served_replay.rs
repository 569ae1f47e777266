//! Where the replay of a match is that a server has.

use uuid::Uuid;

use crate::address;

/// The replay of a match that a server has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedReplay {
    /// `ws://HOST:PORT`.
    pub server: String,
    /// The match.
    pub id: Uuid,
}

impl ServedReplay {
    /// Where the server gives it.
    #[must_use]
    pub fn url(&self) -> String {
        address::replay(&self.server, self.id)
    }
}
