//! The list of replays, and the wait for one.

use ratatui::text::{Line, Span};
use versus2048_protocol::game::{Reason, Seat};

use crate::local;
use crate::model::{Replays, Served};
use crate::replay_source::ReplaySummary;
use crate::text::{Hint, Winner, Word, clean, fit, number};
use crate::view::canvas::{padded, width};
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;

/// The columns of a date and a time of day to the minute.
const TIME_WIDTH: usize = 16;
/// The columns of a year in front of it.
const YEAR_WIDTH: usize = 5;
/// The columns of a name that a narrow window leaves of a long one.
const SHORT_NAME: usize = 8;
/// Between two columns of the list.
const GAP: &str = "  ";

/// A replay is being read.
pub(in crate::view) fn loading<'a>(look: &Look, source: &str) -> Page<'a> {
    Page {
        has_logo: true,
        body: vec![
            Line::from(look.say.word(Word::Loading)).centered(),
            Line::styled(clean(source), look.theme.strong()).centered(),
        ],
        keys: vec![Key::new("Esc", Hint::Back), Key::new("Q", Hint::Quit)],
        ..Page::default()
    }
}

/// The replays that are kept on this machine, and the newest of a server.
pub(in crate::view) fn replays<'a>(look: &Look, list: &Replays) -> Page<'a> {
    let rows = rows(look, list);
    let mut lines = rows.into_iter().enumerate().map(|(place, text)| {
        let (mark, style) = if place == list.selected {
            ("›", look.theme.chosen())
        } else {
            (" ", look.theme.text())
        };
        Line::from(Span::styled(format!("{mark} {text}"), style))
    });
    let heading = |text: &str| Line::styled(fit(text, look.window.into()), look.theme.muted());
    let mut body = vec![heading(look.say.word(Word::KeptHere))];
    body.extend(lines.by_ref().take(list.kept().len()));
    if list.kept.as_ref().is_some_and(Vec::is_empty) {
        body.extend(indented(look, look.say.word(Word::NothingKept)));
    }
    let first_elsewhere = body.len() + 2;
    let server = clean(&list.server);
    body.extend([
        Line::default(),
        heading(&format!("{} {server}", look.say.word(Word::ReplaysOn))),
    ]);
    body.extend(lines);
    body.extend(instead(look, list));
    let focus = match list.selected.checked_sub(list.kept().len()) {
        Some(place) if list.selected > 0 => first_elsewhere + place,
        _ => list.selected + 1,
    };
    let title = look.say.word(Word::Replays);
    Page {
        is_list: true,
        head: vec![Line::styled(title, look.theme.strong()).centered()],
        body,
        focus,
        keys: keys(list),
        ..Page::default()
    }
}

/// What stands in the place of a server's replays where there are none.
fn instead<'a>(look: &Look, list: &Replays) -> Vec<Line<'a>> {
    let text = match &list.served {
        Served::Loading => look.say.word(Word::Loading).to_owned(),
        Served::Listed(served) if served.is_empty() => look.say.word(Word::NoReplays).to_owned(),
        Served::Listed(_) => return Vec::new(),
        Served::Failed(cause) => clean(cause),
    };
    indented(look, &text)
}

/// A sentence in the place of a list, under its heading.
fn indented<'a>(look: &Look, text: &str) -> Vec<Line<'a>> {
    let lines = look.wrap(text, look.columns.saturating_sub(2)).into_iter();
    lines.map(|line| Line::from(format!("  {line}"))).collect()
}

/// In an empty list there is nothing to open.
fn keys(list: &Replays) -> Vec<Key> {
    let mut keys = Vec::new();
    if list.all().next().is_some() {
        keys.extend([Key::new("Enter", Hint::Open), Key::new("↑↓", Hint::Choose)]);
    }
    keys.extend([Key::new("R", Hint::Reload), Key::new("Q", Hint::Back)]);
    keys
}

/// What is said about each replay: when, who, who won, with which options. As many columns as have
/// room, each as wide as its widest text.
fn rows(look: &Look, list: &Replays) -> Vec<String> {
    let room = look.window.saturating_sub(2);
    let cells: Vec<[String; 4]> = list.all().map(|summary| cells(look, summary)).collect();
    let mut columns = cells.first().map_or(0, |row| row.len());
    let widths: Vec<u16> = (0..columns)
        .map(|column| {
            let widths = cells.iter().map(|row| width(&row[column]));
            widths.max().unwrap_or(0)
        })
        .collect();
    let taken = |columns: usize| -> u16 {
        let gaps = columns.saturating_sub(1) * GAP.len();
        widths[..columns].iter().sum::<u16>() + u16::try_from(gaps).unwrap_or(u16::MAX)
    };
    while columns > 2 && taken(columns) > room {
        columns -= 1;
    }
    let joined = cells.iter().map(|row| {
        let shown = row.iter().zip(&widths).take(columns);
        let padded: Vec<String> = shown.map(|(text, &width)| padded(text, width)).collect();
        padded.join(GAP)
    });
    joined.collect()
}

fn cells(look: &Look, summary: &ReplaySummary) -> [String; 4] {
    let is_narrow = look.window < 60;
    let minute = clean(&summary.played_at).replace('T', " ");
    let skipped = if is_narrow { YEAR_WIDTH } else { 0 };
    let minute = minute.chars().take(TIME_WIDTH).skip(skipped).collect();
    let name = |seat: Seat| {
        let name = clean(&summary.players[seat].name);
        if is_narrow {
            fit(&name, SHORT_NAME)
        } else {
            name
        }
    };
    let score = |seat: Seat| number(summary.result.scores[seat]);
    let (one, two) = (Seat::Zero, Seat::One);
    let is_alone = local::is_nobody(&summary.players[two]);
    let sides = if is_alone {
        format!("{} {}", name(one), score(one))
    } else {
        format!(
            "{} {} : {} {}",
            name(one),
            score(one),
            score(two),
            name(two)
        )
    };
    let winner = match summary.result.winner {
        _ if is_alone => Winner::Solo,
        Some(seat) => Winner::Other(&name(seat)),
        None if summary.result.reason == Reason::Aborted => Winner::Nobody,
        None => Winner::Draw,
    };
    let winner = look.say.winner(winner);
    [minute, sides, winner, look.say.options(&summary.options)]
}
