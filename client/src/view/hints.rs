//! The line of keys.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::model::Question;
use crate::text::Hint;
use crate::view::canvas::{Canvas, columns};
use crate::view::look::Look;

/// Columns between two keys.
const GAP: &str = "   ";

/// A key, or several, and what they do.
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// What is printed on it.
    pub(super) name: String,
    /// What it does.
    pub(super) does: Hint,
}

impl Key {
    /// A key and what it does.
    pub(super) fn new(name: impl Into<String>, does: Hint) -> Self {
        Self {
            name: name.into(),
            does,
        }
    }
}

/// The keys that answer a question; where an answer costs something, they say what.
pub(super) fn answers(question: Question) -> Vec<Key> {
    match question {
        Question::Resume(_) => vec![
            Key::new("Y", Hint::Return),
            Key::new("N", Hint::GiveUp),
            Key::new("Esc", Hint::Later),
        ],
        _ => vec![Key::new("Y", Hint::Yes), Key::new("N", Hint::No)],
    }
}

/// Draws as many keys as fit, the first ones first, and the last one at the right; the help, which
/// tells all of them, is left out last.
pub(super) fn draw(look: &Look, canvas: &mut Canvas<'_>, area: Rect, keys: &[Key]) {
    let Some((last, others)) = keys.split_last() else {
        return;
    };
    let last = line(look, std::slice::from_ref(last));
    let room = area
        .width
        .saturating_sub(columns(last.width()))
        .saturating_sub(columns(GAP.len()));
    let mut others = others.to_vec();
    while columns(line(look, &others).width()) > room {
        let spare = others.iter().rposition(|key| key.does != Hint::Help);
        others.remove(spare.unwrap_or(0));
    }
    canvas.split_line(area, &line(look, &others), &last);
}

/// Keys in a row.
pub(super) fn line<'a>(look: &Look, keys: &[Key]) -> Line<'a> {
    let mut line = Line::default();
    for (place, key) in keys.iter().enumerate() {
        if place > 0 {
            line.push_span(GAP);
        }
        line.push_span(Span::styled(key.name.clone(), look.theme.strong()));
        line.push_span(" ");
        line.push_span(Span::styled(look.say.hint(key.does), look.theme.muted()));
    }
    line
}
