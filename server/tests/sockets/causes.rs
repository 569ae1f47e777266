//! Each trouble that `docs/operations.md` tells operators to look for is caused, and told from the
//! metrics alone.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use versus2048_server::{Config, Limits, MemoryFaults};

use crate::numbers::Numbers;
use crate::peer::{FINAL, Peer, Seen, TEXT, expect, frame, greeted};
use crate::running::{Running, within};
use crate::tables::Pair;

/// The average from which an operation counts as slow, in seconds; `docs/operations.md` says so too.
const SLOW_S: f64 = 0.05;

const DIRECTIONS: [&str; 4] = ["left", "down", "right", "up"];

/// A trouble that the metrics tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    Nothing,
    DiskFails,
    DiskHangs,
    DiskIsSlow,
    CpuIsBusy,
    ReaderIsSlow,
    Flood,
}

/// Two readings of a page.
struct Change {
    before: Numbers,
    after: Numbers,
}

impl Change {
    fn grown(&self, series: &str) -> f64 {
        self.after.get(series) - self.before.get(series)
    }

    fn has_grown(&self, series: &[&str]) -> bool {
        series.iter().any(|series| self.grown(series) > 0.0)
    }

    /// The mean of what a histogram has counted meanwhile, 0 if that is nothing.
    fn mean(&self, name: &str) -> f64 {
        let count = self.grown(&format!("{name}_count"));
        self.grown(&format!("{name}_sum")) / count.max(1.0)
    }

    /// The table of the page for operators, from its top to its bottom.
    fn trouble(&self) -> Trouble {
        let (took, commit) = (
            self.mean("versus2048_move_seconds"),
            self.mean("versus2048_journal_commit_seconds"),
        );
        let is_healthy = self.after.get("versus2048_journal_healthy") > 0.0;
        if self.has_grown(&["versus2048_journal_failed_commits_total"]) {
            Trouble::DiskFails
        } else if !is_healthy {
            Trouble::DiskHangs
        } else if self.has_grown(&[
            "versus2048_rejections_total{reason=\"rate_limited\"}",
            "versus2048_errors_total{code=\"rate_limited\"}",
            "versus2048_closes_total{code=\"4008\"}",
        ]) {
            Trouble::Flood
        } else if self.has_grown(&[
            "versus2048_boards_coalesced_total",
            "versus2048_messages_dropped_total",
            "versus2048_closes_total{code=\"4003\"}",
        ]) {
            Trouble::ReaderIsSlow
        } else if commit > SLOW_S && commit > took / 2.0 {
            Trouble::DiskIsSlow
        } else if took > SLOW_S {
            Trouble::CpuIsBusy
        } else {
            Trouble::Nothing
        }
    }
}

/// A match on large boards, on a server with no limit of moves.
struct Scene {
    pair: Pair,
    turn: u64,
    before: Numbers,
}

impl Scene {
    async fn new() -> Self {
        Self::with(MemoryFaults::default()).await
    }

    async fn with(faults: MemoryFaults) -> Self {
        let limits = Limits {
            moves_per_second: 1_000_000,
            ..Limits::default()
        };
        let config = Config {
            limits,
            ..Config::default()
        };
        let server = Running::start_with(config, faults).await;
        let options = json!({"rows": 8, "cols": 8, "target": null, "countdown_s": 0});
        let pair = Pair::playing_with(server, &options).await;
        let before = Numbers::of(&pair.server).await;
        Self {
            pair,
            turn: 0,
            before,
        }
    }

    async fn say_move(&mut self, dir: &str) {
        let message = json!({"type": "move", "turn": self.turn, "dir": dir});
        self.pair.ana.say(&message.to_string()).await;
    }

    /// Tries every direction, of which at least one is possible; reads no answer.
    async fn try_all_moves(&mut self) {
        for dir in DIRECTIONS {
            self.say_move(dir).await;
        }
    }

    /// Makes a move that is possible.
    async fn make_move(&mut self) {
        for dir in DIRECTIONS {
            self.say_move(dir).await;
            if self.hears_board().await {
                self.turn += 1;
                return;
            }
        }
        panic!("no move is possible")
    }

    async fn hears_board(&mut self) -> bool {
        loop {
            match self.pair.ana.see().await {
                Seen::Text(text) if text["type"] == "board" => return true,
                Seen::Text(text) if text["type"] == "rejected" => {
                    assert_eq!(text["reason"], "no_change", "{text}");
                    return false;
                }
                Seen::Text(_) | Seen::Ping => {}
                other => panic!("{other:?} instead of an answer"),
            }
        }
    }

    async fn reading(&self) -> Numbers {
        Numbers::of(&self.pair.server).await
    }

    /// Waits for the journal to be unhealthy, and for a move that is answered so.
    async fn is_unavailable(&mut self) {
        let server = &self.pair.server;
        let unhealthy =
            async { while Numbers::of(server).await.get("versus2048_journal_healthy") > 0.0 {} };
        within(unhealthy).await;
        let text = json!({"type": "move", "turn": 0, "dir": "left"}).to_string();
        self.pair.bo.say(&text).await;
        let answer = expect(&mut self.pair.bo, "rejected").await;
        assert_eq!(answer["reason"], "unavailable");
    }

    /// Ends the scene; the metrics have to tell its trouble.
    async fn check(self, expected: Trouble) -> Change {
        let change = Change {
            after: self.reading().await,
            before: self.before,
        };
        assert_eq!(change.trouble(), expected, "{:#?}", change.after);
        change
    }
}

#[tokio::test]
async fn a_disk_that_fails() {
    let mut scene = Scene::new().await;
    scene.pair.server.faults.break_down(false);
    scene.try_all_moves().await;
    scene.is_unavailable().await;
    let change = scene.check(Trouble::DiskFails).await;
    assert!(change.has_grown(&["versus2048_rejections_total{reason=\"unavailable\"}"]));
}

#[tokio::test]
async fn a_disk_that_hangs() {
    let faults = MemoryFaults::default();
    faults.lose_patience_after(Duration::from_millis(50));
    let mut scene = Scene::with(faults).await;
    scene.pair.server.faults.hold();
    scene.try_all_moves().await;
    scene.is_unavailable().await;
    let faults = scene.pair.server.faults.clone();
    let change = scene.check(Trouble::DiskHangs).await;
    assert!(change.has_grown(&["versus2048_rejections_total{reason=\"unavailable\"}"]));
    faults.release();
}

#[tokio::test]
async fn a_disk_that_is_slow() {
    let mut scene = Scene::new().await;
    let faults = scene.pair.server.faults.clone();
    let disk = tokio::spawn(async move {
        loop {
            faults.hold();
            if faults.is_reached().await {
                // The disk takes this long.
                tokio::time::sleep(Duration::from_millis(150)).await;
            }
            faults.release();
        }
    });
    for _ in 0..3 {
        scene.make_move().await;
    }
    disk.abort();
    scene.pair.server.faults.release();
    scene.check(Trouble::DiskIsSlow).await;
}

#[tokio::test]
async fn a_reader_that_is_slow() {
    let mut scene = Scene::new().await;
    let mut cy = Peer::narrow(&scene.pair.server).await;
    cy.say(r#"{"type":"hello","protocol":1,"name":"Cy"}"#).await;
    let watch = json!({"type": "watch", "code": scene.pair.code});
    cy.say(&watch.to_string()).await;
    let coalesced = "versus2048_boards_coalesced_total";
    let is_coalesced = async {
        while scene.reading().await.get(coalesced) < 1.0 {
            for _ in 0..50 {
                scene.make_move().await;
            }
        }
    };
    within(is_coalesced).await;
    let change = scene.check(Trouble::ReaderIsSlow).await;
    let fullest = change.after.get("versus2048_outbox_fullest_messages");
    assert!(fullest > 50.0, "{fullest}");
    drop(cy);
}

#[tokio::test]
async fn a_flood() {
    let scene = Scene::new().await;
    let mut cy = greeted(&scene.pair.server, "Cy").await;
    let flood = frame(FINAL | TEXT, br#"{"type":"list"}"#).repeat(300);
    cy.write(&flood).await;
    let (_, end) = cy.see_texts().await;
    assert_eq!(end, Seen::Close(4008));
    let change = scene.check(Trouble::Flood).await;
    assert!(change.grown("versus2048_messages_received_total") > 200.0);
    assert!(change.has_grown(&["versus2048_closes_total{code=\"4008\"}"]));
}

#[tokio::test]
async fn a_busy_cpu() {
    let mut scene = Scene::new().await;
    // The server has one thread here; each of these takes it from its tasks for a while.
    let busy: Vec<_> = (0..4).map(|_| tokio::spawn(burn())).collect();
    for _ in 0..3 {
        scene.make_move().await;
    }
    let change = scene.check(Trouble::CpuIsBusy).await;
    assert!(change.grown("process_cpu_seconds_total") > 0.5);
    for task in busy {
        task.abort();
    }
}

/// Takes a thread for 50 ms of the process's CPU time again and again.
async fn burn() {
    let cpu_time = || Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap();
    loop {
        let until = cpu_time() + Duration::from_millis(50);
        while cpu_time() < until {}
        tokio::task::yield_now().await;
    }
}
