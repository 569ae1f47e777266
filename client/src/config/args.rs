//! The command line.

mod game;
mod switches;
mod translation;
mod values;

pub(super) use game::LocalArgs;
pub use values::ValueProblem;

use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::{
    Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum as _, ValueHint,
};

use crate::address::{self, DEFAULT_PORT, Place};
use crate::commands::completions::ShellName;
use crate::model::{KeyLayout, Lang, ThemeName};
use crate::text;
use game::{BoardArgs, GameArgs, TableArgs};
use switches::{Audio, Opposites, Without};
use values::{listen, name, name_if_any};

/// Where a server in this process listens if nothing else is said.
pub(super) const DEFAULT_LISTEN: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::UNSPECIFIED), DEFAULT_PORT);

/// What stands above the flags that every command takes.
const EVERYWHERE: &str = "Options of every command";

/// 2048 for two, each with a board of their own, in terminals or at one keyboard.
///
/// Without a command the menu opens, which leads to everything. What flags leave out is as it was
/// chosen in the settings of the menu, which are kept in versus2048/settings.toml in the user's
/// configuration directory. What is on there is turned off for once by --no-ascii and --no-sound, what
/// is off is turned on by --animation and --discovery.
#[derive(Debug, Parser)]
#[command(name = "versus2048", version, max_term_width = 100)]
pub struct Cli {
    #[command(flatten, next_help_heading = EVERYWHERE)]
    pub(super) common: Common,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// A command that is given while the program runs: without the options of every command.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The flags of [`Common`] that change nothing about a command: they are taken there, as everywhere,
/// but its help does not offer them.
const WITHOUT_EFFECT: [(&str, &[&str]); 11] = [
    ("host", &["server"]),
    (
        "local",
        &["name", "server", "no_discovery", "discovery", "new_player"],
    ),
    (
        "solo",
        &["server", "no_discovery", "discovery", "new_player"],
    ),
    (
        "replay",
        &[
            "name",
            "keys",
            "no_animation",
            "animation",
            "no_discovery",
            "discovery",
            "new_player",
        ],
    ),
    ("list", FOR_PLAYERS),
    ("verify", FOR_PLAYERS),
    ("completions", FOR_PLAYERS),
    ("man", FOR_PLAYERS),
    ("verify", IN_LINES),
    ("completions", IN_LINES),
    ("man", IN_LINES),
];

/// The flags of [`Common`] that mean nothing where nobody plays.
const FOR_PLAYERS: &[&str] = &[
    "name",
    "keys",
    "theme",
    "ascii",
    "no_ascii",
    "color",
    "no_color",
    "no_animation",
    "animation",
    "no_discovery",
    "discovery",
    "sound",
    "no_sound",
    "music",
    "new_player",
];

/// The flags of [`Common`] that mean nothing where nothing is said but in lines.
const IN_LINES: &[&str] = &["plain"];

impl Cli {
    /// Reads a command line, the name of the program first, whose help is in a language.
    ///
    /// # Errors
    /// What is wrong with it, or the help that was asked for; [`text::usage_error`] and
    /// [`text::exit_with_usage`] tell it.
    pub fn read<Word>(
        words: impl IntoIterator<Item = Word>,
        lang: Lang,
    ) -> Result<Self, clap::Error>
    where
        Word: Into<OsString> + Clone,
    {
        let mut definition = told_in(lang, Self::definition());
        let matches = definition.try_get_matches_from_mut(words)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))
    }

    /// The command line with what each command's help is to show.
    #[must_use]
    pub fn definition() -> clap::Command {
        let definition = Self::command();
        let common: Vec<clap::Arg> = definition.get_arguments().cloned().collect();
        definition.mut_subcommands(|command| {
            let rows = WITHOUT_EFFECT.into_iter();
            let rows = rows.filter(|(name, _)| *name == command.get_name());
            let flags: Vec<&str> = rows.flat_map(|(_, flags)| flags).copied().collect();
            let is_meant = |flag: &&clap::Arg| flags.contains(&flag.get_id().as_str());
            let hidden = common.iter().filter(is_meant);
            let hidden: Vec<_> = hidden.map(|flag| flag.clone().hide(true)).collect();
            command.args(hidden)
        })
    }
}

impl CommandLine {
    /// Reads a command with what belongs to it, whose names are in a language.
    pub(super) fn read<'a>(
        words: impl IntoIterator<Item = &'a str>,
        lang: Lang,
    ) -> Result<Self, clap::Error> {
        let mut definition = told_in(lang, Self::command());
        let matches = definition.try_get_matches_from_mut(words)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))
    }
}

/// The language of `--lang` among raw words: it has to be known before they are understood.
pub(super) fn lang_of(words: &[OsString]) -> Option<Lang> {
    let words = words.iter().map(|word| word.to_str().unwrap_or_default());
    let words: Vec<&str> = words.take_while(|word| *word != "--").collect();
    let apart = words.windows(2).filter(|pair| pair[0] == "--lang");
    let apart = apart.map(|pair| pair[1]);
    let joined = words.iter().filter_map(|word| word.strip_prefix("--lang="));
    apart
        .chain(joined)
        .find_map(|value| Lang::from_str(value, false).ok())
}

/// A definition that is told in a language.
fn told_in(lang: Lang, definition: clap::Command) -> clap::Command {
    match text::of(lang).manual() {
        Some(manual) => translation::translated(definition, manual),
        None => definition,
    }
}

#[derive(Debug, Args)]
pub(super) struct Common {
    /// The name to go by: 1 to 20 letters and digits, with single spaces, hyphens, underscores, dots and apostrophes between them
    #[arg(long, global = true, value_parser = name, value_hint = ValueHint::Other)]
    pub(super) name: Option<String>,
    #[arg(
        long,
        global = true,
        value_parser = address::server,
        value_hint = ValueHint::Hostname,
        help = "The server to connect to: HOST, HOST:PORT, ws://HOST:PORT or wss://HOST [default: ws://127.0.0.1:2048]"
    )]
    pub(super) server: Option<String>,
    /// Which letters move a board, beside the arrows [default: wasd]
    #[arg(long, global = true, value_enum)]
    pub(super) keys: Option<KeyLayout>,
    /// The palette [default: classic]
    #[arg(long, global = true, value_enum)]
    pub(super) theme: Option<ThemeName>,
    /// The language; else the settings and the environment decide
    #[arg(long, global = true, value_enum)]
    pub(super) lang: Option<Lang>,
    #[command(flatten, next_help_heading = EVERYWHERE)]
    pub(super) without: Without,
    /// Do without a screen: say everything in lines and take commands by the line, for screen
    /// readers, simple terminals and scripts; `help` tells the commands
    #[arg(long, global = true)]
    pub(super) plain: bool,
    /// Neither announce a table in the same network nor look for one
    #[arg(long, global = true, overrides_with = "discovery")]
    pub(super) no_discovery: bool,
    #[command(flatten)]
    pub(super) opposites: Opposites,
    #[command(flatten, next_help_heading = EVERYWHERE)]
    pub(super) audio: Audio,
    /// Forget who you are to the server and come as a new player
    #[arg(long, global = true)]
    pub(super) new_player: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Start a server on this machine, make a table and wait for the other
    #[command(after_help = "Example: versus2048 host --target 512 --time-limit 300")]
    Host {
        /// The address to listen on [default: 0.0.0.0:2048, or the next port where that is taken]
        #[arg(long, value_name = "ADDR:PORT", value_parser = listen, value_hint = ValueHint::Other)]
        listen: Option<SocketAddr>,
        /// Where the matches are kept until you quit, so that after a crash the next `host` goes on with
        /// them; else a directory of their own for each port, in your state directory
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        data_dir: Option<PathBuf>,
        #[command(flatten)]
        table: TableArgs,
    },
    /// Take the free seat of a table
    #[command(after_help = "Example: versus2048 join 192.168.1.20:2048/K7QX4M")]
    Join {
        #[arg(
            value_name = "CODE",
            value_hint = ValueHint::Other,
            help = "The table: CODE (on --server), HOST/CODE or HOST:PORT/CODE, as `host` shows it; left out, tables in the same network are listed"
        )]
        place: Option<Place>,
    },
    /// Make a table on a server that runs already
    #[command(after_help = "Example: versus2048 create --server example.org --rows 5 --cols 5")]
    Create {
        #[command(flatten)]
        table: TableArgs,
    },
    /// Play with whoever wants a match with the same options
    #[command(after_help = "Example: versus2048 quick --server example.org")]
    Quick {
        #[command(flatten)]
        game: GameArgs,
        /// Let nobody watch
        #[arg(long)]
        no_watch: bool,
    },
    /// Watch a match
    #[command(after_help = "Example: versus2048 watch example.org/K7QX4M")]
    Watch {
        /// The table: CODE (on --server), HOST/CODE or HOST:PORT/CODE
        #[arg(value_name = "CODE", value_hint = ValueHint::Other)]
        place: Place,
    },
    /// Print the tables of a server
    #[command(after_help = "Example: versus2048 list --server example.org")]
    List,
    /// Two at this keyboard: one has W A S D and the left board, the other the arrows and the right one
    #[command(after_help = "Example: versus2048 local --names Ana Bo --target 256")]
    Local {
        #[command(flatten)]
        game: GameArgs,
        /// The names of the two, as they sit: who has the letters, then who has the arrows; "" is called
        /// by the keys
        #[arg(
            long,
            num_args = 2,
            value_names = ["LEFT", "RIGHT"],
            value_hint = ValueHint::Other,
            value_parser = name_if_any
        )]
        names: Vec<Option<String>>,
        #[command(flatten)]
        local: LocalArgs,
    },
    /// One board alone
    #[command(after_help = "Example: versus2048 solo --rows 3 --cols 3 --target 256")]
    Solo {
        #[command(flatten)]
        board: BoardArgs,
        #[command(flatten)]
        local: LocalArgs,
    },
    /// Play a replay again: with pauses, faster, move by move
    #[command(after_help = "Example: versus2048 replay evening.json")]
    Replay {
        #[arg(
            value_name = "FILE|ID|URL",
            value_hint = ValueHint::FilePath,
            help = "The replay: a file, the id of a match on --server, or a URL like http://example.org:2048/v1/replays/ID"
        )]
        source: String,
        /// Write the match as a moving picture of a minute at most to this SVG file instead; `-` is stdout
        #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
        export: Option<PathBuf>,
    },
    /// Check a replay: whether every tile and the result follow from what was committed to
    #[command(after_help = "Example: versus2048 verify evening.json")]
    Verify {
        #[arg(
            value_name = "FILE|ID|URL",
            value_hint = ValueHint::FilePath,
            help = "The replay: a file, the id of a match on --server, or a URL like http://example.org:2048/v1/replays/ID"
        )]
        source: String,
    },
    /// Print what a shell needs to complete these commands
    #[command(
        after_help = "Example: versus2048 completions bash > ~/.local/share/bash-completion/completions/versus2048"
    )]
    Completions {
        /// The shell
        shell: ShellName,
    },
    /// Print the manual page
    #[command(after_help = "Example: versus2048 man | man -l -")]
    Man,
}
