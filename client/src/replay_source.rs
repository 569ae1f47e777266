//! Where a replay is, and reading it from there.

use std::fs::File;
use std::io::{self, Read as _};

use anyhow::anyhow;
use serde::Deserialize;
use uuid::Uuid;
use versus2048_protocol::game::BySeat;
use versus2048_protocol::replay::{Replay, ReplayPlayer, ReplayResult};
use versus2048_protocol::rules::Options;

use crate::playback::Tape;
use crate::text::{Language, Trouble};
use crate::{address, home, http, kept_replays};

/// The most bytes of a replay that are read; two boards of 100 000 moves have about 10 MiB.
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// The most bytes of a list of replays that are read; 50 have about 30 KiB.
const MAX_LIST_BYTES: u64 = 1024 * 1024;
/// How many replays of a server are listed.
const LISTED: u32 = 50;
/// What the path of every URL of a replay begins with.
const REPLAYS: &str = "/v1/replays/";

/// Where a replay is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplaySource {
    /// In a file.
    File(String),
    /// On a server.
    Url(String),
    /// Kept by this client, where its server ended with it; else on a server.
    Match {
        /// The match.
        id: Uuid,
        /// Where the server has it.
        url: String,
    },
}

/// A finished match in a server's list, without its moves.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ReplaySummary {
    /// The match.
    pub id: Uuid,
    /// When it started (RFC 3339, UTC).
    pub played_at: String,
    /// The complete options.
    pub options: Options,
    /// Who played.
    pub players: BySeat<ReplayPlayer>,
    /// How it ended.
    pub result: ReplayResult,
}

#[derive(Deserialize)]
struct Listed {
    replays: Vec<ReplaySummary>,
}

impl ReplaySource {
    /// What somebody typed: a URL, the id of a match on a server, else the path of a file.
    #[must_use]
    pub fn new(text: &str, server: &str) -> Self {
        if ["http://", "https://"]
            .iter()
            .any(|it| text.starts_with(it))
        {
            return Self::Url(text.to_owned());
        }
        match text.parse() {
            Ok(id) => Self::Match {
                id,
                url: address::replay(server, id),
            },
            Err(_) => Self::File(home::expand(text).display().to_string()),
        }
    }

    /// The path or the URL; it comes from outside and is not clean.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let (Self::File(text) | Self::Url(text) | Self::Match { url: text, .. }) = self;
        text
    }

    /// Reads the replay, which is not checked yet. This waits for a server or a disk.
    ///
    /// # Errors
    /// In a language, why it can't be read.
    pub fn read(&self, say: &dyn Language) -> anyhow::Result<Replay> {
        let json = self.text(say)?;
        serde_json::from_str(&json).map_err(|error| {
            let cause = &error.to_string();
            anyhow!(say.trouble(&self.not_read(&error, cause)))
        })
    }

    /// Reads the replay and checks it. This waits as [`Self::read`] does.
    ///
    /// # Errors
    /// In a language, why it can't be read, or that it does not hold.
    pub fn open(&self, say: &dyn Language) -> anyhow::Result<Tape> {
        let replay = self.read(say)?;
        Tape::new(replay).map_err(|error| {
            let cause = &error.to_string();
            let source = self.as_str();
            anyhow!(say.trouble(&Trouble::Invalid { source, cause }))
        })
    }

    fn text(&self, say: &dyn Language) -> anyhow::Result<String> {
        let source = self.as_str();
        match self {
            Self::Match { id, url } => match kept_replays::find(*id) {
                Some(path) => Self::File(path.display().to_string()).text(say),
                None => http::get(url, MAX_BYTES, say),
            },
            Self::Url(url) => http::get(url, MAX_BYTES, say),
            Self::File(path) => read_file(path).map_err(|error| {
                let cause = &error.to_string();
                anyhow!(say.trouble(&match error.kind() {
                    io::ErrorKind::NotFound if is_nearly_url(path) =>
                        Trouble::NoReplayUrl { source },
                    io::ErrorKind::NotFound => Trouble::NoFile { source },
                    _ => Trouble::File { source, cause },
                }))
            }),
        }
    }

    /// What is wrong with what is no replay.
    fn not_read<'a>(&'a self, error: &serde_json::Error, cause: &'a str) -> Trouble<'a> {
        let source = self.as_str();
        match self {
            Self::Url(url) if !url.contains(REPLAYS) => Trouble::NoReplayUrl { source },
            _ if error.is_eof() => Trouble::CutOff { source },
            _ => Trouble::NoReplay { source, cause },
        }
    }
}

/// The newest finished matches that a server lists. This waits for it.
///
/// # Errors
/// In a language, why they can't be read.
pub fn list(server: &str, say: &dyn Language) -> anyhow::Result<Vec<ReplaySummary>> {
    let url = format!("{}/v1/replays?limit={LISTED}", address::http(server));
    let body = http::get(&url, MAX_LIST_BYTES, say)?;
    let listed: Listed = serde_json::from_str(&body)
        .map_err(|_| anyhow!(say.trouble(&Trouble::NoMatchServer { url: &url })))?;
    Ok(listed.replays)
}

/// What is longer than any replay is cut, and told as cut off.
fn read_file(path: &str) -> io::Result<String> {
    let mut json = String::new();
    File::open(path)?
        .take(MAX_BYTES)
        .read_to_string(&mut json)?;
    Ok(json)
}

/// Whether somebody meant a replay on a server: another scheme, or none.
fn is_nearly_url(source: &str) -> bool {
    source.contains("://") || source.contains(REPLAYS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;
    use crate::text;

    const SERVER: &str = "ws://example.org:2048";
    const ID: &str = "01939d4e-0000-7000-8000-000000000001";

    #[track_caller]
    fn check(source: &str, lang: Lang, said: &str) {
        let read = ReplaySource::new(source, SERVER).read(text::of(lang));
        let error = read.expect_err("no replay").to_string();
        assert!(error.contains(said), "{source} gave {error:?}");
    }

    #[test]
    fn an_id_is_that_of_a_match_on_the_server() {
        let expected = format!("http://example.org:2048/v1/replays/{ID}");
        let expected = ReplaySource::Match {
            id: ID.parse().expect("an id"),
            url: expected,
        };
        assert_eq!(ReplaySource::new(ID, SERVER), expected);
        let file = ReplaySource::File("evening.json".to_owned());
        assert_eq!(ReplaySource::new("evening.json", SERVER), file);
    }

    #[test]
    fn what_is_nearly_a_url_is_told_how_one_looks() {
        for source in [
            format!("ws://127.0.0.1:2048/v1/replays/{ID}"),
            format!("127.0.0.1:2048/v1/replays/{ID}"),
        ] {
            check(&source, Lang::En, "http://HOST:PORT/v1/replays/ID");
            check(&source, Lang::Zh, "应形如 http://");
        }
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
