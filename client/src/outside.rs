//! What effects reach: the connection, the server and the table in this process, files, and what of
//! the terminal is no drawing.

mod connection;
mod hearing;
mod hosting;
mod keeping;
mod local;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use tokio::net::TcpListener;
use tokio::task::{JoinError, JoinSet};
use versus2048_protocol::replay::Replay;
use versus2048_protocol::wire::ServerMessage;

use crate::effect::{Effect, Title};
use crate::held_seat;
use crate::host::Hosting;
use crate::keeper::{Job, Keeper, Places};
use crate::kept_replays;
use crate::local::{Chance, LocalTable};
use crate::message::Message;
use crate::model::{Lang, Model};
use crate::nearby::{Announcement, Search};
use crate::network::Link;
use crate::outside::keeping::KeptReplay;
use crate::playback::Tape;
use crate::recent_servers;
use crate::record::Recorder;
use crate::replay_source::{self, ReplaySource};
use crate::saved_game::{self, GameSlot, SavedGame, Unusable};
use crate::served_replay::ServedReplay;
use crate::sound::Speaker;
use crate::terminal::Guard;
use crate::text::{self, Language, Word};
use local::Evening;

/// What the window's title always has.
const PROGRAM: &str = "2048 Versus";

/// The most replays of matches on servers that are told afterwards; an evening has fewer.
const MAX_REPLAYS: usize = 100;

/// What effects reach.
#[derive(Debug)]
pub struct Outside {
    /// The terminal, where there is a real one.
    guard: Option<Guard>,
    setup: Setup,
    link: Option<Link>,
    /// Where the seat is remembered that the player has over the link.
    seat_path: Option<PathBuf>,
    hosting: Option<Hosting>,
    local: Option<LocalTable>,
    /// Where the game of one alone is kept.
    slot: Option<GameSlot>,
    /// Where a game was kept and left, and which: it may not be on the disk yet.
    left: Option<(PathBuf, Option<SavedGame>)>,
    /// What two at this keyboard have won since the start.
    evening: Evening,
    /// What is being read; who goes on leaves it behind.
    reading: JoinSet<Message>,
    /// Replays that are being kept.
    keeping: JoinSet<KeptReplay>,
    /// The last match at the table in this process that has ended.
    last_replay: Option<Arc<Replay>>,
    /// Whoever writes what outlasts the program.
    keeper: Option<Keeper>,
    /// What looks for tables in the same network.
    search: Option<Search>,
    /// What announces the table in this process there.
    announcement: Option<Announcement>,
    /// What is heard, where more is than the bell.
    speaker: Option<Speaker>,
    /// What is told by this process itself.
    told: VecDeque<Message>,
    /// What the shell has to be told afterwards.
    farewell: Farewell,
}

/// What the shell has to be told when the screen is gone.
#[derive(Debug, Default)]
pub struct Farewell {
    /// What went wrong.
    pub troubles: Vec<anyhow::Error>,
    /// The replays of the last matches that ended, where a server has them and no file here.
    pub replays: VecDeque<ServedReplay>,
    /// Kept games that can't be gone on with, and the files that they went to.
    pub games_aside: Vec<(Unusable, PathBuf)>,
    /// The files that replays of matches in this process went to.
    pub recorded: Vec<PathBuf>,
}

/// What was chosen before the start.
#[derive(Debug)]
pub struct Setup {
    /// What is heard, where more is than the bell.
    pub speaker: Option<Speaker>,
    /// Where tokens, best scores and settings are kept, if anywhere.
    pub places: Places,
    /// Whether the next connection is made by a player that nobody knows yet.
    pub new_player: bool,
    /// Where the secrets of matches in this process come from.
    pub chance: Chance,
    /// Where replays of matches in this process go.
    pub recorder: Option<Recorder>,
    /// Where a server in this process keeps its matches, where somebody has said so.
    pub data_dir: Option<PathBuf>,
    /// The port of a server in this process, taken before the screen changed, and the one that was
    /// wished for instead, where somebody had that.
    pub listener: Option<(TcpListener, Option<u16>)>,
}

impl Outside {
    /// Nothing has happened yet.
    #[must_use]
    pub fn new(guard: Option<Guard>, mut setup: Setup) -> Self {
        let mut farewell = Farewell::default();
        let speaker = setup.speaker.take();
        let keeper = Keeper::start(setup.places.clone());
        let keeper = keeper.map_err(|error| {
            let error = anyhow::Error::new(error).context("nothing can be kept");
            farewell.troubles.push(error);
        });
        Self {
            guard,
            setup,
            link: None,
            seat_path: None,
            hosting: None,
            local: None,
            slot: None,
            left: None,
            evening: Evening::default(),
            reading: JoinSet::new(),
            keeping: JoinSet::new(),
            last_replay: None,
            keeper: keeper.ok(),
            search: None,
            announcement: None,
            speaker,
            told: VecDeque::new(),
            farewell,
        }
    }

    /// Tells the model what was kept and what is.
    pub fn introduce(&self, model: &mut Model) {
        if let Some(dir) = &self.setup.places.state_dir {
            model.keeps_games = true;
            model.recent_servers = recent_servers::read(dir);
            model.solo_options = saved_game::newest(dir).unwrap_or(model.solo_options);
            model.offer(held_seat::newest(dir));
        }
    }

    /// The next thing that is told from outside of the model.
    pub async fn next(&mut self) -> Message {
        if let Some(message) = self.told.pop_front() {
            return message;
        }
        let Self {
            link,
            reading,
            keeping,
            keeper,
            search,
            ..
        } = self;
        let heard = async {
            match link {
                Some(link) => link.next().await,
                None => std::future::pending().await,
            }
        };
        let kept = async {
            match keeper {
                Some(keeper) => keeper.next().await,
                None => None,
            }
        };
        let found = async {
            match search {
                Some(search) => Message::Nearby(search.next().await),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            message = heard => message,
            message = found => message,
            Some(message) = kept => message,
            Some(read) = reading.join_next() => whole(read),
            Some(done) = keeping.join_next() => self.tell_kept(whole(done)),
        }
    }

    /// What this process itself has told, without waiting.
    pub fn take_told(&mut self) -> Option<Message> {
        self.told.pop_front()
    }

    /// What the connection has told already, without waiting.
    pub fn take_heard(&mut self) -> Option<Message> {
        self.link.as_mut()?.try_next()
    }

    /// When time alone next changes something at the table in this process.
    #[must_use]
    pub fn local_deadline_ms(&self) -> Option<u64> {
        self.local.as_ref()?.deadline_ms()
    }

    /// What time alone has brought at the table in this process.
    pub fn advance(&mut self, now_ms: u64) {
        if let Some(table) = &mut self.local {
            let told = table.advance(now_ms);
            if !told.is_empty() {
                self.follow(told);
            }
        }
    }

    /// Carries an effect out; those of the loop itself are none of its business.
    pub async fn carry_out(&mut self, effect: Effect, model: &Model) {
        match effect {
            Effect::Send(message) => {
                if let Some(link) = &self.link {
                    link.say(message);
                }
            }
            Effect::Connect { server, name } => self.connect(server, name, model).await,
            Effect::Disconnect => self.disconnect().await,
            Effect::Host {
                listen,
                or_next_port,
            } => {
                let say = text::of(model.settings.lang);
                let hosted = self.host(listen, or_next_port, say);
                let hosted = hosted.map_err(|error| format!("{error:#}"));
                self.told.push_back(Message::Hosted(hosted));
            }
            effect @ (Effect::StartLocal { .. }
            | Effect::SendLocal(..)
            | Effect::ResumeLocal
            | Effect::UndoLocal
            | Effect::StopLocal) => self.carry_out_at_table(effect, model),
            Effect::OpenReplay(source) => {
                let say = text::of(model.settings.lang);
                self.reading = JoinSet::new();
                self.read(move || Message::Replay(open(&source, say)));
            }
            Effect::ListReplays { server } => {
                let say = text::of(model.settings.lang);
                let list = move || replay_source::list(&server, say);
                self.reading = JoinSet::new();
                if let Some(dir) = self.setup.places.state_dir.clone() {
                    self.read(move || Message::KeptReplays(kept_replays::list(&dir)));
                }
                self.read(move || Message::Replays(list().map_err(|error| error.to_string())));
            }
            Effect::SaveBest {
                kind,
                options,
                score,
            } => self.keep(Job::Best {
                kind,
                options,
                score,
            }),
            Effect::Search => self.search = Search::start(),
            Effect::StopSearch => self.search = None,
            Effect::Announce(code) => self.announce(code, model),
            Effect::StopAnnouncing => {
                if let Some(announcement) = self.announcement.take() {
                    tokio::spawn(announcement.end());
                }
            }
            Effect::HoldSeat(seat) => self.keep_seat(Some(seat)),
            Effect::ReleaseSeat => self.keep_seat(None),
            Effect::RememberServer(server) => self.keep(Job::Server(server)),
            Effect::KeepSettings(changes) => self.keep(Job::Settings(changes)),
            Effect::TellReplay(replay) => self.tell_replay(replay),
            Effect::ForgetReplays(server) => self.forget_replays(&server),
            Effect::HearTheEnd => self.hear_the_end().await,
            Effect::KeepReplay { id, from } => self.keep_replay(id, from, model.settings.lang),
            // The terminal may be gone; its end is told by itself.
            Effect::Copy(text) => drop(self.guard.as_mut().map(|guard| guard.copy(&text))),
            Effect::Tune { sound, music } => self.tune(sound, &music),
            Effect::Sound(sound) => self.sound(sound),
            Effect::Bell => drop(self.guard.as_mut().map(Guard::bell)),
            Effect::Title(title) => self.set_title(title, model.settings.lang),
            Effect::Redraw | Effect::Suspend | Effect::Quit(_) => {}
        }
    }

    /// Gives the terminal back to the shell until the process is continued.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn suspend(&mut self) -> anyhow::Result<()> {
        match &mut self.guard {
            Some(guard) => guard.suspend().context("can't stop and go on"),
            None => Ok(()),
        }
    }

    /// Lets go of whatever still runs and gives the terminal back; what is left is for the shell to
    /// see. A server that nobody has ended leaves its matches to the next one.
    pub async fn finish(&mut self) -> Farewell {
        if let Some(announcement) = self.announcement.take() {
            announcement.end().await;
        }
        self.close_link().await;
        self.finish_keeping().await;
        if let Some(hosting) = self.hosting.take() {
            hosting.interrupt().await;
        }
        self.guard = None;
        if let Some(keeper) = self.keeper.take() {
            self.farewell.troubles.extend(keeper.end().await);
        }
        std::mem::take(&mut self.farewell)
    }

    fn keep(&self, job: Job) {
        if let Some(keeper) = &self.keeper {
            keeper.keep(job);
        }
    }

    fn tell(&mut self, told: Vec<ServerMessage>) {
        let messages = told.into_iter().map(Box::new).map(Message::Server);
        self.told.extend(messages);
    }

    /// Reads something that may take a while, beside the loop.
    fn read(&mut self, read: impl FnOnce() -> Message + Send + 'static) {
        self.reading.spawn_blocking(read);
    }

    fn forget_replays(&mut self, server: &str) {
        self.farewell.replays.retain(|it| it.server != server);
    }

    fn tell_replay(&mut self, replay: ServedReplay) {
        let replays = &mut self.farewell.replays;
        if replays.len() == MAX_REPLAYS {
            replays.pop_front();
        }
        replays.push_back(replay);
    }

    fn set_title(&mut self, title: Title, lang: Lang) {
        let say = text::of(lang);
        let title = match title {
            Title::Plain => PROGRAM.to_owned(),
            Title::OpponentHere => format!("{} · {PROGRAM}", say.word(Word::OpponentHere)),
            Title::RematchWanted => format!("{} · {PROGRAM}", say.word(Word::RematchWanted)),
        };
        // As with the bell.
        drop(self.guard.as_mut().map(|guard| guard.set_title(&title)));
    }
}

/// What a task beside the loop has brought; if it has panicked, so does the loop.
fn whole<T>(joined: Result<T, JoinError>) -> T {
    joined.unwrap_or_else(|panicked| std::panic::resume_unwind(panicked.into_panic()))
}

/// A replay that holds, or why it is not played.
fn open(source: &ReplaySource, say: &dyn Language) -> Result<Arc<Tape>, String> {
    let tape = source.open(say).map_err(|error| error.to_string())?;
    Ok(Arc::new(tape))
}
