//! The pages: everything but a table that is played at.

mod form;
mod help;
mod menu;
mod replays;
mod tables;
mod waiting;

pub(super) use form::form;
pub(super) use help::help;
pub(super) use menu::menu;
pub(super) use replays::{loading, replays};
pub(super) use tables::tables;
pub(super) use waiting::{connecting, connection, queued, waiting, watched};

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::model::Notice;
use crate::text::{Asked, Hint};
use crate::view::canvas::Canvas;
use crate::view::hints::{self, Key};
use crate::view::look::Look;
use crate::view::page::Page;

/// The columns of sentences that are wrapped.
pub(super) const TEXT_WIDTH: u16 = 60;

/// Something to be read.
pub(super) fn notice<'a>(look: &Look, notice: &Notice) -> Page<'a> {
    let mut texts = look.say.notice(notice).into_iter();
    let head = texts.next().unwrap_or_default();
    Page {
        head: look.sentence(&head, look.theme.strong()),
        body: texts
            .flat_map(|text| look.sentence(&text, look.theme.text()))
            .collect(),
        keys: vec![Key::new("Enter", Hint::GoOn), Key::new("Q", Hint::Quit)],
        ..Page::default()
    }
}

/// A question that stands by itself.
pub(super) fn question<'a>(look: &Look, asked: Asked) -> Page<'a> {
    let text = look.say.question(asked);
    Page {
        has_logo: true,
        body: look.sentence(&text, look.theme.strong()),
        keys: hints::answers(asked.question),
        ..Page::default()
    }
}

/// The window is too small for what it has to show: how large it has to be, and how large it is.
pub(super) fn too_small(look: &Look, canvas: &mut Canvas<'_>, area: Rect, needed: (u16, u16)) {
    let texts = look.say.too_small(needed, (area.width, area.height));
    let [title, needs, has] = texts.map(|text| Line::from(Span::raw(text)).centered());
    // Where only one line fits, it is the one that helps.
    let lines = match area.height {
        0..=1 => vec![needs],
        2 => vec![needs, has],
        _ => vec![title.style(look.theme.strong()), needs, has],
    };
    let above = area.height.saturating_sub(3) / 2;
    let place = Rect {
        y: area.y + above,
        height: area.height - above,
        ..area
    };
    canvas.lines(place, &lines);
}
