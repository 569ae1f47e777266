//! What a line of arguments and the environment are made into.

mod refused;
mod told;

use super::*;
use crate::model::{KeyLayout, ThemeName};

#[track_caller]
fn config(line: &str, environment: &[(&str, &str)]) -> Result<Config, clap::error::ErrorKind> {
    let words = ["versus2048"].into_iter().chain(line.split_whitespace());
    let variable = |name: &str| {
        let found = environment.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    Cli::read(words, Lang::En)
        .map(|cli| Config::new(cli, SettingsFile::default(), variable))
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
    assert!(!config.or_next_port);
}

#[test]
fn options_left_out_are_the_usual_ones() {
    assert_eq!(play("host").options, Options::default());
    assert!(play("host").or_next_port);
    assert_eq!(play("local").options, Options::default());
    assert_eq!(play("quick --target none").options.target, None);
}

#[test]
fn two_at_one_keyboard_are_named_from_left_to_right() {
    let pair = |left: Option<&str>, right: Option<&str>| {
        BySeat([right, left].map(|it| it.map(str::to_owned)))
    };
    assert_eq!(play("local").pair, pair(None, None));
    let named = play("local --names Ana Bo --target 8");
    assert_eq!(named.pair, pair(Some("Ana"), Some("Bo")));
    let cli =
        Cli::read(["versus2048", "local", "--names", "", "Bo"], Lang::En).expect("a command line");
    let half = Config::new(cli, SettingsFile::default(), |_| None);
    assert!(matches!(half, Config::Play(half) if half.pair == pair(None, Some("Bo"))));
    for wrong in [
        "local --names Ana",
        "local --names Ana B!",
        "solo --names Ana Bo",
    ] {
        assert!(config(wrong, &[]).is_err(), "{wrong}");
    }
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

#[track_caller]
fn check_environment(environment: &[(&str, &str)], name: &str, lang: Lang) {
    match config("", environment) {
        Ok(Config::Play(config)) => {
            assert_eq!(
                (&*config.name, config.settings.lang),
                (name, lang),
                "{environment:?}"
            );
        }
        other => panic!("{environment:?} gave {other:?}"),
    }
}

#[test]
fn the_environment_fills_in() {
    let zh = "zh_CN.UTF-8";
    check_environment(
        &[("USER", "ana"), ("LANG", "C"), ("LC_MESSAGES", zh)],
        "ana",
        Lang::Zh,
    );
    check_environment(&[("LOGNAME", "bo"), ("LANG", zh)], "bo", Lang::Zh);
    check_environment(
        &[("LC_ALL", "C"), ("LC_MESSAGES", zh), ("LANG", zh)],
        "Player",
        Lang::En,
    );
    check_environment(&[("LC_ALL", ""), ("LANG", zh)], "Player", Lang::Zh);
    check_environment(&[("LANGUAGE", zh), ("LC_CTYPE", zh)], "Player", Lang::En);
}

#[test]
fn nothing_else_is_read_of_the_environment() {
    let read = std::cell::RefCell::new(std::collections::BTreeSet::new());
    let variable = |name: &str| {
        read.borrow_mut().insert(name.to_owned());
        (name == "TERM").then(|| "xterm".to_owned())
    };
    for line in [
        "",
        "host",
        "join K7QX4M",
        "solo --no-color",
        "list",
        "verify m.json",
    ] {
        let words = ["versus2048"].into_iter().chain(line.split_whitespace());
        let cli = Cli::read(words, Lang::En).expect(line);
        drop(Config::new(cli, SettingsFile::default(), variable));
    }
    let known = [
        "COLORTERM",
        "LANG",
        "LC_ALL",
        "LC_MESSAGES",
        "LOGNAME",
        "NO_COLOR",
        "TERM",
        "USER",
        "XTERM_VERSION",
    ];
    let read: Vec<String> = read.into_inner().into_iter().collect();
    assert_eq!(read, known);
}

#[test]
fn a_command_s_help_offers_only_what_means_something_there() {
    let help = |command: &str| {
        let words = ["versus2048", command, "--help"];
        Cli::read(words, Lang::En).expect_err("a help").to_string()
    };
    for (command, flag, is_offered) in [
        ("join", "--server", true),
        ("host", "--server", false),
        ("host", "--name", true),
        ("local", "--server", false),
        ("local", "--name ", false),
        ("local", "--keys", true),
        ("local", "--plain", true),
        ("list", "--plain", true),
        ("verify", "--plain", false),
        ("man", "--theme", false),
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
fn a_line_begins_what_the_command_line_would() {
    let mut config = play("--plain --server elsewhere:9");
    let begin = |config: &mut PlayConfig, line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        config.begin(words)
    };
    assert_eq!(begin(&mut config, "host --target 512"), Ok(()));
    assert_eq!(config.start, Start::Host { listed: true });
    assert_eq!(config.options.target, Some(512));
    assert_eq!(begin(&mut config, "join host/k7qx4m"), Ok(()));
    assert_eq!(config.server, "ws://host:2048");
    assert_eq!(begin(&mut config, "list"), Ok(()));
    assert_eq!(config.start, Start::Online(Goal::List));
    let before = config.clone();
    for (line, sentence) in [
        ("fly", "unrecognized subcommand"),
        (
            "watch",
            "the following required arguments were not provided: <CODE>",
        ),
        ("solo --rows 9", "2 to 8 rows"),
        ("solo --record evening.json", "belongs to the command line"),
        ("host --data-dir evenings", "belongs to the command line"),
        ("verify evening.json", "belongs to the command line"),
    ] {
        let refused = begin(&mut config, line).expect_err(line);
        assert!(refused.contains(sentence), "{line}: {refused}");
    }
    assert_eq!(config, before);
}

#[test]
fn common_flags_stand_before_or_after_the_command() {
    assert_eq!(play("--name Ana local").name, "Ana");
    assert_eq!(play("local --name Ana --ascii").name, "Ana");
}

#[test]
fn colours_are_as_many_as_is_said_and_else_as_the_terminal_has() {
    let depth = |line: &str, file: Option<ColorChoice>| {
        let words = ["versus2048"].into_iter().chain(line.split_whitespace());
        let mut found = SettingsFile::default();
        found.settings.color = file;
        let variable = |name: &str| match name {
            "TERM" => Some("xterm-256color".to_owned()),
            "COLORTERM" => Some("truecolor".to_owned()),
            _ => None,
        };
        match Cli::read(words, Lang::En).map(|cli| Config::new(cli, found, variable)) {
            Ok(Config::Play(config)) => config.settings.color,
            other => panic!("{line:?} gave {other:?}"),
        }
    };
    let (none, sixteen) = (Some(ColorChoice::None), Some(ColorChoice::Ansi16));
    assert_eq!(depth("", None), ColorDepth::True);
    assert_eq!(depth("", sixteen), ColorDepth::Ansi16);
    assert_eq!(depth("--color 256", sixteen), ColorDepth::Ansi256);
    assert_eq!(depth("--color auto", none), ColorDepth::True);
    assert_eq!(depth("--no-color", sixteen), ColorDepth::None);
    assert_eq!(depth("--no-color --color 16", None), ColorDepth::Ansi16);
}

#[test]
fn flags_win_over_the_file_and_the_file_over_what_is_usual() {
    let settings = FileSettings {
        name: Some("Bo".into()),
        server: Some("ws://example.org:2048".into()),
        theme: Some(ThemeName::Cool),
        lang: Some(Lang::Zh),
        ascii: Some(true),
        animation: Some(false),
        discovery: Some(false),
        sound: Some(true),
        ..FileSettings::default()
    };
    let config = |line: &str| {
        let words = ["versus2048"].into_iter().chain(line.split_whitespace());
        let file = SettingsFile {
            settings: settings.clone(),
            ..SettingsFile::default()
        };
        let english = |name: &str| (name == "LANG").then(|| "en_US.UTF-8".to_owned());
        match Cli::read(words, Lang::En).map(|cli| Config::new(cli, file, english)) {
            Ok(Config::Play(config)) => *config,
            other => panic!("{line:?} gave {other:?}"),
        }
    };
    let by_file = config("");
    assert_eq!(by_file.name, "Bo");
    assert_eq!(by_file.server, "ws://example.org:2048");
    let expected = Settings {
        keys: KeyLayout::Wasd,
        theme: ThemeName::Cool,
        lang: Lang::Zh,
        ascii: true,
        color: ColorDepth::None,
        animation: false,
        discovery: false,
        sound: true,
    };
    let by_file = by_file.settings;
    assert_eq!(
        Settings {
            color: ColorDepth::None,
            ..by_file
        },
        expected
    );
    let back = config("--no-ascii --animation --discovery --no-sound").settings;
    let taken_back = [!back.ascii, back.animation, back.discovery, !back.sound];
    assert_eq!(taken_back, [true; 4]);
    let last = config("--ascii --no-ascii --animation --no-animation").settings;
    assert_eq!((last.ascii, last.animation), (false, false));
    let by_flag = config("--name Ana --theme mono --lang en --server elsewhere --keys vim");
    assert_eq!(by_flag.name, "Ana");
    assert_eq!(by_flag.server, "ws://elsewhere:2048");
    assert_eq!(by_flag.settings.theme, ThemeName::Mono);
    assert_eq!(by_flag.settings.lang, Lang::En);
    assert_eq!(by_flag.settings.keys, KeyLayout::Vim);
}
