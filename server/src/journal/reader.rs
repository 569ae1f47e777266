//! The thread that reads finished matches. Each question has a connection of its own, so that none
//! outlives its answer and the writer's is the only one that lasts.

use std::thread;

use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use crate::identity::PlayerId;
use crate::journal::error::ReadError;
use crate::journal::sqlite::{Place, find, newest};
use crate::journal::store::Playing;

/// The most questions that wait; who asks more waits for a place.
const QUEUED_INQUIRIES: usize = 64;

/// What is known of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReplayLookup {
    /// The finished match, as the JSON of its replay.
    Found(String),
    /// The match is not over yet.
    Playing,
    /// Nothing is kept under this id.
    Unknown,
    /// What is kept can't be read, or is not what was written.
    Damaged,
}

/// What can't be answered: the reason is in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable;

/// A question about finished matches.
#[derive(Debug)]
pub(super) enum Inquiry {
    /// One by the id of its match.
    One {
        game: Uuid,
        reply: oneshot::Sender<ReplayLookup>,
    },
    /// The newest, without moves.
    Newest {
        player: Option<PlayerId>,
        limit: u32,
        reply: oneshot::Sender<Result<Vec<Box<RawValue>>, Unreadable>>,
    },
}

/// Starts the thread; it ends when nobody can ask any more.
pub(super) fn start(place: Place, playing: Playing) -> std::io::Result<mpsc::Sender<Inquiry>> {
    let (inquiries, mut queued) = mpsc::channel(QUEUED_INQUIRIES);
    thread::Builder::new()
        .name("replays".into())
        .spawn(move || {
            while let Some(inquiry) = queued.blocking_recv() {
                answer(&place, &playing, inquiry);
            }
        })?;
    Ok(inquiries)
}

fn answer(place: &Place, playing: &Playing, inquiry: Inquiry) {
    // Who has asked may be gone; then the answer is for nobody, and is not even looked for.
    match inquiry {
        Inquiry::One { game, reply } if !reply.is_closed() => {
            drop(reply.send(look_up(place, playing, game)));
        }
        Inquiry::Newest {
            player,
            limit,
            reply,
        } if !reply.is_closed() => {
            let headers = place
                .connect_reader()
                .and_then(|mut connection| newest(&mut connection, player, limit));
            let headers = headers.map_err(|error| {
                tracing::error!(%error, "replays can't be listed");
                Unreadable
            });
            drop(reply.send(headers));
        }
        _ => {}
    }
}

fn look_up(place: &Place, playing: &Playing, game: Uuid) -> ReplayLookup {
    // First, since a match is kept as a finished one before it is played no longer.
    if playing.contains(game) {
        return ReplayLookup::Playing;
    }
    match read(place, game) {
        Ok(Some(text)) => ReplayLookup::Found(text),
        Ok(None) => ReplayLookup::Unknown,
        Err(error) => {
            tracing::error!(match_id = %game, %error, "a replay can't be read");
            ReplayLookup::Damaged
        }
    }
}

fn read(place: &Place, game: Uuid) -> Result<Option<String>, ReadError> {
    find(&place.connect_reader()?, game)
}
