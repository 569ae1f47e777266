//! Files as people write them.

use std::os::unix::fs::symlink;

use super::*;

#[track_caller]
fn check(text: &str, settings: &FileSettings, lines: &[usize]) -> Vec<SettingsProblem> {
    let (read, problems) = read::settings(text);
    assert_eq!(&read, settings, "{text}");
    let told: Vec<_> = problems.iter().filter_map(|problem| problem.line).collect();
    assert_eq!(told, lines, "{problems:?}");
    problems
}

fn themed(theme: ThemeName) -> FileSettings {
    FileSettings {
        theme: Some(theme),
        ..FileSettings::default()
    }
}

#[test]
fn what_a_file_says_is_taken() {
    let text = "# mine\nname = \"Ana\"\nserver = 'example.org'\ntheme = \"mono\" # grey\nlang = \"zh\"\n\
                keys = \"vim\"\nascii = true\ncolor = false\nanimation = false\ndiscovery = false\nsound = true\n\
                music = \"~/a.ogg\"\n";
    let settings = FileSettings {
        name: Some("Ana".into()),
        server: Some("ws://example.org:2048".into()),
        keys: Some(KeyLayout::Vim),
        theme: Some(ThemeName::Mono),
        lang: Some(Lang::Zh),
        ascii: Some(true),
        color: Some(ColorChoice::None),
        animation: Some(false),
        discovery: Some(false),
        sound: Some(true),
        music: Some("~/a.ogg".into()),
    };
    check(text, &settings, &[]);
    for (said, color) in [
        ("true", ColorChoice::Auto),
        ("\"auto\"", ColorChoice::Auto),
        ("\"truecolor\"", ColorChoice::Truecolor),
        ("\"256\"", ColorChoice::Ansi256),
        ("\"16\"", ColorChoice::Ansi16),
        ("\"none\"", ColorChoice::None),
    ] {
        let color = Some(color);
        let settings = FileSettings {
            color,
            ..FileSettings::default()
        };
        check(&format!("color = {said}\n"), &settings, &[]);
    }
    check("", &FileSettings::default(), &[]);
}

#[test]
fn what_is_wrong_is_told_with_its_line_and_the_rest_counts() {
    let text = "colour = true\ntheme = \"cool\"\n\nlang = \"fr\"\nname = \"\"\nascii = \"yes\"\n\
                server = 7\n[keys]\n";
    let problems = check(text, &themed(ThemeName::Cool), &[1, 4, 5, 6, 7]);
    assert_eq!(problems[0].wrong, Wrong::UnknownKey("colour".into()));
    let key = SettingKey::Lang;
    let found = "\"fr\"".to_owned();
    assert_eq!(problems[1].wrong, Wrong::Word { key, found });
}

#[test]
fn what_is_no_toml_is_told_once_and_says_nothing() {
    for (text, line) in [
        ("theme = \"cool\"\nlang en\n", 2),
        ("theme = cool\n", 1),
        ("a = 1\na = 2\n", 2),
        ("\u{fffd}", 1),
    ] {
        let problems = check(text, &FileSettings::default(), &[line]);
        assert!(matches!(problems[0].wrong, Wrong::Syntax(_)), "{text}");
    }
}

#[test]
fn a_problem_is_a_sentence_in_each_language() {
    for lang in Lang::ALL {
        let (_, problems) = read::settings("theme = \"\u{1b}[2Jx\"\nfoo\u{1b} = 1");
        let (_, more) = read::settings("theme = \"blue\"\nfoo = 1\nname = \"\"\nserver = 1");
        for problem in problems.iter().chain(&more) {
            let said = crate::text::of(lang).settings_problem("settings.toml", problem);
            assert!(said.starts_with("settings.toml"), "{said}");
            assert!(!said.contains(char::is_control), "{said:?}");
        }
        let blue = crate::text::of(lang).settings_problem("settings.toml", &more[0]);
        assert!(
            blue.contains('1') && blue.contains("\"deuteranopia\""),
            "{blue}"
        );
    }
}

/// A folder with a file of settings in it.
fn folder(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(NAME);
    fs::write(&path, text).expect("writing");
    (folder, path)
}

fn to_mono() -> [SettingChange; 1] {
    [(SettingKey::Theme, SettingValue::Text("mono".into()))]
}

#[test]
fn a_change_leaves_what_somebody_has_written() {
    let before = "# mine\ntheme = \"cool\"  # blue\nfoo = 1\nlang = \"xx\"\n\n[table]\nx = 1\n";
    let (_folder, path) = folder(before);
    let on = (SettingKey::Ascii, SettingValue::Switch(true));
    let [mono] = to_mono();
    assert_eq!(change(&path, &[mono, on]).expect("writing"), None);
    let after = before.replace("\"cool\"", "\"mono\"");
    let after = after.replace("[table]", "ascii = true\n[table]");
    assert_eq!(fs::read_to_string(&path).expect("reading"), after);
}

#[test]
fn a_new_file_explains_every_key_and_says_only_what_was_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep").join(NAME);
    assert_eq!(change(&path, &to_mono()).expect("writing"), None);
    let (settings, problems) = read(&path);
    assert_eq!((settings, problems), (themed(ThemeName::Mono), Vec::new()));
    let text = fs::read_to_string(&path).expect("reading");
    for key in SettingKey::ALL {
        assert_eq!(
            text.matches(&format!("{} = ", key.name())).count(),
            1,
            "{text}"
        );
    }
    // Every example is one that counts.
    let (_, problems) = read::settings(&text.replace("\n#", "\n").replace("\n ", "\n# "));
    assert_eq!(problems, [], "{text}");
}

#[test]
fn a_file_that_is_no_toml_is_put_aside_and_never_over_another() {
    let (folder, path) = folder("theme = ");
    let aside = ["settings.toml.bad", "settings.toml.bad.2"].map(|name| folder.path().join(name));
    for (number, aside) in aside.iter().enumerate() {
        fs::write(&path, format!("theme = {number} {number}")).expect("writing");
        assert_eq!(
            change(&path, &to_mono()).expect("writing").as_ref(),
            Some(aside)
        );
        assert_eq!(read(&path), (themed(ThemeName::Mono), Vec::new()));
    }
    let kept = aside.map(|path| fs::read_to_string(path).expect("reading"));
    assert_eq!(kept, ["theme = 0 0", "theme = 1 1"]);
}

#[test]
fn what_cannot_be_read_is_told_and_not_touched() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(NAME);
    fs::create_dir(&path).expect("a folder in the way");
    let (settings, problems) = read(&path);
    assert_eq!(settings, FileSettings::default());
    assert!(
        matches!(problems[0].wrong, Wrong::Unreadable(_)),
        "{problems:?}"
    );
    assert!(change(&path, &to_mono()).is_err());
    assert_eq!(fs::read_dir(folder.path()).expect("listing").count(), 1);
}

#[test]
fn a_file_that_is_too_long_is_told_and_not_touched() {
    let long = "#".repeat(70_000);
    let (_folder, path) = folder(&long);
    assert!(matches!(read(&path).1[0].wrong, Wrong::Unreadable(_)));
    assert!(change(&path, &to_mono()).is_err());
    assert_eq!(fs::read_to_string(&path).expect("reading"), long);
}

#[test]
fn a_link_to_the_file_stays_a_link() {
    let (folder, path) = folder("theme = \"cool\"\n");
    let link = folder.path().join("link.toml");
    symlink(&path, &link).expect("a link");
    change(&link, &to_mono()).expect("writing");
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(read(&path).0, themed(ThemeName::Mono));
}
