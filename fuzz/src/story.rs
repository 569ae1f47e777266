//! Messages of a server made of arbitrary bytes: each field has a value that it may have, and no two
//! fields have to fit together.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use serde_json::{Value, json};
use versus2048_protocol::wire::{ServerMessage, Snapshot, decode_server};

/// Few, so that messages meet.
const CODES: [&str; 2] = ["K7QX4M", "000000"];
/// Few, so that messages meet.
const IDS: [&str; 2] = [
    "0199f3a0-0000-7000-8000-000000000001",
    "0199f3a0-0000-7000-8000-000000000002",
];
const PHASES: [&str; 6] = ["waiting", "ready", "countdown", "playing", "paused", "over"];
const REASONS: [&str; 7] = [
    "target",
    "stuck",
    "outscored",
    "time",
    "resigned",
    "abandoned",
    "aborted",
];
const REFUSALS: [&str; 6] = [
    "rate_limited",
    "unavailable",
    "not_playing",
    "stuck",
    "stale",
    "no_change",
];
const DIRECTIONS: [&str; 4] = ["up", "down", "left", "right"];
const STATUSES: [&str; 3] = ["playing", "reached", "stuck"];
const EMOTES: [&str; 3] = ["hello", "nice", "good_game"];
const TILINGS: [&str; 2] = ["mirrored", "independent"];
const SCORINGS: [&str; 2] = ["merges", "sum"];

/// A snapshot, with which a story begins.
///
/// # Errors
/// There are not enough bytes.
///
/// # Panics
/// A snapshot is not as the client reads it: the fault is here.
pub fn snapshot(u: &mut Unstructured<'_>) -> Result<Snapshot> {
    match decode_server(&snapshot_json(u)?.to_string()) {
        Ok(ServerMessage::Match(snapshot)) => Ok(*snapshot),
        other => panic!("a snapshot is read as {other:?}"),
    }
}

/// A message about a table, none where its fields go together so badly that no client reads it.
///
/// # Errors
/// There are not enough bytes.
pub fn message(u: &mut Unstructured<'_>) -> Result<Option<ServerMessage>> {
    let message = match u.int_in_range(0..=8)? {
        0 => snapshot_json(u)?,
        1 | 2 => board_json(u)?,
        3 => json!({"type": "rejected", "turn": turn(u)?, "dir": u.choose(&DIRECTIONS)?,
            "reason": u.choose(&REFUSALS)?}),
        4 => json!({"type": "presence", "seat": seat(u)?, "connected": u.arbitrary::<bool>()?,
            "forfeit_in_ms": time(u)?}),
        5 => json!({"type": "audience", "watching": u.arbitrary::<u32>()?}),
        6 => json!({"type": "rematch_offered", "seat": seat(u)?}),
        7 => json!({"type": "emote", "seat": seat(u)?, "kind": u.choose(&EMOTES)?}),
        _ => {
            let mut over = over_json(u)?;
            over["type"] = json!("over");
            over
        }
    };
    Ok(decode_server(&message.to_string()).ok())
}

fn snapshot_json(u: &mut Unstructured<'_>) -> Result<Value> {
    let (rows, cols) = (side(u)?, side(u)?);
    let boards = if u.ratio(7, 8)? {
        json!([view(u, rows, cols)?, view(u, rows, cols)?])
    } else {
        Value::Null
    };
    let result = if u.ratio(1, 4)? {
        over_json(u)?
    } else {
        Value::Null
    };
    Ok(json!({
        "type": "match",
        "code": u.choose(&CODES)?,
        "id": u.choose(&IDS)?,
        "phase": u.choose(&PHASES)?,
        "options": options(u)?,
        "you": optional(u, seat)?,
        "players": [optional(u, player)?, optional(u, player)?],
        "boards": boards,
        "commitment": hash(u)?,
        "starts_in_ms": time(u)?,
        "elapsed_ms": u.arbitrary::<u64>()?,
        "remaining_ms": time(u)?,
        "closes_in_ms": time(u)?,
        "series": series(u)?,
        "watching": u.arbitrary::<u32>()?,
        "result": result,
    }))
}

fn board_json(u: &mut Unstructured<'_>) -> Result<Value> {
    let (rows, cols) = (side(u)?, side(u)?);
    let mut board = view(u, rows, cols)?;
    board["type"] = json!("board");
    board["seat"] = seat(u)?;
    board["moved"] = json!({
        "dir": u.choose(&DIRECTIONS)?,
        "gained": u.arbitrary::<u64>()?,
        "spawn": {
            "row": u.int_in_range(0..=8)?,
            "col": u.int_in_range(0..=8)?,
            "value": tile(u)?,
        },
    });
    board["at_ms"] = json!(u.arbitrary::<u64>()?);
    Ok(board)
}

fn over_json(u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(json!({
        "id": u.choose(&IDS)?,
        "winner": optional(u, seat)?,
        "reason": u.choose(&REASONS)?,
        "scores": [u.arbitrary::<u64>()?, u.arbitrary::<u64>()?],
        "series": series(u)?,
        "secret": hash(u)?,
        "nonces": ["", "0aff"],
        "seed": hash(u)?,
    }))
}

fn options(u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(json!({
        "rows": side(u)?,
        "cols": side(u)?,
        "target": if u.arbitrary()? { json!(1 << u.int_in_range(3..=17)?) } else { Value::Null },
        "time_limit_s": if u.arbitrary()? { json!(u.int_in_range(10..=3600)?) } else { Value::Null },
        "four_permille": u.int_in_range(0..=1000)?,
        "tiles": u.choose(&TILINGS)?,
        "scoring": u.choose(&SCORINGS)?,
        "countdown_s": u.int_in_range(0..=10)?,
        "watchable": u.arbitrary::<bool>()?,
    }))
}

fn player(u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(json!({
        "id": u.choose(&IDS)?,
        "name": u.arbitrary::<&str>()?,
        "kind": "human",
        "connected": u.arbitrary::<bool>()?,
        "ready": u.arbitrary::<bool>()?,
        "rematch": u.arbitrary::<bool>()?,
        "forfeit_in_ms": time(u)?,
    }))
}

fn view(u: &mut Unstructured<'_>, rows: usize, cols: usize) -> Result<Value> {
    let mut cells = Vec::new();
    for _ in 0..rows {
        let row: Result<Vec<u64>> = (0..cols).map(|_| tile(u)).collect();
        cells.push(row?);
    }
    Ok(json!({
        "turn": turn(u)?,
        "rows": cells,
        "score": u.arbitrary::<u64>()?,
        "status": u.choose(&STATUSES)?,
    }))
}

/// Small ones mostly, for those merge.
fn tile(u: &mut Unstructured<'_>) -> Result<u64> {
    let exponent = u.int_in_range(0..=63_u32)?;
    Ok(match exponent {
        0..=11 => 0,
        12..=52 => 2,
        53 => 1 << 52,
        _ => 1 << (exponent - 52),
    })
}

fn series(u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(json!({"game": u.arbitrary::<u32>()?, "wins": [u.arbitrary::<u32>()?, 0], "draws": 0}))
}

/// Small ones mostly, for those are near each other.
fn turn(u: &mut Unstructured<'_>) -> Result<u32> {
    if u.ratio(7, 8)? {
        u.int_in_range(0..=9)
    } else {
        u.arbitrary()
    }
}

fn time(u: &mut Unstructured<'_>) -> Result<Value> {
    optional(u, |u| Ok(json!(u.arbitrary::<u64>()?)))
}

fn optional(
    u: &mut Unstructured<'_>,
    value: impl FnOnce(&mut Unstructured<'_>) -> Result<Value>,
) -> Result<Value> {
    if u.arbitrary()? {
        value(u)
    } else {
        Ok(Value::Null)
    }
}

fn hash(u: &mut Unstructured<'_>) -> Result<String> {
    Ok(format!("{:02x}", u.arbitrary::<u8>()?).repeat(32))
}

fn seat(u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(json!(u.int_in_range(0..=1)?))
}

fn side(u: &mut Unstructured<'_>) -> Result<usize> {
    u.int_in_range(2..=8)
}
