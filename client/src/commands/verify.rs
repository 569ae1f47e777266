//! `versus2048 verify`: checks a replay and says what holds.

use std::fs::File;
use std::io::{self, Read as _};

use anyhow::anyhow;
use uuid::Uuid;
use versus2048_protocol::replay::Replay;

use crate::commands::{fetch, print};
use crate::model::Lang;
use crate::text::{self, Language, Trouble};

/// The most bytes of a replay that are read; two boards of 100 000 moves have about 10 MiB.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// What the path of every URL of a replay begins with.
const REPLAYS: &str = "/v1/replays/";

/// Checks the replay in a file or at a URL.
///
/// # Errors
/// It can't be read, or something in it does not hold.
pub fn verify(source: &str, lang: Lang) -> anyhow::Result<()> {
    let say = text::of(lang);
    let told = |trouble: &Trouble<'_>| anyhow!(say.trouble(trouble));
    let json = read(source, say)?;
    let replay: Replay = serde_json::from_str(&json)
        .map_err(|error| told(&not_read(source, &error, &error.to_string())))?;
    replay.verify().map_err(|error| {
        let cause = &error.to_string();
        told(&Trouble::Invalid { source, cause })
    })?;
    print(&summary(&replay, say))
}

fn read(source: &str, say: &dyn Language) -> anyhow::Result<String> {
    if source.starts_with("http://") {
        return fetch(source, MAX_BYTES, say);
    }
    if source.starts_with("https://") {
        return Err(anyhow!(say.trouble(&Trouble::Secure)));
    }
    read_file(source).map_err(|error| {
        let cause = &error.to_string();
        anyhow!(say.trouble(&match error.kind() {
            io::ErrorKind::NotFound if is_nearly_url(source) => Trouble::NoReplayUrl { source },
            io::ErrorKind::NotFound => Trouble::NoFile { source },
            _ => Trouble::File { source, cause },
        }))
    })
}

fn read_file(path: &str) -> io::Result<String> {
    let mut json = String::new();
    File::open(path)?
        .take(MAX_BYTES)
        .read_to_string(&mut json)?;
    Ok(json)
}

/// Whether somebody meant a replay on a server: another scheme, none, or the id alone.
fn is_nearly_url(source: &str) -> bool {
    source.contains("://") || source.contains(REPLAYS) || source.parse::<Uuid>().is_ok()
}

/// What is wrong with what is no replay.
fn not_read<'a>(source: &'a str, error: &serde_json::Error, cause: &'a str) -> Trouble<'a> {
    if source.starts_with("http://") && !source.contains(REPLAYS) {
        Trouble::NoReplayUrl { source }
    } else if error.is_eof() {
        Trouble::CutOff { source }
    } else {
        Trouble::NoReplay { source, cause }
    }
}

fn summary(replay: &Replay, say: &dyn Language) -> String {
    let names = replay
        .players
        .as_ref()
        .map(|player| text::clean(&player.name));
    let [score_zero, score_one] = replay.result.scores.0;
    let winner = replay.result.winner.map(|seat| names[seat].as_str());
    let won = say.replay_won(winner, replay.result.reason);
    let holds = say.replay_holds(replay.moves.len());
    let [zero, one] = &names.0;
    format!("{holds}\n{zero} {score_zero} : {score_one} {one}, {won}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, lang: Lang, said: &str) {
        let error = verify(source, lang).expect_err("no replay").to_string();
        assert!(error.contains(said), "{source} gave {error:?}");
    }

    #[test]
    fn what_is_nearly_a_url_is_told_how_one_looks() {
        let id = "01939d4e-0000-7000-8000-000000000001";
        for source in [
            id.to_owned(),
            format!("ws://127.0.0.1:2048/v1/replays/{id}"),
            format!("127.0.0.1:2048/v1/replays/{id}"),
        ] {
            check(&source, Lang::En, "http://HOST:PORT/v1/replays/ID");
            check(&source, Lang::Zh, "应形如 http://");
        }
        check(
            "https://example.org/v1/replays/1",
            Lang::En,
            "not supported",
        );
        check("missing.json", Lang::En, "there is no file missing.json");
        check("missing.json", Lang::Zh, "没有文件 missing.json");
    }

    #[test]
    fn a_file_that_was_cut_is_told_from_another_file() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("replay.json");
        let source = path.to_str().expect("a path of text");
        for (content, said) in [
            (r#"{"format": "versus2048-re"#, "is not whole"),
            ("hello", "is no replay"),
            ("{}", "is no replay"),
        ] {
            std::fs::write(&path, content).expect("writing");
            check(source, Lang::En, said);
        }
    }
}
