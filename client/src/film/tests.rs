//! Films as an XML reader sees them.

use std::collections::HashMap;

use roxmltree::{Document, Node};
use versus2048_protocol::game::Seat;

use crate::film::{MAX_BYTES, Style, film, film_within};
use crate::model::{Lang, ThemeName};
use crate::playback::{Tape, replay_of};
use crate::text;

fn style(lang: Lang) -> Style {
    Style {
        theme: ThemeName::Classic,
        say: text::of(lang),
    }
}

fn tape(moves: usize) -> Tape {
    Tape::new(replay_of(moves)).expect("the replay holds")
}

/// What each symbol shows.
fn symbols<'a>(document: &'a Document<'a>) -> HashMap<&'a str, String> {
    let with_id = document.descendants().filter_map(|node| {
        let texts = node.descendants().filter(Node::is_text);
        let text = texts.filter_map(|it| it.text()).collect();
        Some((node.attribute("id")?, text))
    });
    with_id.collect()
}

/// What the places of a kind show where nothing moves: tiles have as many as there are cells, row by
/// row, those of seat 0 first; digits lie in lines.
fn shown(document: &Document<'_>, is_meant: impl Fn(Node<'_, '_>) -> bool) -> Vec<String> {
    let symbols = symbols(document);
    let places = document
        .descendants()
        .filter(|node| node.has_tag_name("use"));
    places
        .filter(|place| is_meant(*place))
        .filter_map(|place| symbols.get(&place.attribute("href")?[1..]).cloned())
        .filter(|text| !text.is_empty())
        .collect()
}

fn at(node: Node<'_, '_>, axis: &str) -> u64 {
    let text = node.attribute(axis).unwrap_or_default();
    text.parse().expect("a place is a number")
}

#[test]
fn where_nothing_moves_the_final_boards_and_scores_stand() {
    let tape = tape(60);
    let (_, boards) = tape.states().last().expect("there is a start");
    let film = film(&tape, style(Lang::En));
    let document = Document::parse(&film).expect("it is well formed");
    let tiles = shown(&document, |place| at(place, "y") > 90);
    let cells = boards
        .0
        .iter()
        .flat_map(|board| board.rows.to_rows().concat());
    let expected = cells.filter(|&tile| tile > 0).map(|tile| tile.to_string());
    assert_eq!(tiles, expected.collect::<Vec<_>>());
    for seat in Seat::ALL {
        let middle = at(document.root_element(), "width") / 2;
        let is_of_seat = |x: u64| (x > middle) == (seat == Seat::One);
        let mut digits = shown(&document, |place| {
            at(place, "y") == 80 && is_of_seat(at(place, "x"))
        });
        digits.reverse();
        assert_eq!(digits.concat(), boards[seat].score.to_string());
    }
}

#[test]
fn every_list_of_changes_can_be_played() {
    let film = film(&tape(200), style(Lang::En));
    let document = Document::parse(&film).expect("it is well formed");
    let symbols = symbols(&document);
    let animated = document
        .descendants()
        .filter(|it| it.has_tag_name("animate"));
    let mut count = 0;
    for animation in animated {
        let list = |name| animation.attribute(name).unwrap_or_default().split(';');
        let times: Vec<f64> = list("keyTimes")
            .map(|time| time.parse().expect("a number"))
            .collect();
        let values: Vec<&str> = list("values").collect();
        assert_eq!(values.len(), times.len());
        assert!(times[0] == 0.0 && times.is_sorted(), "{times:?}");
        assert!(times.iter().all(|time| *time < 1.0), "{times:?}");
        if animation.attribute("attributeName") == Some("href") {
            assert!(values.iter().all(|it| symbols.contains_key(&it[1..])));
            let place = animation.parent().expect("it is in a place");
            assert_eq!(place.attribute("href"), values.last().copied());
            count += 1;
        }
    }
    assert!(count > 64, "{count}");
}

#[test]
fn nothing_is_fetched_and_nothing_is_run() {
    let film = film(&tape(20), style(Lang::En));
    let document = Document::parse(&film).expect("it is well formed");
    for node in document.descendants() {
        assert!(!node.has_tag_name("script") && !node.has_tag_name("image"));
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{attribute:?}");
            assert!(!attribute.value().contains(':'), "{attribute:?}");
        }
    }
}

#[test]
fn names_are_text_whatever_they_are() {
    let mut replay = replay_of(4);
    let name = "</text><script>&\"'\u{1b}[2J李雷";
    replay.players[Seat::Zero].name = name.to_owned();
    let tape = Tape::new(replay).expect("a name changes nothing of a match");
    for lang in Lang::ALL {
        let film = film(&tape, style(lang));
        let document = Document::parse(&film).expect("it is well formed");
        let texts: Vec<&str> = document.descendants().filter_map(|it| it.text()).collect();
        assert!(texts.contains(&"</text><script>&\"'[2J李雷"), "{texts:?}");
        assert!(!film.contains('\u{1b}'));
    }
}

#[test]
fn a_long_match_makes_no_large_film() {
    let tape = tape(6000);
    let whole = film(&tape, style(Lang::En));
    assert!(whole.len() <= MAX_BYTES, "{}", whole.len());
    let most_bytes = whole.len() / 2;
    let thinned = film_within(&tape, style(Lang::En), most_bytes);
    assert!(thinned.len() <= most_bytes, "{}", thinned.len());
    // The end is the same, however many frames lie before it.
    let [whole, thinned] = [&whole, &thinned].map(|film| {
        let document = Document::parse(film).expect("it is well formed");
        shown(&document, |_| true)
    });
    assert_eq!(whole, thinned);
}
