//! The effect of a line's entries: once their step is on disk, or once it was rolled back.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::{ClosedReason, MessageId, ServerMessage, encode, splice_re};

use crate::identity::PlayerId;
use crate::outbox::BoardKey;
use crate::refusal::Refusal;
use crate::table::ledger::Ledger;
use crate::table::ledger::outside::log;
use crate::table::presence::Subscriber;
use crate::table::record::{Entry, Joined, Left, Request, To};

impl Ledger {
    /// Lets the entries of a step that is on disk take effect.
    pub(super) fn deliver_all(&mut self, entries: Vec<Entry>, now_ms: u64) {
        for entry in entries {
            self.uncount(&entry);
            self.deliver(entry, now_ms);
        }
    }

    /// Answers the request of an entry whose step was rolled back; the rest of it has not happened.
    pub(super) fn drop_entry(&mut self, entry: Entry, now_ms: u64) {
        match entry {
            Entry::Answer { message, request } => self.answer(&message, &request),
            Entry::Message {
                to: To::AllAnswering(request) | To::One(request),
                ..
            } => self.refuse_at_once(&request),
            // Without a reply its session knows that the client stays.
            Entry::Left(left) => {
                let player = left.request.by.player;
                self.table.presence.abort_leaving(player);
                self.refuse_at_once(&left.request);
            }
            Entry::Joined(joined) => self.abort_joining(joined, now_ms),
            // The sessions may be gone, and then nobody waits for these replies.
            Entry::Leaving { reply, .. } => drop(reply.send(Err(Refusal::Unavailable))),
            Entry::NotJoined { reply, .. } => drop(reply.send(Err(Refusal::Unavailable))),
            Entry::Message {
                to: To::All | To::Others(_),
                ..
            }
            | Entry::Closed(_)
            | Entry::Publish(_)
            | Entry::Log(_) => {}
        }
    }

    /// Tells a client, past the line, that its request can't be decided now.
    pub(super) fn refuse_at_once(&self, request: &Request) {
        self.answer(&request.unavailable(), request);
    }

    /// Tells a message to all; the client that is answered gets it with the id of its request.
    pub(super) fn tell_all(&self, message: &ServerMessage, answered: Option<&Request>) {
        match message {
            ServerMessage::Match(_) => self.tell_snapshot(message, answered),
            ServerMessage::Board(update) => {
                let certain = self.certain.as_ref();
                let board = certain.map(|state| BoardKey {
                    game: state.current.id(),
                    seat: update.seat,
                });
                self.tell_body(message, board, answered);
                self.count_move(answered);
            }
            _ => self.tell_body(message, None, answered),
        }
    }

    /// Tells everybody that the table is closed, after its players' seats have been given up.
    pub(super) fn tell_closed(&self, reason: ClosedReason, now_ms: u64) {
        let code = self.code();
        self.outside
            .unseat(self.table.state.players(), code, now_ms);
        self.tell_all(&ServerMessage::Closed { code, reason }, None);
    }

    fn count_move(&self, answered: Option<&Request>) {
        let metrics = &self.outside.metrics;
        metrics.moved();
        if let Some(attempt) = answered.and_then(|request| request.attempt) {
            metrics.move_took(attempt.received.elapsed());
        }
    }

    fn deliver(&mut self, entry: Entry, now_ms: u64) {
        match entry {
            Entry::Message { message, to } => match to {
                To::All => self.tell_all(&message, None),
                To::Others(player) => self.tell_others(&message, player),
                To::AllAnswering(request) => self.tell_all(&message, Some(&request)),
                To::One(request) => self.answer(&message, &request),
            },
            Entry::Answer { message, request } => self.answer(&message, &request),
            Entry::Joined(joined) => self.finish_joining(joined),
            Entry::Left(left) => self.finish_leaving(left, now_ms),
            // The sessions may be gone, and then nobody waits for these replies.
            Entry::Leaving { answer, reply } => drop(reply.send(answer)),
            Entry::NotJoined { refusal, reply } => drop(reply.send(Err(refusal))),
            Entry::Closed(reason) => self.tell_closed(reason, now_ms),
            Entry::Publish(published) => self.outside.publish(published),
            Entry::Log(note) => log(note),
        }
    }

    fn finish_joining(&mut self, joined: Joined) {
        self.table.presence.finish_joining(&joined.request.by);
        let message = ServerMessage::Match(joined.snapshot);
        self.tell_all(&message, Some(&joined.request));
        // A session that is gone disconnects later.
        let _ = joined.reply.send(Ok(()));
    }

    fn abort_joining(&mut self, joined: Joined, now_ms: u64) {
        let player = joined.request.by.player;
        self.table.presence.abort_joining(player);
        self.outside.unclaim(player, self.code(), now_ms);
        // A session that is gone has nobody to tell.
        let _ = joined.reply.send(Err(Refusal::Unavailable));
    }

    fn finish_leaving(&mut self, left: Left, now_ms: u64) {
        let Left {
            request,
            was_seated,
            reply,
        } = left;
        let (player, code) = (request.by.player, self.code());
        if was_seated {
            self.outside.unseat([player].into_iter(), code, now_ms);
        }
        self.answer(&ServerMessage::Left { code }, &request);
        self.table.presence.finish_leaving(&request.by);
        // A session that is gone has nobody to tell.
        let _ = reply.send(());
    }

    /// Answers a request, unless its connection is gone.
    pub(super) fn answer(&self, message: &ServerMessage, request: &Request) {
        self.outside.metrics.answered(message);
        if let Some(subscriber) = self.table.presence.subscriber(&request.by) {
            let body = self.body_for(message, request.by.player);
            subscriber
                .viewer
                .push(with_re(&body, request.by.re.as_ref()));
        } else {
            self.outside.metrics.answer_undelivered();
        }
    }

    fn tell_body(
        &self,
        message: &ServerMessage,
        board: Option<BoardKey>,
        answered: Option<&Request>,
    ) {
        let body: Utf8Bytes = encode(message, None).into();
        for (player, Subscriber { viewer, .. }) in self.table.presence.subscribers() {
            let re = self.re_for(player, answered);
            match (board, re) {
                (None, re) => viewer.push(with_re(&body, re)),
                (Some(board), None) => viewer.push_board(board, body.clone()),
                (Some(board), re) => viewer.push_answering_board(board, with_re(&body, re)),
            }
        }
    }

    fn tell_others(&self, message: &ServerMessage, player: PlayerId) {
        let body: Utf8Bytes = encode(message, None).into();
        let subscribers = self.table.presence.subscribers();
        for (_, subscriber) in subscribers.filter(|(other, _)| *other != player) {
            subscriber.viewer.push(body.clone());
        }
    }

    /// Snapshots differ by `you` alone, so there are three texts at most.
    fn tell_snapshot(&self, message: &ServerMessage, answered: Option<&Request>) {
        let mut bodies: HashMap<Option<Seat>, Utf8Bytes> = HashMap::new();
        for (player, Subscriber { viewer, .. }) in self.table.presence.subscribers() {
            let you = self
                .certain
                .as_ref()
                .and_then(|state| state.seat_of(player));
            let body = bodies
                .entry(you)
                .or_insert_with(|| encode_for(message.clone(), you));
            viewer.push(with_re(body, self.re_for(player, answered)));
        }
    }

    /// The text of a message for a player; a snapshot says which seat is the player's own.
    fn body_for(&self, message: &ServerMessage, player: PlayerId) -> Utf8Bytes {
        match message {
            ServerMessage::Match(_) => encode_for(message.clone(), self.certain_seat(player)),
            _ => encode(message, None).into(),
        }
    }

    fn certain_seat(&self, player: PlayerId) -> Option<Seat> {
        self.certain.as_ref()?.seat_of(player)
    }

    fn re_for<'a>(&self, player: PlayerId, answered: Option<&'a Request>) -> Option<&'a MessageId> {
        let request = answered.filter(|request| request.by.player == player)?;
        self.table.presence.subscriber(&request.by)?;
        request.by.re.as_ref()
    }

    /// Counts an entry out that waits no longer.
    pub(super) fn uncount(&mut self, entry: &Entry) {
        if let Some(request) = entry.request().filter(|_| !entry.is_for_all())
            && let Some(subscriber) = self.table.presence.subscriber_mut(&request.by)
        {
            subscriber.waiting = subscriber.waiting.saturating_sub(1);
        }
    }
}

/// The text of a snapshot for a receiver in this seat.
pub(super) fn encode_for(mut message: ServerMessage, receiver: Option<Seat>) -> Utf8Bytes {
    if let ServerMessage::Match(snapshot) = &mut message {
        snapshot.you = receiver;
    }
    encode(&message, None).into()
}

/// A text with the id of the request that it answers.
pub(super) fn with_re(body: &Utf8Bytes, re: Option<&MessageId>) -> Utf8Bytes {
    match re {
        Some(re) => splice_re(body, re).into(),
        None => body.clone(),
    }
}
