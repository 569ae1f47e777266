//! The help of the command line in other languages than that of its definition.

use std::collections::BTreeSet;

use unicode_width::UnicodeWidthStr as _;

use super::*;
use crate::text::Manual;

/// The widest line of a help.
const COLUMNS: usize = 80;

/// The manuals of the languages that have one.
fn manuals() -> impl Iterator<Item = (Lang, &'static Manual)> {
    let langs = Lang::ALL.into_iter();
    langs.filter_map(|lang| text::of(lang).manual().map(|manual| (lang, manual)))
}

/// The program and its commands, as they are told in English.
fn commands() -> Vec<clap::Command> {
    let mut definition = Cli::definition();
    definition.build();
    let commands: Vec<clap::Command> = definition.get_subcommands().cloned().collect();
    [definition].into_iter().chain(commands).collect()
}

fn help(lang: Lang, words: &[&str]) -> String {
    let words = ["versus2048"].iter().chain(words);
    Cli::read(words, lang).expect_err("a help").to_string()
}

#[test]
fn all_that_the_definition_explains_is_explained_and_nothing_else() {
    for (_, manual) in manuals() {
        let (mut told, mut told_values) = (BTreeSet::new(), BTreeSet::new());
        for command in commands() {
            let name = command.get_name();
            for argument in command.get_arguments() {
                let id = argument.get_id().as_str();
                let Some(said) = manual.argument(name, id) else {
                    assert!(argument.get_help().is_none(), "{name} lacks {id}");
                    continue;
                };
                told.insert((said.command, said.id));
                let takes_values = argument.get_action().takes_values();
                assert_eq!(takes_values, !said.values.is_empty(), "{name} {id}");
                for value in argument.get_possible_values() {
                    let is_explained = takes_values && value.get_help().is_some();
                    let meaning = manual.value(id, value.get_name());
                    assert_eq!(is_explained, meaning.is_some(), "{id} {}", value.get_name());
                    told_values
                        .extend(meaning.map(|_| (id.to_owned(), value.get_name().to_owned())));
                }
            }
        }
        assert_eq!(told.len(), manual.arguments.len(), "{told:?}");
        assert_eq!(told_values.len(), manual.values.len(), "{told_values:?}");
        let names: BTreeSet<String> = commands()[1..]
            .iter()
            .map(|command| command.get_name().to_owned())
            .collect();
        let known = manual.commands.iter().map(|(name, _)| (*name).to_owned());
        assert_eq!(known.collect::<BTreeSet<_>>(), names);
    }
}

#[test]
fn a_told_help_fits_its_place_and_has_no_english_left() {
    let commands = commands();
    let mut english: BTreeSet<String> = BTreeSet::new();
    for command in &commands {
        english.extend(command.get_about().map(ToString::to_string));
        for argument in command.get_arguments() {
            english.extend(argument.get_help().map(ToString::to_string));
            let values = argument.get_possible_values();
            let meanings = values.iter().filter_map(|value| value.get_help());
            // The name of a key is the same in every language.
            english.extend(meanings.map(ToString::to_string).filter(|it| it.len() > 7));
        }
    }
    let of_clap = [
        "Usage",
        "OPTIONS",
        "COMMAND",
        "Commands",
        "Options",
        "Arguments",
        "default",
        "ossible",
        "rint",
        "Example",
    ];
    english.extend(of_clap.map(str::to_owned));
    for (lang, _) in manuals() {
        for name in commands[1..].iter().map(clap::Command::get_name) {
            let helps = match name {
                "help" => vec![help(lang, &["help", "help"]), help(lang, &["help"])],
                name => [&["help", name][..], &[name, "-h"], &[name, "--help"]]
                    .map(|words| help(lang, words))
                    .into(),
            };
            let whole = [help(lang, &["-h"]), help(lang, &["--help"])];
            for help in helps.iter().chain(&whole) {
                for line in help.lines() {
                    assert!(line.width() <= COLUMNS, "{name}: {line}");
                }
                for english in &english {
                    assert!(!help.contains(english.as_str()), "{english}\n{help}");
                }
            }
        }
    }
}

#[test]
fn a_told_command_line_is_understood_alike() {
    let line = "versus2048 --name Ana local --names Bo Cy --target 512 --tiles independent --ascii";
    let config = |lang| {
        let cli = Cli::read(line.split_whitespace(), lang).expect(line);
        Config::new(cli, SettingsFile::default(), |_| None)
    };
    assert_eq!(config(Lang::En), config(Lang::Zh));
}

#[test]
fn a_told_help_offers_what_the_english_one_does() {
    let flags = |command: &clap::Command| -> BTreeSet<String> {
        let shown = command.get_arguments().filter(|flag| !flag.is_hide_set());
        let longs = shown.filter_map(clap::Arg::get_long);
        longs.map(|long| format!("--{long}")).collect()
    };
    for (lang, _) in manuals() {
        for command in &commands()[1..] {
            let name = command.get_name();
            let help = help(lang, &["help", name]);
            let words = help.split_whitespace();
            let starts: BTreeSet<String> = words
                .filter(|word| word.starts_with("--"))
                .map(str::to_owned)
                .collect();
            for flag in flags(command) {
                assert!(starts.contains(&flag), "{name} {flag}\n{help}");
            }
        }
    }
}
