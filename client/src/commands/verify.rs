//! `versus2048 verify`: checks a replay and says what holds.

use std::fs::File;
use std::io::Read as _;

use anyhow::{Context as _, bail};
use versus2048_protocol::replay::Replay;

use crate::commands::{fetch, print};
use crate::text;

/// The most bytes of a replay that are read; two boards of 100 000 moves have about 10 MiB.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Checks the replay in a file or at a URL.
///
/// # Errors
/// It can't be read, or something in it does not hold.
pub fn verify(source: &str) -> anyhow::Result<()> {
    let json = read(source)?;
    let replay: Replay = serde_json::from_str(&json)
        .with_context(|| format!("{source} is no replay of 2048 Versus"))?;
    replay
        .verify()
        .with_context(|| format!("{source} is not valid"))?;
    print(&summary(&replay))
}

fn read(source: &str) -> anyhow::Result<String> {
    if source.starts_with("https://") {
        bail!("https:// is not supported yet: fetch the replay by other means and verify the file");
    }
    if source.starts_with("http://") {
        return fetch(source, MAX_BYTES);
    }
    let file = File::open(source).with_context(|| format!("can't open {source}"))?;
    let mut json = String::new();
    file.take(MAX_BYTES)
        .read_to_string(&mut json)
        .with_context(|| format!("can't read {source}"))?;
    Ok(json)
}

fn summary(replay: &Replay) -> String {
    let [zero, one] = replay
        .players
        .as_ref()
        .map(|player| text::clean(&player.name))
        .0;
    let [score_zero, score_one] = replay.result.scores.0;
    let winner = match replay.result.winner {
        Some(seat) => format!("{} wins", text::clean(&replay.players[seat].name)),
        None => "nobody wins".to_owned(),
    };
    format!(
        "valid: the secret, the seed, {} moves and the result hold\n\
         {zero} {score_zero} : {score_one} {one}, {winner} ({})\n",
        replay.moves.len(),
        replay.result.reason,
    )
}
