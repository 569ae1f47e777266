//! The command line and the environment, made into one checked [`Config`]. Nothing else reads the
//! environment.

mod args;
mod login;

pub use args::Cli;

use std::net::SocketAddr;
use std::path::PathBuf;

use versus2048_protocol::rules::{Options, Secret};
use versus2048_protocol::wire::Code;

use crate::address::Place;
use crate::model::{ColorDepth, Goal, Lang, Settings, Start};
use crate::replay_source::ReplaySource;
use crate::{text, theme};
use args::{Command, Common, LocalArgs};

/// What the program is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Config {
    /// Play on the terminal.
    Play(Box<PlayConfig>),
    /// Print the tables of a server.
    List {
        /// `ws://HOST:PORT`.
        server: String,
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
}

/// How to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayConfig {
    /// What to begin with.
    pub start: Start,
    /// The name to go by.
    pub name: String,
    /// The server to connect to, `ws://HOST:PORT`.
    pub server: String,
    /// The address on which a server in this process listens.
    pub listen: SocketAddr,
    /// Where a server in this process keeps its matches, where that is said.
    pub data_dir: Option<PathBuf>,
    /// The options of the match.
    pub options: Options,
    /// How it looks and which keys it has.
    pub settings: Settings,
    /// Whether the player that the server knows is forgotten.
    pub new_player: bool,
    /// Where the replay of a match in this process goes.
    pub record: Option<PathBuf>,
    /// The secret of the first match in this process.
    pub secret: Option<Secret>,
}

impl Config {
    /// What the arguments and the environment (a function from a name to its value) say.
    #[must_use]
    pub fn new(cli: Cli, variable: impl Fn(&str) -> Option<String>) -> Self {
        let common = cli.common;
        let mut config = PlayConfig {
            start: Start::Menu,
            name: common
                .name
                .clone()
                .unwrap_or_else(|| login::name(&variable)),
            server: common.server.clone(),
            listen: args::DEFAULT_LISTEN,
            data_dir: None,
            options: Options::default(),
            settings: settings(&common, &variable),
            new_player: common.new_player,
            record: None,
            secret: None,
        };
        match cli.command {
            None => {}
            Some(Command::List) => {
                return Self::List {
                    server: config.server,
                    lang: config.settings.lang,
                };
            }
            Some(Command::Verify { source }) => {
                let source = ReplaySource::new(&source, &config.server);
                let lang = config.settings.lang;
                return Self::Verify { source, lang };
            }
            Some(command) => take_command(command, &mut config),
        }
        Self::Play(Box::new(config))
    }
}

fn take_command(command: Command, config: &mut PlayConfig) {
    config.start = match command {
        Command::Host {
            listen,
            data_dir,
            table,
        } => {
            config.listen = listen;
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
        Command::Join { place } => {
            let code = take_place(place, config);
            Start::Online(Goal::Join { code })
        }
        Command::Watch { place } => {
            let code = take_place(place, config);
            Start::Online(Goal::Watch { code })
        }
        Command::Local { game, local } => {
            config.options = game.options();
            take_local(local, config);
            Start::HotSeat
        }
        Command::Solo { board, local } => {
            config.options = board.options();
            take_local(local, config);
            Start::Solo
        }
        Command::Replay { source } => Start::Replay(ReplaySource::new(&source, &config.server)),
        Command::List | Command::Verify { .. } => Start::Menu,
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

fn settings(common: &Common, variable: impl Fn(&str) -> Option<String>) -> Settings {
    Settings {
        keys: common.keys,
        theme: common.theme,
        lang: common.lang.unwrap_or_else(|| text::detect_lang(&variable)),
        ascii: common.without.ascii,
        color: if common.without.no_color {
            ColorDepth::None
        } else {
            theme::detect_depth(&variable)
        },
        animation: !common.without.no_animation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn config(line: &str, environment: &[(&str, &str)]) -> Result<Config, clap::error::ErrorKind> {
        let words = ["versus2048"].into_iter().chain(line.split_whitespace());
        let variable = |name: &str| {
            let found = environment.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Cli::read(words)
            .map(|cli| Config::new(cli, variable))
            .map_err(|error| error.kind())
    }

    #[track_caller]
    fn play(line: &str) -> PlayConfig {
        match config(line, &[]) {
            Ok(Config::Play(config)) => *config,
            other => panic!("{line:?} gave {other:?}"),
        }
    }

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        Cli::definition().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Cli::definition().get_subcommands() {
            let name = command.get_name();
            let help = command.get_after_help().map(ToString::to_string);
            let example = format!("versus2048 {name}");
            assert!(help.unwrap_or_default().contains(&example), "{name}");
        }
    }

    #[test]
    fn nothing_said_opens_the_menu() {
        let config = play("");
        assert_eq!(config.start, Start::Menu);
        assert_eq!(config.server, "ws://127.0.0.1:2048");
        assert_eq!(config.name, login::NAMELESS);
    }

    #[test]
    fn options_have_the_names_of_the_protocol() {
        let config = play(
            "host --rows 5 --cols 6 --target 1024 --time-limit 180 --tiles independent \
             --four-permille 250 --scoring sum --countdown 0 --private --no-watch --listen 127.0.0.1:9",
        );
        let expected = serde_json::json!({
            "rows": 5, "cols": 6, "target": 1024, "time_limit_s": 180, "four_permille": 250,
            "tiles": "independent", "scoring": "sum", "countdown_s": 0, "watchable": false
        });
        assert_eq!(
            serde_json::to_value(config.options).expect("JSON"),
            expected
        );
        assert_eq!(config.start, Start::Host { listed: false });
        assert_eq!(config.listen.to_string(), "127.0.0.1:9");
    }

    #[test]
    fn options_left_out_are_the_usual_ones() {
        assert_eq!(play("host").options, Options::default());
        assert_eq!(play("local").options, Options::default());
        assert_eq!(play("quick --target none").options.target, None);
    }

    #[test]
    fn a_server_named_with_the_code_wins() {
        let config = play("join 10.0.0.7/k7qx4m --server elsewhere");
        assert_eq!(config.server, "ws://10.0.0.7:2048");
        let config = play("join k7qx4m --server elsewhere:9");
        assert_eq!(config.server, "ws://elsewhere:9");
        let code = "K7QX4M".parse().expect("a code");
        assert_eq!(config.start, Start::Online(Goal::Join { code }));
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for line in [
            "host --rows 9",
            "host --target 1000",
            "host --target 4",
            "host --time-limit 9",
            "host --four-permille 1001",
            "host --countdown 11",
            "host --listen 2048",
            "join",
            "join ABC",
            "solo --tiles independent",
            "local --secret 00",
            "--name \u{1b}",
            "--keys dvorak",
            "play",
        ] {
            let refused = config(line, &[]).err();
            assert!(refused.is_some(), "{line}");
        }
    }

    #[track_caller]
    fn check_refusal(line: &str, sentence: &str) {
        let words = ["versus2048"].into_iter().chain(line.split_whitespace());
        let refused = Cli::read(words)
            .map(drop)
            .map_err(|error| error.to_string());
        let message = refused.err().unwrap_or_default();
        assert!(message.contains(sentence), "{line} gave {message:?}");
    }

    #[test]
    fn a_refused_value_is_explained_by_a_sentence() {
        for line in ["host --rows 1", "host --rows abc", "solo --cols 9"] {
            check_refusal(line, "a board has 2 to 8 rows and columns");
        }
        check_refusal("host --countdown x", "a countdown is 0 to 10 seconds");
        check_refusal("host --four-permille 1001", "0 to 1000");
        for line in ["host --listen foo", "host --listen 0.0.0.0:70000"] {
            check_refusal(line, "ADDR:PORT, as 0.0.0.0:2049");
        }
        check_refusal(
            "join host:70000/K7QX4M",
            "a port is a number from 1 to 65535",
        );
        check_refusal(
            "list --server host:70000",
            "a port is a number from 1 to 65535",
        );
    }

    #[test]
    fn the_environment_fills_in() {
        let environment = [
            ("USER", "ana"),
            ("LANG", "C"),
            ("LC_MESSAGES", "zh_CN.UTF-8"),
        ];
        let Ok(Config::Play(config)) = config("", &environment) else {
            panic!("the menu was expected");
        };
        assert_eq!(config.name, "ana");
        assert_eq!(config.settings.lang, Lang::Zh);
    }

    #[test]
    fn a_command_s_help_offers_only_what_means_something_there() {
        let help = |command: &str| {
            let words = ["versus2048", command, "--help"];
            Cli::read(words).expect_err("a help").to_string()
        };
        for (command, flag, is_offered) in [
            ("join", "--server", true),
            ("host", "--server", false),
            ("host", "--name", true),
            ("local", "--server", false),
            ("local", "--name", false),
            ("local", "--keys", true),
            ("solo", "--new-player", false),
            ("list", "--theme", false),
            ("verify", "--server", true),
        ] {
            let help = help(command);
            let offers = help.lines().any(|line| line.trim().starts_with(flag));
            assert_eq!(offers, is_offered, "{command} {flag}\n{help}");
        }
        assert_eq!(play("local --server elsewhere --name Ana").name, "Ana");
    }

    #[test]
    fn common_flags_stand_before_or_after_the_command() {
        assert_eq!(play("--name Ana local").name, "Ana");
        assert_eq!(play("local --name Ana --ascii").name, "Ana");
    }
}
