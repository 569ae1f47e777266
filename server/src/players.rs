//! Who is known here: players by their tokens, which connection is whose, and who has a seat.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;
use versus2048_protocol::rules::{Options, Secret};
use versus2048_protocol::wire::{CloseCode, Code};

use crate::journal::{StoredPlayer, StoredSeat};
use crate::outbox::Outbox;
use crate::refusal::Refusal;

/// How long a token holds without use: a day, as the contract says.
pub(crate) const TOKEN_LIFE_MS: u64 = 24 * 60 * 60 * 1000;

/// The most players that are known. Each takes some hundred bytes; past it the one who has been
/// away for the longest, without a connection and without a seat, is forgotten.
pub(crate) const MAX_PLAYERS: usize = 200_000;

/// Who somebody is, from one connection to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PlayerId(Uuid);

/// Which connection; each is greater than all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ConnectionNumber(pub(crate) u64);

/// The secret with which a player comes back.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

/// A player's connection that wants to be at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visit {
    /// Whose.
    pub(crate) player: PlayerId,
    /// The hash of its token.
    pub(crate) token: TokenHash,
    /// Which.
    pub(crate) connection: ConnectionNumber,
    /// The table whose seat it gives up for this, since the match there is over.
    pub(crate) leaving: Option<Code>,
}

/// A player who has just been let in.
#[derive(Clone, Debug)]
pub(crate) struct Admitted {
    /// Who.
    pub(crate) player: PlayerId,
    /// The connection, the player's only one from now on.
    pub(crate) connection: ConnectionNumber,
    /// The secret with which the player comes back.
    pub(crate) token: Token,
    /// Whether nobody was known by it before.
    pub(crate) is_new: bool,
    /// Where the player has a seat.
    pub(crate) seated: Option<Code>,
    /// The queue that an older connection waited in.
    pub(crate) queued: Option<Options>,
}

/// Every player who can come back.
#[derive(Debug, Default)]
pub(crate) struct Players {
    by_id: HashMap<PlayerId, Player>,
    by_token: HashMap<TokenHash, PlayerId>,
    /// Those who have neither a connection nor a seat, by the time since which they don't.
    idle: BTreeSet<(u64, PlayerId)>,
    /// Those who have a connection, by the time when it was last noted that they are here.
    here: BTreeSet<(u64, PlayerId)>,
    connections: u64,
}

#[derive(Debug)]
struct Player {
    token: TokenHash,
    connected: Option<Connected>,
    seated: Option<Code>,
    queued: Option<Options>,
    idle_since_ms: Option<u64>,
}

#[derive(Debug)]
struct Connected {
    number: ConnectionNumber,
    outbox: Outbox,
    noted_ms: u64,
}

/// All that is kept of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TokenHash([u8; 32]);

impl PlayerId {
    /// An id that nobody has had.
    pub(crate) fn new() -> Self {
        Self(Uuid::now_v7())
    }

    /// The id as the journal's key.
    pub(crate) const fn as_uuid(self) -> Uuid {
        self.0
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Uuid> for PlayerId {
    fn from(id: Uuid) -> Self {
        Self(id)
    }
}

impl Token {
    /// The secret itself, for its player alone.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

/// Tokens stay out of logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Players {
    /// How many are known.
    pub(crate) fn count(&self) -> u64 {
        u64::try_from(self.by_id.len()).unwrap_or(u64::MAX)
    }

    /// Lets a connection in: the player whose token it has, else a new one. An older connection of
    /// the same player is closed.
    pub(crate) fn admit(&mut self, token: Option<&str>, outbox: Outbox, now_ms: u64) -> Admitted {
        self.forget_expired(now_ms);
        let known = token.and_then(|token| {
            let player = *self.by_token.get(&TokenHash::of(token))?;
            Some((player, Token(token.to_owned())))
        });
        let is_new = known.is_none();
        let (id, token) = known.unwrap_or_else(|| self.make());
        self.connections += 1;
        let number = ConnectionNumber(self.connections);
        let player = self
            .by_id
            .get_mut(&id)
            .expect("a token's player is known, a new one too");
        if let Some(since_ms) = player.idle_since_ms.take() {
            self.idle.remove(&(since_ms, id));
        }
        let connected = Connected {
            number,
            outbox,
            noted_ms: now_ms,
        };
        if let Some(older) = player.connected.replace(connected) {
            self.here.remove(&(older.noted_ms, id));
            older.outbox.close(CloseCode::Replaced);
        }
        self.here.insert((now_ms, id));
        Admitted {
            player: id,
            connection: number,
            token,
            is_new,
            seated: player.seated,
            queued: player.queued.take(),
        }
    }

    /// Knows a player again who was kept.
    pub(crate) fn restore(&mut self, stored: StoredPlayer, now_ms: u64) {
        self.know(stored.player, stored.token);
        self.note_idle(stored.player, now_ms);
    }

    /// Knows a player again who has a seat.
    pub(crate) fn restore_seat(&mut self, seat: &StoredSeat, code: Code) {
        if let Some(since_ms) = self.know(seat.player, seat.token).idle_since_ms.take() {
            self.idle.remove(&(since_ms, seat.player));
        }
        self.know(seat.player, seat.token).seated = Some(code);
    }

    /// A connection is gone; gives the queue that it waited in.
    pub(crate) fn disconnect(
        &mut self,
        id: PlayerId,
        connection: ConnectionNumber,
        now_ms: u64,
    ) -> Option<Options> {
        let player = self.current(id, connection).ok()?;
        let connected = player.connected.take();
        let queued = player.queued.take();
        if let Some(Connected { noted_ms, .. }) = connected {
            self.here.remove(&(noted_ms, id));
        }
        self.note_idle(id, now_ms);
        queued
    }

    /// Those who are here and of whom that was last noted at this time or before, the longest ago
    /// first and so many at most; noted now.
    pub(crate) fn note_here(
        &mut self,
        until_ms: u64,
        now_ms: u64,
        most: usize,
    ) -> Vec<(PlayerId, TokenHash)> {
        let due = self.here.range(..=(until_ms, PlayerId(Uuid::max())));
        let due: Vec<_> = due.copied().take(most).collect();
        let mut noted = Vec::with_capacity(due.len());
        for (noted_ms, id) in due {
            self.here.remove(&(noted_ms, id));
            let Some(player) = self.by_id.get_mut(&id) else {
                continue;
            };
            if let Some(connected) = &mut player.connected {
                connected.noted_ms = now_ms;
                self.here.insert((now_ms, id));
                noted.push((id, player.token));
            }
        }
        noted
    }

    /// Whether a connection may take a seat, or look at another table.
    ///
    /// # Errors
    /// It is no longer its player's, or the player has a seat that it doesn't give up.
    pub(crate) fn may_move(&self, visit: Visit) -> Result<(), Refusal> {
        let player = self.by_id.get(&visit.player).ok_or(Refusal::Replaced)?;
        if !player.is_at(visit.connection) {
            return Err(Refusal::Replaced);
        }
        match player.seated {
            Some(code) if Some(code) != visit.leaving => Err(Refusal::AlreadySeated(code)),
            _ => Ok(()),
        }
    }

    /// Notes where a player is now: at this seat, in this queue, or in neither. Gives the queue that
    /// it has left.
    pub(crate) fn place(
        &mut self,
        visit: Visit,
        seated: Option<Code>,
        queued: Option<Options>,
    ) -> Option<Options> {
        let player = self.by_id.get_mut(&visit.player)?;
        player.seated = seated;
        std::mem::replace(&mut player.queued, queued)
    }

    /// Notes that a player waits in no queue; gives the one that it has left.
    pub(crate) fn unqueue(
        &mut self,
        id: PlayerId,
        connection: ConnectionNumber,
    ) -> Option<Options> {
        self.current(id, connection).ok()?.queued.take()
    }

    /// Notes that a seat is given up, unless its player has another one by now.
    pub(crate) fn unseat(&mut self, id: PlayerId, code: Code, now_ms: u64) {
        if let Some(player) = self.by_id.get_mut(&id) {
            if player.seated == Some(code) {
                player.seated = None;
            }
            self.note_idle(id, now_ms);
        }
    }

    fn current(
        &mut self,
        id: PlayerId,
        connection: ConnectionNumber,
    ) -> Result<&mut Player, Refusal> {
        self.by_id
            .get_mut(&id)
            .filter(|player| player.is_at(connection))
            .ok_or(Refusal::Replaced)
    }

    fn make(&mut self) -> (PlayerId, Token) {
        let id = PlayerId::new();
        let token = Secret(rand::random()).to_string();
        self.know(id, TokenHash::of(&token));
        (id, Token(token))
    }

    /// The player with this token, new or not.
    fn know(&mut self, id: PlayerId, token: TokenHash) -> &mut Player {
        self.by_token.insert(token, id);
        self.by_id.entry(id).or_insert(Player {
            token,
            connected: None,
            seated: None,
            queued: None,
            idle_since_ms: None,
        })
    }

    fn note_idle(&mut self, id: PlayerId, now_ms: u64) {
        let Some(player) = self.by_id.get_mut(&id) else {
            return;
        };
        let is_idle = player.connected.is_none() && player.seated.is_none();
        if is_idle && player.idle_since_ms.is_none() {
            player.idle_since_ms = Some(now_ms);
            self.idle.insert((now_ms, id));
        }
    }

    fn forget_expired(&mut self, now_ms: u64) {
        while let Some(&(since_ms, id)) = self.idle.first() {
            let is_expired = now_ms.saturating_sub(since_ms) >= TOKEN_LIFE_MS;
            if !is_expired && self.by_id.len() < MAX_PLAYERS {
                break;
            }
            self.idle.pop_first();
            if let Some(player) = self.by_id.remove(&id) {
                self.by_token.remove(&player.token);
            }
        }
    }
}

impl Player {
    fn is_at(&self, connection: ConnectionNumber) -> bool {
        self.connected
            .as_ref()
            .is_some_and(|connected| connected.number == connection)
    }
}

impl From<[u8; 32]> for TokenHash {
    fn from(hash: [u8; 32]) -> Self {
        Self(hash)
    }
}

impl TokenHash {
    /// The hash as bytes, as the journal's key.
    pub(crate) const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    fn of(token: &str) -> Self {
        Self(Sha256::digest(token).into())
    }
}

#[cfg(test)]
mod tests;
