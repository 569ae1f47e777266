//! Numbers, clocks and sentences of both languages.

use std::collections::BTreeSet;

use super::*;
use crate::unreached::Unreached;

#[test]
fn thousands_stand_apart() {
    let numbers = [0, 999, 1000, 20_480, 1_234_567].map(number);
    assert_eq!(numbers, ["0", "999", "1 000", "20 480", "1 234 567"]);
}

#[test]
fn a_capital_never_stands_behind_a_colon() {
    let line = |texts: [&str; 2]| in_a_line(&texts.map(str::to_owned));
    assert_eq!(
        line(["Table K7QX4M is closed", "A player has left it."]),
        "Table K7QX4M is closed. A player has left it."
    );
    assert_eq!(line(["Can't host", "in use"]), "Can't host: in use");
    assert_eq!(line(["无法启动服务器", "In use"]), "无法启动服务器：In use");
}

#[test]
fn clocks_round_so_that_zero_is_the_end() {
    assert_eq!(
        [0, 1, 999, 1000, 61_001].map(left),
        ["0:00", "0:01", "0:01", "0:01", "1:02"]
    );
    assert_eq!([0, 999, 61_999].map(passed), ["0:00", "0:00", "1:01"]);
    assert_eq!(passed(3_723_000), "1:02:03");
}

#[test]
fn what_a_server_refused_is_said_once() {
    let refused = |code, message: &str| {
        let message = message.to_owned();
        of(Lang::En)
            .notice(&Notice::Refused { code, message })
            .join(": ")
    };
    assert_eq!(
        refused(ErrorCode::NoSuchMatch, "no match has this code"),
        "There is no match with this code"
    );
    assert_eq!(
        refused(ErrorCode::Internal, "the disk is gone"),
        "The server made a mistake: the disk is gone"
    );
}

#[test]
fn who_is_not_answered_is_told_why_and_what_to_try() {
    let causes = [
        (Unreached::UnknownHost, "ws://pluto:9"),
        (Unreached::Refused, "ws://host:9"),
        (Unreached::Refused, "ws://127.0.0.1:9"),
        (Unreached::NoWay, "ws://host:9"),
        (Unreached::TimedOut, "ws://host:9"),
        (Unreached::Broken, "ws://host:9"),
    ];
    for lang in Lang::ALL {
        let said: BTreeSet<Vec<String>> = causes
            .into_iter()
            .map(|(why, server)| {
                let server = server.to_owned();
                of(lang).notice(&Notice::Unreachable { server, why })
            })
            .collect();
        assert_eq!(said.len(), causes.len(), "each has sentences of its own");
        for texts in said {
            // Whoever came by the menu knows no flags.
            assert!(texts.iter().all(|text| !text.contains("--")), "{texts:?}");
            let names_it = ["pluto", "host", "127.0.0.1:9"].map(|it| texts[0].contains(it));
            assert!(names_it.contains(&true), "{texts:?}");
        }
    }
}

#[test]
fn the_locale_says_the_language() {
    let locale = |pairs: &'static [(&str, &str)]| {
        detect_lang(|name| {
            let found = pairs.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    };
    assert_eq!(locale(&[]), Lang::En);
    assert_eq!(locale(&[("LANG", "zh_CN.UTF-8")]), Lang::Zh);
    assert_eq!(
        locale(&[("LC_ALL", "en_US.UTF-8"), ("LANG", "zh_CN.UTF-8")]),
        Lang::En
    );
    assert_eq!(
        locale(&[("LC_ALL", ""), ("LC_MESSAGES", "zh_TW")]),
        Lang::Zh
    );
    assert_eq!(locale(&[("LANG", "C")]), Lang::En);
}
