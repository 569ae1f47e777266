//! The menu.

use ratatui::text::{Line, Span};

use crate::model::{Menu, MenuItem};
use crate::text::{Hint, Word, fit};
use crate::view::canvas::width;
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;
use crate::view::wrap::wrap;

/// The columns of what is said about an entry.
const NOTE_WIDTH: u16 = 56;
/// The rows of what is said about an entry, so that nothing moves with the choice.
const NOTE_ROWS: usize = 1;

/// The menu.
pub(in crate::view) fn menu<'a>(look: &Look, menu: Menu) -> Page<'a> {
    let widest = MenuItem::ALL.map(|item| width(look.say.menu_item(item)));
    let columns = widest.into_iter().max().unwrap_or(0);
    let items = MenuItem::ALL.into_iter().enumerate();
    let body = items.map(|(place, item)| entry(look, (place, item), menu.selected, columns));
    let chosen = MenuItem::ALL.get(menu.selected);
    let note = chosen.map_or("", |&item| look.say.menu_note(item));
    let mut foot = wrap(note, NOTE_WIDTH);
    foot.resize(foot.len().max(NOTE_ROWS), String::new());
    Page {
        has_logo: true,
        head: vec![
            Line::styled("V E R S U S", look.theme.strong()).centered(),
            Line::styled(look.say.word(Word::Tagline), look.theme.muted()).centered(),
        ],
        body: body.collect(),
        focus: menu.selected,
        foot: foot
            .into_iter()
            .map(|line| Line::styled(line, look.theme.muted()).centered())
            .collect(),
        keys: vec![
            Key::new("↑↓", Hint::Choose),
            Key::new("Enter", Hint::Open),
            Key::new("?", Hint::Help),
            Key::new("Q", Hint::Quit),
        ],
    }
}

/// An entry: its digit, where one key can choose it, and its name in a bar of one width.
fn entry<'a>(
    look: &Look,
    (place, item): (usize, MenuItem),
    selected: usize,
    columns: u16,
) -> Line<'a> {
    let digit = if place < 9 {
        (place + 1).to_string()
    } else {
        " ".into()
    };
    let name = look.say.menu_item(item);
    let blank = " ".repeat(usize::from(columns.saturating_sub(width(name))));
    let is_chosen = place == selected;
    let style = if is_chosen {
        look.theme.chosen()
    } else {
        look.theme.text()
    };
    let mark = if is_chosen { "›" } else { " " };
    let bar = format!(" {mark} {}{blank} ", fit(name, columns.into()));
    Line::from(vec![
        Span::styled(digit, look.theme.muted()),
        Span::raw(" "),
        Span::styled(bar, style),
        // As much on the right as the digit takes on the left: the bar is in the middle.
        Span::raw("  "),
    ])
    .centered()
}
