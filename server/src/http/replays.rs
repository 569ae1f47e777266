//! Finished matches over HTTP.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::http::{HttpProblem, UNSTORED};
use crate::lobby::ReplayLookup;
use crate::site::Site;

/// How many replays are told if nobody says how many.
const DEFAULT_LIMIT: usize = 20;
/// How many replays are told at most.
const MAX_LIMIT: usize = 100;

/// Which replays are asked for.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Wanted {
    player: Option<String>,
    limit: Option<usize>,
}

/// What is told of them.
#[derive(Clone, Debug, Serialize)]
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
    let replays = site.lobby.replays(wanted.player.as_deref(), limit);
    Ok((UNSTORED, Json(Listed { replays })))
}

/// One finished match with its moves.
pub(super) async fn one(
    State(site): State<Site>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, HttpProblem> {
    let lookup = id
        .parse()
        .map_or(ReplayLookup::Unknown, |id| site.lobby.replay(id));
    match lookup {
        ReplayLookup::Found(text) => Ok(([(CONTENT_TYPE, "application/json")], text.to_string())),
        ReplayLookup::Playing => Err(HttpProblem::new(
            StatusCode::CONFLICT,
            "the match is still being played; its replay is there when it is over",
        )),
        ReplayLookup::Unknown => Err(HttpProblem::new(
            StatusCode::NOT_FOUND,
            "no finished match with this id is kept here",
        )),
    }
}

fn wrong_query() -> HttpProblem {
    HttpProblem::new(
        StatusCode::BAD_REQUEST,
        format!("a query has limit, from 1 to {MAX_LIMIT}, and player, a player's id, or neither"),
    )
}
