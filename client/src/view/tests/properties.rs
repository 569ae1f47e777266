//! What holds for any model in any window.

use proptest::prelude::*;
use proptest::sample::select;
use ratatui::buffer::{Buffer, Cell};
use serde_json::json;
use unicode_width::UnicodeWidthStr;

use crate::message::Message;
use crate::model::{ColorDepth, Lang, Model, Overlay, Question, Screen, ThemeName};
use crate::session::Happening;
use crate::update::update;
use crate::view::Moment;
use crate::view::tests::drawn;
use crate::view::tests::fixtures::boards::{named, snapshot, table};
use crate::view::tests::fixtures::{SCREENS, model};

const COLORS: [ColorDepth; 4] = [
    ColorDepth::None,
    ColorDepth::Ansi16,
    ColorDepth::Ansi256,
    ColorDepth::True,
];

/// One of the screens of the snapshots, or a match of any size between players of any name.
fn any_model() -> impl Strategy<Value = Model> {
    let screen = select(&SCREENS[..]).prop_map(|(_, screen)| screen());
    let looks = (
        select(&COLORS[..]),
        select(&ThemeName::ALL[..]),
        any::<bool>(),
        any::<bool>(),
    );
    (prop_oneof![screen, any_match()], looks, any_overlay()).prop_map(
        |(mut model, (color, theme, ascii, is_chinese), overlay)| {
            model.settings.color = color;
            model.settings.theme = theme;
            model.settings.ascii = ascii;
            model.settings.lang = if is_chinese { Lang::Zh } else { Lang::En };
            model.overlay = overlay.or(model.overlay);
            model
        },
    )
}

fn any_match() -> impl Strategy<Value = Model> {
    let phase = select(vec!["ready", "countdown", "playing", "paused", "over"]);
    let sides = (2..=8_usize, 2..=8_usize);
    let texts = (".{0,40}", "\\PC{0,40}", ".{0,400}");
    (phase, sides, texts, 0..=52_u32, any::<u32>()).prop_map(
        |(phase, (rows, cols), (one, two, message), exponent, score)| {
            let mut snapshot = snapshot();
            let tile = if exponent == 0 { 0 } else { 1_u64 << exponent };
            snapshot["phase"] = json!(phase);
            snapshot["options"] = json!({"rows": rows, "cols": cols});
            for board in [0, 1] {
                snapshot["boards"][board]["rows"] = json!(vec![vec![tile; cols]; rows]);
                snapshot["boards"][board]["score"] = json!(score);
            }
            let mut model = model(named(table(&snapshot), [&one, &two]));
            if let Screen::Table(play) = &mut model.screen {
                let code = versus2048_protocol::wire::ErrorCode::Internal;
                play.session
                    .note(Happening::Error { code, message }, model.now_ms);
            }
            model
        },
    )
}

fn any_overlay() -> impl Strategy<Value = Option<Overlay>> {
    let question = |about| Overlay::Question {
        about,
        until_ms: None,
    };
    prop_oneof![
        4 => Just(None),
        1 => Just(Some(Overlay::Help { above: 0 })),
        1 => Just(Some(Overlay::Emotes)),
        1 => Just(Some(question(Question::Leave))),
    ]
}

/// Any window, small ones more often.
fn any_size() -> impl Strategy<Value = (u16, u16)> {
    prop_oneof![
        3 => (0..=90_u16, 0..=30_u16),
        1 => (0..=500_u16, 0..=150_u16),
    ]
}

/// A character of several columns has all of them for itself, and none stands over the edge.
fn assert_in_columns(buffer: &Buffer) {
    for row in buffer.content.chunks(buffer.area.width.max(1).into()) {
        for (place, cell) in row.iter().enumerate() {
            for behind in 1..cell.symbol().width() {
                let symbol = row.get(place + behind).map(Cell::symbol);
                assert_eq!(symbol, Some(" "), "behind {:?}", cell.symbol());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_model_can_be_drawn_in_any_window(model in any_model(), size in any_size()) {
        assert_in_columns(&drawn(&model, size));
    }

    #[test]
    fn a_screen_changes_with_its_moment_and_not_otherwise(mut model in any_model(), later_ms in 0..9000_u64) {
        let (moment, before) = (Moment::of(&model), drawn(&model, (120, 40)));
        model.now_ms += later_ms;
        if Moment::of(&model) == moment {
            assert_eq!(drawn(&model, (120, 40)), before);
        }
    }

    #[test]
    fn a_moment_lasts_until_the_next(mut model in any_model()) {
        for _ in 0..40 {
            let moment = Moment::of(&model);
            let Some(next_ms) = Moment::next_ms(&model) else {
                model.now_ms += 100_000;
                assert_eq!(Moment::of(&model), moment);
                break;
            };
            assert!(next_ms > model.now_ms);
            model.now_ms = next_ms - 1;
            assert_eq!(Moment::of(&model), moment);
            model.now_ms = next_ms;
            update(&mut model, Message::Tick);
        }
    }

    #[test]
    fn a_moment_lasts_about_a_second(mut model in any_model()) {
        let mut moments = Vec::new();
        for _ in 0..100 {
            model.now_ms += 100;
            moments.push(Moment::of(&model));
        }
        moments.dedup();
        // Ten seconds on at most three clocks that do not tick together, and what is shown for a while.
        assert!(moments.len() <= 35, "{}", moments.len());
        if matches!(model.screen, Screen::Menu(_)) && model.overlay.is_none() {
            assert_eq!(Moment::next_ms(&model), None, "nothing wakes it");
            assert_eq!(moments.len(), 1);
        }
    }
}

/// Where no clock runs, nothing moves and nothing is about to go away.
#[test]
fn nothing_wakes_the_client_on_a_page_or_after_a_match() {
    let mut resting = 0;
    for (name, screen) in SCREENS {
        let model = screen();
        let rests = match &model.screen {
            Screen::Queued { .. } | Screen::Replay(_) => false,
            Screen::Table(play) => {
                play.session.result.is_some() && play.session.happenings.is_empty()
            }
            _ => true,
        };
        if rests {
            assert_eq!(Moment::next_ms(&model), None, "{name}");
            resting += 1;
        }
    }
    assert!(resting > SCREENS.len() / 3, "{resting} of them rest");
}
