//! From a configuration to a finished evening: what has to be ready is made ready before the screen
//! changes, and what went wrong is told after it is back.

use std::io::{self, BufReader};

use anyhow::{Context as _, anyhow};
use rand::rngs::StdRng;
use ratatui::Terminal;
use rustix::stdio::stdout;
use tokio::runtime::Runtime;
use tokio::time::Instant;
use versus2048_protocol::rules::Options;

use crate::config::PlayConfig;
use crate::effect::Exit;
use crate::keeper::Places;
use crate::local::Chance;
use crate::model::{BestScores, Discovery, Lang, Menu, Model, Notice, Screen, Start};
use crate::outside::{Farewell, Outside, Setup};
use crate::record::Recorder;
use crate::run::Client;
use crate::sound::{Silence, Speaker};
use crate::stdio::{self, say};
use crate::terminal::Guard;
use crate::{best_file, host, plain, state_dir, text};

/// Plays until the player leaves.
///
/// # Errors
/// What was asked for could not be done.
pub fn play(config: PlayConfig) -> anyhow::Result<()> {
    stdio::report_panics();
    let runtime = Runtime::new().context("can't start the runtime")?;
    let done = runtime.block_on(play_until_left(config));
    // Whatever still waits for a name server or a peer is not waited for.
    runtime.shutdown_background();
    done
}

async fn play_until_left(config: PlayConfig) -> anyhow::Result<()> {
    let lang = config.settings.lang;
    let state_dir = state_dir::open();
    let not_kept = state_dir.as_ref().err().map(ToString::to_string);
    let state_dir = state_dir.ok();
    let unread = state_dir
        .as_deref()
        .and_then(|dir| best_file::mend(dir).ok()?);
    if let Some(aside) = unread {
        let aside = text::clean(&aside.display().to_string());
        say(&text::of(lang).best_scores_aside(&aside));
    }
    let best = state_dir
        .as_deref()
        .map(best_file::read)
        .unwrap_or_default();
    let listener = match config.start {
        Start::Host { .. } if config.or_next_port => {
            Some(host::bind_or_next_port(config.listen, text::of(lang))?)
        }
        Start::Host { .. } => Some((host::bind(config.listen, text::of(lang))?, None)),
        _ => None,
    };
    let settings = config.file.path.clone();
    let setup = Setup {
        speaker: speaker(&config)?,
        places: Places {
            state_dir,
            settings,
        },
        new_player: config.new_player,
        chance: config.secret.map_or(Chance::Random, Chance::From),
        recorder: config
            .record
            .clone()
            .map(|path| Recorder::new(path, text::of(lang)))
            .transpose()?,
        data_dir: config.data_dir.clone(),
        listener,
    };
    let (exit, farewell) = if config.plain {
        play_in_lines(config, setup, best).await?
    } else {
        play_on_terminal(config, setup, best).await?
    };
    if let Some(error) = not_kept {
        say(&text::of(lang).nothing_is_kept(&text::clean(&error)));
    }
    say_where_files_are(lang, &farewell);
    let troubles = farewell.troubles.into_iter();
    let troubles = troubles.map(|trouble| format!("{trouble:#}"));
    let failure = match exit {
        Exit::Done => None,
        Exit::Failed(notice) => Some(text::in_a_line(&text::of(lang).notice(&notice))),
    };
    let troubles: Vec<String> = failure.into_iter().chain(troubles).collect();
    if troubles.is_empty() {
        Ok(())
    } else {
        Err(anyhow!(troubles.join("; ")))
    }
}

/// On a screen, with keys.
async fn play_on_terminal(
    config: PlayConfig,
    setup: Setup,
    best: BestScores,
) -> anyhow::Result<(Exit, Farewell)> {
    let guard = Guard::enter().context("can't take the terminal")?;
    let terminal = Terminal::new(guard.backend()).context("can't draw on the terminal")?;
    let inputs = guard.inputs().context("can't watch the terminal")?;
    let idle = guard.idle();
    let mut outside = Outside::new(Some(guard), setup);
    let start = begin(&config);
    let mut model = model(config, best);
    outside.introduce(&mut model);
    let client = Client {
        terminal,
        idle,
        outside: &mut outside,
        model,
        epoch: Instant::now(),
    };
    let exit = client.run(inputs, start).await;
    let farewell = outside.finish().await;
    Ok((exit?, farewell))
}

/// In lines, without a screen.
async fn play_in_lines(
    config: PlayConfig,
    setup: Setup,
    best: BestScores,
) -> anyhow::Result<(Exit, Farewell)> {
    let signals = plain::Signals::watch().context("can't watch for signals")?;
    let lines = plain::listen(BufReader::new(io::stdin())).context("can't read commands")?;
    let console = plain::Console::new(io::stdout(), io::stderr(), config.settings.ascii);
    let mut outside = Outside::new(None, setup);
    let mut model = model(config.clone(), best);
    outside.introduce(&mut model);
    let client = plain::Client::new(&mut outside, console, model, config);
    let exit = client.run(lines, signals).await;
    let farewell = outside.finish().await;
    Ok((exit?, farewell))
}

/// The sound device is taken before the screen changes: what it lacks is said there.
///
/// # Errors
/// The music that was asked for by a flag can't be played; what the settings name may be elsewhere today.
fn speaker(config: &PlayConfig) -> anyhow::Result<Option<Speaker>> {
    let music = config.music.as_deref().unwrap_or_default();
    let (speaker, silence) = Speaker::tuned(config.settings.sound, music);
    let Some(silence) = silence else {
        return Ok(speaker);
    };
    let sentence = text::of(config.settings.lang).silence(&silence);
    let is_asked_for = config.music != config.file.settings.music;
    match silence {
        Silence::Music(_) if is_asked_for => Err(anyhow!(sentence)),
        _ => {
            say(&sentence);
            Ok(speaker)
        }
    }
}

/// What to begin with; whoever comes to the menu reads first what is wrong with the settings.
fn begin(config: &PlayConfig) -> Start {
    let problems = &config.file.problems;
    match &config.start {
        Start::Menu if !problems.is_empty() => Start::MenuAfter(Notice::SettingsWrong {
            path: config.file.shown_path(),
            problems: problems.clone(),
        }),
        start => start.clone(),
    }
}

/// Commands that check replays are results, where files are is a message.
fn say_where_files_are(lang: Lang, farewell: &Farewell) {
    for replay in &farewell.replays {
        let command = text::verify_command(&replay.url());
        stdio::write(stdout(), format!("{command}\n"));
    }
    for (unusable, path) in &farewell.games_aside {
        let path = text::clean(&path.display().to_string());
        say(&text::of(lang).game_aside(*unusable, &path));
    }
    for path in &farewell.recorded {
        let path = text::clean(&path.display().to_string());
        say(&text::of(lang).recorded(&path));
    }
}

/// The client before anything has happened.
#[must_use]
pub fn model(config: PlayConfig, best_scores: BestScores) -> Model {
    Model {
        screen: Screen::Menu(Menu::default()),
        overlay: None,
        settings: config.settings,
        color: config.color,
        terminal_color: config.terminal_color,
        music: config.music.unwrap_or_default(),
        now_ms: 0,
        name: config.name,
        pair: config.pair,
        usual_server: config.server.clone(),
        server: config.server,
        options: config.options,
        listen: config.listen,
        best_scores,
        solo_options: Options::default(),
        discovery: Discovery::default(),
        recent_servers: Vec::new(),
        held: None,
        keeps_games: false,
        goal: None,
        hosted: None,
        menu: Menu::default(),
        origin: None,
        from_menu: false,
        ends_program: false,
        rng: rand::make_rng::<StdRng>(),
    }
}
