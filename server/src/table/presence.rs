//! The clients that are at a table now, and how long absent seats still have. This is volatile: it
//! takes effect at once, is not in the journal and is not rolled back. It knows no seats and no phases.

use std::collections::{BTreeMap, BTreeSet};

use crate::identity::{ConnectionNumber, PlayerId, Requester};
use crate::outbox::Viewer;

/// The presence of players at a table.
#[derive(Debug)]
pub(super) struct Presence {
    subscribers: BTreeMap<PlayerId, Subscriber>,
    /// Players whose seats here are not on disk yet. They count as present, and hear nothing.
    joining: BTreeMap<PlayerId, Subscriber>,
    /// Subscribers whose leaving is not on disk yet. They count as gone, and still hear.
    leaving: BTreeSet<PlayerId>,
    /// The times since which seated players are absent.
    absent_since_ms: BTreeMap<PlayerId, u64>,
    /// Players who have gone to another table and still have a seat here, which they give up.
    departed: BTreeSet<PlayerId>,
    /// How long a seat may be absent, in milliseconds.
    allowance_ms: u64,
    /// The number of spectators that was told last.
    pub(super) told_watching: u32,
    /// When it was told.
    pub(super) told_watching_ms: Option<u64>,
}

/// A client to which the table's messages go.
#[derive(Clone, Debug)]
pub(super) struct Subscriber {
    /// The client's connection.
    pub(super) connection: ConnectionNumber,
    /// The way to its outbox.
    pub(super) viewer: Viewer,
    /// How many messages for this client alone wait in the line.
    pub(super) waiting: usize,
}

impl Presence {
    /// A table with nobody there.
    pub(super) fn new(allowance_ms: u64) -> Self {
        Self {
            subscribers: BTreeMap::new(),
            joining: BTreeMap::new(),
            leaving: BTreeSet::new(),
            absent_since_ms: BTreeMap::new(),
            departed: BTreeSet::new(),
            allowance_ms,
            told_watching: 0,
            told_watching_ms: None,
        }
    }

    /// Subscribes a client; an older connection of the same player is unsubscribed.
    pub(super) fn subscribe(
        &mut self,
        player: PlayerId,
        connection: ConnectionNumber,
        viewer: Viewer,
    ) {
        self.absent_since_ms.remove(&player);
        self.departed.remove(&player);
        self.leaving.remove(&player);
        self.joining.remove(&player);
        let subscriber = Subscriber::new(connection, viewer);
        self.subscribers.insert(player, subscriber);
    }

    /// Counts a player as present whose seat is not on disk yet.
    pub(super) fn begin_joining(
        &mut self,
        player: PlayerId,
        connection: ConnectionNumber,
        viewer: Viewer,
    ) {
        self.absent_since_ms.remove(&player);
        self.departed.remove(&player);
        let subscriber = Subscriber::new(connection, viewer);
        self.joining.insert(player, subscriber);
    }

    /// Subscribes a player whose seat is on disk now, unless it is gone or has come back already.
    pub(super) fn finish_joining(&mut self, requester: &Requester) {
        if let Some(joined) = self.joining.remove(&requester.player)
            && joined.connection == requester.connection
        {
            self.subscribers.insert(requester.player, joined);
        }
    }

    /// Forgets a player whose seat has not come to be.
    pub(super) fn abort_joining(&mut self, player: PlayerId) {
        self.joining.remove(&player);
    }

    /// Counts a subscriber as gone whose leaving is not on disk yet.
    pub(super) fn begin_leaving(&mut self, player: PlayerId) {
        if self.subscribers.contains_key(&player) {
            self.leaving.insert(player);
        }
    }

    /// Counts a subscriber as here again that has not left.
    pub(super) fn abort_leaving(&mut self, player: PlayerId) {
        self.leaving.remove(&player);
    }

    /// Unsubscribes a client that has left.
    pub(super) fn finish_leaving(&mut self, requester: &Requester) {
        if self.knows(requester) {
            self.unsubscribe(requester.player);
        }
    }

    /// Removes a connection that is gone; its player is absent from now on. False if that player is not
    /// here by this connection.
    pub(super) fn disconnect(
        &mut self,
        player: PlayerId,
        connection: ConnectionNumber,
        now_ms: u64,
    ) -> bool {
        let is_this = |subscriber: &mut Subscriber| subscriber.connection == connection;
        let was_subscribed = self.subscribers.get_mut(&player).is_some_and(is_this);
        let was_joining = self.joining.get_mut(&player).is_some_and(is_this);
        if was_subscribed {
            self.unsubscribe(player);
        }
        if was_joining {
            self.joining.remove(&player);
        }
        let is_gone = was_subscribed || was_joining;
        if is_gone {
            self.absent_since_ms.insert(player, now_ms);
        }
        is_gone
    }

    /// Removes a connection that is at another table now; its player gives up a seat that it has here.
    pub(super) fn depart(
        &mut self,
        player: PlayerId,
        connection: ConnectionNumber,
        now_ms: u64,
    ) -> bool {
        let is_gone = self.disconnect(player, connection, now_ms);
        if is_gone {
            self.departed.insert(player);
        }
        is_gone
    }

    /// Whether a player has gone to another table.
    pub(super) fn has_departed(&self, player: PlayerId) -> bool {
        self.departed.contains(&player)
    }

    /// Forgets absences and departures of players other than these.
    pub(super) fn keep_absent(&mut self, is_seated: impl Fn(PlayerId) -> bool) {
        self.absent_since_ms.retain(|&player, _| is_seated(player));
        self.departed.retain(|&player| is_seated(player));
    }

    /// Counts a player as absent from now on, whether or not it was here.
    pub(super) fn note_absent(&mut self, player: PlayerId, now_ms: u64) {
        self.absent_since_ms.insert(player, now_ms);
    }

    /// Gives absent players their whole allowance again.
    pub(super) fn restart_allowances(&mut self, now_ms: u64) {
        let absences = self.absent_since_ms.values_mut();
        absences.for_each(|since_ms| *since_ms = now_ms);
    }

    /// Whether a player is here.
    pub(super) fn is_here(&self, player: PlayerId) -> bool {
        let is_subscriber =
            self.subscribers.contains_key(&player) && !self.leaving.contains(&player);
        is_subscriber || self.joining.contains_key(&player)
    }

    /// Whether a client is here by this connection.
    pub(super) fn knows(&self, requester: &Requester) -> bool {
        self.subscriber(requester).is_some()
    }

    /// The subscriber that has sent a request, if it is still here.
    pub(super) fn subscriber(&self, requester: &Requester) -> Option<&Subscriber> {
        let subscriber = self.subscribers.get(&requester.player);
        subscriber.filter(|subscriber| subscriber.connection == requester.connection)
    }

    /// The same, to be changed.
    pub(super) fn subscriber_mut(&mut self, requester: &Requester) -> Option<&mut Subscriber> {
        let subscriber = self.subscribers.get_mut(&requester.player);
        subscriber.filter(|subscriber| subscriber.connection == requester.connection)
    }

    /// Every subscriber.
    pub(super) fn subscribers(&self) -> impl Iterator<Item = (PlayerId, &Subscriber)> {
        self.subscribers
            .iter()
            .map(|(&player, subscriber)| (player, subscriber))
    }

    /// Sets every count of waiting messages to 0.
    pub(super) fn reset_waiting(&mut self) {
        for subscriber in self.subscribers.values_mut() {
            subscriber.waiting = 0;
        }
    }

    /// The number of subscribers that stay, other than these players.
    pub(super) fn watching(&self, seated: impl Iterator<Item = PlayerId>) -> u32 {
        let stays = |player: &PlayerId| {
            self.subscribers.contains_key(player) && !self.leaving.contains(player)
        };
        let watching = self.subscribers.len() - self.leaving.len() - seated.filter(stays).count();
        u32::try_from(watching).unwrap_or(u32::MAX)
    }

    fn unsubscribe(&mut self, player: PlayerId) {
        self.subscribers.remove(&player);
        self.leaving.remove(&player);
    }

    /// When the allowance of an absent player runs out, by the server's clock.
    pub(super) fn allowance_ends_ms(&self, player: PlayerId) -> Option<u64> {
        if self.is_here(player) {
            return None;
        }
        let since_ms = self.absent_since_ms.get(&player)?;
        Some(since_ms.saturating_add(self.allowance_ms))
    }
}

impl Subscriber {
    const fn new(connection: ConnectionNumber, viewer: Viewer) -> Self {
        Self {
            connection,
            viewer,
            waiting: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::metrics::OutboxCounters;
    use crate::outbox::Outbox;

    const FIRST: ConnectionNumber = ConnectionNumber(1);
    const SECOND: ConnectionNumber = ConnectionNumber(2);

    fn ana() -> PlayerId {
        PlayerId::from(Uuid::from_u128(1))
    }

    fn viewer() -> Viewer {
        Outbox::new(4, OutboxCounters::default()).0.attach()
    }

    fn here() -> Presence {
        let mut presence = Presence::new(100);
        presence.subscribe(ana(), FIRST, viewer());
        presence
    }

    #[test]
    fn an_absent_player_has_an_allowance_and_its_return_cancels_the_absence() {
        let mut presence = here();
        assert_eq!(presence.allowance_ends_ms(ana()), None);
        assert!(presence.disconnect(ana(), FIRST, 1000));
        assert_eq!(presence.allowance_ends_ms(ana()), Some(1100));
        presence.restart_allowances(5000);
        assert_eq!(presence.allowance_ends_ms(ana()), Some(5100));
        presence.subscribe(ana(), SECOND, viewer());
        assert_eq!(presence.allowance_ends_ms(ana()), None);
    }

    #[test]
    fn the_end_of_an_older_connection_is_not_that_of_the_newer_one() {
        let mut presence = here();
        presence.subscribe(ana(), SECOND, viewer());
        assert!(!presence.disconnect(ana(), FIRST, 1000));
        assert!(!presence.depart(ana(), FIRST, 1000));
        assert!(presence.is_here(ana()));
        assert!(!presence.has_departed(ana()));
    }

    #[test]
    fn a_player_who_joins_is_here_and_hears_nothing_before_its_seat_is_on_disk() {
        let mut presence = Presence::new(100);
        let requester = Requester {
            player: ana(),
            connection: FIRST,
            re: None,
        };
        presence.begin_joining(ana(), FIRST, viewer());
        assert!(presence.is_here(ana()));
        assert!(!presence.knows(&requester));
        presence.finish_joining(&requester);
        assert!(presence.knows(&requester));
        assert_eq!(presence.watching([ana()].into_iter()), 0);
        assert_eq!(presence.watching(std::iter::empty()), 1);
    }

    #[test]
    fn a_player_who_has_gone_before_its_seat_is_on_disk_is_absent() {
        let mut presence = Presence::new(100);
        let requester = Requester {
            player: ana(),
            connection: FIRST,
            re: None,
        };
        presence.begin_joining(ana(), FIRST, viewer());
        assert!(presence.disconnect(ana(), FIRST, 7));
        presence.finish_joining(&requester);
        assert!(!presence.is_here(ana()));
        assert_eq!(presence.allowance_ends_ms(ana()), Some(107));
    }
}
