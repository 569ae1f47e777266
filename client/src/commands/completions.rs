//! `versus2048 completions`: what a shell needs to complete the command line.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use clap_complete::{Shell, generate};

use crate::commands::print;
use crate::config::Cli;

/// A shell that completes the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShellName {
    /// Of the GNU project.
    Bash,
    /// The Z shell.
    Zsh,
    /// The friendly interactive shell.
    Fish,
}

/// Prints the completions of a shell.
///
/// # Errors
/// Stdout does not take them.
pub fn completions(shell: ShellName) -> anyhow::Result<()> {
    print(&of(shell))
}

fn of(shell: ShellName) -> String {
    let shell = match shell {
        ShellName::Bash => Shell::Bash,
        ShellName::Zsh => Shell::Zsh,
        ShellName::Fish => Shell::Fish,
    };
    let mut script = Vec::new();
    generate(shell, &mut Cli::definition(), "versus2048", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Fish => script + &arguments_in_fish(),
        _ => script,
    }
}

/// The values of arguments that are no flags: `generate` leaves them out for fish.
fn arguments_in_fish() -> String {
    let definition = Cli::definition();
    let lines = definition.get_subcommands().flat_map(|command| {
        let positionals = command.get_positionals().filter_map(|argument| {
            let values = argument.get_possible_values();
            let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
            let name = command.get_name();
            (!names.is_empty()).then(|| {
                format!(
                    "complete -c versus2048 -n \"__fish_seen_subcommand_from {name}\" -f -a \"{}\"\n",
                    names.join(" ")
                )
            })
        });
        positionals.collect::<Vec<_>>()
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_flag_and_value_is_completed_in_every_shell() {
        let definition = Cli::definition();
        let mut words: Vec<String> = Vec::new();
        for command in definition.get_subcommands() {
            words.push(command.get_name().to_owned());
            for flag in command.get_arguments().filter(|flag| !flag.is_hide_set()) {
                words.extend(flag.get_long().map(|long| format!("-{long}")));
                let values = flag.get_possible_values();
                let values = values.iter().filter(|_| flag.get_action().takes_values());
                words.extend(values.map(|value| value.get_name().to_owned()));
            }
        }
        for shell in ShellName::value_variants() {
            // Fish has a flag without its hyphens.
            let script = of(*shell).replace(" -l ", " -l -");
            for word in &words {
                assert!(script.contains(word.as_str()), "{shell:?} lacks {word}");
            }
        }
    }

    #[test]
    fn every_value_is_one_of_several_or_has_a_hint() {
        let definition = Cli::definition();
        let commands = definition.get_subcommands().chain([&definition]);
        for argument in commands.flat_map(clap::Command::get_arguments) {
            let takes_value = argument.get_action().takes_values();
            let is_number = !argument.get_default_values().is_empty();
            let is_known = !argument.get_possible_values().is_empty()
                || argument.get_value_hint() != clap::ValueHint::Unknown;
            assert!(!takes_value || is_number || is_known, "{argument}");
        }
    }
}
