//! Finished matches over HTTP.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::http::UNSTORED;
use crate::identity::PlayerId;
use crate::journal::{ReplayLookup, Unreadable};
use crate::problem::HttpProblem;
use crate::site::Site;

/// How many replays are told if nobody says how many.
const DEFAULT_LIMIT: u32 = 20;
/// How many replays are told at most.
const MAX_LIMIT: u32 = 100;

/// Which replays are asked for.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Wanted {
    player: Option<String>,
    limit: Option<u32>,
}

/// What is told of them.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Listed {
    replays: Vec<Box<RawValue>>,
}

/// The newest finished matches of listed tables, without their moves.
pub(super) async fn list(
    State(site): State<Site>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<impl IntoResponse, HttpProblem> {
    let wanted = wanted.map_err(|_| wrong_query())?.0;
    let limit = wanted.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(wrong_query());
    }
    let player = match wanted.player.map(|id| id.parse::<Uuid>()) {
        None => None,
        Some(Ok(id)) => Some(PlayerId::from(id)),
        // Nobody has such an id, so nobody has played under it.
        Some(Err(_)) => return Ok((UNSTORED, Json(Listed::default()))),
    };
    let replays = site.lobby.journal().replays(player, limit).await;
    let replays = replays.map_err(|Unreadable| unreadable())?;
    Ok((UNSTORED, Json(Listed { replays })))
}

/// One finished match with its moves.
pub(super) async fn one(
    State(site): State<Site>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, HttpProblem> {
    let lookup = match id.parse() {
        Ok(id) => look_up(&site, id).await,
        Err(_) => ReplayLookup::Unknown,
    };
    match lookup {
        ReplayLookup::Found(text) => Ok(([(CONTENT_TYPE, "application/json")], text)),
        ReplayLookup::Playing => Err(HttpProblem::new(
            StatusCode::CONFLICT,
            "the match is still being played; its replay is there when it is over",
        )),
        ReplayLookup::Unknown => Err(HttpProblem::new(
            StatusCode::NOT_FOUND,
            "no finished match with this id is kept here",
        )),
        ReplayLookup::Damaged => Err(unreadable()),
    }
}

async fn look_up(site: &Site, game: Uuid) -> ReplayLookup {
    let journal = site.lobby.journal();
    let lookup = journal.replay(game).await;
    if lookup != ReplayLookup::Playing || site.lobby.plays(game) {
        return lookup;
    }
    // It may have ended just now; else its end is lost, and nobody plays it any more.
    match journal.replay(game).await {
        ReplayLookup::Playing => ReplayLookup::Damaged,
        lookup => lookup,
    }
}

fn unreadable() -> HttpProblem {
    HttpProblem::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "what is kept of it can't be read; the server's log says why",
    )
}

fn wrong_query() -> HttpProblem {
    HttpProblem::new(
        StatusCode::BAD_REQUEST,
        format!("a query has limit, from 1 to {MAX_LIMIT}, and player, a player's id, or neither"),
    )
}
