//! The menu.

use ratatui::text::{Line, Span};

use crate::model::{Menu, MenuItem};
use crate::text::{Hint, Word};
use crate::view::canvas::{padded, width};
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;

/// The columns of what is said about an entry.
const NOTE_WIDTH: u16 = 64;

/// The menu.
pub(in crate::view) fn menu<'a>(look: &Look, menu: Menu) -> Page<'a> {
    let widest = MenuItem::ALL.map(|item| width(look.say.menu_item(item)));
    let columns = widest.into_iter().max().unwrap_or(0);
    let items = MenuItem::ALL.into_iter().enumerate();
    let body = items.map(|(place, item)| entry(look, (place, item), menu.selected, columns));
    let notes = MenuItem::ALL.map(|item| look.wrap(look.say.menu_note(item), NOTE_WIDTH));
    // As many lines for each entry, so that nothing moves with the choice.
    let rows = notes.iter().map(Vec::len).max().unwrap_or(0);
    let widest = notes.iter().flatten().map(|line| width(line)).max();
    let mut foot = notes.get(menu.selected).cloned().unwrap_or_default();
    foot.resize(rows, String::new());
    Page {
        has_logo: true,
        min_width: widest.unwrap_or(0),
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
        ..Page::default()
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
    let is_chosen = place == selected;
    let style = if is_chosen {
        look.theme.chosen()
    } else {
        look.theme.text()
    };
    let mark = if is_chosen { "›" } else { " " };
    let bar = format!(" {mark} {} ", padded(name, columns));
    Line::from(vec![
        Span::styled(digit, look.theme.muted()),
        Span::raw(" "),
        Span::styled(bar, style),
        // As much on the right as the digit takes on the left: the bar is in the middle.
        Span::raw("  "),
    ])
    .centered()
}
