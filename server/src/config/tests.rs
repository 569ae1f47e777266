//! What holds of several values, and what is printed of it.

mod wrong;

use std::ffi::OsString;
use std::io::Write as _;

use tempfile::NamedTempFile;
use versus2048_protocol::game::Bounds;

use super::definitions::{Definitions, Kind, option_name, variable_name};
use super::*;

/// One of each setting: its key, three values as an option has them, and how [`Config`] says them.
type Row = (&'static str, [&'static str; 3], fn(&Invocation) -> String);

const SETTINGS: [Row; 29] = [
    ("listen", ["[::1]:1", "127.0.0.1:2", "0.0.0.0:3"], |it| {
        it.config.listen.to_string()
    }),
    (
        "allow_origin",
        [
            "https://a.example",
            "http://b.example:81",
            "http://c.example",
        ],
        |it| format!("{:?}", it.config.allowed_origins),
    ),
    (
        "trust_proxy",
        ["127.0.0.1", "10.0.0.0/8", "fd00::/8"],
        |it| format!("{:?}", it.config.trusted_proxies),
    ),
    (
        "admin_listen",
        ["127.0.0.1:1", "[::1]:2", "127.0.0.1:0"],
        |it| format!("{:?}", it.config.admin_listen),
    ),
    (
        "log",
        ["warn", "debug", "warn,versus2048_server=trace"],
        |it| it.log.filter.clone(),
    ),
    ("log_format", ["json", "text", "json"], |it| {
        format!("{:?}", it.log.format)
    }),
    ("data_dir", ["/a", "b c", "./d"], |it| {
        format!("{:?}", it.config.journal.data_dir)
    }),
    ("keep_replays", ["1", "30", "36500"], |it| {
        format!("{:?}", it.config.journal.keep_replays_days)
    }),
    ("replay_space_mb", ["16", "17", "1000000"], |it| {
        it.config.journal.replay_space_bytes.to_string()
    }),
    ("max_message_bytes", ["256", "300", "65536"], |it| {
        limit(it).max_message_bytes.to_string()
    }),
    ("bytes_per_second", ["1024", "2000", "3000"], |it| {
        limit(it).bytes_per_second.to_string()
    }),
    ("head_timeout_s", ["0.5", "6", "7.125"], |it| {
        limit(it).head_timeout_ms.to_string()
    }),
    ("hello_timeout_s", ["0.1", "6", "3600"], |it| {
        limit(it).hello_timeout_ms.to_string()
    }),
    ("ping_interval_s", ["4.25", "6", "14.999"], |it| {
        limit(it).ping_interval_ms.to_string()
    }),
    ("silence_timeout_s", ["5.001", "16", "17"], |it| {
        limit(it).silence_timeout_ms.to_string()
    }),
    ("moves_per_second", ["1", "21", "22"], |it| {
        limit(it).moves_per_second.to_string()
    }),
    ("messages_per_second", ["1", "6", "7"], |it| {
        limit(it).messages_per_second.to_string()
    }),
    ("outbox_messages", ["8", "26", "27"], |it| {
        limit(it).outbox_messages.to_string()
    }),
    ("send_timeout_s", ["0.25", "7", "8"], |it| {
        limit(it).send_timeout_ms.to_string()
    }),
    ("requests_per_second", ["1", "22", "23"], |it| {
        limit(it).requests_per_second.to_string()
    }),
    ("misses_per_minute", ["1", "31", "32"], |it| {
        limit(it).misses_per_minute.to_string()
    }),
    ("max_connections", ["1", "23", "24"], |it| {
        limit(it).max_connections.to_string()
    }),
    ("max_connections_per_address", ["1", "24", "25"], |it| {
        limit(it).max_connections_per_address.to_string()
    }),
    ("max_tables", ["1", "25", "26"], |it| {
        limit(it).max_tables.to_string()
    }),
    ("forfeit_after_s", ["0.1", "46", "86400"], |it| {
        limit(it).forfeit_after_ms.to_string()
    }),
    ("waiting_timeout_s", ["0.1", "1801", "604800"], |it| {
        limit(it).waiting_timeout_ms.to_string()
    }),
    ("ready_timeout_s", ["0.1", "61", "62"], |it| {
        limit(it).ready_timeout_ms.to_string()
    }),
    ("over_timeout_s", ["0.1", "301", "302"], |it| {
        limit(it).over_timeout_ms.to_string()
    }),
    ("max_match_s", ["1", "3600", "3601.5"], |it| {
        limit(it).max_match_ms.to_string()
    }),
];

fn limit(invocation: &Invocation) -> Limits {
    invocation.config.limits
}

/// What a program is started with.
#[derive(Default)]
struct Told {
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
    file: Option<NamedTempFile>,
}

impl Told {
    fn flag(mut self, argument: impl Into<String>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    fn variable(mut self, name: impl Into<String>, value: &str) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// A file that the option names.
    fn file(mut self, text: &str) -> Self {
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let path = file.path().to_str().unwrap().to_owned();
        self.file = Some(file);
        self.flag(format!("--config={path}"))
    }

    fn read(&self) -> Result<Invocation, UsageError> {
        let program = std::iter::once("versus2048-server");
        let arguments = program.chain(self.arguments.iter().map(String::as_str));
        let variables = self.variables.iter();
        let variables = variables.map(|(name, value)| (name.into(), value.into()));
        Invocation::read(arguments.map(OsString::from), variables)
    }

    fn printed(self) -> String {
        match self.flag("--print-config").read().unwrap().task {
            Task::Print(text) => text,
            other => panic!("{other:?}"),
        }
    }

    /// What is said of it, without the path of the file.
    fn error(&self) -> String {
        let error = self.read().unwrap_err().to_string();
        match &self.file {
            Some(file) => error.replace(&file.path().display().to_string(), "FILE"),
            None => error,
        }
    }
}

fn told() -> Told {
    Told::default()
}

/// A setting's line in a file.
fn line(key: &str, value: &str) -> String {
    let definitions = Definitions::new();
    match Kind::of(definitions.get(key).expect(key)) {
        Kind::Count | Kind::Seconds => format!("{key} = {value}\n"),
        Kind::Text => format!("{key} = {value:?}\n"),
        Kind::List => format!("{key} = [{value:?}]\n"),
    }
}

#[test]
fn every_setting_is_in_the_table() {
    let definitions = Definitions::new();
    let mut keys: Vec<&str> = definitions.all().map(|it| it.get_id().as_str()).collect();
    let mut rows = SETTINGS.map(|(key, ..)| key);
    keys.sort_unstable();
    rows.sort_unstable();
    assert_eq!(keys, rows);
}

#[test]
fn each_setting_is_taken_from_each_place() {
    for (key, values, say) in SETTINGS {
        let mut said = vec![say(&told().read().unwrap())];
        // One of those is the default.
        let has_two_values = values[0] == values[2];
        for value in values {
            let by_flag = told().flag(format!("{}={value}", option_name(key)));
            let by_variable = told().variable(variable_name(key), value);
            let by_file = told().file(&line(key, value));
            let by_flag = say(&by_flag.read().unwrap());
            assert_eq!(say(&by_variable.read().unwrap()), by_flag, "{key}");
            assert_eq!(say(&by_file.read().unwrap()), by_flag, "{key}");
            assert!(
                has_two_values || !said.contains(&by_flag),
                "{key} {value} has to change something"
            );
            said.push(by_flag);
        }
    }
}

#[test]
fn a_value_reaches_its_own_field() {
    for (key, [value, ..], say) in SETTINGS {
        let flagged = told().flag(format!("{}={value}", option_name(key)));
        let flagged = flagged.read().unwrap();
        let changed = SETTINGS
            .iter()
            .filter(|(_, _, say)| say(&flagged) != say(&told().read().unwrap()));
        let changed: Vec<&str> = changed.map(|(key, ..)| *key).collect();
        assert_eq!(changed, [key], "{}", say(&flagged));
    }
}

#[test]
fn a_flag_goes_before_a_variable_and_that_before_the_file() {
    for (key, [one, two, three], say) in SETTINGS {
        let only = |value: &str| {
            let flag = format!("{}={value}", option_name(key));
            say(&told().flag(flag).read().unwrap())
        };
        let flag = format!("{}={one}", option_name(key));
        let file = line(key, three);
        let check = |told: Told, expected: &str| {
            assert_eq!(say(&told.read().unwrap()), only(expected), "{key}");
        };
        check(told().flag(&flag).variable(variable_name(key), two), one);
        check(told().flag(&flag).file(&file), one);
        check(told().variable(variable_name(key), two).file(&file), two);
        check(
            told()
                .flag(&flag)
                .variable(variable_name(key), two)
                .file(&file),
            one,
        );
    }
}

#[test]
fn without_anything_the_contract_holds() {
    let invocation = told().read().unwrap();
    assert_eq!(invocation.config, Config::default());
    assert_eq!(invocation.task, Task::Serve);
    let longest = told().flag("--max-match-s=86400").read().unwrap();
    assert_eq!(limit(&longest).max_match_ms, Bounds::default().match_ms);
}

#[test]
fn a_copy_is_of_the_journal_that_is_configured() {
    let copying = told()
        .flag("--backup-to=/b.db")
        .variable("VERSUS2048_DATA_DIR", "/a");
    let (data_dir, to) = ("/a".into(), "/b.db".into());
    assert_eq!(copying.read().unwrap().task, Task::BackUp { data_dir, to });
    let error = told().flag("--backup-to=/b.db").error();
    assert!(error.contains("--data-dir, which is not given"), "{error}");
}

#[test]
fn the_file_is_named_by_a_flag_or_a_variable() {
    let file = |tables: u32| {
        let mut file = NamedTempFile::new().unwrap();
        writeln!(file, "max_tables = {tables}").unwrap();
        file
    };
    let (one, two) = (file(1), file(2));
    let named = told().variable("VERSUS2048_CONFIG", two.path().to_str().unwrap());
    assert_eq!(limit(&named.read().unwrap()).max_tables, 2);
    let named = named.flag(format!("--config={}", one.path().display()));
    assert_eq!(limit(&named.read().unwrap()).max_tables, 1);
}

#[test]
fn an_empty_variable_is_none() {
    let empty = told()
        .variable("VERSUS2048_MAX_TABLES", "")
        .variable("VERSUS2048_CONFIG", "");
    assert_eq!(empty.read().unwrap().config, Config::default());
}

#[test]
fn lists_have_several_values_and_replace_each_other() {
    let origins = |told: Told| told.read().unwrap().config.allowed_origins.len();
    let file = "allow_origin = [\n  \"https://a.example\",\n  \"https://b.example\",\n]\n";
    assert_eq!(origins(told().file(file)), 2);
    let variable = told().variable(
        "VERSUS2048_ALLOW_ORIGIN",
        "http://a.example,http://b.example",
    );
    assert_eq!(
        origins(variable.file("allow_origin = [\"http://c.example\"]")),
        2
    );
    let flags = told()
        .flag("--allow-origin=http://a.example")
        .flag("--allow-origin=http://b.example");
    assert_eq!(origins(flags.file(file)), 2);
    assert_eq!(origins(told().file("allow_origin = []")), 0);
}

#[test]
fn the_machine_itself_has_a_name() {
    let listen = |told: Told| told.read().unwrap().config.listen.to_string();
    let flagged = told().flag("--listen=localhost:2055");
    assert_eq!(listen(flagged), "127.0.0.1:2055");
    for wrong in [
        "localhost",
        "localhost:",
        "localhost:70000",
        "example.org:2048",
    ] {
        let refused = told().variable("VERSUS2048_LISTEN", wrong).error();
        assert!(
            refused.contains("it takes an address and a port"),
            "{refused}"
        );
    }
}

#[test]
fn numbers_are_written_as_toml_has_them() {
    let file =
        "max_connections = 0x10\nmax_tables = 1_000\nhead_timeout_s = 1e1\nsend_timeout_s = 2.50\n";
    let limits = limit(&told().file(file).read().unwrap());
    assert_eq!((limits.max_connections, limits.max_tables), (16, 1_000));
    assert_eq!(
        (limits.head_timeout_ms, limits.send_timeout_ms),
        (10_000, 2_500)
    );
}

#[test]
fn what_is_printed_says_where_it_comes_from() {
    let printed = told()
        .flag("--max-tables=7")
        .variable("VERSUS2048_HEAD_TIMEOUT_S", "0.50")
        .file("# mine\ntrust_proxy = [\"10.0.0.0/8\"]\nmax_tables = 8\n")
        .printed();
    let line = |key: &str| {
        let mut lines = printed.lines();
        lines.find(|line| line.starts_with(key)).expect(&printed)
    };
    assert_eq!(line("max_tables"), "max_tables = 7  # option --max-tables");
    assert_eq!(
        line("head_"),
        "head_timeout_s = 0.5  # variable VERSUS2048_HEAD_TIMEOUT_S"
    );
    assert!(
        line("trust_").starts_with("trust_proxy = [\"10.0.0.0/8\"]  # /"),
        "{printed}"
    );
    assert!(line("trust_").ends_with(":2"), "{printed}");
    assert_eq!(line("listen"), "listen = \"0.0.0.0:2048\"  # default");
    assert_eq!(line("# data_dir"), "# data_dir is not set  # default");
}

#[test]
fn what_is_printed_is_a_file_that_says_the_same() {
    for column in 0..3 {
        let mut all = told();
        for (key, values, _) in SETTINGS {
            all = all.flag(format!("{}={}", option_name(key), values[column]));
        }
        // The first column's pings come after silence otherwise.
        let before = all.read().unwrap();
        let printed = all.printed();
        let after = told().file(&printed).read().unwrap();
        assert_eq!(after, before, "{printed}");
    }
    let text = "\"'\\ ü\u{1f600}";
    let printed = told().variable("VERSUS2048_DATA_DIR", text).printed();
    let config = told().file(&printed).read().unwrap().config;
    assert_eq!(config.journal.data_dir, Some(text.into()), "{printed}");
}
