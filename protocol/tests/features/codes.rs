//! The codes of tables.

use proptest::prelude::*;
use versus2048_protocol::wire::{CloseCode, Code, UnknownCode};

use crate::boards::always;

const ALPHABET: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

#[track_caller]
fn check(text: &str, expected: Result<&str, UnknownCode>) {
    let code = text.parse::<Code>();
    assert_eq!(
        code.as_ref().map(Code::as_str),
        expected.as_ref().copied(),
        "{text:?}"
    );
}

#[test]
fn codes_survive_being_read_aloud() {
    check("K7QX4M", Ok("K7QX4M"));
    check("k7qx4m", Ok("K7QX4M"));
    check("OoIiLl", Ok("001111"));
    check("0Zz9aA", Ok("0ZZ9AA"));
}

#[test]
fn other_texts_are_no_codes() {
    for text in [
        "",
        "K7QX4",
        "K7QX4MM",
        " K7QX4M",
        "K7QX4M ",
        "K7QX 4",
        "K7QX4U",
        "u00000",
        "K7QX4-",
        "K7QX4é",
        "ééé",
        "Ｋ7QX",
        "\0\0\0\0\0\0",
        "K7QX4\u{131}",
    ] {
        check(text, Err(UnknownCode));
    }
}

#[test]
fn every_number_makes_a_code() {
    always(500, any::<u32>(), |bits| {
        let code = Code::from_bits(bits);
        assert!(
            code.as_str()
                .chars()
                .all(|character| ALPHABET.contains(character))
        );
        assert_eq!(code.to_string().parse(), Ok(code));
        assert_eq!(code.to_string().to_lowercase().parse(), Ok(code));
        assert_eq!(code, Code::from_bits(bits & 0x3fff_ffff), "30 bits make it");
        let json = serde_json::to_string(&code).unwrap();
        assert_eq!(json, format!("\"{code}\""));
        assert_eq!(serde_json::from_str::<Code>(&json).unwrap(), code);
    });
}

#[test]
fn every_character_of_a_code_counts() {
    let codes =
        (0..6).flat_map(|place| (1..32).map(move |index| Code::from_bits(index << (5 * place))));
    let mut codes: Vec<Code> = codes.chain([Code::from_bits(0)]).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), 6 * 31 + 1);
}

#[test]
fn any_text_is_taken_or_refused() {
    always(2000, prop_oneof!["\\PC{0,8}", "[0-9a-zA-Z]{6}"], |text| {
        let takes = |character: char| ALPHABET.contains(character) || "OIL".contains(character);
        let known = text.len() == 6 && text.to_ascii_uppercase().chars().all(takes);
        assert_eq!(text.parse::<Code>().is_ok(), known, "{text:?}");
    });
}

#[test]
fn close_codes_are_those_of_the_contract() {
    let numbers = [
        (CloseCode::Done, 1000),
        (CloseCode::BadFraming, 1002),
        (CloseCode::Binary, 1003),
        (CloseCode::NotUtf8, 1007),
        (CloseCode::BadMessages, 1008),
        (CloseCode::TooBig, 1009),
        (CloseCode::Restart, 1012),
        (CloseCode::NoHello, 4000),
        (CloseCode::Replaced, 4001),
        (CloseCode::UnsupportedProtocol, 4002),
        (CloseCode::TooSlow, 4003),
        (CloseCode::Flooding, 4008),
    ];
    for (code, number) in numbers {
        assert_eq!(code.number(), number);
        assert!(
            (1..=123).contains(&code.reason().len()),
            "a reason fits a close frame"
        );
    }
}
