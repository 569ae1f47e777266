//! Lines of arguments that mean nothing, and what is said to them.

use super::*;

#[track_caller]
fn check_refusals(lines: &[&str], sentence: &str) {
    for line in lines {
        check_refusal(line, sentence);
    }
}

#[track_caller]
fn check_refusal(line: &str, sentence: &str) {
    let words = ["versus2048"].into_iter().chain(line.split_whitespace());
    let refused = Cli::read(words, Lang::En).map(drop).expect_err(line);
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

/// What is said in both languages of lines that are wrong.
#[track_caller]
fn check_told(rows: &[(&str, &str, &str)]) {
    for (line, english, chinese) in rows {
        for (lang, sentence) in [(Lang::En, english), (Lang::Zh, chinese)] {
            let words = ["versus2048"].into_iter().chain(line.split_whitespace());
            let error = Cli::read(words, lang).map(drop).expect_err(line);
            assert_eq!(error.exit_code(), 2, "{line}");
            let told = text::usage_error(lang, error);
            assert!(told.contains(sentence), "{line} gave {told}");
        }
    }
}

#[test]
fn lines_that_are_put_together_wrongly_are_told_in_both_languages() {
    check_told(&[
        ("fly", "unrecognized subcommand 'fly'", "没有命令“fly”"),
        ("hst", "exist: 'list', 'host'", "是否想用 list、host？"),
        (
            "host --fly",
            "unexpected argument '--fly' found",
            "这里不能用“--fly”",
        ),
        ("host --nam Ana", "exists: '--name'", "是否想用 --name？"),
        (
            "--rows 4 host",
            "'host --rows' exists",
            "是否想用 host --rows？",
        ),
        ("join K7QX4M b", "unexpected argument 'b'", "这里不能用“b”"),
        (
            "watch",
            "Usage: versus2048 watch <CODE>",
            "用法：versus2048 watch [选项] <代码>",
        ),
        ("watch", "were not provided:\n  <CODE>", "缺少 <代码>"),
        (
            "host --rows",
            "'--rows <ROWS>' but none",
            "--rows <行数> 后面需要一个值",
        ),
        (
            "host --keys",
            "values: wasd, zqsd, vim",
            "--keys <字母键> 后面需要一个值；可用 wasd、zqsd、vim",
        ),
        (
            "--theme coool",
            "invalid value 'coool'",
            "--theme <配色> 不能是“coool”；可用 classic、cool、",
        ),
        ("--theme coool", "exists: 'cool'", "是否想用 cool？"),
        (
            "host --private=yes",
            "unexpected value 'yes'",
            "--private 后面多出了“yes”",
        ),
        (
            "solo --rows 4 --rows 5",
            "multiple times",
            "--rows <行数> 只能用一次",
        ),
        (
            "local --names Ana",
            "but 1 was provided",
            "--names <左> <右> 后面需要 2 个值，现在有 1 个",
        ),
    ]);
}

#[test]
fn values_that_are_none_are_told_in_both_languages() {
    check_told(&[
        (
            "host --rows 99",
            "a board has 2 to 8 rows",
            "--rows <行数> 不能是“99”：棋盘的行数和列数是 2 到 8",
        ),
        (
            "solo --target 7",
            "a power of two",
            "目标是 8 到 131072 之间的 2 的幂，或 none",
        ),
        (
            "solo --time-limit 5m",
            "10 to 3600 seconds",
            "时限是 10 到 3600 秒，或 none",
        ),
        (
            "solo --four-permille x",
            "0 to 1000",
            "每 1000 个新方块中可以有 0 到 1000 个 4",
        ),
        (
            "local --countdown 11",
            "0 to 10 seconds",
            "倒计时是 0 到 10 秒",
        ),
        (
            "host --listen 2048",
            "it is ADDR:PORT",
            "应写成 地址:端口，如 0.0.0.0:2049",
        ),
        (
            "solo --secret 00",
            "64 lower-case",
            "应为 64 位十六进制数字",
        ),
        ("--name a@b", "the name has", "名字只能用文字和数字"),
        (
            "local --names a@b Bo",
            "the name has",
            "名字只能用文字和数字",
        ),
        (
            "join K7QX4",
            "this has 5",
            "代码是六个字母或数字，如 K7QX4M；现在有 5 个",
        ),
        (
            "list --server a:99999",
            "from 1 to 65535",
            "端口是 1 到 65535 的数字",
        ),
    ]);
}

#[test]
fn what_is_wrong_never_steers_the_terminal() {
    for lang in Lang::ALL {
        for line in [
            "\u{1b}[2J",
            "--name \u{1b}[2J",
            "--\u{1b}[2J",
            "host --rows \u{1b}[2J",
        ] {
            let words = ["versus2048"].into_iter().chain(line.split_whitespace());
            let error = Cli::read(words, lang).map(drop).expect_err(line);
            let told = text::usage_error(lang, error);
            assert!(!told.contains('\u{1b}'), "{told:?}");
        }
    }
}

#[test]
fn the_language_is_known_however_wrong_the_words_are() {
    let lang = |line: &str, file: Option<Lang>, locale: &'static str| {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let mut found = SettingsFile::default();
        found.settings.lang = file;
        lang_of(&words, &found, |name| {
            (name == "LANG").then(|| locale.to_owned())
        })
    };
    let (en, zh) = ("en_US.UTF-8", "zh_CN.UTF-8");
    assert_eq!(lang("versus2048 fly", None, en), Lang::En);
    assert_eq!(lang("versus2048 fly", None, zh), Lang::Zh);
    assert_eq!(lang("versus2048 fly", Some(Lang::Zh), en), Lang::Zh);
    assert_eq!(lang("versus2048 fly --lang zh", None, en), Lang::Zh);
    assert_eq!(
        lang("versus2048 --lang=en fly", Some(Lang::Zh), zh),
        Lang::En
    );
    assert_eq!(lang("versus2048 host --lang de", None, zh), Lang::Zh);
    assert_eq!(lang("versus2048 host --lang", None, zh), Lang::Zh);
    assert_eq!(lang("versus2048 join -- --lang zh", None, en), Lang::En);
}
