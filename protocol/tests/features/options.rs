//! What a match may be set to.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use versus2048_protocol::game::{BySeat, Input, Seat};
use versus2048_protocol::rules::{Options, Scoring, TileSource};

use crate::boards::always;
use crate::play::{Play, SECRET};

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => panic!("{other} is no object"),
    }
}

#[track_caller]
fn accepted(field: &str, value: impl Into<Value>) {
    let value = value.into();
    let asked = fields(json!({ field: value }));
    let options = Options::from_json(&asked).expect("the value is in range");
    let complete = serde_json::to_value(options).unwrap();
    assert_eq!(complete[field], value);
}

#[track_caller]
fn refused(field: &str, value: &Value, range: &str) {
    let error = Options::from_json(&fields(json!({ field: value }))).expect_err("out of range");
    assert_eq!(
        (error.field, error.value.as_str()),
        (field, value.to_string().as_str())
    );
    assert_eq!(
        error.to_string(),
        format!("the option {field} is {value}, but must be {range}")
    );
}

#[test]
fn what_is_left_out_has_the_values_of_the_contract() {
    let complete = r#"{"rows":4,"cols":4,"target":2048,"time_limit_s":null,"four_permille":100,"tiles":"mirrored","scoring":"merges","countdown_s":3,"watchable":true}"#;
    let options = Options::from_json(&Map::new()).unwrap();
    assert_eq!(options, Options::default());
    assert_eq!(serde_json::to_string(&options).unwrap(), complete);
    assert_eq!(serde_json::from_str::<Options>(complete).unwrap(), options);
}

#[test]
fn unknown_options_are_ignored() {
    let asked = json!({"rows": 5, "colour": "red", "Rows": 9, "target ": [1]});
    let options = Options::from_json(&fields(asked)).unwrap();
    assert_eq!(
        options,
        Options {
            rows: 5,
            ..Options::default()
        }
    );
}

#[test]
fn sides_are_2_to_8() {
    for field in ["rows", "cols"] {
        (2..=8).for_each(|side| accepted(field, side));
        for value in wrong_numbers().into_iter().chain([
            json!(0),
            json!(1),
            json!(9),
            json!(258),
            Value::Null,
        ]) {
            refused(field, &value, "a whole number from 2 to 8");
        }
    }
}

#[test]
fn a_target_is_a_power_of_two_from_8_to_131072_or_null() {
    (3..=17).for_each(|exponent| accepted("target", 1_u64 << exponent));
    accepted("target", Value::Null);
    let wrong = [0, 1, 2, 4, 7, 9, 12, 131_071, 262_144, 1_u64 << 63].map(Value::from);
    for value in wrong_numbers().into_iter().chain(wrong) {
        refused("target", &value, "a power of two from 8 to 131072, or null");
    }
}

#[test]
fn a_time_limit_is_10_to_3600_seconds_or_null() {
    for value in [json!(10), json!(11), json!(3600), Value::Null] {
        accepted("time_limit_s", value);
    }
    for value in wrong_numbers()
        .into_iter()
        .chain([json!(0), json!(9), json!(3601)])
    {
        refused(
            "time_limit_s",
            &value,
            "a whole number from 10 to 3600, or null",
        );
    }
}

#[test]
fn the_chance_of_a_four_is_0_to_1000_permille() {
    for value in [0, 1, 250, 1000] {
        accepted("four_permille", value);
    }
    for value in wrong_numbers()
        .into_iter()
        .chain([json!(1001), json!(65_536), Value::Null])
    {
        refused("four_permille", &value, "a whole number from 0 to 1000");
    }
}

#[test]
fn a_countdown_is_0_to_10_seconds() {
    (0..=10).for_each(|seconds| accepted("countdown_s", seconds));
    for value in wrong_numbers()
        .into_iter()
        .chain([json!(11), json!(256), Value::Null])
    {
        refused("countdown_s", &value, "a whole number from 0 to 10");
    }
}

#[test]
fn named_options_take_their_names_alone() {
    let wrong = |name: &str| {
        [
            json!(""),
            json!(name.to_uppercase()),
            json!({name: null}),
            json!([name]),
            json!(0),
            Value::Null,
        ]
    };
    for name in ["mirrored", "independent"] {
        accepted("tiles", name);
        for value in wrong(name) {
            refused("tiles", &value, "\"mirrored\" or \"independent\"");
        }
    }
    for name in ["merges", "sum"] {
        accepted("scoring", name);
        for value in wrong(name) {
            refused("scoring", &value, "\"merges\" or \"sum\"");
        }
    }
}

#[test]
fn watchable_is_true_or_false() {
    accepted("watchable", true);
    accepted("watchable", false);
    for value in [json!(0), json!("true"), json!([]), json!({}), Value::Null] {
        refused("watchable", &value, "true or false");
    }
}

#[test]
fn a_long_wrong_value_is_cut() {
    let asked = fields(json!({"tiles": "é".repeat(1000)}));
    let error = Options::from_json(&asked).unwrap_err();
    assert_eq!(error.value, format!("\"{}…", "é".repeat(39)));
}

#[test]
fn any_value_at_all_is_taken_or_refused() {
    let value = prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        "\\PC*".prop_map(Value::from),
        Just(Value::Null),
    ];
    let names: Vec<String> = fields(serde_json::to_value(Options::default()).unwrap())
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let asked = prop::collection::btree_map(prop::sample::select(names), value, 0..9);
    always(2000, asked, |asked| {
        let asked: Map<String, Value> = asked.into_iter().collect();
        match Options::from_json(&asked) {
            Ok(options) => {
                let complete = serde_json::to_value(options).unwrap();
                for (name, value) in &asked {
                    assert_eq!(complete[name], *value);
                }
            }
            Err(error) => assert_eq!(error.value.is_empty(), !asked.contains_key(error.field)),
        }
    });
}

#[test]
fn every_option_reaches_both_boards() {
    let options = Options {
        rows: 3,
        cols: 7,
        four_permille: 1000,
        tiles: TileSource::Mirrored,
        scoring: Scoring::Sum,
        ..Options::default()
    };
    let mut play = Play::made(options, SECRET);
    let nonce = "0a".parse().unwrap();
    play.happens(Input::Begin {
        nonces: BySeat([nonce, "0b".parse().unwrap()]),
    });
    let boards = play.boards();
    for state in &boards {
        assert_eq!((state.board.rows(), state.board.cols()), (3, 7));
        assert_eq!(
            (state.board.best_tile(), state.board.sum(), state.score),
            (4, 8, 8)
        );
    }
    assert_eq!(boards[Seat::Zero], boards[Seat::One]);
}

/// Values that no option with a number takes.
fn wrong_numbers() -> Vec<Value> {
    vec![
        json!(-1),
        json!(8.0),
        json!(8.5),
        json!(1e300),
        json!(u64::MAX),
        json!("8"),
        json!(""),
        json!(true),
        json!([8]),
        json!({"8": 8}),
    ]
}
