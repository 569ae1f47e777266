//! The menu.

use ratatui::text::{Line, Span};

use crate::held_seat::{HeldSeat, SeatPlace};
use crate::model::{Menu, MenuItem};
use crate::text::{Hint, Word};
use crate::view::canvas::{padded, width};
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;

/// The columns of what is said about an entry.
const NOTE_WIDTH: u16 = 64;

/// The menu; the way back to a seat stands first, where there is one.
pub(in crate::view) fn menu<'a>(look: &Look, menu: Menu, held: Option<&HeldSeat>) -> Page<'a> {
    let items: Vec<Entry> = MenuItem::shown(held.is_some())
        .map(|item| Entry::of(look, item, held))
        .collect();
    let chosen = items.iter().position(|item| item.is(menu));
    let chosen = chosen.unwrap_or(0);
    let columns = items.iter().map(|item| width(&item.name)).max();
    let columns = columns.unwrap_or(0);
    let entries = items.iter().enumerate();
    let body = entries.map(|(place, item)| entry(look, item, place == chosen, columns));
    let notes = items.iter().map(|item| &item.note);
    // As many lines for each entry, so that nothing moves with the choice.
    let rows = notes.clone().map(Vec::len).max().unwrap_or(0);
    let widest = notes.flatten().map(|line| width(line)).max();
    let mut foot = items
        .get(chosen)
        .map_or_else(Vec::new, |it| it.note.clone());
    foot.resize(rows, String::new());
    Page {
        has_logo: true,
        min_width: widest.unwrap_or(0),
        head: vec![
            Line::styled("V E R S U S", look.theme.strong()).centered(),
            Line::styled(look.say.word(Word::Tagline), look.theme.muted()).centered(),
        ],
        body: body.collect(),
        focus: chosen,
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

/// An entry as it is shown.
struct Entry {
    leads_to: MenuItem,
    name: String,
    note: Vec<String>,
}

impl Entry {
    fn of(look: &Look, item: MenuItem, held: Option<&HeldSeat>) -> Self {
        let name = look.say.menu_item(item);
        let back = held.filter(|_| item == MenuItem::Return);
        let place = back.map(|seat| look.say.way_back(&seat.at));
        let notes = place.as_deref().into_iter().chain([note(look, item, held)]);
        Self {
            leads_to: item,
            name: back.map_or_else(|| name.to_owned(), |seat| format!("{name} {}", seat.code)),
            note: notes.flat_map(|note| look.wrap(note, NOTE_WIDTH)).collect(),
        }
    }

    fn is(&self, menu: Menu) -> bool {
        self.leads_to == menu.selected
    }

    /// What is printed on the key that chooses it; the way back changes no digit.
    fn digit(&self) -> String {
        let place = MenuItem::ALL.iter().position(|item| *item == self.leads_to);
        let digit = place.filter(|&place| place < 9);
        digit.map_or_else(|| " ".to_owned(), |place| (place + 1).to_string())
    }
}

/// What is said about an entry: a host goes on with the match that was left on the same port.
fn note(look: &Look, item: MenuItem, held: Option<&HeldSeat>) -> &'static str {
    match held.map(|seat| &seat.at) {
        Some(SeatPlace::Hosted { .. }) if item == MenuItem::Host => look.say.word(Word::HostGoesOn),
        _ => look.say.menu_note(item),
    }
}

/// An entry: its digit, where one key can choose it, and its name in a bar of one width.
fn entry<'a>(look: &Look, item: &Entry, is_chosen: bool, columns: u16) -> Line<'a> {
    let style = if is_chosen {
        look.theme.chosen()
    } else {
        look.theme.text()
    };
    let mark = if is_chosen { "›" } else { " " };
    let bar = format!(" {mark} {} ", padded(&item.name, columns));
    Line::from(vec![
        Span::styled(item.digit(), look.theme.muted()),
        Span::raw(" "),
        Span::styled(bar, style),
        // As much on the right as the digit takes on the left: the bar is in the middle.
        Span::raw("  "),
    ])
    .centered()
}
