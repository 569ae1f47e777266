//! What the client prints for the shell around it.

use std::fs;
use std::process::Command;

use versus2048_tests::Home;

/// What a command of this machine says about a file, where the machine has the command.
fn said_by(program: &str, args: &[&str]) -> Option<(bool, String)> {
    let output = Command::new(program).args(args).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Some((output.status.success(), said))
}

/// Prints something into a file, and gives its path.
#[track_caller]
fn printed(home: &Home, args: &[&str]) -> String {
    let ran = home.run(args);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{args:?}");
    let path = home.path().join(args.concat());
    fs::write(&path, ran.stdout).expect("the home can be written to");
    path.display().to_string()
}

#[test]
fn completions_are_scripts_of_their_shells() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish"] {
        let path = printed(&home, &["completions", shell]);
        if let Some((is_script, _)) = said_by(shell, &["-n", &path]) {
            assert!(is_script, "{shell} does not read its completions");
        }
    }
}

#[test]
fn bash_completes_commands_and_flags() {
    let home = Home::new();
    let path = printed(&home, &["completions", "bash"]);
    for (words, expected) in [("jo", "join"), ("host --pri", "--private")] {
        let last = words.split(' ').next_back().unwrap_or_default();
        let script = format!(
            "source {path}; COMP_WORDS=(versus2048 {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _versus2048 versus2048 {last} versus2048; echo \"${{COMPREPLY[@]}}\""
        );
        if let Some((is_done, said)) = said_by("bash", &["-c", &script]) {
            assert!(is_done && said.trim() == expected, "{words}: {said:?}");
        }
    }
}

#[test]
fn fish_completes_commands_flags_values_and_files() {
    let home = Home::new();
    let path = printed(&home, &["completions", "fish"]);
    fs::write(home.path().join("evening.json"), "").expect("the home can be written to");
    for (words, expected) in [
        ("jo", "join"),
        ("host --pri", "--private"),
        ("local --keys v", "vim"),
        ("solo --theme deu", "deuteranopia"),
        ("--lang=z", "--lang=zh"),
        ("completions b", "bash"),
        ("replay even", "evening.json"),
        ("local --record even", "evening.json"),
    ] {
        let script = format!(
            "cd {}; source {path}; complete -C 'versus2048 {words}'",
            home.path().display()
        );
        if let Some((is_done, said)) = said_by("fish", &["--no-config", "-c", &script]) {
            let first = said.split_whitespace().next();
            assert!(is_done && first == Some(expected), "{words}: {said:?}");
        }
    }
}

#[test]
fn the_manual_page_can_be_read() {
    let home = Home::new();
    let path = printed(&home, &["man"]);
    let formatted = Command::new("man")
        .args(["--warnings", "-l", &path])
        .output();
    if let Ok(formatted) = formatted
        && formatted.status.success()
    {
        assert_eq!(String::from_utf8_lossy(&formatted.stderr), "");
    }
    if let Some((true, said)) = said_by("man", &["-l", &path]) {
        for text in [
            "SYNOPSIS",
            "COMMANDS",
            "quick",
            "--time-limit",
            "Example: ",
            "EXIT STATUS",
        ] {
            assert!(said.contains(text), "{text} is missing in\n{said}");
        }
        let place = |command: &str| said.find(&format!("\n   {command}\n"));
        assert!(
            place("host").is_some() && place("host") < place("join"),
            "{said}"
        );
    }
}
