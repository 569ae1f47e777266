//! Which names are taken, and in which form.

use proptest::prelude::*;
use versus2048_protocol::name::{MAX_CHARACTERS, MAX_COLUMNS, NameError, PlayerName};

use crate::boards::always;

#[track_caller]
fn check(text: &str, expected: Result<&str, NameError>) {
    let name = PlayerName::new(text);
    assert_eq!(
        name.as_ref().map(PlayerName::as_str),
        expected.as_ref().copied(),
        "{text:?}"
    );
    if let Ok(name) = name {
        assert_eq!(
            PlayerName::new(name.as_str()),
            Ok(name),
            "its normal form is a name"
        );
    }
}

#[track_caller]
fn refused(text: &str) {
    check(text, Err(NameError::Character));
}

#[test]
fn letters_and_digits_of_any_script_are_names() {
    for name in [
        "Ana",
        "a",
        "7",
        "2048",
        "Zoë",
        "Łukasz",
        "Ольга",
        "Αθηνά",
        "نورة",
        "שרה",
        "अनिता",
        "小明",
        "さくら",
        "ケンジ",
        "지민",
        "สมชาย",
        "Հայկ",
        "ნინო",
        "ት",
        "٣٤",
        "５",
        "ǅ",
        "ʻOkina",
        "𝔄𝔫𝔞",
    ] {
        check(name, Ok(name));
    }
}

#[test]
fn joints_stand_between_letters() {
    for name in ["Jean-Luc", "a_b", "J.R.R", "O'Neil", "Ana Bo", "x -_.' y"] {
        check(name, Ok(name));
    }
    for name in [
        "-a", "a-", "_a", "a_", ".a", "a.", "'a", "a'", "-", ".", "a -", "' b",
    ] {
        refused(name);
    }
}

#[test]
fn spaces_are_trimmed_and_folded() {
    check("  Ana  ", Ok("Ana"));
    check("Ana     Bo", Ok("Ana Bo"));
    check(&format!("{0}Ana{0}Bo{0}", " ".repeat(500)), Ok("Ana Bo"));
}

#[test]
fn nothing_is_no_name() {
    for text in ["", " ", "      "] {
        check(text, Err(NameError::Empty));
    }
}

#[test]
fn names_are_composed() {
    check("Zoe\u{308}", Ok("Zoë"));
    check("\u{212B}ngstro\u{308}m", Ok("Ångström"));
    check("\u{1112}\u{1161}\u{11AB}", Ok("한"));
    check("\u{2126}", Ok("Ω"));
}

#[test]
fn a_base_carries_two_marks_at_most() {
    check("q\u{301}\u{302}", Ok("q\u{301}\u{302}"));
    refused("q\u{301}\u{302}\u{303}");
    refused(&format!("q{}", "\u{336}".repeat(50)));
    refused("\u{301}");
    refused("\u{301}a");
    refused("a \u{301}b");
    refused("a-\u{301}");
    check("e\u{301}\u{302}\u{323}", Ok("\u{1eb9}\u{301}\u{302}"));
}

#[test]
fn control_characters_and_escape_sequences_are_out() {
    for control in ('\0'..' ').chain('\u{7f}'..='\u{9f}') {
        refused(&format!("a{control}b"));
        refused(&format!("{control}a"));
    }
    refused("\u{1b}[31mAna");
    refused("Ana\n");
    refused("\tAna");
}

#[test]
fn what_changes_direction_or_shows_nothing_is_out() {
    let invisible = [
        '\u{AD}',
        '\u{34F}',
        '\u{61C}',
        '\u{115F}',
        '\u{1160}',
        '\u{17B4}',
        '\u{17B5}',
        '\u{180B}',
        '\u{180E}',
        '\u{180F}',
        '\u{200B}',
        '\u{200C}',
        '\u{200D}',
        '\u{200E}',
        '\u{200F}',
        '\u{202A}',
        '\u{202B}',
        '\u{202C}',
        '\u{202D}',
        '\u{202E}',
        '\u{2060}',
        '\u{2061}',
        '\u{2064}',
        '\u{2065}',
        '\u{2066}',
        '\u{2067}',
        '\u{2068}',
        '\u{2069}',
        '\u{206F}',
        '\u{3164}',
        '\u{FE00}',
        '\u{FE0E}',
        '\u{FE0F}',
        '\u{FEFF}',
        '\u{FFA0}',
        '\u{FFF0}',
        '\u{FFF9}',
        '\u{13441}',
        '\u{16FE4}',
        '\u{1BCA0}',
        '\u{1D173}',
        '\u{E0001}',
        '\u{E0041}',
        '\u{E0100}',
        '\u{E01EF}',
        '\u{E0FFF}',
    ];
    for character in invisible {
        refused(&format!("a{character}b"));
        refused(&format!("a{character}"));
        refused(&character.to_string());
    }
}

#[test]
fn blanks_that_look_like_a_space_are_out() {
    for blank in [
        '\u{A0}', '\u{1680}', '\u{2000}', '\u{2003}', '\u{2007}', '\u{2009}', '\u{200A}',
        '\u{2028}', '\u{2029}', '\u{202F}', '\u{205F}', '\u{2800}', '\u{3000}',
    ] {
        refused(&format!("a{blank}b"));
        refused(&format!("{blank}a"));
    }
}

#[test]
fn emoji_signs_and_other_characters_are_out() {
    for text in [
        "😀",
        "a😀",
        "👩‍💻",
        "🇩🇪",
        "1\u{20E3}",
        "❤",
        "★",
        "™",
        "€",
        "$",
        "a+b",
        "a/b",
        "a\\b",
        "a\"b",
        "<b>",
        "a@b",
        "a#b",
        "a:b",
        "a,b",
        "a;b",
        "(a)",
        "a’b",
        "a–b",
        "½",
        "②",
        "Ⅷ",
        "\u{E000}",
        "\u{10FFFF}",
        "\u{378}",
    ] {
        refused(text);
    }
}

#[test]
fn letters_without_a_column_combine_like_marks() {
    check("\u{1112}\u{119E}\u{11AB}", Ok("\u{1112}\u{119E}\u{11AB}"));
    refused("\u{119E}");
    refused(&format!("\u{1112}{}", "\u{119E}".repeat(300)));
}

#[test]
fn a_name_has_at_most_20_characters() {
    check(&"a".repeat(20), Ok(&"a".repeat(20)));
    check(&"a".repeat(21), Err(NameError::TooLong));
    let marked = "q\u{301}\u{302}".repeat(20);
    check(&marked, Ok(&marked));
    check(&"q\u{301}\u{302}".repeat(21), Err(NameError::TooLong));
    check(&format!("{} b", "a".repeat(19)), Err(NameError::TooLong));
}

#[test]
fn a_name_has_at_most_24_columns() {
    check(&"明".repeat(12), Ok(&"明".repeat(12)));
    check(&"明".repeat(13), Err(NameError::TooLong));
    check(&format!("{}a", "明".repeat(12)), Err(NameError::TooLong));
    let mixed = format!("{}{}", "明".repeat(11), "ab");
    check(&mixed, Ok(&mixed));
}

#[test]
fn any_text_is_taken_or_refused() {
    let text = prop_oneof![
        any::<String>(),
        "[\\p{L}\\p{N}\\p{M} '._-]{0,30}",
        "[\u{1100}-\u{11ff}\u{300}-\u{36f} a-z]{0,80}",
    ];
    always(5000, text, |text| {
        let Ok(name) = PlayerName::new(&text) else {
            return;
        };
        assert_eq!(PlayerName::new(name.as_str()), Ok(name.clone()));
        let longest = (MAX_CHARACTERS + MAX_COLUMNS) * 3;
        assert!(
            (1..=longest).contains(&name.as_str().chars().count()),
            "{name}"
        );
        assert!(
            !name
                .as_str()
                .contains(|c: char| c.is_control() || (c.is_whitespace() && c != ' '))
        );
    });
}
