//! What a frame after a move costs, beside a plain frame of ratatui with two tables of that size; and
//! what a key costs until its move is made and known, while the move before it still slides.
//!
//! All are measured in turns in one run, so that whatever else the machine does hits all; what counts
//! is how they compare. It ends with an error where our frame takes more than [`MAX_RATIO`] times as
//! long as the plain one, or a key more than [`MAX_KEY`].

use std::array::IntoIter;
use std::io::{self, Write as _};
use std::iter::Cycle;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use crossterm::event::KeyCode;
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Row, Table};
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};
use versus2048::config::{Cli, Config};
use versus2048::effect::Effect;
use versus2048::keymap;
use versus2048::local::{Chance, LocalKind, LocalTable};
use versus2048::message::Message;
use versus2048::model::{BestScores, ColorDepth, Lang, Model, Screen};
use versus2048::play;
use versus2048::settings_file::SettingsFile;
use versus2048::terminal::ScreenBackend;
use versus2048::update::update;
use versus2048::view;
use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::{Direction, Secret};
use versus2048_protocol::wire::{ClientMessage, ServerMessage};

/// How many times as long as the plain frame ours may take.
const MAX_RATIO: f64 = 2.0;
/// The longest that nine of ten keys may take; what else the machine does may hit any one.
const MAX_KEY: Duration = Duration::from_millis(1);
/// From a key to the next: less than a move slides.
const BETWEEN_KEYS_MS: u64 = 20;
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
    let mut pressed = Pressed::begin()?;
    let (mut our_times, mut plain_times, mut key_times) = (Vec::new(), Vec::new(), Vec::new());
    for model in boards.iter().cycle().take(ROUNDS) {
        key_times.push(pressed.press_next()?);
        let began = Instant::now();
        ours.draw(|frame| view::draw(model, frame))?;
        our_times.push(began.elapsed());
        let began = Instant::now();
        plain.draw(|frame| draw_plain(model, frame))?;
        plain_times.push(began.elapsed());
    }
    let mut times = [our_times, plain_times, key_times];
    let [our_half, plain_half, key_half] = times.each_mut().map(|times| part(times, 50));
    let [our_most, plain_most, key_most] = times.each_mut().map(|times| part(times, 99));
    let ratio = our_half.as_secs_f64() / plain_half.as_secs_f64();
    writeln!(
        io::stdout(),
        "{columns}x{rows}: ours {our_half:?} (p99 {our_most:?}), plain {plain_half:?} (p99 {plain_most:?}), \
         ratio {ratio:.2}; a key {key_half:?} (p99 {key_most:?})"
    )?;
    let [.., key_times] = &mut times;
    let key_nearly_all = part(key_times, 90);
    ensure!(key_nearly_all < MAX_KEY, "a key takes {key_nearly_all:?}");
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
    let (mut model, mut table) = seated()?;
    model.settings.animation = false;
    let dirs = [Direction::Down, Direction::Left, Direction::Right];
    for (round, dir) in dirs.into_iter().cycle().take(rounds).enumerate() {
        for seat in Seat::ALL {
            let turn = table
                .snapshot(0)
                .boards
                .map_or(0, |boards| boards[seat].turn.into());
            let slide = ClientMessage::Move { turn, dir };
            tell(&mut model, table.handle(round as u64, seat, &slide));
        }
    }
    Ok(model)
}

/// Two at one keyboard, in a match that has just begun.
fn seated() -> anyhow::Result<(Model, LocalTable)> {
    let cli = Cli::read(["versus2048", "local", "--countdown", "0"], Lang::En)?;
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
    tell(&mut model, table.begin(0));
    Ok((model, table))
}

fn tell(model: &mut Model, told: Vec<ServerMessage>) {
    for message in told {
        update(model, Message::Server(Box::new(message)));
    }
}

/// A match in which keys are pressed faster than moves slide.
struct Pressed {
    model: Model,
    table: LocalTable,
    keys: Cycle<IntoIter<KeyCode, 8>>,
}

impl Pressed {
    fn begin() -> anyhow::Result<Self> {
        let (model, table) = seated()?;
        let keys = [
            KeyCode::Down,
            KeyCode::Char('s'),
            KeyCode::Left,
            KeyCode::Char('a'),
            KeyCode::Right,
            KeyCode::Char('d'),
            KeyCode::Up,
            KeyCode::Char('w'),
        ];
        let keys = keys.into_iter().cycle();
        Ok(Self { model, table, keys })
    }

    /// Presses the next key, in another match where this one is over; says how long it takes until its
    /// move is made and known.
    fn press_next(&mut self) -> anyhow::Result<Duration> {
        if matches!(&self.model.screen, Screen::Table(play) if play.session.result.is_some()) {
            *self = Self::begin()?;
        }
        let key = self.keys.next().context("keys never end")?;
        let began = Instant::now();
        self.model.now_ms += BETWEEN_KEYS_MS;
        let context = self.model.key_context();
        let action = keymap::action(key.into(), self.model.settings.keys, context);
        let action = action.context("each of the keys moves a board")?;
        for effect in update(&mut self.model, Message::Action(action)) {
            if let Effect::SendLocal(seat, message) = effect {
                let told = self.table.handle(self.model.now_ms, seat, &message);
                tell(&mut self.model, told);
            }
        }
        Ok(began.elapsed())
    }
}

/// Two tables of ratatui with the same numbers, in as much room.
fn draw_plain(model: &Model, frame: &mut Frame<'_>) {
    let Screen::Table(play) = &model.screen else {
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
