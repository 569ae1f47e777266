//! Lines of arguments that mean nothing, and what is said to them.

use super::Cli;

#[track_caller]
fn check_refusals(lines: &[&str], sentence: &str) {
    for line in lines {
        check_refusal(line, sentence);
    }
}

#[track_caller]
fn check_refusal(line: &str, sentence: &str) {
    let words = ["versus2048"].into_iter().chain(line.split_whitespace());
    let refused = Cli::read(words).map(drop).expect_err(line);
    let message = refused.to_string();
    assert!(message.contains(sentence), "{line} gave {message:?}");
    assert_eq!(refused.exit_code(), 2, "{line}");
}

/// Every flag that takes a value, and every argument, with values that are none.
#[test]
fn a_refused_value_is_explained_by_a_sentence() {
    for (lines, sentence) in [
        (
            &[
                "host --rows 1",
                "host --rows abc",
                "host --rows=-3",
                "solo --cols 9",
                "quick --cols 4.0",
            ][..],
            "a board has 2 to 8 rows and columns",
        ),
        (
            &[
                "host --target 1000",
                "host --target 4",
                "solo --target 262144",
                "local --target x",
            ],
            "a target is a power of two from 8 to 131072, or `none`",
        ),
        (
            &[
                "host --time-limit 9",
                "solo --time-limit 3601",
                "local --time-limit 5m",
            ],
            "a time limit is 10 to 3600 seconds, or `none`",
        ),
        (
            &["host --countdown 11", "create --countdown x"],
            "a countdown is 0 to 10 seconds",
        ),
        (
            &["host --four-permille 1001", "quick --four-permille 10%"],
            "0 to 1000",
        ),
        (&["host --tiles same"], "mirrored, independent"),
        (&["host --scoring best"], "merges, sum"),
        (
            &[
                "host --listen foo",
                "host --listen 0.0.0.0:70000",
                "host --listen 2048",
            ],
            "ADDR:PORT, as 0.0.0.0:2049",
        ),
        (&["local --secret 00", "solo --secret zz"], "64"),
        (
            &["join ABC", "watch K7QX4"],
            "a code has six digits or letters",
        ),
        (
            &["join host:70000/K7QX4M", "list --server host:70000"],
            "a port is a number from 1 to 65535",
        ),
        (&["--keys dvorak", "local --keys qwerty"], "wasd, zqsd, vim"),
        (
            &["--theme dark"],
            "classic, cool, contrast, deuteranopia, mono",
        ),
        (&["--lang de"], "en, zh"),
        (&["completions csh", "completions tcsh"], "bash, zsh, fish"),
        (&["--name \u{1b}", "--name a@b", "--name ''"], "name"),
    ] {
        check_refusals(lines, sentence);
    }
}

#[test]
fn a_line_that_is_put_together_wrongly_is_explained_by_a_sentence() {
    for (lines, sentence) in [
        (
            &["watch", "replay", "verify", "completions"][..],
            "required arguments were not provided",
        ),
        (&["fly", "play"], "unrecognized subcommand"),
        (
            &["solo --tiles mirrored", "list --rows 4", "--flip"],
            "unexpected argument",
        ),
        (&["join K7QX4M K7QX4M"], "unexpected argument"),
        (&["host --rows", "--name"], "a value is required"),
        (&["host --rows 4 --rows 5"], "cannot be used multiple times"),
    ] {
        check_refusals(lines, sentence);
    }
}
