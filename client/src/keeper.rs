//! What is written to disk, by a thread of its own: a disk that is slow, or a lock that another
//! program holds, never holds up a key.

mod waiting;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc as blocking;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use versus2048_protocol::replay::Replay;
use versus2048_protocol::rules::Options;

use crate::best_file;
use crate::held_seat::{self, HeldSeat};
use crate::kept_replays;
use crate::local::LocalKind;
use crate::message::Message;
use crate::recent_servers;
use crate::saved_game::{self, SavedGame};
use crate::settings_file::{self, SettingChange};
use waiting::Waiting;

/// How long what is still to be written is waited for at the end: a window that is closed gives
/// a program two seconds.
const END_LIMIT: Duration = Duration::from_millis(1500);
/// The most answers that nobody has taken yet.
const MAX_ANSWERS: usize = 16;
/// The most troubles that are told at the end.
const MAX_TROUBLES: usize = 3;

/// Something to be written.
#[derive(Clone, Debug, PartialEq)]
pub enum Job {
    /// A score, if it is the best of its kind.
    Best {
        /// Who played.
        kind: LocalKind,
        /// The options that it was reached with.
        options: Options,
        /// The score.
        score: u64,
    },
    /// A game of one alone that is not over, or that there is none any more.
    Game {
        /// Where it is kept.
        path: PathBuf,
        /// The game.
        game: Option<SavedGame>,
    },
    /// A replay that went to a file of the player's, so that the list of those that are kept has it.
    Replay(Arc<Replay>),
    /// The seat that a player has at a table, or that there is none any more.
    Seat {
        /// Where it is remembered.
        path: PathBuf,
        /// The seat.
        seat: Option<HeldSeat>,
    },
    /// A server that somebody was at.
    Server(String),
    /// What was changed of the settings; [`Message::SettingsKept`] tells what came of it.
    Settings(Vec<SettingChange>),
}

/// Where things are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The directory of what outlasts the program.
    pub state_dir: Option<PathBuf>,
    /// The file of the settings.
    pub settings: Option<PathBuf>,
}

/// Whoever writes.
#[derive(Debug)]
pub struct Keeper {
    waiting: Arc<Waiting>,
    answers: mpsc::Receiver<Message>,
    ended: blocking::Receiver<Vec<anyhow::Error>>,
}

impl Keeper {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(places: Places) -> io::Result<Self> {
        let waiting = Arc::new(Waiting::default());
        let (answers_tx, answers) = mpsc::channel(MAX_ANSWERS);
        let (ended_tx, ended) = blocking::sync_channel(1);
        let jobs = Arc::clone(&waiting);
        thread::Builder::new()
            .name("keeper".into())
            .spawn(move || {
                let mut troubles = Vec::new();
                while let Some(job) = jobs.next() {
                    let (answer, written) = write(&places, job);
                    if let Some(answer) = answer {
                        // Whoever asked for so much at once has looked at no answer.
                        drop(answers_tx.try_send(answer));
                    }
                    let room = MAX_TROUBLES - troubles.len();
                    troubles.extend(written.err().into_iter().take(room));
                }
                // Whoever does not wait any more hears of no trouble.
                drop(ended_tx.send(troubles));
            })?;
        Ok(Self {
            waiting,
            answers,
            ended,
        })
    }

    /// Writes something as soon as what was asked for before is written.
    pub fn keep(&self, job: Job) {
        self.waiting.push(job);
    }

    /// The next answer.
    pub async fn next(&mut self) -> Option<Message> {
        self.answers.recv().await
    }

    /// Waits until everything is written; what went wrong.
    pub async fn end(self) -> Vec<anyhow::Error> {
        self.waiting.close();
        // Not by the clock of the runtime, which is another where a test stops it.
        let troubles = spawn_blocking(move || self.ended.recv_timeout(END_LIMIT));
        let told = troubles.await.ok().and_then(Result::ok);
        told.unwrap_or_else(|| {
            vec![anyhow!(
                "not everything could be written: the disk takes too long, or another program \
                 holds it"
            )]
        })
    }
}

/// Writes something; what is to be answered at once, and what is to be told in the end.
fn write(places: &Places, job: Job) -> (Option<Message>, anyhow::Result<()>) {
    match job {
        Job::Settings(changes) => {
            let kept = keep_settings(places.settings.as_deref(), &changes);
            let told = kept.as_ref().map(drop);
            let told = told.map_err(|cause| anyhow!("can't keep the settings: {cause}"));
            (Some(Message::SettingsKept(kept)), told)
        }
        Job::Game { path, game } => {
            let kept = saved_game::write(&path, game.as_ref());
            (None, kept.context("can't keep the game"))
        }
        Job::Replay(replay) => {
            let dir = places.state_dir.as_deref();
            let kept = dir.map_or(Ok(()), |dir| kept_replays::put(dir, &replay).map(drop));
            (None, kept)
        }
        Job::Seat { path, seat } => {
            let kept = held_seat::write(&path, seat.as_ref());
            (None, kept.context("can't remember the seat"))
        }
        Job::Server(server) => {
            let dir = places.state_dir.as_deref();
            let kept = dir.map_or(Ok(()), |dir| recent_servers::remember(dir, &server));
            (None, kept.context("can't remember the server"))
        }
        Job::Best {
            kind,
            options,
            score,
        } => {
            // Before the start it was said where nothing is kept.
            let dir = places.state_dir.as_deref();
            let kept = dir.map_or(Ok(()), |dir| best_file::improve(dir, kind, &options, score));
            (None, kept.context("can't keep the best score"))
        }
    }
}

fn keep_settings(path: Option<&Path>, changes: &[SettingChange]) -> Result<Option<String>, String> {
    let path = path.ok_or_else(|| "there is no home directory".to_owned())?;
    let aside = settings_file::change(path, changes)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(aside.map(|path| path.display().to_string()))
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use rustix::fs::{FlockOperation, flock};

    use super::*;
    use crate::state_dir;

    /// A directory whose best scores another program has locked, and whoever writes there.
    fn locked() -> (tempfile::TempDir, File, Keeper) {
        let dir = tempfile::tempdir().expect("a directory");
        let lock = state_dir::open_private(&dir.path().join("best.lock")).expect("a lock");
        flock(&lock, FlockOperation::LockExclusive).expect("nobody else has it");
        let places = Places {
            state_dir: Some(dir.path().to_owned()),
            settings: None,
        };
        (dir, lock, Keeper::start(places).expect("a thread"))
    }

    fn best(score: u64) -> Job {
        Job::Best {
            kind: LocalKind::Solo,
            options: Options::default(),
            score,
        }
    }

    #[tokio::test]
    async fn a_lock_that_another_program_holds_holds_up_nobody() {
        let (dir, lock, keeper) = locked();
        for score in 1..=1000 {
            keeper.keep(best(score));
        }
        drop(lock);
        let troubles = keeper.end().await;
        assert!(troubles.is_empty(), "{troubles:?}");
        let best = best_file::read(dir.path());
        assert_eq!(best.get(LocalKind::Solo, &Options::default()), 1000);
    }

    #[tokio::test]
    async fn a_lock_that_is_never_given_back_is_told_in_the_end() {
        let (_dir, _lock, keeper) = locked();
        keeper.keep(best(1));
        let troubles = keeper.end().await;
        assert_eq!(troubles.len(), 1, "{troubles:?}");
    }
}
