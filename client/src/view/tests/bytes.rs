//! How much is written to a terminal, so that a match over a slow line is no slower.

use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use versus2048_protocol::game::BySeat;
use versus2048_protocol::rules::{Direction, Options, Secret};

use crate::effect::Effect;
use crate::local::{Chance, LocalKind, LocalTable};
use crate::message::{Action, Controller, Message};
use crate::model::{ColorDepth, Menu, Model, Screen, ThemeName};
use crate::terminal::ScreenBackend;
use crate::update::update;
use crate::view;
use crate::view::tests::fixtures::model;

/// The most bytes of a move.
const MAX_BYTES: usize = 1500;
const COLUMNS: u16 = 80;
const ROWS: u16 = 24;

/// A match at one keyboard on a terminal that counts.
struct Evening {
    model: Model,
    table: LocalTable,
    terminal: Terminal<ScreenBackend<Vec<u8>>>,
}

impl Evening {
    fn new(color: ColorDepth, theme: ThemeName) -> Self {
        let mut model = model(Screen::Menu(Menu::default()));
        (model.settings.color, model.settings.theme) = (color, theme);
        model.settings.animation = false;
        let options = Options {
            countdown_s: 0,
            target: None,
            ..Options::default()
        };
        let names = BySeat(["Ana".to_owned(), "Bo".to_owned()]);
        let chance = Chance::From(Secret([7; 32]));
        let table = LocalTable::new(LocalKind::HotSeat, options, names, chance);
        let area = Rect::new(0, 0, COLUMNS, ROWS);
        let viewport = Viewport::Fixed(area);
        let backend = ScreenBackend::new(Vec::new(), COLUMNS);
        let terminal = Terminal::with_options(backend, TerminalOptions { viewport });
        let mut evening = Self {
            model,
            table,
            terminal: terminal.unwrap(),
        };
        evening.begin();
        evening
    }

    fn begin(&mut self) {
        let now_ms = self.model.now_ms;
        let snapshot = Box::new(self.table.snapshot(now_ms));
        let shown = Message::LocalTable(LocalKind::HotSeat, snapshot);
        update(&mut self.model, shown);
        for told in self.table.begin(now_ms) {
            update(&mut self.model, Message::Server(Box::new(told)));
        }
        self.draw();
    }

    /// Draws, and counts the bytes.
    fn draw(&mut self) -> usize {
        let model = &self.model;
        self.terminal
            .draw(|frame| view::draw(model, frame))
            .unwrap();
        std::mem::take(self.terminal.backend_mut().output()).len()
    }

    /// Slides the board of the arrows, and counts the bytes; none where it does not move.
    fn slide(&mut self, dir: Direction) -> Option<usize> {
        self.model.now_ms += 200;
        let now_ms = self.model.now_ms;
        let slide = Action::Move(Controller::Arrows, dir);
        let effects = update(&mut self.model, Message::Action(slide));
        let is_move = !effects.is_empty();
        for effect in effects {
            let Effect::SendLocal(seat, message) = effect else {
                continue;
            };
            for told in self.table.handle(now_ms, seat, &message) {
                update(&mut self.model, Message::Server(Box::new(told)));
            }
        }
        let bytes = self.draw();
        is_move.then_some(bytes)
    }
}

#[track_caller]
fn check(theme: ThemeName, color: ColorDepth) {
    let mut evening = Evening::new(color, theme);
    let mut moves = Vec::new();
    for _ in 0..60 {
        let dirs = [
            Direction::Down,
            Direction::Left,
            Direction::Right,
            Direction::Up,
        ];
        moves.extend(dirs.into_iter().filter_map(|dir| evening.slide(dir)));
    }
    assert!(moves.len() > 100, "{}", moves.len());
    let most = moves.iter().max().copied();
    assert!(most <= Some(MAX_BYTES), "{theme:?} {color:?}: {most:?}");
    assert_eq!(evening.draw(), 0);
}

#[test]
fn a_move_takes_few_bytes() {
    for theme in ThemeName::ALL {
        check(theme, ColorDepth::True);
    }
    for color in [ColorDepth::None, ColorDepth::Ansi16, ColorDepth::Ansi256] {
        check(ThemeName::Classic, color);
    }
}
