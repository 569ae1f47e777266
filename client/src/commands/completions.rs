//! `versus2048 completions`: what a shell needs to complete the command line.

use clap::ValueEnum;
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
    String::from_utf8_lossy(&script).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_and_flag_is_completed_in_every_shell() {
        for shell in ShellName::value_variants() {
            let script = of(*shell);
            for command in Cli::definition().get_subcommands() {
                let name = command.get_name();
                assert!(script.contains(name), "{shell:?} lacks {name}");
            }
            for flag in ["listen", "time-limit", "no-animation", "plain", "theme"] {
                assert!(script.contains(flag), "{shell:?} lacks --{flag}");
            }
        }
    }
}
