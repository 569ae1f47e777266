//! `versus2048 man`: the manual page, one for all commands.

use std::io;

use anyhow::Context as _;
use clap::Command;
use clap_mangen::Man;

use crate::commands::print;
use crate::config::Cli;

/// What the program reads of its environment.
const ENVIRONMENT: &[(&str, &str)] = &[
    (
        "LC_ALL, LC_MESSAGES, LANG",
        "The language, by the first that is set: Chinese where it begins with zh, else English.",
    ),
    (
        "NO_COLOR",
        "Where it is not empty, nothing is drawn in colour.",
    ),
    (
        "TERM, COLORTERM",
        "How many colours the terminal has: 24 bits only where COLORTERM is truecolor or 24bit.",
    ),
    ("USER, LOGNAME", "The name to go by where none is said."),
    (
        "HOME, XDG_CONFIG_HOME, XDG_STATE_HOME",
        "Where the files below are.",
    ),
];

/// What the program keeps.
const FILES: &[(&str, &str)] = &[
    (
        "~/.config/versus2048/settings.toml",
        "The settings, changed in the menu or by hand; flags win over them.",
    ),
    (
        "~/.local/state/versus2048/",
        "Best scores, the game alone that was left, the servers of before, the tokens by which servers \
         know a player, and the matches and replays of host.",
    ),
];

/// What the exit code tells.
const EXIT_STATUS: &[(&str, &str)] = &[
    ("0", "Done."),
    (
        "1",
        "It could not be done, or a replay does not hold; stderr says why.",
    ),
    ("2", "Wrong usage; stderr says what would be right."),
];

/// How two come to a match.
const EXAMPLES: &[(&str, &str)] = &[
    (
        "versus2048 host --target 512",
        "Starts a match, and shows what the other has to type:",
    ),
    (
        "versus2048 join 192.168.1.20:2048/K7QX4M",
        "Takes the free seat.",
    ),
    ("versus2048 local", "Two play at this keyboard."),
    (
        "printf 'left\\nup\\nquit\\nyes\\n' | versus2048 solo --plain",
        "A script plays without a screen.",
    ),
];

/// Prints the manual page.
///
/// # Errors
/// Stdout does not take it.
pub fn man() -> anyhow::Result<()> {
    let page = page(&Cli::definition()).context("can't write the manual page")?;
    print(&String::from_utf8_lossy(&page))
}

/// The page in roff: the program, each command with its own options, and what else there is to know.
fn page(definition: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(definition.clone()).manual("2048 Versus");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    let mut whole = definition.clone();
    // Only then do commands know that they take the options of every command.
    whole.build();
    page.extend(section("SYNOPSIS", &usage(&mut whole)));
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    page.extend_from_slice(b".SH COMMANDS\n");
    for command in definition.get_subcommands() {
        if let Some(command) = whole.find_subcommand_mut(command.get_name()) {
            page.extend(part(command)?);
        }
    }
    for (title, lists) in [
        ("ENVIRONMENT", ENVIRONMENT),
        ("FILES", FILES),
        ("EXIT STATUS", EXIT_STATUS),
        ("EXAMPLES", EXAMPLES),
    ] {
        page.extend(section(title, &listed(lists)));
    }
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// A command as a part of the page: what would be its sections are paragraphs here.
fn part(command: &mut Command) -> io::Result<Vec<u8>> {
    let name = command.get_name().to_owned();
    let usage = usage(command);
    // What every command takes is told once.
    let man = Man::new(command.clone().mut_args(|flag| {
        let is_told = flag.is_global_set() || flag.get_id() == "help";
        if is_told { flag.hide(true) } else { flag }
    }));
    let mut sections = Vec::new();
    man.render_description_section(&mut sections)?;
    man.render_options_section(&mut sections)?;
    man.render_extra_section(&mut sections)?;
    let mut part = format!(".SS {name}\n{usage}").into_bytes();
    for line in sections.split_inclusive(|&byte| byte == b'\n') {
        let is_heading = line.starts_with(b".SH ");
        part.extend_from_slice(if is_heading { b".PP\n" } else { line });
    }
    Ok(part)
}

/// How a command is typed, as its help says it.
fn usage(command: &mut Command) -> String {
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    format!("{}\n", escaped(usage))
}

fn section(title: &str, body: &str) -> Vec<u8> {
    format!(".SH {title}\n{body}").into_bytes()
}

/// Things, each with what it is for.
fn listed(entries: &[(&str, &str)]) -> String {
    let lines = entries.iter().flat_map(|(name, what)| {
        let name = format!("\\fB{}\\fR", escaped(name));
        [".TP".to_owned(), name, escaped(what)]
    });
    lines.map(|line| line + "\n").collect()
}

/// A text in which nothing steers the formatter, and a hyphen can be copied as one.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_command_with_its_options_and_its_example() {
        let definition = Cli::definition();
        let page = page(&definition).expect("a Vec takes it");
        let page = String::from_utf8(page).expect("text").replace("\\-", "-");
        for command in definition.get_subcommands() {
            let name = command.get_name();
            assert!(page.contains(&format!("\n.SS {name}\n")), "{name}\n{page}");
            let example = command.get_after_help().map(ToString::to_string);
            assert!(
                page.contains(&example.unwrap_or_default()),
                "{name}\n{page}"
            );
            for flag in command.get_arguments().filter(|flag| !flag.is_hide_set()) {
                let long = flag.get_long().unwrap_or_default();
                assert!(page.contains(long), "{name} --{long}\n{page}");
            }
        }
        for section in ["ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES"] {
            assert!(
                page.contains(&format!("\n.SH {section}\n.TP\n")),
                "{section}\n{page}"
            );
        }
        assert!(
            page.contains("\nversus2048 [OPTIONS] [COMMAND]\n"),
            "{page}"
        );
        assert!(
            page.contains("\nversus2048 watch [OPTIONS] <CODE>\n"),
            "{page}"
        );
        // A flag of every command is told once.
        assert_eq!(page.matches("--no-animation").count(), 1, "{page}");
    }
}
