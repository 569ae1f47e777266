//! The keys, and what differs from ordinary 2048.

use ratatui::text::{Line, Span};
use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::Phase;

use crate::keymap::letters;
use crate::model::{FormKind, Mode, Play, Screen};
use crate::text::{Hint, Word};
use crate::view::canvas::padded;
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;

/// The columns of a key and of what it does.
const NAME_WIDTH: u16 = 12;
const DOES_WIDTH: u16 = 25;
/// The columns of a rule; as wide as two columns of keys.
const RULE_WIDTH: u16 = 2 * (NAME_WIDTH + DOES_WIDTH);

/// The keys, and what differs from ordinary 2048.
pub(in crate::view) fn help<'a>(look: &Look, screen: &Screen, above: usize) -> Page<'a> {
    let title = |word| Line::styled(look.say.word(word), look.theme.strong());
    let mut body = in_columns(look, &keys_here(look, screen));
    if !matches!(screen, Screen::Table(_) | Screen::Replay(_)) || is_waiting(screen) {
        body.extend([Line::default(), title(Word::KeysInMatch)]);
        body.extend(in_columns(look, &match_keys(look)));
    }
    if !is_alone(screen) {
        body.extend([Line::default(), title(Word::Rules)]);
        body.extend(rules(look, screen));
    }
    Page {
        head: vec![title(Word::Keys)],
        body,
        above: Some(above),
        keys: vec![Key::new("↑↓", Hint::Scroll), Key::new("Esc", Hint::Close)],
        ..Page::default()
    }
}

/// Whether a table waits for somebody: its page has keys of its own.
fn is_waiting(screen: &Screen) -> bool {
    matches!(screen, Screen::Table(play) if play.session.phase == Phase::Waiting)
}

/// Whether nobody plays against anybody there.
fn is_alone(screen: &Screen) -> bool {
    match screen {
        Screen::Replay(_) => true,
        Screen::Table(play) => matches!(play.mode, Mode::Solo { .. }),
        _ => false,
    }
}

fn rules<'a>(look: &Look, screen: &Screen) -> Vec<Line<'a>> {
    let is_hot_seat =
        matches!(screen, Screen::Table(play) if matches!(play.mode, Mode::HotSeat { .. }));
    let network = (!is_hot_seat).then(|| look.say.network_rule());
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

/// What the keys mean on the screen that the help lies over.
fn keys_here(look: &Look, screen: &Screen) -> Vec<Key> {
    let own = match screen {
        Screen::Menu(_) => vec![
            ("↑ ↓", Hint::Choose),
            ("Enter", Hint::Open),
            ("Q", Hint::Quit),
        ],
        Screen::Form(form) => vec![
            ("↑ ↓", Hint::Choose),
            ("← →", Hint::Change),
            ("Enter", submitted(form.kind)),
            ("Esc", Hint::Back),
        ],
        Screen::Tables(_) => vec![
            ("↑ ↓", Hint::Choose),
            ("Enter", Hint::Join),
            ("W", Hint::Watch),
            ("C", Hint::Create),
            ("R", Hint::Reload),
            ("Esc, Q", Hint::Back),
        ],
        Screen::Replays(_) => vec![
            ("↑ ↓", Hint::Choose),
            ("Enter", Hint::Open),
            ("F", Hint::File),
            ("R", Hint::Reload),
            ("Esc, Q", Hint::Back),
        ],
        Screen::Connecting { .. }
        | Screen::Queued { .. }
        | Screen::Loading { .. }
        | Screen::Notice(_) => vec![("Esc", Hint::Back), ("Q", Hint::Quit)],
        Screen::Table(play) => return with_usual(table_keys(look, play)),
        Screen::Replay(_) => vec![
            ("Space", Hint::Pause),
            ("← →", Hint::Step),
            ("+ -", Hint::Speed),
            ("PgUp, PgDn", Hint::Jump),
            ("Home, End", Hint::Ends),
            ("Esc, Q", Hint::Leave),
        ],
    };
    let own = own.into_iter().map(|(name, does)| Key::new(name, does));
    with_usual(own.collect())
}

/// What Enter does in a form.
const fn submitted(kind: FormKind) -> Hint {
    match kind {
        FormKind::Settings => Hint::Apply,
        _ => Hint::Start,
    }
}

/// Keys, and those that mean the same everywhere.
fn with_usual(mut keys: Vec<Key>) -> Vec<Key> {
    let usual = [
        ("Ctrl-C", Hint::Quit),
        ("Ctrl-Z", Hint::Suspend),
        ("Ctrl-L", Hint::Redraw),
        ("?", Hint::Help),
    ];
    keys.extend(usual.map(|(name, does)| Key::new(name, does)));
    keys
}

/// What the keys mean at a table.
fn table_keys(look: &Look, play: &Play) -> Vec<Key> {
    let is_seat = play.session.you.is_some();
    match (play.mode, play.session.phase) {
        (Mode::Online, Phase::Waiting) if is_seat => vec![
            Key::new("C", Hint::Copy),
            Key::new("Esc", Hint::Back),
            Key::new("Q", Hint::Quit),
        ],
        (Mode::Online, Phase::Over) if is_seat => {
            let rest = [
                ("R", Hint::Rematch),
                ("E, 1–7", Hint::Emote),
                ("K", Hint::Keep),
            ];
            let rest = rest.map(|(name, does)| Key::new(name, does)).into_iter();
            rest.chain([leave(look)]).collect()
        }
        (Mode::Online, _) if is_seat => match_keys(look),
        (Mode::Online | Mode::Replay(_), _) => vec![keep(), leave(look)],
        (Mode::Solo { .. }, _) => {
            let rest = [("R", Hint::Restart), ("U", Hint::Undo)];
            let rest = rest.map(|(name, does)| Key::new(name, does));
            let moves = moves(look, [Hint::Move, Hint::Move]).into_iter();
            moves.chain(rest).chain([keep(), leave(look)]).collect()
        }
        (Mode::HotSeat { .. }, _) => {
            let (first, second) = (Hint::MoveFirst, Hint::MoveSecond);
            let [arrows, letters] = match play.seats_shown().first() {
                Some(Seat::Zero) => moves(look, [first, second]),
                _ => moves(look, [second, first]),
            };
            let rest = [Key::new("R", Hint::Restart), keep(), leave(look)];
            [letters, arrows].into_iter().chain(rest).collect()
        }
    }
}

/// What the keys mean in a match at a server.
fn match_keys(look: &Look) -> Vec<Key> {
    let rest = [
        Key::new("R", Hint::ResignThenRematch),
        Key::new("E, 1–7", Hint::Emote),
        keep(),
        leave(look),
    ];
    let moves = moves(look, [Hint::Move, Hint::Move]).into_iter();
    moves.chain(rest).collect()
}

/// The arrows and the letters, with what each of them does.
fn moves(look: &Look, [arrows, letters]: [Hint; 2]) -> [Key; 2] {
    let printed = letters::printed(look.keys).join(" ");
    [Key::new("← ↑ ↓ →", arrows), Key::new(printed, letters)]
}

fn keep() -> Key {
    Key::new("K", Hint::Keep)
}

/// The keys that leave a match; Q does not where it moves a board.
fn leave(look: &Look) -> Key {
    let is_letter = letters::direction(look.keys, 'q').is_some();
    Key::new(if is_letter { "Esc" } else { "Esc, Q" }, Hint::Leave)
}

/// Keys in two columns where there is room.
fn in_columns<'a>(look: &Look, keys: &[Key]) -> Vec<Line<'a>> {
    let in_a_row = if look.columns < RULE_WIDTH { 1 } else { 2 };
    keys.chunks(in_a_row)
        .map(|keys| keys.iter().flat_map(|key| spans(look, key)).collect())
        .collect()
}

fn spans<'a>(look: &Look, key: &Key) -> [Span<'a>; 2] {
    [
        Span::styled(padded(&key.name, NAME_WIDTH), look.theme.strong()),
        Span::raw(padded(look.say.hint(key.does), DOES_WIDTH)),
    ]
}
