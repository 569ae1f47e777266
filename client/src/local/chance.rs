//! Where the matches of a table in this process get their secrets from.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;
use versus2048_protocol::rules::Secret;

/// Where secrets come from.
#[derive(Clone, Copy, Debug)]
pub enum Chance {
    /// From the system.
    Random,
    /// From this secret on: each next one is the hash of the one before, so that a whole evening can
    /// be played again.
    From(Secret),
}

/// What a match is born with.
#[derive(Clone, Debug)]
pub(super) struct Birth {
    pub(super) id: Uuid,
    pub(super) secret: Secret,
    /// RFC 3339, UTC.
    pub(super) at: String,
}

impl Chance {
    /// The same at another match: what follows from a given secret goes on from there.
    pub(super) const fn at(self, secret: Secret) -> Self {
        match self {
            Self::Random => Self::Random,
            Self::From(_) => Self::From(secret),
        }
    }

    /// What the next match is born with.
    pub(super) fn next(&mut self) -> Birth {
        let secret = match self {
            Self::Random => Secret(rand::random()),
            Self::From(secret) => {
                let hash = secret.commitment();
                std::mem::replace(secret, Secret(hash.0))
            }
        };
        Birth {
            id: Uuid::now_v7(),
            secret,
            at: OffsetDateTime::now_utc()
                .format(&Rfc3339)
                .unwrap_or_default(),
        }
    }
}
