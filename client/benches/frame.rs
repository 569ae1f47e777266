//! What a frame after a move costs, beside a plain frame of ratatui with two tables of that size.
//!
//! Both are measured in turns in one run, so that whatever else the machine does hits both; what
//! counts is how they compare. It ends with an error where ours takes more than [`MAX_RATIO`] times
//! as long.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Row, Table};
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};
use versus2048::config::{Cli, Config};
use versus2048::local::{Chance, LocalKind, LocalTable};
use versus2048::message::Message;
use versus2048::model::{BestScores, ColorDepth, Lang, Model};
use versus2048::play;
use versus2048::settings_file::SettingsFile;
use versus2048::terminal::ScreenBackend;
use versus2048::update::update;
use versus2048::view;
use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::{Direction, Secret};
use versus2048_protocol::wire::ClientMessage;

/// How many times as long as the plain frame ours may take.
const MAX_RATIO: f64 = 2.0;
/// The windows.
const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];
/// How often each is drawn.
const ROUNDS: usize = 3000;

fn main() -> anyhow::Result<()> {
    for size in SIZES {
        compare(size)?;
    }
    Ok(())
}

fn compare((columns, rows): (u16, u16)) -> anyhow::Result<()> {
    let boards = boards()?;
    let mut ours = terminal(ScreenBackend::new(io::sink(), columns), (columns, rows))?;
    let mut plain = terminal(CrosstermBackend::new(io::sink()), (columns, rows))?;
    let (mut our_times, mut plain_times) = (Vec::new(), Vec::new());
    for model in boards.iter().cycle().take(ROUNDS) {
        let began = Instant::now();
        ours.draw(|frame| view::draw(model, frame))?;
        our_times.push(began.elapsed());
        let began = Instant::now();
        plain.draw(|frame| draw_plain(model, frame))?;
        plain_times.push(began.elapsed());
    }
    let [our_half, plain_half] = [&mut our_times, &mut plain_times].map(|times| part(times, 50));
    let [our_most, plain_most] = [&mut our_times, &mut plain_times].map(|times| part(times, 99));
    let ratio = our_half.as_secs_f64() / plain_half.as_secs_f64();
    writeln!(
        io::stdout(),
        "{columns}x{rows}: ours {our_half:?} (p99 {our_most:?}), plain {plain_half:?} (p99 {plain_most:?}), ratio {ratio:.2}"
    )?;
    ensure!(
        ratio <= MAX_RATIO,
        "a frame takes {ratio:.2} times as long as a plain one"
    );
    Ok(())
}

/// Where so many of a hundred are at most.
fn part(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

fn terminal<B>(backend: B, (columns, rows): (u16, u16)) -> anyhow::Result<Terminal<B>>
where
    B: Backend,
    B::Error: Send + Sync + 'static,
{
    let viewport = Viewport::Fixed(Rect::new(0, 0, columns, rows));
    let terminal = Terminal::with_options(backend, TerminalOptions { viewport });
    terminal.context("can't make a terminal")
}

/// A match at one keyboard after each of some moves of both, at rest.
fn boards() -> anyhow::Result<Vec<Model>> {
    let mut moves = Vec::new();
    for count in 0..40 {
        moves.push(after(count)?);
    }
    Ok(moves)
}

/// The match after so many rounds.
fn after(rounds: usize) -> anyhow::Result<Model> {
    let cli = Cli::read(
        ["versus2048", "local", "--countdown", "0", "--no-animation"],
        Lang::En,
    )?;
    let Config::Play(config) = Config::new(cli, SettingsFile::default(), |_| None) else {
        anyhow::bail!("a match at one keyboard has a screen");
    };
    let options = config.options;
    let mut model = play::model(*config, BestScores::default());
    model.settings.color = ColorDepth::True;
    let names = BySeat(["Ana".to_owned(), "Bo".to_owned()]);
    let chance = Chance::From(Secret([7; 32]));
    let mut table = LocalTable::new(LocalKind::HotSeat, options, names, chance);
    let snapshot = Box::new(table.snapshot(0));
    update(
        &mut model,
        Message::LocalTable(LocalKind::HotSeat, snapshot),
    );
    let mut told = table.begin(0);
    let dirs = [Direction::Down, Direction::Left, Direction::Right];
    for (round, dir) in dirs.into_iter().cycle().take(rounds).enumerate() {
        for seat in Seat::ALL {
            let turn = table
                .snapshot(0)
                .boards
                .map_or(0, |boards| boards[seat].turn.into());
            let slide = ClientMessage::Move { turn, dir };
            told.extend(table.handle(round as u64, seat, &slide));
        }
    }
    for message in told {
        update(&mut model, Message::Server(Box::new(message)));
    }
    Ok(model)
}

/// Two tables of ratatui with the same numbers, in as much room.
fn draw_plain(model: &Model, frame: &mut Frame<'_>) {
    let versus2048::model::Screen::Table(play) = &model.screen else {
        return;
    };
    let [head, middle, foot] = Layout::vertical([
        Constraint::Length(2),
        Constraint::Fill(1),
        Constraint::Length(2),
    ])
    .areas(frame.area());
    let sides = Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).split(middle);
    frame.render_widget(Line::from("one keyboard - first to 2048"), head);
    frame.render_widget(Line::from("arrows move   R start again   Q leave"), foot);
    for (seat, &side) in Seat::ALL.into_iter().zip(sides.iter()) {
        let Some(board) = play.session.shown(seat) else {
            continue;
        };
        let height = side.height.saturating_sub(2) / 4;
        let rows = board.rows.to_rows().into_iter().map(|row| {
            let cells = row.into_iter().map(|tile| {
                let shade = u8::try_from(tile.checked_ilog2().unwrap_or(0) * 12).unwrap_or(u8::MAX);
                let style = Style::new().bg(Color::Rgb(240, 230 - shade, 200 - shade));
                ratatui::widgets::Cell::from(tile.to_string()).style(style)
            });
            Row::new(cells.collect::<Vec<_>>()).height(height)
        });
        let table = Table::new(rows, [Constraint::Fill(1); 4]);
        let title = format!("{}  {}", seat, board.score);
        frame.render_widget(table.block(Block::bordered().title(title)), side);
    }
}
