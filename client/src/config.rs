//! The command line and the environment, made into one checked [`Config`]. Nothing else reads the
//! environment.

mod args;
mod login;
#[cfg(test)]
mod tests;

pub use args::{Cli, ValueProblem};

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::CommandFactory as _;
use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::{Options, Secret};
use versus2048_protocol::wire::Code;

use crate::address::Place;
use crate::commands::completions::ShellName;
use crate::commands::list::ListForm;
use crate::model::{ColorChoice, ColorDepth, Goal, Lang, Settings, Start, ThemeName};
use crate::replay_source::ReplaySource;
use crate::settings_file::{FileSettings, SettingsFile};
use crate::{text, theme};
use args::{Command, CommandLine, Common, LocalArgs};

/// The server to connect to where none is named: one on this machine.
const USUAL_SERVER: &str = "ws://127.0.0.1:2048";

/// What the program is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Config {
    /// Play on the terminal.
    Play(Box<PlayConfig>),
    /// Print the tables of a server.
    List {
        /// `ws://HOST:PORT`.
        server: String,
        /// How they are printed.
        form: ListForm,
        /// The language.
        lang: Lang,
    },
    /// Check a replay.
    Verify {
        /// Where it is.
        source: ReplaySource,
        /// The language.
        lang: Lang,
    },
    /// Write a replay as a moving picture.
    Export {
        /// Where the replay is.
        source: ReplaySource,
        /// Where the picture goes.
        path: PathBuf,
        /// The palette.
        theme: ThemeName,
        /// The language.
        lang: Lang,
    },
    /// Print what a shell needs to complete the command line.
    Completions(ShellName),
    /// Print the manual page.
    Man,
}

/// How to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayConfig {
    /// What to begin with.
    pub start: Start,
    /// The name to go by.
    pub name: String,
    /// The names of two at this keyboard; who has none is called by the keys.
    pub pair: BySeat<Option<String>>,
    /// The server to connect to, `ws://HOST:PORT`.
    pub server: String,
    /// The address on which a server in this process listens.
    pub listen: SocketAddr,
    /// Whether the next port will do where that one is taken, since nobody has named it.
    pub or_next_port: bool,
    /// Where a server in this process keeps its matches, where that is said.
    pub data_dir: Option<PathBuf>,
    /// The options of the match.
    pub options: Options,
    /// How it looks and which keys it has.
    pub settings: Settings,
    /// In how many colours somebody wants it.
    pub color: ColorChoice,
    /// How many colours the terminal says that it has.
    pub terminal_color: ColorDepth,
    /// The file of the music that is played again and again.
    pub music: Option<String>,
    /// Whether everything is said in lines, without a screen.
    pub plain: bool,
    /// Whether the player that the server knows is forgotten.
    pub new_player: bool,
    /// Where the replay of a match in this process goes.
    pub record: Option<PathBuf>,
    /// The secret of the first match in this process.
    pub secret: Option<Secret>,
    /// The file of the settings, as it was found.
    pub file: SettingsFile,
}

/// The language in which raw words, that may be a command line, are answered.
#[must_use]
pub fn lang_of(
    words: &[OsString],
    file: &SettingsFile,
    variable: impl Fn(&str) -> Option<String>,
) -> Lang {
    first_of(args::lang_of(words), &file.settings, variable)
}

/// The language of a flag, else that of the settings, else that of the environment.
fn first_of(
    flag: Option<Lang>,
    file: &FileSettings,
    variable: impl Fn(&str) -> Option<String>,
) -> Lang {
    flag.or(file.lang)
        .unwrap_or_else(|| text::detect_lang(variable))
}

impl Config {
    /// The language of what depends on settings.
    #[must_use]
    pub const fn lang(&self) -> Option<Lang> {
        match self {
            Self::Play(config) => Some(config.settings.lang),
            Self::List { lang, .. } | Self::Verify { lang, .. } | Self::Export { lang, .. } => {
                Some(*lang)
            }
            Self::Completions(_) | Self::Man => None,
        }
    }

    /// What the arguments, the environment (a function from a name to its value) and the file of the
    /// settings say, each before the next. A language of the file is one that was chosen for this
    /// program, so it stands before those of the environment.
    #[must_use]
    pub fn new(cli: Cli, file: SettingsFile, variable: impl Fn(&str) -> Option<String>) -> Self {
        let common = cli.common;
        let said = &file.settings;
        let mut config = PlayConfig {
            start: Start::Menu,
            name: common
                .name
                .clone()
                .or_else(|| said.name.clone())
                .unwrap_or_else(|| login::name(&variable)),
            server: common
                .server
                .clone()
                .or_else(|| said.server.clone())
                .unwrap_or_else(|| USUAL_SERVER.to_owned()),
            pair: BySeat::default(),
            listen: args::DEFAULT_LISTEN,
            or_next_port: true,
            data_dir: None,
            options: Options::default(),
            settings: settings(&common, said, &variable),
            plain: common.plain,
            color: color(&common, said),
            terminal_color: theme::detect_depth(&variable),
            music: common.audio.music.clone().or_else(|| said.music.clone()),
            new_player: common.new_player,
            record: None,
            secret: None,
            file,
        };
        match cli.command {
            None => {}
            Some(Command::List) => {
                return Self::List {
                    server: config.server,
                    form: if config.plain {
                        ListForm::Sentences
                    } else {
                        ListForm::Columns
                    },
                    lang: config.settings.lang,
                };
            }
            Some(Command::Verify { source }) => {
                let source = ReplaySource::new(&source, &config.server);
                let lang = config.settings.lang;
                return Self::Verify { source, lang };
            }
            Some(Command::Replay {
                source,
                export: Some(path),
            }) => {
                return Self::Export {
                    source: ReplaySource::new(&source, &config.server),
                    path,
                    theme: config.settings.theme,
                    lang: config.settings.lang,
                };
            }
            Some(Command::Completions { shell }) => return Self::Completions(shell),
            Some(Command::Man) => return Self::Man,
            Some(command) => take_command(command, &mut config),
        }
        Self::Play(Box::new(config))
    }
}

impl PlayConfig {
    /// Takes in a command that is given while the program runs, as on its command line but without
    /// the options of every command.
    ///
    /// # Errors
    /// In a sentence, why this begins nothing.
    pub fn begin<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        let lang = self.settings.lang;
        let only_before = || text::of(lang).only_before().to_owned();
        let line = CommandLine::read(words, lang).map_err(|error| sentence(lang, error))?;
        let mut config = self.clone();
        match line.command {
            Command::List => config.start = Start::Online(Goal::List),
            Command::Verify { .. }
            | Command::Replay {
                export: Some(_), ..
            }
            | Command::Completions { .. }
            | Command::Man => {
                return Err(only_before());
            }
            command => take_command(command, &mut config),
        }
        let of_the_program = |config: &Self| {
            let Self {
                record,
                secret,
                data_dir,
                ..
            } = config.clone();
            (record, secret, data_dir)
        };
        if of_the_program(&config) != of_the_program(self) {
            return Err(only_before());
        }
        *self = config;
        Ok(())
    }
}

/// Whether a word is a command that begins something.
#[must_use]
pub fn begins(word: &str) -> bool {
    CommandLine::command().find_subcommand(word).is_some()
}

/// What the errors of a command line say before their hints, in a line.
fn sentence(lang: Lang, error: clap::Error) -> String {
    let text = text::usage_error(lang, error);
    let lines = text.lines().map(str::trim);
    let said: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let said = said.join(" ");
    let heads = ["error: ", "错误："];
    let bare = heads.into_iter().find_map(|head| said.strip_prefix(head));
    bare.map_or(said.clone(), str::to_owned)
}

fn take_command(command: Command, config: &mut PlayConfig) {
    config.start = match command {
        Command::Host {
            listen,
            data_dir,
            table,
        } => {
            config.or_next_port = listen.is_none();
            config.listen = listen.unwrap_or(args::DEFAULT_LISTEN);
            config.data_dir = data_dir;
            config.options = table.options();
            Start::Host {
                listed: !table.private,
            }
        }
        Command::Create { table } => {
            config.options = table.options();
            Start::Online(Goal::Create {
                options: config.options,
                listed: !table.private,
            })
        }
        Command::Quick { game, no_watch } => {
            config.options = Options {
                watchable: !no_watch,
                ..game.options()
            };
            Start::Online(Goal::Queue {
                options: config.options,
            })
        }
        Command::Join { place: None } => Start::FindTables,
        Command::Join { place: Some(place) } => {
            let code = take_place(place, config);
            Start::Online(Goal::Join { code })
        }
        Command::Watch { place } => {
            let code = take_place(place, config);
            Start::Online(Goal::Watch { code })
        }
        Command::Local { game, names, local } => {
            config.options = game.options();
            let mut names = names.into_iter();
            config.pair[Seat::One] = names.next().flatten();
            config.pair[Seat::Zero] = names.next().flatten();
            take_local(local, config);
            Start::HotSeat
        }
        Command::Solo { board, local } => {
            take_local(local, config);
            let options = board.options();
            Start::Solo { options }
        }
        Command::Replay { source, .. } => Start::Replay(ReplaySource::new(&source, &config.server)),
        Command::List | Command::Verify { .. } | Command::Completions { .. } | Command::Man => {
            Start::Menu
        }
    };
}

/// A server named with the code is the one to connect to.
fn take_place(place: Place, config: &mut PlayConfig) -> Code {
    if let Some(server) = place.server {
        config.server = server;
    }
    place.code
}

fn take_local(local: LocalArgs, config: &mut PlayConfig) {
    config.record = local.record;
    config.secret = local.secret;
}

fn settings(
    common: &Common,
    file: &FileSettings,
    variable: impl Fn(&str) -> Option<String>,
) -> Settings {
    let (without, opposites) = (&common.without, &common.opposites);
    let ascii = said(without.ascii, opposites.no_ascii);
    let animation = said(opposites.animation, without.no_animation);
    let discovery = said(opposites.discovery, common.no_discovery);
    let sound = said(common.audio.sound, opposites.no_sound);
    Settings {
        keys: common.keys.or(file.keys).unwrap_or_default(),
        theme: common.theme.or(file.theme).unwrap_or_default(),
        lang: first_of(common.lang, file, &variable),
        ascii: ascii.or(file.ascii).unwrap_or(false),
        color: color(common, file).depth(theme::detect_depth(&variable)),
        animation: animation.or(file.animation).unwrap_or(true),
        discovery: discovery.or(file.discovery).unwrap_or(true),
        sound: sound.or(file.sound).unwrap_or(false),
    }
}

/// In how many colours somebody wants it.
fn color(common: &Common, file: &FileSettings) -> ColorChoice {
    let without = common.without.no_color.then_some(ColorChoice::None);
    let said = without.or(common.without.color).or(file.color);
    said.unwrap_or_default()
}

/// What a flag and its opposite say, of which the last one counts.
const fn said(is_on: bool, is_off: bool) -> Option<bool> {
    match (is_on, is_off) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}
