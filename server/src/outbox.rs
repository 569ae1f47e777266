//! The queue of messages to one connection: bounded, and its writers never wait.
//!
//! A message that comes to a full queue takes the place of a board that a newer one of the same match
//! and seat supersedes; if there is none, the connection is closed as too slow. The outbox does not read
//! the messages.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::extract::ws::Utf8Bytes;
use uuid::Uuid;
use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::CloseCode;

use crate::metrics::OutboxCounters;

/// How many messages an empty outbox keeps memory for; it frees what a burst took beyond that.
const KEPT_ENTRIES: usize = 4;

/// The writing end; clones write to the same connection.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(Arc<Mutex<State>>);

/// The reading end, the socket's.
#[derive(Debug)]
pub(crate) struct OutboxReader(Arc<Mutex<State>>);

/// What the socket has to send.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outgoing {
    /// A message.
    Text(Utf8Bytes),
    /// The end; nothing comes after it.
    Close(CloseCode),
}

/// A subscription of a connection to a table. Once a later subscription has sent something, an earlier
/// one sends no more: no message of a table that was left follows the snapshot of the next table.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    outbox: Outbox,
    epoch: u64,
}

/// Which board a message shows; of two that wait, the newer one is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardKey {
    /// The match.
    pub(crate) game: Uuid,
    /// Whose board.
    pub(crate) seat: Seat,
}

#[derive(Debug)]
struct State {
    limit: usize,
    waiting: VecDeque<Entry>,
    closed: Option<CloseCode>,
    close_taken: bool,
    last_epoch: u64,
    spoken_epoch: u64,
    /// Wakes the connection when there is something to send.
    reader: Option<Waker>,
    counters: OutboxCounters,
}

#[derive(Debug)]
struct Entry {
    text: Utf8Bytes,
    /// Present where a newer board may take its place.
    board: Option<BoardKey>,
}

impl Outbox {
    /// A queue of at most this many messages; what is left out of it is counted.
    #[must_use]
    pub(crate) fn new(limit: usize, counters: OutboxCounters) -> (Self, OutboxReader) {
        let state = Arc::new(Mutex::new(State {
            limit: limit.max(1),
            waiting: VecDeque::new(),
            closed: None,
            close_taken: false,
            last_epoch: 0,
            spoken_epoch: 0,
            reader: None,
            counters,
        }));
        (Self(Arc::clone(&state)), OutboxReader(state))
    }

    /// Sends a message that belongs to no table.
    pub(crate) fn push(&self, text: impl Into<Utf8Bytes>) {
        let text = text.into();
        self.change(|state| state.push(text, None, None));
    }

    /// Closes the connection after the messages that wait, or at once if it reads too slowly. The first
    /// close decides the code.
    pub(crate) fn close(&self, code: CloseCode) {
        self.change(|state| state.close(code));
    }

    /// Whether the connection is being closed: a message that is pushed now is dropped.
    #[must_use]
    pub(crate) fn is_closed(&self) -> bool {
        self.state().closed.is_some()
    }

    /// How many messages wait.
    pub(crate) fn waiting(&self) -> usize {
        self.state().waiting.len()
    }

    /// A new subscription, which ends the earlier ones as soon as it sends something.
    #[must_use]
    pub(crate) fn attach(&self) -> Viewer {
        let mut state = self.state();
        state.last_epoch += 1;
        Viewer {
            outbox: self.clone(),
            epoch: state.last_epoch,
        }
    }

    /// Changes what waits, and wakes the reader if there is something for it.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let has_next = state.has_next();
        let reader = state.reader.take_if(|_| has_next);
        drop(state);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

impl Viewer {
    /// Sends a message that no other supersedes.
    pub(crate) fn push(&self, text: Utf8Bytes) {
        self.push_entry(text, None, None);
    }

    /// Sends a board; a newer one of the same match and seat may take its place in a full queue.
    pub(crate) fn push_board(&self, board: BoardKey, text: Utf8Bytes) {
        self.push_entry(text, Some(board), Some(board));
    }

    /// Sends a board that answers the receiver's own move: it is never superseded.
    pub(crate) fn push_answering_board(&self, board: BoardKey, text: Utf8Bytes) {
        self.push_entry(text, Some(board), None);
    }

    fn push_entry(&self, text: Utf8Bytes, newest: Option<BoardKey>, board: Option<BoardKey>) {
        self.outbox.change(|state| {
            if self.epoch >= state.spoken_epoch {
                state.spoken_epoch = self.epoch;
                state.push(text, newest, board);
            }
        });
    }
}

impl OutboxReader {
    /// Ready when [`try_next`](Self::try_next) has something; else the task is woken when it does.
    pub(crate) fn poll_ready(&self, ctx: &mut Context<'_>) -> Poll<()> {
        let mut state = lock(&self.0);
        if state.has_next() {
            return Poll::Ready(());
        }
        match &mut state.reader {
            Some(reader) => reader.clone_from(ctx.waker()),
            None => state.reader = Some(ctx.waker().clone()),
        }
        Poll::Pending
    }

    /// Comes back when [`try_next`](Self::try_next) has something.
    #[cfg(test)]
    pub(crate) async fn ready(&self) {
        std::future::poll_fn(|ctx| self.poll_ready(ctx)).await;
    }

    /// The next thing to send, if there is one.
    pub(crate) fn try_next(&mut self) -> Option<Outgoing> {
        let mut state = lock(&self.0);
        if let Some(entry) = state.waiting.pop_front() {
            if state.waiting.is_empty() && state.waiting.capacity() > KEPT_ENTRIES {
                state.waiting = VecDeque::new();
            }
            return Some(Outgoing::Text(entry.text));
        }
        let code = state.closed.filter(|_| !state.close_taken)?;
        state.close_taken = true;
        Some(Outgoing::Close(code))
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn has_next(&self) -> bool {
        !self.waiting.is_empty() || (self.closed.is_some() && !self.close_taken)
    }

    fn push(&mut self, text: Utf8Bytes, newest: Option<BoardKey>, board: Option<BoardKey>) {
        if self.closed.is_some() {
            return;
        }
        if self.waiting.len() >= self.limit {
            let Some(index) = self.oldest_superseded(newest) else {
                self.counters.dropped(1);
                return self.close(CloseCode::TooSlow);
            };
            self.waiting.remove(index);
            self.counters.coalesced();
        }
        self.waiting.push_back(Entry { text, board });
    }

    /// The oldest board that may be left out: one that the new message supersedes, else one that a
    /// board behind it does.
    fn oldest_superseded(&self, newest: Option<BoardKey>) -> Option<usize> {
        let boards = || {
            let entries = self.waiting.iter().enumerate();
            entries.filter_map(|(index, entry)| Some((index, entry.board?)))
        };
        let is_superseded =
            |index, key| boards().any(|(behind, newer)| behind > index && newer == key);
        boards()
            .find(|&(_, key)| Some(key) == newest)
            .or_else(|| boards().find(|&(index, key)| is_superseded(index, key)))
            .map(|(index, _)| index)
    }

    fn close(&mut self, code: CloseCode) {
        if self.closed.is_some() {
            return;
        }
        self.closed = Some(code);
        if code == CloseCode::TooSlow {
            self.counters.dropped(self.waiting.len());
            self.waiting.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 3;
    const GAME: Uuid = Uuid::from_u128(1);

    fn board(game: Uuid, seat: Seat) -> BoardKey {
        BoardKey { game, seat }
    }

    #[track_caller]
    fn check(reader: &mut OutboxReader, expected: &[&str]) {
        let sent: Vec<String> = std::iter::from_fn(|| reader.try_next())
            .map(|outgoing| match outgoing {
                Outgoing::Text(text) => text.to_string(),
                Outgoing::Close(code) => format!("close {}", code.number()),
            })
            .collect();
        assert_eq!(sent, expected);
    }

    #[test]
    fn messages_come_in_order_and_then_the_close() {
        let (outbox, mut reader) = Outbox::new(LIMIT, OutboxCounters::default());
        outbox.push("a");
        outbox.push("b");
        outbox.close(CloseCode::Replaced);
        outbox.close(CloseCode::Done);
        outbox.push("c");
        check(&mut reader, &["a", "b", "close 4001"]);
        check(&mut reader, &[]);
    }

    #[test]
    fn a_full_outbox_leaves_out_the_oldest_board_of_the_same_seat() {
        let (outbox, mut reader) = Outbox::new(LIMIT, OutboxCounters::default());
        let viewer = outbox.attach();
        viewer.push_board(board(GAME, Seat::Zero), "zero 1".into());
        viewer.push_board(board(GAME, Seat::One), "one 1".into());
        viewer.push_board(board(GAME, Seat::Zero), "zero 2".into());
        viewer.push_board(board(GAME, Seat::One), "one 2".into());
        viewer.push_board(board(GAME, Seat::One), "one 3".into());
        check(&mut reader, &["zero 1", "zero 2", "one 3"]);
    }

    #[test]
    fn a_board_that_answers_is_never_left_out_but_supersedes() {
        let (outbox, mut reader) = Outbox::new(LIMIT, OutboxCounters::default());
        let viewer = outbox.attach();
        let key = board(GAME, Seat::Zero);
        viewer.push_answering_board(key, "answer 1".into());
        viewer.push_board(key, "zero 2".into());
        viewer.push_answering_board(key, "answer 3".into());
        viewer.push_answering_board(key, "answer 4".into());
        check(&mut reader, &["answer 1", "answer 3", "answer 4"]);
        for text in ["answer 5", "answer 6", "answer 7", "answer 8"] {
            viewer.push_answering_board(key, text.into());
        }
        check(&mut reader, &["close 4003"]);
    }

    #[test]
    fn the_last_board_of_a_finished_match_stays() {
        let (outbox, mut reader) = Outbox::new(LIMIT, OutboxCounters::default());
        let viewer = outbox.attach();
        viewer.push_board(board(GAME, Seat::Zero), "last".into());
        viewer.push("over".into());
        viewer.push("match".into());
        viewer.push_board(board(Uuid::from_u128(2), Seat::Zero), "first".into());
        check(&mut reader, &["close 4003"]);
    }

    #[test]
    fn another_message_makes_room_only_where_a_newer_board_waits() {
        let (outbox, mut reader) = Outbox::new(LIMIT, OutboxCounters::default());
        let viewer = outbox.attach();
        for turn in 1..=3 {
            viewer.push_board(board(GAME, Seat::Zero), format!("zero {turn}").into());
        }
        viewer.push("presence".into());
        viewer.push("audience".into());
        check(&mut reader, &["zero 3", "presence", "audience"]);
    }

    #[test]
    fn an_earlier_look_is_silent_once_a_later_one_has_spoken() {
        let (outbox, mut reader) = Outbox::new(LIMIT, OutboxCounters::default());
        let earlier = outbox.attach();
        let later = outbox.attach();
        earlier.push("old table".into());
        later.push("new table".into());
        earlier.push("old table again".into());
        outbox.push("pong");
        check(&mut reader, &["old table", "new table", "pong"]);
    }

    #[tokio::test]
    async fn a_reader_that_waits_is_woken() {
        let (outbox, mut reader) = Outbox::new(LIMIT, OutboxCounters::default());
        let waiting = tokio::spawn(async move {
            reader.ready().await;
            reader.try_next()
        });
        tokio::task::yield_now().await;
        outbox.push("a");
        let next = tokio::time::timeout(std::time::Duration::from_secs(5), waiting)
            .await
            .expect("the reader wakes")
            .expect("the reader does not panic");
        assert_eq!(next, Some(Outgoing::Text("a".into())));
    }
}
