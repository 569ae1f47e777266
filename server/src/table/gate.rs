//! The one gate of a table: whatever is told there waits in one line until what it rests on is on
//! disk. It knows numbers, not events, and viewers as they were at the place that it has come to:
//! so a spectator who comes in between gets its snapshot, and then what happened after it.

mod loss;
mod waiting;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::RangeInclusive;

use axum::extract::ws::Utf8Bytes;
use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::{
    ClosedReason, Code, MessageId, ServerMessage, Snapshot, encode, splice_re,
};

use crate::metrics::Metrics;
use crate::outbox::{BoardKey, Viewer};
use crate::players::ConnectionNumber;
use crate::table::gate::loss::after_loss;
use crate::table::gate::waiting::Waiting;
use crate::table::telling::{Asker, Deed, Farewell, Telling};

/// The most tellings that wait before nobody else is let in: seconds of a stuck disk with a crowd.
const MAX_WAITING: usize = 2048;

/// The line of tellings and those who hear them.
#[derive(Debug)]
pub(super) struct Gate {
    code: Code,
    /// How much may wait for one viewer.
    limit: usize,
    /// The number of the last thing that was handed over to be written.
    decided: u64,
    /// What has this number or a lower one may be told.
    on_disk: u64,
    pending: VecDeque<(u64, Telling)>,
    /// What rests on a commit that has failed, until it is known what is on disk.
    doubtful: Vec<(u64, Telling)>,
    waiting: Waiting,
    metrics: Metrics,
    viewers: BTreeMap<ConnectionNumber, Subscriber>,
}

#[derive(Debug)]
struct Subscriber {
    you: Option<Seat>,
    viewer: Viewer,
}

impl Gate {
    /// A gate that nothing waits at.
    pub(super) fn new(code: Code, limit: usize, metrics: Metrics) -> Self {
        Self {
            code,
            limit,
            decided: 0,
            on_disk: 0,
            pending: VecDeque::new(),
            doubtful: Vec::new(),
            waiting: Waiting::default(),
            metrics,
            viewers: BTreeMap::new(),
        }
    }

    /// Whether everything has been told.
    pub(super) fn is_empty(&self) -> bool {
        self.pending.is_empty() && self.doubtful.is_empty()
    }

    /// Whether so much waits that nobody else is let in: those who come and go would fill the memory.
    pub(super) fn is_crowded(&self) -> bool {
        self.pending.len() + self.doubtful.len() >= MAX_WAITING
    }

    /// Whether so much waits for a connection that its outbox might not take more, or an answer to it
    /// is in doubt that the next one may not overtake.
    pub(super) fn is_full_for(&self, connection: ConnectionNumber) -> bool {
        self.waiting.for_connection(connection) >= self.limit || self.is_in_doubt_for(connection)
    }

    /// Whether an answer to a connection is in doubt.
    pub(super) fn is_in_doubt_for(&self, connection: ConnectionNumber) -> bool {
        let mut receivers = self.doubtful.iter().map(|(_, telling)| telling.receiver());
        receivers.any(|receiver| receiver == Some(connection))
    }

    /// Lines up tellings, each with the number of things that are written before it and have not been
    /// [handed over](Self::hand_over).
    pub(super) fn take(&mut self, tellings: impl IntoIterator<Item = (usize, Telling)>) {
        for (before, telling) in tellings {
            // It takes back an arrival that may be in doubt.
            if matches!(telling, Telling::Gone(_)) && !self.doubtful.is_empty() {
                self.doubtful.push((self.on_disk, telling));
                continue;
            }
            let number = self.decided + number_of(before);
            self.waiting.change(&telling, |count| count + 1);
            self.pending.push_back((number, telling));
        }
    }

    /// So many more things have been handed over to be written; gives their numbers.
    pub(super) fn hand_over(&mut self, writes: usize) -> RangeInclusive<u64> {
        let first = self.decided + 1;
        self.decided += number_of(writes);
        first..=self.decided
    }

    /// Tells what rests on events up to this number; deeds are carried out in their turn.
    pub(super) fn release(&mut self, on_disk: u64, carry_out: &mut impl FnMut(Deed)) {
        self.on_disk = self.on_disk.max(on_disk);
        while self
            .pending
            .front()
            .is_some_and(|&(number, _)| number <= self.on_disk)
        {
            if let Some((_, telling)) = self.pending.pop_front() {
                self.waiting
                    .change(&telling, |count| count.saturating_sub(1));
                self.deliver(telling, carry_out);
            }
        }
    }

    /// After a failed commit: what rests on it waits until it is known what is on disk. What comes
    /// from now on doesn't rest on it.
    pub(super) fn doubt(&mut self, carry_out: &mut impl FnMut(Deed)) {
        self.on_disk = self.decided;
        self.waiting = Waiting::default();
        for (number, telling) in std::mem::take(&mut self.pending) {
            match telling {
                Telling::Closed(ClosedReason::Shutdown) => self.deliver(telling, carry_out),
                _ => self.doubtful.push((number, telling)),
            }
        }
    }

    /// It is known what is on disk: all but what rests on this number or a higher one. What holds is
    /// told when the next thing has been written, as are those whose wish does not hold; who is to be
    /// told how things are gets this snapshot.
    pub(super) fn settle(&mut self, first_lost: Option<u64>, now: &Snapshot) {
        for (number, telling) in std::mem::take(&mut self.doubtful) {
            let is_lost = first_lost.is_some_and(|first| number >= first);
            let telling = if is_lost {
                after_loss(telling, now)
            } else {
                Some(telling)
            };
            self.take(telling.map(|telling| (1, telling)));
        }
    }

    /// Who hears what is told here, in which seat, with those who have just arrived.
    pub(super) fn present(&self) -> Vec<(ConnectionNumber, Option<Seat>)> {
        let mut present: BTreeMap<_, _> = self
            .viewers
            .iter()
            .map(|(&connection, subscriber)| (connection, subscriber.you))
            .collect();
        for (_, telling) in self.doubtful.iter().chain(&self.pending) {
            match telling {
                Telling::Arrived {
                    connection, you, ..
                } => drop(present.insert(*connection, *you)),
                Telling::Gone(connection) => drop(present.remove(connection)),
                Telling::Left(farewell) => drop(present.remove(&farewell.asker.connection)),
                _ => {}
            }
        }
        present.into_iter().collect()
    }

    /// Tells one connection something without waiting for the disk.
    pub(super) fn refuse_at_once(&self, asker: &Asker, message: &ServerMessage) {
        self.metrics.answered(message);
        let text = encode(message, asker.re.as_ref());
        if let Some(viewer) = self.viewer(asker.connection) {
            viewer.push(text.into());
        }
    }

    /// Tells everybody something without waiting for the disk; nothing else is told after it.
    pub(super) fn end_at_once(&mut self, messages: &[ServerMessage]) {
        for (_, telling) in self.doubtful.drain(..).chain(self.pending.drain(..)) {
            if let Telling::Arrived {
                connection,
                you,
                viewer,
            } = telling
            {
                self.viewers.insert(connection, Subscriber { you, viewer });
            }
        }
        for message in messages {
            self.tell_all(&encode(message, None).into(), None, None);
        }
        self.viewers.clear();
    }

    /// The way to a connection, even one that waits for its first snapshot.
    fn viewer(&self, connection: ConnectionNumber) -> Option<&Viewer> {
        let arriving =
            self.doubtful.iter().chain(&self.pending).rev().find_map(
                |(_, telling)| match telling {
                    Telling::Arrived {
                        connection: arriving,
                        viewer,
                        ..
                    } => (*arriving == connection).then_some(viewer),
                    _ => None,
                },
            );
        arriving.or_else(|| Some(&self.viewers.get(&connection)?.viewer))
    }

    fn deliver(&mut self, telling: Telling, carry_out: &mut impl FnMut(Deed)) {
        match telling {
            Telling::All { message, asker } => {
                self.tell_all(&encode(&message, None).into(), None, asker.as_ref());
            }
            Telling::Board {
                game,
                update,
                asker,
            } => {
                self.metrics.moved();
                let board = BoardKey {
                    game,
                    seat: update.seat,
                };
                let body = encode(&ServerMessage::Board(update), None);
                self.tell_all(&body.into(), Some(board), asker.as_ref());
            }
            Telling::Snapshot { snapshot, asker } => self.tell_snapshot(*snapshot, asker.as_ref()),
            Telling::View { snapshot, asker } => self.tell_view(*snapshot, &asker),
            Telling::One { message, asker } => {
                self.metrics.answered(&message);
                self.tell_one(asker.connection, encode(&message, asker.re.as_ref()));
            }
            Telling::Arrived {
                connection,
                you,
                viewer,
            } => {
                self.viewers.insert(connection, Subscriber { you, viewer });
            }
            Telling::Gone(connection) => drop(self.viewers.remove(&connection)),
            Telling::Left(farewell) => self.say_farewell(farewell, carry_out),
            Telling::Closed(reason) => self.tell_closed(reason, carry_out),
            // Who has asked may be gone by now; then nobody moves.
            Telling::MayLeave { answer, reply } => drop(reply.send(answer)),
            Telling::Deed(deed) => carry_out(deed),
        }
    }

    /// Tells everybody a body; who has asked gets it with what it answers.
    fn tell_all(&self, body: &Utf8Bytes, board: Option<BoardKey>, asker: Option<&Asker>) {
        for (&connection, Subscriber { viewer, .. }) in &self.viewers {
            let re = re_for(asker, connection);
            match (board, re) {
                (None, re) => viewer.push(with_re(body, re)),
                (Some(board), None) => viewer.push_board(board, body.clone()),
                (Some(board), re) => viewer.push_answering_board(board, with_re(body, re)),
            }
        }
    }

    /// Tells everybody the state; it differs by `you` alone, so there are three texts of it.
    fn tell_snapshot(&self, snapshot: Snapshot, asker: Option<&Asker>) {
        let mut bodies: HashMap<Option<Seat>, Utf8Bytes> = HashMap::new();
        let mut message = ServerMessage::Match(Box::new(snapshot));
        for (&connection, Subscriber { you, viewer }) in &self.viewers {
            let body = bodies
                .entry(*you)
                .or_insert_with(|| encode_for(&mut message, *you));
            viewer.push(with_re(body, re_for(asker, connection)));
        }
    }

    fn tell_view(&self, snapshot: Snapshot, asker: &Asker) {
        if let Some(Subscriber { you, viewer }) = self.viewers.get(&asker.connection) {
            let mut message = ServerMessage::Match(Box::new(snapshot));
            let body = encode_for(&mut message, *you);
            viewer.push(with_re(&body, asker.re.as_ref()));
        }
    }

    fn tell_one(&self, connection: ConnectionNumber, text: String) {
        if let Some(Subscriber { viewer, .. }) = self.viewers.get(&connection) {
            viewer.push(text.into());
        }
    }

    fn say_farewell(&mut self, farewell: Farewell, carry_out: &mut impl FnMut(Deed)) {
        let Farewell {
            asker,
            seated,
            done,
        } = farewell;
        if let Some(player) = seated {
            carry_out(Deed::Unseat(player));
        }
        let left = ServerMessage::Left { code: self.code };
        self.tell_one(asker.connection, encode(&left, asker.re.as_ref()));
        self.viewers.remove(&asker.connection);
        // Who has left may be gone by now; then nobody waits.
        let _ = done.send(());
    }

    fn tell_closed(&self, reason: ClosedReason, carry_out: &mut impl FnMut(Deed)) {
        carry_out(Deed::Remove);
        let code = self.code;
        let closed = ServerMessage::Closed { code, reason };
        self.tell_all(&encode(&closed, None).into(), None, None);
    }
}

fn number_of(events: usize) -> u64 {
    u64::try_from(events).unwrap_or(u64::MAX)
}

fn re_for(asker: Option<&Asker>, connection: ConnectionNumber) -> Option<&MessageId> {
    asker
        .filter(|asker| asker.connection == connection)?
        .re
        .as_ref()
}

fn with_re(body: &Utf8Bytes, re: Option<&MessageId>) -> Utf8Bytes {
    match re {
        Some(re) => splice_re(body, re).into(),
        None => body.clone(),
    }
}

fn encode_for(message: &mut ServerMessage, receiver: Option<Seat>) -> Utf8Bytes {
    if let ServerMessage::Match(snapshot) = message {
        snapshot.you = receiver;
    }
    encode(message, None).into()
}

#[cfg(test)]
mod tests;
