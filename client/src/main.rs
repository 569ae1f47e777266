//! The program `versus2048`.

use std::ffi::OsString;
use std::process::ExitCode;

use versus2048::commands::{
    completions::completions, export::export, list::list, man::man, verify::verify,
};
use versus2048::config::{self, Cli, Config};
use versus2048::settings_file::SettingsFile;
use versus2048::{play, stdio, terminal, text};

/// The exit code of wrong usage.
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let variable = |name: &str| std::env::var(name).ok();
    let file = SettingsFile::of_user();
    let lang = config::lang_of(&words, &file, variable);
    let cli = Cli::read(words, lang).unwrap_or_else(|error| text::exit_with_usage(lang, error));
    let (path, problems) = (file.shown_path(), file.problems.clone());
    let config = Config::new(cli, file, variable);
    if let Some(lang) = config.lang() {
        for problem in &problems {
            say(&text::of(lang).settings_problem(&path, problem));
        }
    }
    let done = match config {
        Config::List { server, form, lang } => list(&server, form, lang),
        Config::Verify { source, lang } => verify(&source, lang),
        Config::Export {
            source,
            path,
            theme,
            lang,
        } => export(&source, &path, theme, lang),
        Config::Completions(shell) => completions(shell),
        Config::Man => man(),
        Config::Play(config) if !config.plain && !terminal::is_terminal() => {
            say(text::of(lang).needs_terminal());
            return ExitCode::from(WRONG_USAGE);
        }
        Config::Play(config) if !config.plain && is_dumb() => {
            say(text::of(lang).needs_screen());
            return ExitCode::from(WRONG_USAGE);
        }
        Config::Play(config) => play::play(*config),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Whether the terminal says that it can do nothing but print lines.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Messages go to stderr.
fn say(message: &str) {
    stdio::say(&text::clean_message(message));
}
