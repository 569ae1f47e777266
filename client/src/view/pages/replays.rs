//! The list of a server's replays, and the wait for one.

use ratatui::text::{Line, Span};

use crate::model::Replays;
use crate::replay_source::ReplaySummary;
use crate::text::{Hint, Word, clean, number};
use crate::view::canvas::padded;
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;

/// The columns of a date and a time of day to the minute.
const TIME_WIDTH: u16 = 16;
/// The columns of a name with its score.
const SIDE_WIDTH: u16 = 20;

/// A replay, or a list of them, is being read.
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

/// The newest replays of a server.
pub(in crate::view) fn replays<'a>(look: &Look, list: &Replays) -> Page<'a> {
    let title = format!("{} {}", look.say.word(Word::Replays), clean(&list.server));
    let rows = list.replays.iter().enumerate();
    let mut body: Vec<Line<'a>> = rows
        .map(|(place, summary)| row(look, summary, place == list.selected))
        .collect();
    if body.is_empty() {
        let none = look.say.word(Word::NoReplays);
        body.push(Line::styled(none, look.theme.muted()).centered());
    }
    Page {
        head: vec![Line::styled(title, look.theme.strong()).centered()],
        body,
        focus: list.selected,
        keys: keys(list),
        ..Page::default()
    }
}

/// In an empty list there is nothing to open.
fn keys(list: &Replays) -> Vec<Key> {
    let mut keys = Vec::new();
    if !list.replays.is_empty() {
        keys.extend([Key::new("Enter", Hint::Open), Key::new("↑↓", Hint::Choose)]);
    }
    keys.extend([Key::new("R", Hint::Reload), Key::new("Q", Hint::Back)]);
    keys
}

fn row<'a>(look: &Look, summary: &ReplaySummary, is_chosen: bool) -> Line<'a> {
    let mark = if is_chosen { "›" } else { " " };
    let minute = clean(&summary.played_at).replace('T', " ");
    let minute: String = minute.chars().take(TIME_WIDTH.into()).collect();
    let sides = summary.players.as_ref().0.into_iter();
    let sides = sides.zip(summary.result.scores.0).map(|(player, score)| {
        let side = format!("{} {}", clean(&player.name), number(score));
        padded(&side, SIDE_WIDTH)
    });
    let texts: Vec<String> = [format!("{mark} {}", padded(&minute, TIME_WIDTH))]
        .into_iter()
        .chain(sides)
        .chain([look.say.options(&summary.options)])
        .collect();
    let style = if is_chosen {
        look.theme.chosen()
    } else {
        look.theme.text()
    };
    Line::from(Span::styled(texts.join("  "), style))
}
