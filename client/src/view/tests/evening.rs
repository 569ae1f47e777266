//! A match at one keyboard, drawn on a terminal whose bytes are kept.

use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use versus2048_protocol::game::BySeat;
use versus2048_protocol::rules::{Options, Secret};

use crate::effect::Effect;
use crate::local::{Chance, LocalKind, LocalTable};
use crate::message::{Action, Message};
use crate::model::{ColorDepth, Menu, Model, Screen, ThemeName};
use crate::terminal::ScreenBackend;
use crate::update::update;
use crate::view;
use crate::view::tests::fixtures::model;

/// A match at one keyboard, drawn on a terminal whose bytes are kept.
pub(super) struct Evening {
    pub(super) model: Model,
    table: LocalTable,
    terminal: Terminal<ScreenBackend<Vec<u8>>>,
}

impl Evening {
    /// A match of which nothing was drawn yet, in a window of this size, without animation.
    pub(super) fn new(look: (ColorDepth, ThemeName), size: (u16, u16)) -> Self {
        Self::with_tiles(7, look, size)
    }

    /// The same with the tiles of another secret, all of whose bytes are this one.
    pub(super) fn with_tiles(
        secret: u8,
        (color, theme): (ColorDepth, ThemeName),
        size: (u16, u16),
    ) -> Self {
        let mut model = model(Screen::Menu(Menu::default()));
        (model.settings.color, model.settings.theme) = (color, theme);
        model.settings.animation = false;
        let options = Options {
            countdown_s: 0,
            target: None,
            ..Options::default()
        };
        let names = BySeat(["Ana".to_owned(), "Bo".to_owned()]);
        let chance = Chance::From(Secret([secret; 32]));
        let table = LocalTable::new(LocalKind::HotSeat, options, names, chance);
        let mut evening = Self {
            model,
            table,
            terminal: terminal(size),
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
    }

    /// Draws, and gives the bytes.
    pub(super) fn draw(&mut self) -> Vec<u8> {
        let model = &self.model;
        self.terminal
            .draw(|frame| view::draw(model, frame))
            .unwrap();
        std::mem::take(self.terminal.backend_mut().output())
    }

    /// Gives the window another size; everything has to be drawn anew.
    pub(super) fn resize(&mut self, size: (u16, u16)) {
        self.terminal = terminal(size);
    }

    /// Does something, and what follows from it; whether something did.
    pub(super) fn act(&mut self, action: Action) -> bool {
        let effects = update(&mut self.model, Message::Action(action));
        let has_effect = !effects.is_empty();
        for effect in effects {
            let Effect::SendLocal(seat, message) = effect else {
                continue;
            };
            for told in self.table.handle(self.model.now_ms, seat, &message) {
                update(&mut self.model, Message::Server(Box::new(told)));
            }
        }
        has_effect
    }
}

fn terminal((columns, rows): (u16, u16)) -> Terminal<ScreenBackend<Vec<u8>>> {
    let backend = ScreenBackend::new(Vec::new(), columns);
    let viewport = Viewport::Fixed(Rect::new(0, 0, columns, rows));
    Terminal::with_options(backend, TerminalOptions { viewport }).unwrap()
}
