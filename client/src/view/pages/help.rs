//! The keys, and what differs from ordinary 2048.

use ratatui::text::{Line, Span};

use crate::keymap::letters;
use crate::model::{Mode, Screen};
use crate::text::{Hint, Word};
use crate::view::canvas::padded;
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;

/// The arrow keys, as they are printed.
const ARROWS: &str = "← ↑ ↓ →";
/// The columns of a key and of what it does.
const NAME_WIDTH: u16 = 12;
const DOES_WIDTH: u16 = 24;
/// The columns of a rule; as wide as two columns of keys.
const RULE_WIDTH: u16 = 72;

/// What the help is about: only what means something there is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Solo,
    HotSeat,
    Watching,
    Replay,
    /// A seat at a table of a server, or no table yet.
    Anywhere,
}

impl Place {
    fn of(screen: &Screen) -> Self {
        match screen {
            Screen::Table(play) => match play.mode {
                Mode::Solo { .. } => Self::Solo,
                Mode::HotSeat { .. } => Self::HotSeat,
                Mode::Online if play.session.you.is_none() => Self::Watching,
                Mode::Online => Self::Anywhere,
                Mode::Replay(_) => Self::Replay,
            },
            Screen::Replay(_) => Self::Replay,
            _ => Self::Anywhere,
        }
    }
}

/// The keys, and what differs from ordinary 2048.
pub(in crate::view) fn help<'a>(look: &Look, screen: &Screen, above: usize) -> Page<'a> {
    let place = Place::of(screen);
    let title = |word| Line::styled(look.say.word(word), look.theme.strong());
    let mut body = keys(look, place);
    if !matches!(place, Place::Solo | Place::Replay) {
        body.push(Line::default());
        body.push(title(Word::Rules));
        body.extend(rules(look, place));
    }
    Page {
        head: vec![title(Word::Keys)],
        body,
        above: Some(above),
        keys: vec![Key::new("↑↓", Hint::Scroll), Key::new("Esc", Hint::Close)],
        ..Page::default()
    }
}

fn rules<'a>(look: &Look, place: Place) -> Vec<Line<'a>> {
    let network = (place != Place::HotSeat).then(|| look.say.network_rule());
    let columns = RULE_WIDTH.min(look.columns).saturating_sub(2);
    let mut lines = Vec::new();
    for rule in look.say.rules().iter().copied().chain(network) {
        for (place, line) in look.wrap(rule, columns).into_iter().enumerate() {
            let mark = if place == 0 { "· " } else { "  " };
            lines.push(Line::from(format!("{mark}{line}")));
        }
    }
    lines
}

/// The keys, in two columns where there is room.
fn keys<'a>(look: &Look, place: Place) -> Vec<Line<'a>> {
    let [up, left, down, right] = letters::letters(look.keys).map(|key| key.to_ascii_uppercase());
    let letters = format!("{up} {left} {down} {right}");
    let leave = if letters::direction(look.keys, 'q').is_some() {
        "Esc"
    } else {
        "Esc, Q"
    };
    let mut keys = Vec::new();
    if matches!(place, Place::Solo | Place::Anywhere) {
        keys.extend([(ARROWS, Hint::Move), (&letters, Hint::Move)]);
    }
    match place {
        Place::Solo => keys.extend([("R", Hint::Restart), ("U", Hint::Undo), ("K", Hint::Keep)]),
        Place::HotSeat => keys.extend([
            (letters.as_str(), Hint::MoveFirst),
            (ARROWS, Hint::MoveSecond),
            ("R", Hint::Restart),
            ("K", Hint::Keep),
        ]),
        Place::Anywhere => keys.extend([
            ("R", Hint::Rematch),
            ("R", Hint::Resign),
            ("E, 1–7", Hint::Emote),
            ("K", Hint::Keep),
        ]),
        Place::Replay => keys.extend([
            ("Space", Hint::Pause),
            ("← →", Hint::Step),
            ("+ -", Hint::Speed),
            ("PgUp, PgDn", Hint::Jump),
            ("Home, End", Hint::Ends),
        ]),
        Place::Watching => keys.push(("K", Hint::Keep)),
    }
    keys.extend([
        (leave, Hint::Leave),
        ("Ctrl-C", Hint::Quit),
        ("Ctrl-Z", Hint::Suspend),
        ("Ctrl-L", Hint::Redraw),
        ("?", Hint::Help),
    ]);
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
