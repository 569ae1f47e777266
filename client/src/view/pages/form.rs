//! Forms.

use ratatui::text::{Line, Span};

use crate::address;
use crate::model::{Field, FieldValue, Form, FormKind};
use crate::nearby::NearbyTable;
use crate::text::{Hint, Word, clean, fit};
use crate::view::canvas::{padded, width};
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;

/// The columns of a value, where there are as many, so that nothing moves while it changes.
const VALUE_WIDTH: u16 = 28;

/// The columns of a value that can be read beside its label.
const MIN_VALUE_WIDTH: u16 = 12;

/// The columns of the name of who waits at a table in the same network.
const NEARBY_NAME: u16 = 20;

/// The columns of a form with what is said about it: neither a problem nor a table nearby is wider, so
/// that nothing moves when they come.
const FORM_WIDTH: u16 = 66;

/// The columns of what is said about a form, which has a margin where it stands out.
const NOTE_WIDTH: u16 = FORM_WIDTH - 2;

/// The rows that are kept for what is said about a form.
const FOOT_ROWS: usize = 2;

/// The rows that are kept for the tables in the same network; more push the rest up.
const NEARBY_ROWS: usize = 3;

/// A form.
pub(in crate::view) fn form<'a>(look: &Look, form: &Form) -> Page<'a> {
    let labels = form.fields.iter().map(|field| look.say.field(field.name));
    let columns = labels.map(width).max().unwrap_or(0);
    let is_narrow = room_beside(look, columns) < MIN_VALUE_WIDTH;
    let (body, focus) = if is_narrow {
        narrow(look, form)
    } else {
        let fields = form.fields.iter().enumerate();
        let lines = fields.map(|(place, field)| line(look, field, place == form.focus, columns));
        (lines.collect(), form.focus)
    };
    let indent = if is_narrow {
        0
    } else {
        let room = look.columns.saturating_sub(2).min(FORM_WIDTH);
        room.saturating_sub(columns + 5 + room_beside(look, columns)) / 2
    };
    // In a small window what is wrong has to be read before what else there is.
    let shows_nearby = !is_narrow || (form.problem.is_none() && form.places() > form.fields.len());
    let (body, focus) = if shows_nearby {
        with_nearby(look, form, (body, focus))
    } else {
        (body, focus)
    };
    let body = body.into_iter().map(|line| indented(line, indent));
    let title = look.say.menu_item(form.kind.menu_item());
    Page {
        head: vec![Line::styled(title, look.theme.strong()).centered()],
        body: body.collect(),
        focus,
        foot: foot(look, form),
        keys: keys(form),
        has_palette: form.kind == FormKind::Settings,
        min_width: FORM_WIDTH,
        ..Page::default()
    }
}

/// The lines of the fields with the tables in the same network under them, where they are looked for.
fn with_nearby<'a>(
    look: &Look,
    form: &Form,
    (mut body, focus): (Vec<Line<'a>>, usize),
) -> (Vec<Line<'a>>, usize) {
    let Some(tables) = &form.nearby else {
        return (body, focus);
    };
    let word = if tables.is_empty() {
        Word::LookingNearby
    } else {
        Word::Nearby
    };
    body.push(Line::default());
    body.push(Line::styled(
        format!("  {}", look.say.word(word)),
        look.theme.muted(),
    ));
    let chosen = form.focus.checked_sub(form.fields.len());
    let focus = chosen.map_or(focus, |place| body.len() + place);
    let rows = tables.iter().enumerate();
    body.extend(rows.map(|(place, table)| nearby(look, table, Some(place) == chosen)));
    let spare = NEARBY_ROWS.saturating_sub(tables.len());
    body.extend(std::iter::repeat_n(Line::default(), spare));
    (body, focus)
}

fn indented(mut line: Line<'_>, columns: u16) -> Line<'_> {
    line.spans.insert(0, Span::raw(" ".repeat(columns.into())));
    line
}

/// A table in the same network: who waits there, its code and where it is.
fn nearby<'a>(look: &Look, table: &NearbyTable, is_chosen: bool) -> Line<'a> {
    let (mark, style) = if is_chosen {
        ("›", look.theme.chosen())
    } else {
        (" ", look.theme.text())
    };
    let name = padded(&fit(&clean(&table.name), NEARBY_NAME.into()), NEARBY_NAME);
    let place = address::authority(&table.server);
    Line::styled(format!("{mark} {name}  {}  {place}", table.code), style)
}

/// What is wrong with the form, else what there is to know about what has the focus: as many lines for
/// each field, so that nothing moves with the choice.
fn foot<'a>(look: &Look, form: &Form) -> Vec<Line<'a>> {
    let notes = form.fields.iter();
    let notes = notes.map(|field| note(look, form.kind, Some(field)).len());
    let rows = notes.max().unwrap_or(0).max(FOOT_ROWS);
    let (lines, style) = if let Some(problem) = form.problem {
        // A band has a column more on each side.
        let room = look.columns.saturating_sub(2).min(NOTE_WIDTH);
        let lines = look.wrap(&look.say.problem(problem), room).into_iter();
        let lines = lines.map(|line| format!(" {line} "));
        (lines.collect(), look.theme.alarm())
    } else {
        let lines = note(look, form.kind, form.fields.get(form.focus));
        (lines, look.theme.muted())
    };
    let lines = lines.into_iter();
    let mut foot: Vec<Line<'a>> = lines
        .map(|line| Line::styled(line, style).centered())
        .collect();
    foot.resize(foot.len().max(rows), Line::default());
    foot
}

/// What there is to know about a field, or about a table in the same network; and where settings are kept.
fn note(look: &Look, kind: FormKind, field: Option<&Field>) -> Vec<String> {
    let note = field.map_or(look.say.word(Word::SeatNearby), |field| {
        look.say.field_note(kind, field.name)
    });
    let file = (kind == FormKind::Settings).then(|| look.say.word(Word::InSettingsFile));
    let notes = [note].into_iter().chain(file);
    notes.flat_map(|note| look.wrap(note, NOTE_WIDTH)).collect()
}

fn keys(form: &Form) -> Vec<Key> {
    let focus = form.fields.get(form.focus).map(|field| &field.value);
    let mut keys = vec![Key::new("↑↓", Hint::Choose)];
    if matches!(focus, Some(FieldValue::Choice { .. })) {
        keys.push(Key::new("←→", Hint::Change));
    }
    if form.offers_recent() {
        keys.push(Key::new("PgDn", Hint::Recent));
    }
    match submits(form.kind) {
        Some(hint) => {
            keys.insert(0, Key::new("Enter", hint));
            keys.push(Key::new("Esc", Hint::Back));
        }
        None => keys.push(Key::new("Esc", Hint::Apply)),
    }
    keys
}

/// What the form is for, in a word; what is chosen among the settings holds already.
const fn submits(kind: FormKind) -> Option<Hint> {
    Some(match kind {
        FormKind::Join => Hint::Join,
        FormKind::Watch => Hint::Watch,
        FormKind::Tables | FormKind::Replays => Hint::Open,
        FormKind::Settings => return None,
        FormKind::Host
        | FormKind::Create
        | FormKind::Quick
        | FormKind::HotSeat
        | FormKind::Solo => Hint::Start,
    })
}

/// The labels, with the value in focus under its label; and the number of its line.
fn narrow<'a>(look: &Look, form: &Form) -> (Vec<Line<'a>>, usize) {
    let mut lines = Vec::new();
    let room = look.columns.saturating_sub(2).min(VALUE_WIDTH);
    for (place, field) in form.fields.iter().enumerate() {
        let is_focus = place == form.focus;
        lines.push(label(look, field, is_focus, 0));
        if is_focus {
            let text = padded(&value(look, field, is_focus, room), room);
            lines.push(Line::from(vec![
                Span::raw("  "),
                Span::styled(text, look.theme.chosen()),
            ]));
        }
    }
    (lines, form.focus + 1)
}

/// The columns for a value beside labels of so many columns.
fn room_beside(look: &Look, columns: u16) -> u16 {
    look.columns.saturating_sub(columns + 5).min(VALUE_WIDTH)
}

fn label<'a>(look: &Look, field: &Field, is_focus: bool, columns: u16) -> Line<'a> {
    let label = look.say.field(field.name);
    let (mark, style) = if is_focus {
        ("›", look.theme.strong())
    } else {
        (" ", look.theme.text())
    };
    let text = format!("{mark} {}", padded(label, columns.max(width(label))));
    Line::from(Span::styled(text, style))
}

/// A label and a value; the one in focus is marked, and has a cursor or arrows.
fn line<'a>(look: &Look, field: &Field, is_focus: bool, columns: u16) -> Line<'a> {
    let mut line = label(look, field, is_focus, columns);
    line.push_span("   ");
    let room = room_beside(look, columns);
    let value = padded(&value(look, field, is_focus, room), room);
    let style = if is_focus {
        look.theme.chosen()
    } else {
        look.theme.text()
    };
    line.push_span(Span::styled(value, style));
    line
}

fn value(look: &Look, field: &Field, is_focus: bool, room: u16) -> String {
    match &field.value {
        FieldValue::Text(field) if is_focus => {
            let (before, behind) = field.parts();
            let before = end(&clean(before), room);
            let left = room.saturating_sub(4 + width(&before));
            format!("  {before}▏{}", fit(&clean(behind), left.into()))
        }
        FieldValue::Text(field) => {
            let left = room.saturating_sub(4);
            format!("  {}", fit(&clean(field.text()), left.into()))
        }
        FieldValue::Choice { choices, selected } => {
            let choice = choices.get(*selected);
            let choice = choice.map_or_else(String::new, |&choice| look.say.choice(choice));
            if is_focus {
                format!("‹ {choice} ›")
            } else {
                format!("  {choice}")
            }
        }
    }
}

/// The end of a text, where all of it has no room: that is where the cursor is.
fn end(text: &str, room: u16) -> String {
    let room = room.saturating_sub(4);
    let mut shown = text;
    while width(shown) > room {
        let mut rest = shown.chars();
        rest.next();
        shown = rest.as_str();
    }
    shown.to_owned()
}
