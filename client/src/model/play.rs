//! A table on the screen: what was told about it, and how this client takes part.

use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::wire::{ClosedReason, Phase};

use crate::message::KeyContext;
use crate::model::{Keeping, Motion};
use crate::playback::Progress;
use crate::served_replay::ServedReplay;
use crate::session::Session;

/// A table on the screen.
#[derive(Debug)]
pub struct Play {
    /// What was told about the table.
    pub session: Session,
    /// How the boards came to be what they are.
    pub motion: BySeat<Motion>,
    /// How this client takes part.
    pub mode: Mode,
    /// The server that it is on, `ws://HOST:PORT`; none at one keyboard.
    pub server: Option<String>,
    /// What to tell the other, while a seat is free.
    pub invitation: Option<Invitation>,
    /// Whether that was copied to the clipboard.
    pub is_copied: bool,
    /// How the connection is.
    pub connection: Connection,
    /// The last round trip, in milliseconds.
    pub rtt_ms: Option<u32>,
    /// Why the table is gone, when its match was over already: no rematch then.
    pub closed: Option<ClosedReason>,
    /// Whether this client has said for the match that it is ready.
    pub ready_sent: bool,
    /// What has become of keeping the replay of the match, once it is over.
    pub keeping: Option<Keeping>,
}

/// How this client takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// At a table of a server, in a seat or watching (`session.you`).
    Online,
    /// Both seats at this keyboard: seat 0 has the arrows, seat 1 the letters.
    HotSeat {
        /// The best score of either board ever with these options, this match included.
        best: u64,
    },
    /// One board alone: seat 0; seat 1 is not shown.
    Solo {
        /// The best score ever with these options, this game included.
        best: u64,
        /// The tile to reach; the board plays on after it. The session's options have none.
        goal: Option<u64>,
        /// Whether it was told that the target is reached.
        is_told: bool,
        /// Whether a move was taken back: what is reached from then on does not count.
        is_undone: bool,
    },
    /// Nobody plays: it is a match of before.
    Replay(Progress),
}

/// What the other has to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The port that the server in this process was to have and that was taken already.
    pub taken_port: Option<u16>,
    /// What to join, the likeliest first: `HOST:PORT/CODE`, or `CODE` alone with `--server`.
    pub targets: Vec<String>,
}

/// How the connection to the server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// It is up (always, at one keyboard).
    Up,
    /// It is lost; the next attempt begins then.
    Waiting {
        /// The number of the next attempt, from 1.
        attempt: u32,
        /// When it begins, by `model.now_ms`.
        retry_at_ms: u64,
    },
    /// It is lost and an attempt is under way.
    Trying {
        /// The number of the attempt, from 1.
        attempt: u32,
    },
}

impl Play {
    /// A table that was just told of.
    #[must_use]
    pub fn new(session: Session, mode: Mode) -> Self {
        Self {
            session,
            motion: BySeat::default(),
            mode,
            server: None,
            invitation: None,
            is_copied: false,
            connection: Connection::Up,
            rtt_ms: None,
            closed: None,
            ready_sent: false,
            keeping: None,
        }
    }

    /// The seats in the order in which they are shown: one's own first, and at one keyboard each
    /// over the hands that play it, since the arrows lie to the right of all letters.
    #[must_use]
    pub fn seats_shown(&self) -> Vec<Seat> {
        let first = self.session.you.unwrap_or(Seat::Zero);
        match self.mode {
            _ if self.is_solo() => vec![Seat::Zero],
            Mode::HotSeat { .. } => vec![Seat::One, Seat::Zero],
            Mode::Online | Mode::Solo { .. } | Mode::Replay(_) => vec![first, first.other()],
        }
    }

    /// Whether there is one board only; in a replay nobody has the other seat then.
    #[must_use]
    pub fn is_solo(&self) -> bool {
        match self.mode {
            Mode::Solo { .. } => true,
            Mode::Replay(_) => self.session.players[Seat::One].is_none(),
            Mode::Online | Mode::HotSeat { .. } => false,
        }
    }

    /// What the server has as the replay, once the match is over; one that has stopped gives none, and
    /// one in this process is gone before anybody could ask it.
    #[must_use]
    pub fn replay(&self) -> Option<ServedReplay> {
        let server = self.server.clone()?;
        let is_gone = self.closed == Some(ClosedReason::Shutdown);
        let over = self.session.result.as_ref().filter(|_| !is_gone)?;
        Some(ServedReplay {
            server,
            id: over.id,
        })
    }

    /// What keys mean while the table has them.
    #[must_use]
    pub fn key_context(&self) -> KeyContext {
        match self.session.phase {
            Phase::Over => KeyContext::Over,
            Phase::Waiting => KeyContext::Page,
            _ => KeyContext::Playing {
                online: self.mode == Mode::Online,
            },
        }
    }
}
