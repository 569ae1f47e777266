//! Films as an XML reader sees them, and as a browser plays them.

use roxmltree::{Document, Node};
use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::{Direction, Options, Secret};
use versus2048_protocol::wire::{BoardView, ClientMessage};

use crate::film::{MAX_BYTES, Style, film, film_within};
use crate::local::{Chance, LocalKind, LocalTable, NOBODY};
use crate::model::{Lang, ThemeName};
use crate::playback::{Tape, replay_of};
use crate::text;

/// When the match begins in a film, and how long the end is shown, in milliseconds.
const LEAD_MS: f64 = 1000.0;
const END_MS: f64 = 5500.0;

fn style(lang: Lang) -> Style {
    Style {
        theme: ThemeName::Classic,
        say: text::of(lang),
    }
}

/// A match on boards of 64 cells; a second lies between two moves.
fn tape(moves: usize) -> Tape {
    Tape::new(replay_of(moves)).expect("the replay holds")
}

/// One alone on a small board until it is stuck.
fn solo_tape() -> Tape {
    let options = Options {
        rows: 2,
        cols: 3,
        target: None,
        countdown_s: 0,
        ..Options::default()
    };
    let names = BySeat(["Ana", NOBODY].map(str::to_owned));
    let chance = Chance::From(Secret([7; 32]));
    let mut table = LocalTable::new(LocalKind::Solo, options, names, chance);
    table.begin(0);
    let mut replays = Vec::new();
    for now_ms in 0..1000 {
        for dir in Direction::ALL {
            let boards = table.snapshot(now_ms).boards.expect("they are dealt");
            let turn = boards[Seat::Zero].turn.into();
            table.handle(now_ms, Seat::Zero, &ClientMessage::Move { turn, dir });
        }
        replays.extend(table.take_replays());
    }
    let replay = replays.pop().expect("a board of six cells is soon stuck");
    Tape::new(replay).expect("the replay holds")
}

fn parse(film: &str) -> Document<'_> {
    Document::parse(film).expect("it is well formed")
}

fn with_attribute<'a>(document: &'a Document<'a>, name: &str, value: &str) -> Node<'a, 'a> {
    let mut nodes = document.descendants();
    let found = nodes.find(|node| node.attribute(name) == Some(value));
    found.expect("the film has such a part")
}

/// What a place shows at a moment: where, how far it is from there, and which text.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    x: i64,
    y: i64,
    away: (f64, f64),
    text: String,
}

/// Everything that the film's places show at a moment, in milliseconds of the film.
fn played<'a>(document: &'a Document<'a>, at_ms: f64) -> Vec<Shown> {
    let places = with_attribute(document, "class", "film").descendants();
    let places = places.filter(|node| node.has_tag_name("use") && node.has_attribute("x"));
    let shown = places.map(|place| shown(document, place, at_ms));
    shown.filter(|shown| !shown.text.is_empty()).collect()
}

/// Everything that the film's places show where nothing moves.
fn still<'a>(document: &'a Document<'a>) -> Vec<Shown> {
    let places = with_attribute(document, "id", "end").children();
    let places = places.filter(|node| node.has_tag_name("use"));
    places.map(|place| shown(document, place, 0.0)).collect()
}

fn shown<'a>(document: &'a Document<'a>, place: Node<'a, 'a>, at_ms: f64) -> Shown {
    let number = |name| {
        let text = place.attribute(name).unwrap_or_default();
        text.parse().expect("a place is a number")
    };
    let animated = |what| {
        let mut animations = place.children();
        animations.find(|it| it.attribute("attributeName") == Some(what))
    };
    let href = animated("href").map(|changes| {
        let (at, points) = (share(changes, at_ms), points(changes));
        let before = points.into_iter().rev().find(|(time, _)| *time <= at);
        before.expect("it begins at 0").1
    });
    let away = animated("transform").map(|way| between(&points(way), share(way, at_ms)));
    let href = href.unwrap_or_else(|| place.attribute("href").expect("a place shows something"));
    Shown {
        x: number("x"),
        y: number("y"),
        away: away.unwrap_or_default(),
        text: text_of(document, &href[1..]),
    }
}

/// The text of a symbol, which may show another one.
fn text_of(document: &Document<'_>, id: &str) -> String {
    let symbol = with_attribute(document, "id", id);
    let used = symbol.descendants().find(|it| it.has_tag_name("use"));
    match used.and_then(|it| it.attribute("href")) {
        Some(href) => text_of(document, &href[1..]),
        None => symbol
            .descendants()
            .filter(Node::is_text)
            .filter_map(|it| it.text())
            .collect(),
    }
}

/// A film's time as a share of it.
fn share(animation: Node<'_, '_>, at_ms: f64) -> f64 {
    at_ms / duration_ms(animation)
}

fn duration_ms(animation: Node<'_, '_>) -> f64 {
    let duration = animation.attribute("dur").unwrap_or_default();
    let duration = duration.strip_suffix("ms").expect("it is told in ms");
    duration.parse().expect("a number")
}

/// The values of an animation with their times.
fn points<'a>(animation: Node<'a, 'a>) -> Vec<(f64, &'a str)> {
    let list = |name| animation.attribute(name).unwrap_or_default().split(';');
    let times = list("keyTimes").map(|time| time.parse().expect("a number"));
    assert_eq!(list("keyTimes").count(), list("values").count());
    times.zip(list("values")).collect()
}

/// How far a place is from where it belongs, across and down.
fn between(points: &[(f64, &str)], at: f64) -> (f64, f64) {
    let way = |text: &str| {
        let mut numbers = text.split(' ').map(|it| it.parse().expect("a number"));
        let across: f64 = numbers.next().unwrap_or_default();
        (across, numbers.next().unwrap_or(0.0_f64))
    };
    let behind = points.partition_point(|(time, _)| *time <= at);
    let (before, behind) = (points[behind - 1], points[behind]);
    let part = (at - before.0) / (behind.0 - before.0);
    let (from, to) = (way(before.1), way(behind.1));
    (
        (to.0 - from.0).mul_add(part, from.0),
        (to.1 - from.1).mul_add(part, from.1),
    )
}

/// The tiles of boards, row by row.
fn tiles(boards: &[BoardView]) -> Vec<String> {
    let cells = boards
        .iter()
        .flat_map(|board| board.rows.to_rows().concat());
    let tiles = cells.filter(|&tile| tile > 0);
    tiles.map(|tile| tile.to_string()).collect()
}

/// The boards after some of the moves.
fn boards(tape: &Tape, moves: usize) -> BySeat<BoardView> {
    let mut boards = tape.dealt();
    for step in tape.steps().take(moves) {
        boards[step.seat] = step.board;
    }
    boards
}

/// The texts of what is shown, of tiles or of digits: those lie in the lines above the boards.
fn texts(shown: &[Shown], is_meant: fn(&Shown) -> bool) -> Vec<String> {
    let meant = shown.iter().filter(|it| is_meant(it));
    meant.map(|it| it.text.clone()).collect()
}

fn is_tile(shown: &Shown) -> bool {
    shown.y > 90
}

#[track_caller]
fn check(shown: &[Shown], boards: BySeat<BoardView>, width: i64) {
    assert_eq!(texts(shown, is_tile), tiles(&boards.0));
    let away = shown.iter().filter(|it| it.away != (0.0, 0.0));
    assert_eq!(away.count(), 0);
    for seat in Seat::ALL {
        let digits = shown.iter().filter(|it| {
            let is_of_seat = (it.x > width / 2) == (seat == Seat::One);
            (50..90).contains(&it.y) && is_of_seat
        });
        // The last digit stands first.
        let score: String = digits.rev().map(|it| it.text.as_str()).collect();
        assert_eq!(score, boards[seat].score.to_string());
    }
}

fn width(document: &Document<'_>) -> i64 {
    let width = document.root_element().attribute("width");
    let width = width.expect("a picture has a width");
    width.parse().expect("a number")
}

#[test]
fn between_two_moves_the_boards_and_scores_stand_as_they_were() {
    let tape = tape(40);
    let film = film(&tape, style(Lang::En));
    let document = parse(&film);
    let mut at_ms = LEAD_MS + 500.0;
    for moves in 0..=40 {
        let shown = played(&document, at_ms);
        check(&shown, boards(&tape, moves), width(&document));
        at_ms += 1000.0;
    }
}

#[test]
fn where_nothing_moves_the_final_boards_and_scores_stand() {
    let tape = tape(60);
    let film = film(&tape, style(Lang::En));
    let document = parse(&film);
    check(&still(&document), boards(&tape, 60), width(&document));
}

#[test]
fn tiles_slide_from_cell_to_cell_then_the_new_one_appears() {
    let tape = tape(40);
    let film = film(&tape, style(Lang::En));
    let document = parse(&film);
    for (moves, step) in tape.steps().enumerate() {
        let at_ms = f64::from(u32::try_from(step.at_ms).expect("a short match")) + LEAD_MS;
        let sliding = played(&document, at_ms + 50.0);
        let before = boards(&tape, moves);
        assert_eq!(texts(&sliding, is_tile), tiles(&before.0));
        let away: Vec<&Shown> = sliding.iter().filter(|it| it.away != (0.0, 0.0)).collect();
        let is_across = matches!(step.dir, Direction::Left | Direction::Right);
        let slides_along = |it: &&Shown| (it.away.1 == 0.0) == is_across;
        assert!(
            !away.is_empty() && away.iter().all(slides_along),
            "{away:?}"
        );
        let arrived = played(&document, at_ms + 120.0);
        assert_eq!(texts(&arrived, is_tile), tiles(&boards(&tape, moves + 1).0));
    }
}

#[test]
fn the_clock_runs_with_the_match() {
    let film = film(&tape(40), style(Lang::En));
    let document = parse(&film);
    for (passed_ms, expected) in [(0.0, "000"), (9500.0, "009"), (20_500.0, "020")] {
        let mut digits = played(&document, LEAD_MS + passed_ms);
        digits.retain(|it| it.y < 50);
        digits.sort_by_key(|it| it.x);
        assert_eq!(texts(&digits, |_| true).concat(), expected);
    }
}

#[test]
fn the_result_is_told_at_the_end_alone() {
    let film = film(&tape(20), style(Lang::En));
    let document = parse(&film);
    let mut nodes = document.descendants();
    let result = nodes.find(|it| it.attribute("href") == Some("#result"));
    let appears = result.and_then(|it| it.first_element_child());
    let appears = appears.expect("the result appears");
    let duration_ms = duration_ms(appears);
    let opacity = |at_ms| between(&points(appears), share(appears, at_ms)).0;
    let seen = [
        0.0,
        duration_ms - END_MS,
        duration_ms - 4000.0,
        duration_ms - 1.0,
    ]
    .map(|at_ms| opacity(at_ms).to_string());
    assert_eq!(seen, ["0", "0", "1", "1"]);
    let told = with_attribute(&document, "id", "result");
    let texts: Vec<&str> = told.descendants().filter_map(|it| it.text()).collect();
    assert!(
        texts.contains(&"Ana wins") && texts.contains(&"Bo gave up"),
        "{texts:?}"
    );
}

#[test]
fn one_alone_has_one_board() {
    let tape = solo_tape();
    let film = film(&tape, style(Lang::En));
    let document = parse(&film);
    let last = tape.steps().last().expect("there are moves").board;
    assert_eq!(texts(&still(&document), is_tile), tiles(&[last]));
    assert!(film.contains(">The end<") && !film.contains(NOBODY));
}

#[test]
fn every_list_of_changes_can_be_played() {
    let film = film(&tape(200), style(Lang::En));
    let document = parse(&film);
    let animated = document.descendants();
    let animated = animated.filter(|it| it.has_attribute("keyTimes"));
    let mut count = 0;
    for animation in animated {
        let points = points(animation);
        let times: Vec<f64> = points.iter().map(|(time, _)| *time).collect();
        assert!(times[0] == 0.0 && times.is_sorted(), "{times:?}");
        let is_discrete = animation.attribute("calcMode") == Some("discrete");
        let last = times[times.len() - 1];
        assert!(
            if is_discrete { last < 1.0 } else { last >= 1.0 },
            "{times:?}"
        );
        count += 1;
    }
    assert!(count > 64, "{count}");
}

#[test]
fn nothing_is_fetched_and_nothing_is_run() {
    let film = film(&tape(20), style(Lang::En));
    let document = parse(&film);
    for node in document.descendants() {
        assert!(!node.has_tag_name("script") && !node.has_tag_name("image"));
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{attribute:?}");
            assert!(!attribute.value().contains(':'), "{attribute:?}");
        }
    }
    assert!(!film.contains("url(") && !film.contains("@import"));
}

#[test]
fn names_are_text_whatever_they_are() {
    let mut replay = replay_of(4);
    let name = "</text><script>&\"'\u{1b}[2J\u{fffe}李雷🎲";
    replay.players[Seat::Zero].name = name.to_owned();
    let tape = Tape::new(replay).expect("a name changes nothing of a match");
    for lang in Lang::ALL {
        let film = film(&tape, style(lang));
        let document = parse(&film);
        let texts: Vec<&str> = document.descendants().filter_map(|it| it.text()).collect();
        assert!(texts.contains(&"</text><script>&\"'[2J李雷🎲"), "{texts:?}");
    }
}

#[test]
fn players_of_one_name_can_be_told_apart() {
    let mut replay = replay_of(4);
    replay.players[Seat::One].name = "Ana".to_owned();
    let tape = Tape::new(replay).expect("a name changes nothing of a match");
    let film = film(&tape, style(Lang::En));
    assert!(film.contains(">Ana 1</text>") && film.contains(">Ana 2</text>"));
}

#[test]
fn a_name_keeps_to_its_room() {
    let mut replay = replay_of(4);
    replay.players[Seat::One].name = "W".repeat(1000);
    let tape = Tape::new(replay).expect("a name changes nothing of a match");
    let film = film(&tape, style(Lang::En));
    assert!(film.contains("W…<") && !film.contains(&"W".repeat(40)));
}

#[test]
fn a_match_of_300_moves_slides_and_is_small() {
    let film = film(&tape(300), style(Lang::En));
    assert!(film.contains("<animateTransform "));
    assert!(film.len() < 300 * 1024, "{}", film.len());
}

#[test]
fn a_long_match_makes_no_large_film() {
    let tape = tape(6000);
    let whole = film(&tape, style(Lang::En));
    assert!(whole.len() <= MAX_BYTES, "{}", whole.len());
    let most_bytes = whole.len() / 2;
    let thinned = film_within(&tape, style(Lang::En), most_bytes);
    assert!(thinned.len() <= most_bytes, "{}", thinned.len());
    assert!(!thinned.contains("<animateTransform "));
    // The end is the same, however many frames lie before it.
    let [whole, thinned] = [&whole, &thinned].map(|film| still(&parse(film)));
    assert_eq!(whole, thinned);
}
