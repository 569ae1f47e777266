//! The keys, and what differs from ordinary 2048.

use ratatui::text::{Line, Span};

use crate::keymap::letters;
use crate::text::{Hint, Word};
use crate::view::canvas::padded;
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;

/// The columns of a key and of what it does.
const NAME_WIDTH: u16 = 12;
const DOES_WIDTH: u16 = 24;
/// The columns of a rule; as wide as two columns of keys.
const RULE_WIDTH: u16 = 72;

/// The keys, and what differs from ordinary 2048.
pub(in crate::view) fn help<'a>(look: &Look) -> Page<'a> {
    let title = |word| Line::styled(look.say.word(word), look.theme.strong());
    let mut body = keys(look);
    body.push(Line::default());
    body.push(title(Word::Rules));
    for rule in look.say.rules() {
        let lines = look
            .wrap(rule, RULE_WIDTH.min(look.columns).saturating_sub(2))
            .into_iter()
            .enumerate();
        body.extend(lines.map(|(place, line)| {
            let mark = if place == 0 { "· " } else { "  " };
            Line::from(format!("{mark}{line}"))
        }));
    }
    Page {
        head: vec![title(Word::Keys)],
        body,
        keys: vec![Key::new("Esc", Hint::Close)],
        ..Page::default()
    }
}

/// The keys, in two columns where there is room.
fn keys<'a>(look: &Look) -> Vec<Line<'a>> {
    let [up, left, down, right] = letters::letters(look.keys).map(|key| key.to_ascii_uppercase());
    let leave = if letters::direction(look.keys, 'q').is_some() {
        "Esc"
    } else {
        "Esc, Q"
    };
    let keys = [
        ("← ↑ ↓ →", Hint::Move),
        (&format!("{up} {left} {down} {right}"), Hint::Move),
        ("R", Hint::Rematch),
        ("R", Hint::Resign),
        ("E, 1–7", Hint::Emote),
        (leave, Hint::Leave),
        ("Ctrl-C", Hint::Quit),
        ("Ctrl-Z", Hint::Suspend),
        ("Ctrl-L", Hint::Redraw),
        ("?", Hint::Help),
    ];
    let in_a_row = if look.columns < RULE_WIDTH { 1 } else { 2 };
    keys.chunks(in_a_row)
        .map(|keys| {
            keys.iter()
                .flat_map(|&(name, does)| key(look, name, does))
                .collect()
        })
        .collect()
}

fn key<'a>(look: &Look, name: &str, does: Hint) -> [Span<'a>; 2] {
    [
        Span::styled(padded(name, NAME_WIDTH), look.theme.strong()),
        Span::raw(padded(look.say.hint(does), DOES_WIDTH)),
    ]
}
