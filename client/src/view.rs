//! Draws the model and changes nothing.
//!
//! It knows neither keys nor messages. Nothing here can panic, whatever the size of the window.

mod big;
mod canvas;
mod cells;
mod figures;
mod hints;
mod look;
mod moment;
mod page;
mod pages;
mod plain;
mod table;
#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::layout::{Position, Rect, Size};

use crate::model::{Model, Overlay, Screen};
use crate::text::Asked;
use canvas::Canvas;
use look::Look;
pub use moment::Moment;
use page::Page;
use table::Table;

/// Draws everything.
pub fn draw(model: &Model, frame: &mut Frame<'_>) {
    let area = frame.area();
    let look = Look::of(model, area.width);
    let mut canvas = Canvas::new(frame.buffer_mut());
    draw_screen(model, &look, &mut canvas, area);
    if model.settings.ascii {
        plain::simplify(frame.buffer_mut());
    }
}

/// Whether a window of this size has room for what the screen is about; where it has not, the screen
/// says so.
#[must_use]
pub fn has_room(model: &Model, size: Size) -> bool {
    let area = Rect::from((Position::ORIGIN, size));
    match &model.screen {
        Screen::Table(play) => Table::new(&Look::of(model, size.width), play, None).has_room(area),
        Screen::Replay(viewing) => {
            Table::new(&Look::of(model, size.width), &viewing.play, None).has_room(area)
        }
        _ => true,
    }
}

/// As many lines as can be scrolled in a window of this size, of those that are asked for.
#[must_use]
pub fn scrolled(model: &Model, size: Size, lines: isize) -> isize {
    let Some(Overlay::Help { above }) = model.overlay else {
        return 0;
    };
    let area = Rect::from((Position::ORIGIN, size));
    let page = pages::help(&Look::of(model, size.width), &model.screen, above);
    let last = page.last_above(area);
    let target = above.min(last).saturating_add_signed(lines).min(last);
    target.cast_signed() - above.cast_signed()
}

fn draw_screen(model: &Model, look: &Look, canvas: &mut Canvas<'_>, area: Rect) {
    match (&model.overlay, &model.screen) {
        (Some(Overlay::Help { above }), screen) => {
            pages::help(look, screen, *above).draw(look, canvas, area);
        }
        (overlay, Screen::Table(play)) => {
            Table::new(look, play, overlay.as_ref()).draw(canvas, area);
        }
        (overlay, Screen::Replay(viewing)) => {
            Table::new(look, &viewing.play, overlay.as_ref()).draw(canvas, area);
        }
        (Some(Overlay::Question { about, .. }), _) => {
            let asked = Asked {
                question: *about,
                target: None,
                has_moved: false,
            };
            pages::question(look, asked).draw(look, canvas, area);
        }
        (_, screen) => page(model, look, screen).draw(look, canvas, area),
    }
}

fn page<'a>(model: &'a Model, look: &Look, screen: &'a Screen) -> Page<'a> {
    match screen {
        Screen::Menu(menu) => pages::menu(look, *menu, model.held.as_ref()),
        Screen::Form(form) => pages::form(look, form),
        Screen::Connecting { server, .. } => pages::connecting(look, server),
        Screen::Queued { options, since_ms } => {
            pages::queued(look, options, model.now_ms.saturating_sub(*since_ms))
        }
        Screen::Tables(tables) => pages::tables(look, tables),
        Screen::Loading { source } => pages::loading(look, source),
        Screen::Replays(replays) => pages::replays(look, replays),
        Screen::Notice(notice) => pages::notice(look, notice),
        Screen::Table(_) | Screen::Replay(_) => Page::default(),
    }
}
