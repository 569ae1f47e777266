//! The list of a server's tables.

use ratatui::text::{Line, Span};
use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::{Phase, TableSummary};

use crate::model::Tables;
use crate::text::{Hint, Word, clean};
use crate::view::canvas::padded;
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;

/// The columns of both names.
const NAMES_WIDTH: u16 = 24;
/// The columns of how far a table is.
const PHASE_WIDTH: u16 = 13;

/// The list of a server's tables.
pub(in crate::view) fn tables<'a>(look: &Look, tables: &Tables) -> Page<'a> {
    let title = format!("{} {}", look.say.word(Word::Tables), clean(&tables.server));
    Page {
        is_list: true,
        head: vec![Line::styled(title, look.theme.strong()).centered()],
        body: body(look, tables),
        focus: tables.selected,
        keys: keys(tables),
        ..Page::default()
    }
}

/// In an empty list there is nothing to join or to watch, and at a full table nothing to join.
fn keys(tables: &Tables) -> Vec<Key> {
    let summaries = tables.tables.as_deref().unwrap_or_default();
    let mut keys = match summaries.get(tables.selected).map(|table| table.phase) {
        Some(Phase::Waiting) => vec![Key::new("Enter", Hint::Join), Key::new("W", Hint::Watch)],
        Some(_) => vec![Key::new("Enter", Hint::Watch)],
        None => Vec::new(),
    };
    keys.extend([Key::new("C", Hint::Create), Key::new("R", Hint::Reload)]);
    if !summaries.is_empty() {
        keys.push(Key::new("↑↓", Hint::Choose));
    }
    keys.push(Key::new("Q", Hint::Back));
    keys
}

fn body<'a>(look: &Look, tables: &Tables) -> Vec<Line<'a>> {
    let single = |word| vec![Line::styled(look.say.word(word), look.theme.muted()).centered()];
    match tables.tables.as_deref() {
        None => single(Word::Loading),
        Some([]) => single(Word::NoTables),
        Some(summaries) => {
            let rows = summaries.iter().enumerate();
            rows.map(|(place, summary)| row(look, summary, place == tables.selected))
                .collect()
        }
    }
}

fn row<'a>(look: &Look, summary: &TableSummary, is_chosen: bool) -> Line<'a> {
    let mark = if is_chosen { "›" } else { " " };
    let text = [
        format!("{mark} {}", summary.code),
        padded(&state(look, summary), PHASE_WIDTH),
        padded(&names(look, summary), NAMES_WIDTH),
        look.say.options(&summary.options),
    ]
    .join("  ");
    let style = if is_chosen {
        look.theme.chosen()
    } else {
        look.theme.text()
    };
    Line::from(Span::styled(text, style))
}

fn state(look: &Look, summary: &TableSummary) -> String {
    match summary.phase {
        Phase::Waiting => look.say.word(Word::FreeSeat).into(),
        phase => look.say.phase(phase).into(),
    }
}

fn names(look: &Look, summary: &TableSummary) -> String {
    let name = |seat: Seat| {
        let name = summary.names[seat].as_deref();
        name.map_or_else(|| look.say.word(Word::Nobody).to_owned(), clean)
    };
    format!("{} – {}", name(Seat::Zero), name(Seat::One))
}
