//! The JSON Schema of the messages.

use serde_json::{Value, json};
use versus2048_protocol::wire::schema::schema;

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
