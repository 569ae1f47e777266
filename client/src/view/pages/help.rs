//! The keys, and what differs from ordinary 2048.

use ratatui::text::{Line, Span};

use crate::keymap::letters;
use crate::text::{Hint, Word};
use crate::view::canvas::padded;
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;
use crate::view::wrap::wrap;

/// The columns of a rule; as wide as two columns of keys.
const RULE_WIDTH: u16 = 72;

/// The keys, and what differs from ordinary 2048.
pub(in crate::view) fn help<'a>(look: &Look) -> Page<'a> {
    let title = |word| Line::styled(look.say.word(word), look.theme.strong());
    let mut body = keys(look);
    body.push(Line::default());
    body.push(title(Word::Rules));
    for rule in look.say.rules() {
        let lines = wrap(rule, RULE_WIDTH - 2).into_iter().enumerate();
        body.extend(lines.map(|(place, line)| {
            let mark = if place == 0 { "· " } else { "  " };
            Line::from(format!("{mark}{line}"))
        }));
    }
    Page {
        has_logo: false,
        head: vec![title(Word::Keys)],
        body,
        focus: 0,
        foot: Vec::new(),
        keys: vec![Key::new("Esc", Hint::Close)],
    }
}

/// The keys in two columns.
fn keys<'a>(look: &Look) -> Vec<Line<'a>> {
    let [up, left, down, right] = letters::letters(look.keys).map(|key| key.to_ascii_uppercase());
    let keys = [
        ("← ↑ ↓ →".into(), Hint::Move),
        (format!("{up} {left} {down} {right}"), Hint::Move),
        ("R".into(), Hint::Rematch),
        ("R".into(), Hint::Resign),
        ("E, 1–7".into(), Hint::Emote),
        ("Esc, Q".into(), Hint::Leave),
        ("Ctrl-C".into(), Hint::Quit),
        ("Ctrl-Z".into(), Hint::Suspend),
        ("Ctrl-L".into(), Hint::Redraw),
        ("?".into(), Hint::Help),
    ];
    keys.chunks(2)
        .map(|pair| {
            let mut line = Line::default();
            for (name, does) in pair {
                line.push_span(Span::styled(padded(name, 12), look.theme.strong()));
                line.push_span(padded(look.say.hint(*does), 24));
            }
            line
        })
        .collect()
}
