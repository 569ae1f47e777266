//! The thread that reads finished matches. Each question has a connection of its own, so that none
//! outlives its answer and the writer's is the only one that lasts.

mod texts;

use std::thread;

use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use crate::journal::error::ReadError;
use crate::journal::finished::no_json;
use crate::journal::sqlite::{Place, find, is_finished, newest};
use crate::players::PlayerId;
use texts::Texts;

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
pub(super) fn start(place: Place) -> std::io::Result<mpsc::Sender<Inquiry>> {
    let (inquiries, mut queued) = mpsc::channel(QUEUED_INQUIRIES);
    thread::Builder::new()
        .name("replays".into())
        .spawn(move || {
            let mut told = Texts::default();
            while let Some(inquiry) = queued.blocking_recv() {
                answer(&place, &mut told, inquiry);
            }
        })?;
    Ok(inquiries)
}

fn answer(place: &Place, told: &mut Texts, inquiry: Inquiry) {
    // Who has asked may be gone; then the answer is for nobody, and is not even looked for.
    match inquiry {
        Inquiry::One { game, reply } if !reply.is_closed() => {
            drop(reply.send(look_up(place, told, game)));
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

fn look_up(place: &Place, told: &mut Texts, game: Uuid) -> ReplayLookup {
    read(place, told, game).unwrap_or_else(|error| {
        tracing::error!(match_id = %game, %error, "a replay can't be read");
        ReplayLookup::Damaged
    })
}

fn read(place: &Place, told: &mut Texts, game: Uuid) -> Result<ReplayLookup, ReadError> {
    let mut connection = place.connect_reader()?;
    if let Some(text) = told.get(game)
        && is_finished(&connection, game)?
    {
        return Ok(ReplayLookup::Found(text.into()));
    }
    let Some(finished) = find(&mut connection, game)? else {
        return Ok(ReplayLookup::Unknown);
    };
    let Some(replay) = finished.replay()? else {
        return Ok(ReplayLookup::Playing);
    };
    let text = serde_json::to_string(&replay).map_err(|error| no_json(&error))?;
    told.keep(game, text.clone());
    Ok(ReplayLookup::Found(text))
}
