//! What is said of wrong values, wherever they stand.

use super::*;

/// Files, and what is said of each.
const FILES: &[(&str, &str)] = &[
    (
        "max_tables = 0",
        "FILE:1: max_tables is 0; it takes a whole number from 1 to 1000000",
    ),
    (
        "\n\nmax_tables = -1",
        "FILE:3: max_tables is -1; it takes a whole number from 1 to 1000000",
    ),
    (
        "max_tables = 1.5",
        "FILE:1: max_tables is a float; it takes a whole number from 1 to 1000000",
    ),
    (
        "max_tables = \"9\"",
        "FILE:1: max_tables is a string; it takes a whole number from 1 to 1000000",
    ),
    (
        "max_tables = 99999999999999999999999999999999999999999",
        "1 to 1000000",
    ),
    (
        "head_timeout_s = true",
        "FILE:1: head_timeout_s is a boolean; it takes seconds from 0.1 to 3600",
    ),
    (
        "head_timeout_s = 0.0005",
        "head_timeout_s is 0.0005; it takes seconds from 0.1",
    ),
    (
        "head_timeout_s = inf",
        "head_timeout_s is inf; it takes seconds from 0.1",
    ),
    (
        "listen = 2048",
        "FILE:1: listen takes a string in quotes, not an integer",
    ),
    (
        "listen = \"2048\"",
        "FILE:1: listen is 2048; it takes an address and a port",
    ),
    (
        "log = \"loud=very\"",
        "FILE:1: log is loud=very; it takes a level such as info",
    ),
    (
        "log_format = \"xml\"",
        "FILE:1: log_format is xml; it takes text or json",
    ),
    (
        "data_dir = \"\"",
        "FILE:1: data_dir is empty; it takes a directory",
    ),
    (
        "keep_replays = 0",
        "it takes a whole number from 1 to 36500",
    ),
    (
        "replay_space_mb = 15",
        "it takes a whole number from 16 to 1000000",
    ),
    (
        "allow_origin = \"https://a.example\"",
        "FILE:1: allow_origin takes a list of strings",
    ),
    (
        "allow_origin = [1]",
        "FILE:1: allow_origin takes a list of strings",
    ),
    (
        "allow_origin = [\"a.example\"]",
        "FILE:1: allow_origin is a.example; an origin is a scheme",
    ),
    (
        "trust_proxy = [\"10.0.0.1/8\"]",
        "10.0.0.0/8 is the network",
    ),
    (
        "trust_proxy = [\"127.0.0.1\", \"0.0.0.0/0\"]",
        "it takes the networks of your proxies, not all addresses",
    ),
    ("trust_proxy = [\"::/0\"]", "not all addresses"),
    (
        "max_table = 5",
        "FILE:1: there is no setting \"max_table\"; did you mean max_tables?",
    ),
    ("max-tables = 5", "did you mean max_tables?"),
    ("VERSUS2048_MAX_TABLES = 5", "did you mean max_tables?"),
    (
        "xyzzy = 5",
        "FILE:1: there is no setting \"xyzzy\"; --print-config shows all there are",
    ),
    ("\"\" = 5", "there is no setting \"\""),
    (
        "health_check = true",
        "there is no setting \"health_check\"",
    ),
    ("config = \"other.toml\"", "there is no setting \"config\""),
    (
        "log = \"info\"\n[limits]\nmax_tables = 5",
        "FILE:2: there is no setting \"limits\"",
    ),
    ("log = \"info\"\nlog = \"warn\"", "FILE:2: duplicate key"),
    (
        "max_tables =",
        "FILE:1: max_tables is empty; it takes a whole number from 1 to 1000000",
    ),
    (
        "log = \"info\"\nhead_timeout_s =   # soon\n",
        "FILE:2: head_timeout_s is empty; it takes seconds from 0.1 to 3600",
    ),
    ("data_dir =", "FILE:1: data_dir takes a string in quotes"),
    (
        "trust_proxy =",
        "FILE:1: trust_proxy takes a list of strings",
    ),
    (
        "max_tables = 5s",
        "FILE:1: max_tables is 5s; it takes a whole number from 1 to 1000000",
    ),
    (
        "listen = 127.0.0.1:2048",
        "FILE:1: listen takes a string in quotes",
    ),
    (
        "data_dir = \"/var",
        "FILE:1: invalid basic string, expected `\"`",
    ),
    ("trust_proxy = [\"::1\" \"::2\"]", "FILE:1: missing comma"),
    (
        "max_tables 5",
        "FILE:1: max_tables has no =; a line is a key, = and a value",
    ),
    ("max_tables", "FILE:1: max_tables has no =;"),
    ("max_tables: 5", "FILE:1: max_tables has no =;"),
    ("no such thing", "FILE:1: key with no value"),
];

#[test]
fn a_wrong_file_is_told_in_one_sentence() {
    for (file, expected) in FILES {
        let error = told().file(file).error();
        assert!(error.contains(expected), "{file}: {error}");
        assert!(!error.contains('\n'), "{file}: {error}");
    }
}

#[test]
fn a_wrong_value_is_told_even_where_another_holds() {
    let wrong = told().flag("--max-tables=5").file("max_tables = 0");
    assert!(wrong.error().starts_with("FILE:1: max_tables is 0"));
    let wrong = told()
        .flag("--max-tables=5")
        .variable("VERSUS2048_MAX_TABLES", "0");
    assert!(
        wrong
            .error()
            .starts_with("variable VERSUS2048_MAX_TABLES: max_tables is 0")
    );
}

/// Variables, and what is said of each.
const VARIABLES: &[(&str, &str)] = &[
    (
        "VERSUS2048_MAX_TABLE",
        "did you mean VERSUS2048_MAX_TABLES?",
    ),
    ("VERSUS2048_DATADIR", "did you mean VERSUS2048_DATA_DIR?"),
    ("VERSUS2048_DATA-DIR", "did you mean VERSUS2048_DATA_DIR?"),
    ("versus2048_data_dir", "did you mean VERSUS2048_DATA_DIR?"),
    ("VERSUS2048_CONFIGS", "did you mean VERSUS2048_CONFIG?"),
    ("VERSUS2048_PORT", "--print-config shows all there are"),
    ("VERSUS2048_BACKUP_TO", "--print-config shows all there are"),
    ("VERSUS2048_", "--print-config shows all there are"),
];

#[test]
fn a_variable_that_no_setting_has_is_told_with_the_nearest_that_one_has() {
    for (name, hint) in VARIABLES {
        let error = told().variable(*name, "7").error();
        let expected = format!("variable {name}: there is no such setting; {hint}");
        assert_eq!(error, expected);
    }
    let error = told().variable("VERSUS2048_RED\u{1b}[31m\n", "7").error();
    assert!(!error.contains(char::is_control), "{error:?}");
}

#[test]
fn what_others_say_in_the_environment_is_passed_over() {
    let others = [
        ("VERSUS2048", "7"),
        ("VERSUS2048_MAX_TABLE", ""),
        ("PATH", "/bin"),
        ("MAX_TABLES", "7"),
        // A container platform's, of services that are called `versus2048` and `versus2048-server`.
        ("VERSUS2048_SERVICE_HOST", "10.0.0.1"),
        ("VERSUS2048_SERVICE_PORT", "2048"),
        ("VERSUS2048_SERVICE_PORT_PLAY", "2048"),
        ("VERSUS2048_PORT", "tcp://10.0.0.1:2048"),
        ("VERSUS2048_PORT_2048_TCP", "tcp://10.0.0.1:2048"),
        ("VERSUS2048_PORT_2048_TCP_PROTO", "tcp"),
        ("VERSUS2048_SERVER_SERVICE_HOST", "10.0.0.1"),
        ("VERSUS2048_SERVER_PORT", "tcp://10.0.0.1:2048"),
        ("VERSUS2048_SERVER_PORT_2048_UDP_ADDR", "10.0.0.1"),
    ];
    let all = others
        .into_iter()
        .fold(told(), |told, (name, value)| told.variable(name, value));
    assert_eq!(all.read().unwrap().config, Config::default());
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let error = told().flag("--config=/no/such/file.toml").error();
    assert!(
        error.starts_with("can't read the configuration /no/such/file.toml: No such file"),
        "{error}"
    );
    let error = told().flag("--config=/").error();
    assert!(
        error.starts_with("can't read the configuration /: "),
        "{error}"
    );
}

#[track_caller]
fn check_refused(argument: &str, expected: &str) {
    let Err(UsageError::Arguments(error)) = told().flag(argument).read() else {
        panic!("{argument} is refused");
    };
    assert_eq!(error.exit_code(), 2, "{argument}");
    assert!(error.to_string().contains(expected), "{argument}: {error}");
}

#[test]
fn a_wrong_flag_is_refused_with_the_range() {
    check_refused("--head-timeout-s=0", "seconds from 0.1 to 3600");
    check_refused("--head-timeout-s=1e3", "seconds from 0.1 to 3600");
    check_refused("--head-timeout-s=0.0005", "seconds from 0.1 to 3600");
    check_refused(
        "--head-timeout-s=99999999999999999999",
        "seconds from 0.1 to 3600",
    );
    check_refused("--max-match-s=86400.001", "seconds from 1 to 86400,");
    check_refused("--max-tables=0", "a whole number from 1 to 1000000");
    check_refused("--max-tables=x", "a whole number from 1 to 1000000");
    check_refused(
        "--max-tables=99999999999999999999",
        "a whole number from 1 to 1000000",
    );
    check_refused("--listen=2048", "an address and a port");
    check_refused("--allow-origin=play.example.org", "an origin is a scheme");
    check_refused("--log=loud=very", "such as info");
    check_refused("--log-format=JSON", "text or json");
}

#[test]
fn pings_have_to_come_before_silence() {
    let wrong = told().flag("--silence-timeout-s=5").error();
    assert!(
        wrong.contains("--ping-interval-s has to be below"),
        "{wrong}"
    );
    let wrong = told()
        .flag("--silence-timeout-s=9")
        .file("ping_interval_s = 9")
        .error();
    assert!(
        wrong.contains("--ping-interval-s has to be below"),
        "{wrong}"
    );
}
