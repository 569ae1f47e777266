//! The load tool against a server: every board is right, and what it prints can be read.

#![cfg(target_os = "linux")]

use std::process::Command;

use serde_json::Value;

/// Runs the load for a short while and gives its report.
#[track_caller]
fn load(args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_load"))
        .args(["--json", "--seconds", "1", "--warm-up", "0.2"])
        .args(args)
        .output()
        .expect("the load tool runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{error}");
    let report: Value = serde_json::from_str(&told).expect("the report is JSON");
    assert!(report["moves"].as_u64() > Some(0), "{report}");
    assert_eq!(report["wrong_boards"], 0, "{report}");
    assert_eq!(report["failures"], 0, "{report}");
    report
}

/// How many times were measured.
fn count(report: &Value, name: &str) -> Option<u64> {
    report["latency"][name]["count"].as_u64()
}

#[test]
fn players_spectators_and_visitors_are_told_right_boards() {
    // Small boards: matches end and are followed by others.
    let report = load(&[
        "--matches",
        "4",
        "--spectators",
        "4",
        "--visitors",
        "20",
        "--rows",
        "2",
        "--cols",
        "2",
    ]);
    for name in ["mover", "opponent", "spectator", "visitor"] {
        assert!(count(&report, name) > Some(0), "{name}: {report}");
    }
    assert!(report["matches_over"].as_u64() > Some(0), "{report}");
    // Both players and the spectator of each match are told each move.
    let boards = report["boards"].as_u64().unwrap();
    assert!(boards > 2 * report["moves"].as_u64().unwrap(), "{report}");
    assert!(
        report["cost"]["cpu_us_a_move"].as_f64() > Some(0.0),
        "{report}"
    );
    assert!(
        report["cost"]["written_bytes_a_move"].as_f64() > Some(0.0),
        "{report}"
    );
    assert!(report["start_ms"].as_f64() > Some(0.0), "{report}");
}

#[test]
fn a_pace_is_kept() {
    let report = load(&["--matches", "5", "--pace", "3", "--in-memory"]);
    // At most what ten players owe from the warm-up on, and the first move of each.
    let most = 10.0 * (3.0 * (report["seconds"].as_f64().unwrap() + 0.2) + 1.0);
    assert!(report["moves"].as_f64() <= Some(most), "{report}");
    assert!(count(&report, "load_itself") > Some(0), "{report}");
}

#[test]
fn a_baseline_stands_beside_it() {
    let report = load(&["--matches", "2", "--baseline", "--in-memory"]);
    let baseline = &report["baseline"];
    for name in [
        "echo_per_second",
        "moves_by_echo",
        "pair_echo_per_second",
        "moves_by_pair_echo",
    ] {
        assert!(baseline[name].as_f64() > Some(0.0), "{name}: {report}");
    }
    assert!(
        baseline["disk_sync"]["p99_ms"].as_f64() > Some(0.0),
        "{report}"
    );
}

#[test]
fn in_lockstep_every_viewer_has_a_board_before_the_next() {
    let report = load(&[
        "--matches",
        "1",
        "--spectators",
        "5",
        "--lockstep",
        "--baseline",
        "--in-memory",
    ]);
    let moves = report["moves"].as_u64().unwrap();
    let boards = report["boards"].as_u64().unwrap();
    // The first and the last move may be told in part within the time.
    assert!(boards.abs_diff(7 * moves) <= 14, "{report}");
    assert!(
        report["baseline"]["boards_by_raw_loop"].as_f64() > Some(0.0),
        "{report}"
    );
}

#[test]
fn what_is_wrong_usage_is_told() {
    for args in [
        ["--address", "192.0.2.1:2048"],
        ["--pace", "0"],
        ["--matches", "many"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_load")).args(args).output();
        assert_eq!(output.unwrap().status.code(), Some(2), "{args:?}");
    }
}
