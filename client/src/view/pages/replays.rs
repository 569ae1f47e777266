//! The list of replays, and the wait for one.

use ratatui::text::{Line, Span};
use versus2048_protocol::game::{BySeat, Outcome, Reason, Seat};

use crate::local;
use crate::model::{Replays, Served};
use crate::replay_source::ReplaySummary;
use crate::text::{Ended, Hint, Winner, Word, clean, fit, number};
use crate::view::canvas::{padded, width};
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;

/// The columns of a date and a time of day to the minute.
const TIME_WIDTH: usize = 16;
/// The columns of a year in front of it.
const YEAR_WIDTH: usize = 5;
/// The columns of a long name in a narrow window, and where the whole of it stands beside.
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
    keys.extend([
        Key::new("F", Hint::File),
        Key::new("R", Hint::Reload),
        Key::new("Q", Hint::Back),
    ]);
    keys
}

/// What is said about each replay: when, who, who won and why, with which options. As many columns as have
/// room, each as wide as its widest text.
fn rows(look: &Look, list: &Replays) -> Vec<String> {
    let room = look.window.saturating_sub(2);
    let cells: Vec<[String; 5]> = list.all().map(|summary| cells(look, summary)).collect();
    let widths = |column: usize| cells.iter().map(move |row| width(&row[column]));
    let columns = 0..cells.first().map_or(0, |row| row.len());
    let columns = columns.map(|column| (column, widths(column).max().unwrap_or(0)));
    // What no replay has takes no column.
    let mut columns: Vec<(usize, u16)> = columns.filter(|&(_, width)| width > 0).collect();
    let gap = u16::try_from(GAP.len()).unwrap_or(u16::MAX);
    let taken =
        |columns: &[(usize, u16)]| columns.iter().map(|(_, width)| width + gap).sum::<u16>();
    while columns.len() > 2 && taken(&columns) > room + gap {
        columns.pop();
    }
    let joined = cells.iter().map(|row| {
        let shown = columns.iter();
        let padded: Vec<String> = shown
            .map(|&(column, width)| padded(&row[column], width))
            .collect();
        padded.join(GAP)
    });
    joined.collect()
}

fn cells(look: &Look, summary: &ReplaySummary) -> [String; 5] {
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
    let names = BySeat([one, two].map(|seat| fit(&name(seat), SHORT_NAME)));
    let is_told = is_alone || is_told_by_the_scores(summary.result.reason);
    let reason = if is_told {
        String::new()
    } else {
        look.say.reason(Ended {
            outcome: Outcome {
                winner: summary.result.winner,
                reason: summary.result.reason,
            },
            names: &names,
            target: summary.options.target,
            is_solo: false,
            you: None,
        })
    };
    let options = look.say.options(&summary.options);
    [minute, sides, winner, reason, options]
}

/// Whether the scores tell why a match has ended; one that was given up has any.
const fn is_told_by_the_scores(reason: Reason) -> bool {
    match reason {
        Reason::Target | Reason::Stuck | Reason::Outscored => true,
        Reason::Time | Reason::Resigned | Reason::Abandoned | Reason::Aborted => false,
    }
}
