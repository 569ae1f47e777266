//! The JSON Schema of the messages.

use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::{Value, json};
use versus2048_protocol::wire::schema::schema;
use versus2048_protocol::wire::{CloseCode, Emote, ErrorCode, Phase, RejectedReason};

#[track_caller]
fn messages(direction: &str) -> Vec<(String, Value)> {
    let schema = schema();
    let variants = schema[direction]["oneOf"]
        .as_array()
        .expect("one of the messages")
        .clone();
    let name = |variant: &Value| {
        variant["properties"]["type"]["const"]
            .as_str()
            .map(str::to_owned)
    };
    variants
        .into_iter()
        .map(|variant| (name(&variant).expect("a message has its type"), variant))
        .collect()
}

#[track_caller]
fn check_types(direction: &str, expected: &[&str]) {
    let types: Vec<String> = messages(direction)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(types, expected);
}

#[test]
fn every_message_of_a_client_is_there() {
    check_types(
        "client",
        &[
            "hello", "create", "join", "watch", "queue", "unqueue", "ready", "move", "resign",
            "rematch", "leave", "emote", "list", "ping",
        ],
    );
}

#[test]
fn every_message_of_the_server_is_there() {
    check_types(
        "server",
        &[
            "welcome",
            "error",
            "match",
            "board",
            "rejected",
            "queued",
            "unqueued",
            "presence",
            "audience",
            "rematch_offered",
            "left",
            "emote",
            "matches",
            "pong",
            "over",
            "closed",
        ],
    );
}

#[test]
fn fields_are_required_where_they_are() {
    let required = |direction, wanted: &str| {
        let found = messages(direction)
            .into_iter()
            .find(|(name, _)| name == wanted);
        found.map(|(_, message)| message["required"].clone())
    };
    assert_eq!(
        required("client", "hello"),
        Some(json!(["type", "protocol", "name"]))
    );
    assert_eq!(required("client", "create"), Some(json!(["type"])));
    assert_eq!(
        required("client", "move"),
        Some(json!(["type", "turn", "dir"]))
    );
    assert_eq!(
        required("server", "error"),
        Some(json!(["type", "code", "message"]))
    );
}

#[test]
fn messages_may_carry_an_id_and_answers_carry_it_back() {
    for (direction, field) in [("client", "id"), ("server", "re")] {
        for (name, message) in messages(direction) {
            assert!(message["properties"][field].is_object(), "{name}");
        }
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let schema = schema();
    for direction in ["client", "server"] {
        let mut references = Vec::new();
        collect_references(&schema[direction], &mut references);
        assert!(!references.is_empty());
        for reference in references {
            let pointer = reference
                .strip_prefix('#')
                .expect("it points into this schema");
            assert!(schema[direction].pointer(pointer).is_some(), "{reference}");
        }
    }
}

fn collect_references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(
                fields
                    .get("$ref")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
            fields
                .values()
                .for_each(|value| collect_references(value, found));
        }
        Value::Array(values) => values
            .iter()
            .for_each(|value| collect_references(value, found)),
        _ => {}
    }
}

#[track_caller]
fn check_all<T: JsonSchema + Serialize>(all: &[T]) {
    let schema = schema_for!(T);
    let cases = schema.get("oneOf").and_then(Value::as_array);
    let names: Vec<&Value> = cases
        .expect("one of the cases")
        .iter()
        .map(|case| &case["const"])
        .collect();
    assert_eq!(json!(all), json!(names));
}

#[test]
fn every_case_is_in_the_list_of_all() {
    check_all(&Emote::ALL);
    check_all(&Phase::ALL);
    check_all(&RejectedReason::ALL);
    check_all(&ErrorCode::ALL);
}

#[test]
fn every_close_code_of_the_contract_is_in_the_list_of_all() {
    let page = include_str!("../../../docs/protocol.md");
    let (_, section) = page.split_once("### Close codes").expect("a section");
    let (section, _) = section.split_once("\n#").expect("its end");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| "));
    let codes: Vec<u16> = rows
        .filter_map(|row| row.split(" |").next()?.parse().ok())
        .collect();
    assert_eq!(CloseCode::ALL.map(CloseCode::number).to_vec(), codes);
}
