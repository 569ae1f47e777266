//! `versus2048 man`: the manual page, one for all commands.

use std::io;

use anyhow::Context as _;
use clap::Command;
use clap_mangen::Man;

use crate::commands::print;
use crate::config::Cli;

/// Prints the manual page.
///
/// # Errors
/// Stdout does not take it.
pub fn man() -> anyhow::Result<()> {
    let page = page(&Cli::definition()).context("can't write the manual page")?;
    print(&String::from_utf8_lossy(&page))
}

/// The page in roff: the program, then each command with its own options.
fn page(definition: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(definition.clone()).manual("2048 Versus");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    page.extend_from_slice(b".SH COMMANDS\n");
    for command in definition.get_subcommands() {
        page.extend(part(command)?);
    }
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// A command as a part of the page: what would be its sections are paragraphs here.
fn part(command: &Command) -> io::Result<Vec<u8>> {
    let name = command.get_name().to_owned();
    let whole = format!("versus2048 {name}");
    let command = command.clone().disable_help_flag(true).bin_name(&whole);
    let man = Man::new(command);
    let mut sections = Vec::new();
    man.render_synopsis_section(&mut sections)?;
    man.render_description_section(&mut sections)?;
    man.render_options_section(&mut sections)?;
    man.render_extra_section(&mut sections)?;
    let mut part = format!(".SS {name}\n").into_bytes();
    for line in sections.split_inclusive(|&byte| byte == b'\n') {
        let is_heading = line.starts_with(b".SH ");
        part.extend_from_slice(if is_heading { b".PP\n" } else { line });
    }
    Ok(part)
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
        // A flag of every command is told once.
        assert_eq!(page.matches("--no-animation").count(), 2, "{page}");
    }
}
