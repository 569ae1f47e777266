//! Whatever a server says, in any order: nothing panics, and nothing but characters is drawn.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use ratatui::buffer::Buffer;
use serde_json::{Value, json};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::decode_server;

use crate::message::{Action, Controller, Message, NetworkEvent};
use crate::model::{Goal, Lang, Model, Screen};
use crate::update::update;
use crate::view::Moment;
use crate::view::tests::drawn;
use crate::view::tests::fixtures::boards::snapshot;
use crate::view::tests::fixtures::model;

const SIZES: [(u16, u16); 4] = [(20, 6), (40, 20), (80, 24), (200, 60)];

/// As far as the clock of a client ever comes; no server has a say in it.
const MAX_LATER_MS: u64 = 400 * 24 * 3600 * 1000;

/// Texts that want to do something to a terminal, and texts of any kind.
fn any_text() -> impl Strategy<Value = String> {
    let nasty = select(vec![
        "\u{1b}[2J\u{1b}]0;title\u{7}",
        "\u{9b}31m",
        "\u{202e}evil\u{2066}",
        "a\u{200d}\u{200b}\u{feff}b",
        "e\u{301}\u{301}\u{301}\u{301}\u{301}",
        "👩‍👩‍👧‍👦🇨🇳",
        "王小明王小明王小明王小明王小明",
        "\r\n\t\u{8}\u{0}",
        "\u{e0041}\u{fff9}\u{2028}",
    ]);
    prop_oneof![
        2 => nasty.prop_map(str::to_owned),
        1 => ".{0,40}",
        1 => any::<String>(),
        1 => Just("W".repeat(5000)),
    ]
}

fn any_number() -> impl Strategy<Value = u64> {
    prop_oneof![
        select(vec![0, 1, 2, 94, 95, 81, 82, u64::from(u32::MAX), u64::MAX]),
        any::<u64>()
    ]
}

/// Tiles of a board that mostly has the size of the fixtures.
fn any_rows() -> impl Strategy<Value = Value> {
    let side = || prop_oneof![6 => Just(4_usize), 1 => 0..=9_usize];
    let tile = prop_oneof![
        4 => (0..=52_u32).prop_map(|exponent| json!(if exponent == 0 { 0 } else { 1_u64 << exponent })),
        1 => Just(json!(3)).boxed(),
    ];
    (
        side(),
        side(),
        prop_oneof![9 => Just(None), 1 => tile.prop_map(Some)],
    )
        .prop_map(|(rows, cols, odd)| {
            let mut board = vec![vec![json!(2); cols]; rows];
            if let (Some(odd), Some(cell)) =
                (odd, board.first_mut().and_then(|row| row.first_mut()))
            {
                *cell = odd;
            }
            json!(board)
        })
}

/// A value for any field.
fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        any_text().prop_map(Value::from),
        any_number().prop_map(Value::from),
        any_rows(),
        select(vec![
            Value::Null,
            json!(true),
            json!(-1),
            json!(0.5),
            json!([]),
            json!({}),
            json!("waiting"),
            json!("ready"),
            json!("countdown"),
            json!("playing"),
            json!("paused"),
            json!("over"),
            json!("stuck"),
            json!("reached"),
            json!("left"),
            json!("shutdown"),
            json!("resigned"),
            json!("aborted"),
            json!("rate_limited"),
            json!({"rows": 8, "cols": 8}),
            json!({"rows": 2, "time_limit_s": 10}),
            json!([null, null]),
            json!("00000000-0000-0000-0000-000000000000"),
        ])
    ]
}

/// One message of each kind as a server may say it.
fn messages() -> Vec<Value> {
    let series = json!({"game": 3, "wins": [2, 0], "draws": 0});
    let over = json!({
        "type": "over", "id": "01939d4e-0000-7000-8000-000000000001", "winner": 0,
        "reason": "stuck", "scores": [1284, 1072], "series": series, "secret": "00".repeat(32),
        "nonces": ["", "00"], "seed": "11".repeat(32),
    });
    let mut game = snapshot();
    game["type"] = json!("match");
    let mut waiting = game.clone();
    waiting["phase"] = json!("waiting");
    waiting["players"][1] = Value::Null;
    waiting["boards"] = Value::Null;
    let mut ended = game.clone();
    ended["phase"] = json!("over");
    ended["result"] = over.clone();
    let table = json!({
        "code": "K7QX4M", "phase": "waiting", "names": ["Ana", null], "options": {}, "watching": 2,
    });
    vec![
        waiting,
        ended,
        json!({
            "type": "board", "seat": 0, "turn": 95, "rows": game["boards"][0]["rows"],
            "score": 1284, "status": "playing", "at_ms": 78_000,
            "moved": {"dir": "left", "gained": 0, "spawn": {"row": 0, "col": 1, "value": 2}},
        }),
        game,
        over,
        json!({"type": "rejected", "turn": 94, "dir": "left", "reason": "stale"}),
        json!({"type": "queued", "options": {}}),
        json!({"type": "unqueued"}),
        json!({"type": "presence", "seat": 1, "connected": false, "forfeit_in_ms": 45_000}),
        json!({"type": "audience", "watching": 1}),
        json!({"type": "rematch_offered", "seat": 1}),
        json!({"type": "left", "code": "K7QX4M"}),
        json!({"type": "emote", "seat": 1, "kind": "wow"}),
        json!({"type": "matches", "matches": [table.clone(), table]}),
        json!({"type": "closed", "code": "K7QX4M", "reason": "left"}),
        json!({"type": "error", "code": "internal", "message": "a fault"}),
        json!({"type": "error", "code": "rate_limited", "message": "slowly"}),
        json!({"type": "from_the_future"}),
    ]
}

/// A message in which some of the values, however deep, are others.
fn any_message() -> impl Strategy<Value = String> {
    let changes = vec((any::<prop::sample::Index>(), any_value()), 0..4);
    (select(messages()), changes).prop_map(|(mut message, changes)| {
        for (place, value) in changes {
            let paths = paths(&message);
            let path = &paths[place.index(paths.len())];
            if let Some(found) = message.pointer_mut(path) {
                *found = value;
            }
        }
        message.to_string()
    })
}

/// Where the values of a message are, itself left out.
fn paths(value: &Value) -> Vec<String> {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, it)| (name.clone(), it)).collect(),
        Value::Array(items) => (0..)
            .map(|number: usize| number.to_string())
            .zip(items)
            .collect(),
        _ => Vec::new(),
    };
    let deeper = children.into_iter().flat_map(|(name, value)| {
        let inner = paths(value).into_iter();
        let inner: Vec<_> = inner.map(|path| format!("/{name}{path}")).collect();
        [vec![format!("/{name}")], inner].concat()
    });
    deeper.collect()
}

/// Something that happens.
#[derive(Clone, Debug)]
enum Step {
    Heard(String),
    Other(Message),
    Later(u64),
}

fn any_step() -> impl Strategy<Value = Step> {
    let other = select(vec![
        Message::Network(NetworkEvent::Welcomed { seated: None }),
        Message::Network(NetworkEvent::Welcomed {
            seated: "K7QX4M".parse().ok(),
        }),
        Message::Network(NetworkEvent::Lost {
            attempt: u32::MAX,
            retry_in_ms: u64::MAX,
        }),
        Message::Network(NetworkEvent::RoundTrip { rtt_ms: u32::MAX }),
        Message::Action(Action::Move(Controller::Arrows, Direction::Left)),
        Message::Action(Action::Yes),
        Message::Action(Action::Back),
        Message::Action(Action::Submit),
        Message::Action(Action::Emotes),
        Message::Action(Action::Again),
        Message::Tick,
    ]);
    prop_oneof![
        6 => any_message().prop_map(Step::Heard),
        1 => other.prop_map(Step::Other),
        1 => any_number().prop_map(|by_ms| Step::Later(by_ms % MAX_LATER_MS)),
    ]
}

fn take(model: &mut Model, step: Step) {
    let message = match step {
        Step::Later(by_ms) => {
            model.now_ms = model.now_ms.saturating_add(by_ms);
            Message::Tick
        }
        Step::Other(message) => message,
        Step::Heard(text) => match decode_server(&text) {
            Ok(message) => Message::Server(Box::new(message)),
            Err(_) => return,
        },
    };
    update(model, message);
}

/// A client that has connected and wants something.
fn connected(goal: Goal) -> Model {
    let mut model = model(Screen::Connecting {
        server: "ws://\u{1b}[2J:1".to_owned(),
        due_ms: None,
    });
    model.goal = Some(goal);
    update(
        &mut model,
        Message::Network(NetworkEvent::Welcomed { seated: None }),
    );
    model
}

#[track_caller]
fn assert_only_characters(buffer: &Buffer) {
    for symbol in buffer.content.iter().map(ratatui::buffer::Cell::symbol) {
        let is_shown = |character: char| {
            !matches!(
                character.general_category(),
                GeneralCategory::Control
                    | GeneralCategory::Format
                    | GeneralCategory::LineSeparator
                    | GeneralCategory::ParagraphSeparator
                    | GeneralCategory::PrivateUse
                    | GeneralCategory::Unassigned
            )
        };
        assert!(symbol.chars().all(is_shown), "{symbol:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_server_says_is_drawn_as_characters(steps in vec(any_step(), 1..12), size in select(&SIZES[..]), is_chinese: bool) {
        let goals = [Goal::List, Goal::Create { options: Options::default(), listed: true }];
        for goal in goals {
            let mut model = connected(goal);
            model.settings.lang = if is_chinese { Lang::Zh } else { Lang::En };
            for step in &steps {
                take(&mut model, step.clone());
                assert_only_characters(&drawn(&model, size));
                let next_ms = Moment::next_ms(&model);
                assert!(next_ms.is_none_or(|next_ms| next_ms >= model.now_ms), "{next_ms:?}");
            }
        }
    }
}
