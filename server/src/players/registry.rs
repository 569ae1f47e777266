//! The state of each player. It knows no lock.

use std::collections::{BTreeSet, HashMap};

use uuid::Uuid;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{CloseCode, Code};

use crate::identity::{
    Client, ConnectionNumber, MAX_PLAYERS, PlayerId, TOKEN_LIFE_MS, Token, TokenHash,
};
use crate::journal::{StoredPlayer, StoredSeat};
use crate::outbox::Outbox;
use crate::refusal::Refusal;

/// A player who has just been let in.
#[derive(Clone, Debug)]
pub(crate) struct Admitted {
    /// The player.
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
pub(super) struct PlayerRegistry {
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
    /// The seat that the player had before `seated`, to which it returns if that is rolled back.
    given_up: Option<Code>,
    queued: Option<Options>,
    idle_since_ms: Option<u64>,
}

#[derive(Debug)]
struct Connected {
    number: ConnectionNumber,
    outbox: Outbox,
    noted_ms: u64,
}

impl PlayerRegistry {
    /// How many are known.
    pub(super) fn count(&self) -> u64 {
        u64::try_from(self.by_id.len()).unwrap_or(u64::MAX)
    }

    /// The outboxes of those who have a connection.
    pub(super) fn outboxes(&self) -> Vec<Outbox> {
        let connected = self.by_id.values().filter_map(|it| it.connected.as_ref());
        connected
            .map(|connected| connected.outbox.clone())
            .collect()
    }

    /// Lets a connection in: the player whose token it has, else a new one. An older connection of
    /// the same player is closed.
    pub(super) fn admit(&mut self, token: Option<&str>, outbox: Outbox, now_ms: u64) -> Admitted {
        self.forget_expired(now_ms);
        let known = token.and_then(|token| {
            let player = *self.by_token.get(&Token::from(token).hash())?;
            Some((player, Token::from(token)))
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

    /// Adds a player from the journal.
    pub(super) fn restore(&mut self, stored: StoredPlayer, now_ms: u64) {
        self.know(stored.player, stored.token);
        self.note_idle(stored.player, now_ms);
    }

    /// Adds a player from the journal who has a seat.
    pub(super) fn restore_seat(&mut self, seat: &StoredSeat, code: Code) {
        if let Some(since_ms) = self.know(seat.player, seat.token).idle_since_ms.take() {
            self.idle.remove(&(since_ms, seat.player));
        }
        self.know(seat.player, seat.token).seated = Some(code);
    }

    /// A connection is gone; returns the queue that it waited in.
    pub(super) fn disconnect(
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
    pub(super) fn note_here(
        &mut self,
        until_ms: u64,
        now_ms: u64,
        most: usize,
    ) -> Vec<(PlayerId, TokenHash)> {
        let due = self.here.range(..=(until_ms, PlayerId::from(Uuid::max())));
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

    /// See [`Players::check_move`](super::Players::check_move).
    pub(super) fn check_move(&self, client: &Client, leaving: Option<Code>) -> Result<(), Refusal> {
        let player = self.by_id.get(&client.player).ok_or(Refusal::Replaced)?;
        if !player.is_at(client.connection) {
            return Err(Refusal::Replaced);
        }
        match player.seated {
            Some(code) if Some(code) != leaving => Err(Refusal::AlreadySeated(code)),
            _ => Ok(()),
        }
    }

    /// Notes where a player is now: at this seat, in this queue, or in neither. Returns the queue that
    /// it has left.
    pub(super) fn place(
        &mut self,
        player: PlayerId,
        seated: Option<Code>,
        queued: Option<Options>,
    ) -> Option<Options> {
        let player = self.by_id.get_mut(&player)?;
        player.given_up = std::mem::replace(&mut player.seated, seated);
        std::mem::replace(&mut player.queued, queued)
    }

    /// Whether a player waits in a queue by this connection.
    pub(super) fn waits_for(
        &self,
        player: PlayerId,
        connection: ConnectionNumber,
        options: &Options,
    ) -> bool {
        self.by_id.get(&player).is_some_and(|player| {
            player.is_at(connection) && player.queued.as_ref() == Some(options)
        })
    }

    /// Notes that a player waits in no queue; returns the one that it has left.
    pub(super) fn unqueue(
        &mut self,
        id: PlayerId,
        connection: ConnectionNumber,
    ) -> Option<Options> {
        self.current(id, connection).ok()?.queued.take()
    }

    /// See [`Players::unclaim`](super::Players::unclaim). A seat that the player has elsewhere by now
    /// stays.
    pub(super) fn unclaim(&mut self, id: PlayerId, code: Code, now_ms: u64) {
        if let Some(player) = self.by_id.get_mut(&id)
            && player.seated == Some(code)
        {
            player.seated = player.given_up.take();
        }
        self.note_idle(id, now_ms);
    }

    /// See [`Players::unseat`](super::Players::unseat). A seat that the player has elsewhere by now
    /// stays.
    pub(super) fn unseat(&mut self, id: PlayerId, code: Code, now_ms: u64) {
        if let Some(player) = self.by_id.get_mut(&id) {
            player.seated.take_if(|seated| *seated == code);
            player.given_up.take_if(|given_up| *given_up == code);
        }
        self.note_idle(id, now_ms);
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
        let (id, token) = (PlayerId::new(), Token::new());
        self.know(id, token.hash());
        (id, token)
    }

    /// The player with this token, new or not.
    fn know(&mut self, id: PlayerId, token: TokenHash) -> &mut Player {
        self.by_token.insert(token, id);
        self.by_id.entry(id).or_insert(Player {
            token,
            connected: None,
            seated: None,
            given_up: None,
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

#[cfg(test)]
mod tests;
