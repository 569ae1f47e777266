//! The definition of the command line in another language.

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command};
use unicode_width::UnicodeWidthStr as _;

use super::EVERYWHERE;
use crate::text::Manual;
use crate::text::wrap::wrap;

/// The columns of a help. It is broken here, for clap breaks lines at spaces alone.
const COLUMNS: u16 = 80;
/// The columns of what stands under an argument, to the right of it.
const HELP_COLUMNS: u16 = COLUMNS - 10;

/// A definition that takes the same command lines and explains them by a manual.
pub(super) fn translated(mut definition: Command, manual: &Manual) -> Command {
    // Only then it has a help of its own to translate, and its commands the options of every command.
    definition.build();
    let about = lines(manual.about, COLUMNS);
    let long_about = format!("{about}。\n\n{}", lines(manual.more, COLUMNS));
    command(definition, manual)
        .about(about)
        .long_about(long_about)
}

fn command(definition: Command, manual: &Manual) -> Command {
    let name = definition.get_name().to_owned();
    let usage_style = *definition.get_styles().get_usage();
    let mut told = definition
        .mut_subcommands(|it| command(it, manual))
        .mut_args(|it| argument(it, &name, manual))
        .subcommand_help_heading(manual.headings.commands)
        .subcommand_value_name(manual.command)
        .term_width(COLUMNS.into())
        .help_template(format!(
            "{{about-with-newline}}\n{usage_style}{}{usage_style:#} {{usage}}\n\n{{all-args}}{{after-help}}",
            manual.usage
        ));
    if let Some(about) = manual.command(&name) {
        told = told.about(about);
    }
    if let Some(example) = told.get_after_help() {
        let example = example.to_string().replacen("Example: ", manual.example, 1);
        told = told.after_help(example);
    }
    let usage = told.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    told.override_usage(usage.replace("[OPTIONS]", manual.options))
}

fn argument(argument: Arg, command: &str, manual: &Manual) -> Arg {
    let headings = &manual.headings;
    let heading = if is_everywhere(&argument) {
        headings.everywhere
    } else if argument.is_positional() {
        headings.arguments
    } else {
        headings.options
    };
    let argument = argument.help_heading(heading).next_line_help(true);
    let Some(told) = manual.argument(command, argument.get_id().as_str()) else {
        return argument;
    };
    let help = told.help.to_owned() + &default(&argument, manual);
    let brief = help.clone() + &choices(&argument, manual);
    let long = match meanings(&argument, manual) {
        Some(meanings) => format!("{}\n\n{meanings}", lines(&help, HELP_COLUMNS)),
        None => lines(&brief, HELP_COLUMNS),
    };
    let argument = if told.values.is_empty() {
        argument
    } else {
        argument.value_names(told.values)
    };
    argument
        .help(lines(&brief, HELP_COLUMNS))
        .long_help(long)
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// What holds where nothing is said, for what takes a value.
fn default(argument: &Arg, manual: &Manual) -> String {
    match argument.get_default_values() {
        [value] if argument.get_action().takes_values() => {
            format!(" [{}{}]", manual.default, value.display())
        }
        _ => String::new(),
    }
}

/// The values of which one can be chosen, for what takes such a value.
fn choices(argument: &Arg, manual: &Manual) -> String {
    let values = values(argument);
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    if names.is_empty() {
        return String::new();
    }
    format!(" [{}{}]", manual.choices, names.join(manual.comma))
}

/// The same values, each in a line with what it means, where that is to be said.
fn meanings(argument: &Arg, manual: &Manual) -> Option<String> {
    let meaning = |value: &PossibleValue| {
        let meaning = manual.value(argument.get_id().as_str(), value.get_name())?;
        Some(format!("- {}{}{meaning}", value.get_name(), manual.colon))
    };
    let meanings: Vec<String> = values(argument)
        .iter()
        .map(meaning)
        .collect::<Option<_>>()?;
    let head = manual.choices.to_owned();
    let lines: Vec<String> = [head].into_iter().chain(meanings).collect();
    (lines.len() > 1).then(|| lines.join("\n"))
}

fn values(argument: &Arg) -> Vec<PossibleValue> {
    // A flag has two that nobody types.
    if argument.get_action().takes_values() {
        argument.get_possible_values()
    } else {
        Vec::new()
    }
}

/// Whether it belongs to the options of every command, as what asks for this very help does.
fn is_everywhere(argument: &Arg) -> bool {
    argument.get_help_heading() == Some(EVERYWHERE)
        || matches!(argument.get_action(), ArgAction::Help | ArgAction::Version)
}

/// A text in lines that are not broken any further; what stands in brackets at its end stays whole.
fn lines(text: &str, columns: u16) -> String {
    let (text, notes) = text.split_at(text.find(" [").unwrap_or(text.len()));
    let mut lines = wrap(text, columns);
    for note in notes.split(" [").skip(1) {
        match lines.last_mut() {
            Some(line) if line.width() + " [".width() + note.width() <= columns.into() => {
                line.push_str(" [");
                line.push_str(note);
            }
            _ => lines.push("[".to_owned() + note),
        }
    }
    lines.join("\n")
}
