//! Every phase of a table against everything that may happen in it, as one table of who hears what.
//!
//! Ana has made the table and has seat 0, Bo has seat 1 (nobody has it in `waiting`, and Bo is away
//! in `paused`), Eve comes from outside. Clocks stand still unless a happening moves them.

use serde_json::{Value, json};

use tempfile::TempDir;

use super::{Client, Hall};
use crate::config::Ending;

/// Something that happens, and who hears what of it in each phase: `NAME: WHAT, WHAT`.
struct Happening {
    what: &'static str,
    waiting: &'static str,
    ready: &'static str,
    countdown: &'static str,
    playing: &'static str,
    paused: &'static str,
    over: &'static str,
    closed: &'static str,
}

const HAPPENINGS: [Happening; 11] = [
    Happening {
        what: "disconnect",
        waiting: "",
        ready: "Bo: presence 0 false -",
        countdown: "Bo: presence 0 false 45000",
        playing: "Bo: presence 0 false 45000",
        paused: "",
        over: "Bo: presence 0 false -",
        closed: "",
    },
    Happening {
        what: "return",
        waiting: "Ana again: match waiting",
        ready: "Bo: presence 0 false -, presence 0 true -; Ana again: match ready",
        countdown: "Bo: presence 0 false 45000, presence 0 true -; Ana again: match countdown",
        playing: "Bo: presence 0 false 45000, presence 0 true -; Ana again: match playing",
        paused: "Ana again: match paused",
        over: "Bo: presence 0 false -, presence 0 true -; Ana again: match over",
        closed: "",
    },
    Happening {
        what: "second connection",
        waiting: "Ana: close 4001; Ana again: match waiting",
        ready: "Ana: close 4001; Ana again: match ready",
        countdown: "Ana: close 4001; Ana again: match countdown",
        playing: "Ana: close 4001; Ana again: match playing",
        paused: "Ana: close 4001; Ana again: match paused",
        over: "Ana: close 4001; Ana again: match over",
        closed: "Ana: close 4001",
    },
    Happening {
        what: "the other comes back",
        waiting: "",
        ready: "Ana: presence 1 false -, presence 1 true -; Bo again: match ready",
        countdown: "Ana: presence 1 false 45000, presence 1 true -; Bo again: match countdown",
        playing: "Ana: presence 1 false 45000, presence 1 true -; Bo again: match playing",
        paused: "Ana: presence 1 true -, match countdown; Bo again: match paused, match countdown",
        over: "Ana: presence 1 false -, presence 1 true -; Bo again: match over",
        closed: "",
    },
    Happening {
        what: "spectator comes and goes",
        waiting: "Ana: audience 1, audience 0; Eve: match waiting, audience 1, left",
        ready: "Ana: audience 1, audience 0; Bo: audience 1, audience 0; Eve: match ready, audience 1, left",
        countdown: "Ana: audience 1, audience 0; Bo: audience 1, audience 0; Eve: match countdown, audience 1, left",
        playing: "Ana: audience 1, audience 0; Bo: audience 1, audience 0; Eve: match playing, audience 1, left",
        paused: "Ana: audience 1, audience 0; Eve: match paused, audience 1, left",
        over: "Ana: audience 1, audience 0; Bo: audience 1, audience 0; Eve: match over, audience 1, left",
        closed: "Eve: error no_such_match, error not_seated",
    },
    Happening {
        what: "creator leaves",
        waiting: "Ana: left",
        ready: "Ana: left; Bo: closed left",
        countdown: "Ana: over - aborted, left; Bo: over - aborted, closed left",
        playing: "Ana: over 1 resigned, left; Bo: over 1 resigned, closed left",
        paused: "Ana: over 1 resigned, left",
        over: "Ana: left; Bo: closed left",
        closed: "Ana: error not_seated",
    },
    Happening {
        what: "both ready at once",
        waiting: "Ana: error wrong_phase",
        ready: "Ana: match ready, match countdown; Bo: match ready, match countdown",
        countdown: "Ana: error wrong_phase; Bo: error wrong_phase",
        playing: "Ana: error wrong_phase; Bo: error wrong_phase",
        paused: "Ana: error wrong_phase",
        over: "Ana: error wrong_phase; Bo: error wrong_phase",
        closed: "Ana: error not_seated; Bo: error not_seated",
    },
    Happening {
        what: "offer of a rematch, then leave",
        waiting: "Ana: error wrong_phase, left",
        ready: "Ana: error wrong_phase, left; Bo: closed left",
        countdown: "Ana: error wrong_phase, over - aborted, left; Bo: over - aborted, closed left",
        playing: "Ana: error wrong_phase, over 1 resigned, left; Bo: over 1 resigned, closed left",
        paused: "Ana: error wrong_phase, over 1 resigned, left",
        over: "Ana: rematch_offered 0, left; Bo: rematch_offered 0, closed left",
        closed: "Ana: error not_seated, error not_seated",
    },
    Happening {
        what: "resign",
        waiting: "Ana: error wrong_phase",
        ready: "Ana: error wrong_phase",
        countdown: "Ana: over - aborted; Bo: over - aborted",
        playing: "Ana: over 1 resigned; Bo: over 1 resigned",
        paused: "Ana: over 1 resigned",
        over: "Ana: error wrong_phase",
        closed: "Ana: error not_seated",
    },
    Happening {
        what: "queue, then create",
        waiting: "Ana: error already_seated, error already_seated; Eve: queued",
        ready: "Ana: error already_seated, error already_seated; Eve: queued",
        countdown: "Ana: error already_seated, error already_seated; Eve: queued",
        playing: "Ana: error already_seated, error already_seated; Eve: queued",
        paused: "Ana: error already_seated, error already_seated; Eve: queued",
        over: "Ana: queued, match waiting; Bo: closed left; Eve: queued",
        closed: "Ana: queued, match waiting; Eve: queued",
    },
    Happening {
        what: "watch, then join",
        waiting: "Ana: audience 1, match ready; Eve: match waiting, audience 1, match ready",
        ready: "Ana: audience 1; Bo: audience 1; Eve: match ready, audience 1, error match_full",
        countdown: "Ana: audience 1; Bo: audience 1; Eve: match countdown, audience 1, error match_full",
        playing: "Ana: audience 1; Bo: audience 1; Eve: match playing, audience 1, error match_full",
        paused: "Ana: audience 1; Eve: match paused, audience 1, error match_full",
        over: "Ana: audience 1; Bo: audience 1; Eve: match over, audience 1, error match_full",
        closed: "Eve: error no_such_match, error no_such_match",
    },
];

impl Happening {
    fn by_phase(&self) -> [(&'static str, &'static str); 7] {
        [
            ("waiting", self.waiting),
            ("ready", self.ready),
            ("countdown", self.countdown),
            ("playing", self.playing),
            ("paused", self.paused),
            ("over", self.over),
            ("closed", self.closed),
        ]
    }
}

#[tokio::test]
async fn every_phase_against_every_happening() {
    let mut wrong = Vec::new();
    for happening in HAPPENINGS {
        let what = happening.what;
        for (phase, expected) in happening.by_phase() {
            let heard = Scene::new(phase).await.play(what).await;
            if heard != expected {
                wrong.push(format!("{what} in {phase}: not {expected}, but {heard}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A table in some phase, and everybody who is connected.
struct Scene {
    /// The journal's directory, which outlives a restart.
    dir: TempDir,
    hall: Hall,
    code: String,
    people: Vec<(&'static str, Client)>,
    heard: Vec<(&'static str, Vec<String>)>,
}

impl Scene {
    async fn new(phase: &str) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let hall = Hall::in_directory(dir.path(), Ending::Restart).await;
        let (ana, bo, code) = hall.seated(json!({})).await;
        let eve = hall.connect("Eve").await;
        let people = vec![("Ana", ana), ("Bo", bo), ("Eve", eve)];
        let mut scene = Self {
            dir,
            hall,
            code,
            people,
            heard: Vec::new(),
        };
        scene.lead_to(phase).await;
        scene.heard.clear();
        scene
    }

    async fn lead_to(&mut self, phase: &str) {
        match phase {
            "waiting" => {
                self.say("Bo", json!({"type": "leave"})).await;
                self.listen().await;
                self.hang_up("Bo").await;
            }
            "closed" => self.say("Ana", json!({"type": "leave"})).await,
            "countdown" | "playing" | "paused" | "over" => {
                self.say("Ana", json!({"type": "ready"})).await;
                self.say("Bo", json!({"type": "ready"})).await;
            }
            _ => {}
        }
        self.listen().await;
        if matches!(phase, "playing" | "paused" | "over") {
            self.hall.hand.advance(3000);
            self.listen().await;
            self.person("Ana").move_somehow(0).await;
        }
        match phase {
            "paused" => self.restart_without_bo().await,
            "over" => self.say("Bo", json!({"type": "resign"})).await,
            _ => {}
        }
        self.listen().await;
        let at = self.person("Ana").view["phase"].clone();
        assert!(
            phase == "closed" || at == phase || phase == "over",
            "{at} is {phase}"
        );
    }

    /// Restarts the server; Ana and Eve come back, Bo does not.
    async fn restart_without_bo(&mut self) {
        self.hang_up("Bo").await;
        std::mem::replace(&mut self.hall, Hall::new()).stop().await;
        self.hall = Hall::in_directory(self.dir.path(), Ending::Restart).await;
        for name in ["Ana", "Eve"] {
            let token = self.person(name).token.clone();
            let again = self.hall.connect_with("Again", Some(token)).await;
            *self.person(name) = again;
        }
    }

    /// Lets it happen; gives who hears what.
    async fn play(mut self, what: &str) -> String {
        let code = self.code.clone();
        match what {
            "disconnect" => self.hang_up("Ana").await,
            "return" => {
                self.hang_up("Ana").await;
                self.listen().await;
                self.come_again("Ana", "Ana again").await;
            }
            "second connection" => self.come_again("Ana", "Ana again").await,
            "the other comes back" => {
                self.hang_up("Bo").await;
                self.listen().await;
                self.come_again("Bo", "Bo again").await;
            }
            "spectator comes and goes" => {
                self.say("Eve", json!({"type": "watch", "code": code}))
                    .await;
                self.listen().await;
                self.say("Eve", json!({"type": "leave"})).await;
                self.hall.hand.advance(1000);
            }
            "creator leaves" => self.say("Ana", json!({"type": "leave"})).await,
            "both ready at once" => {
                self.say("Ana", json!({"type": "ready"})).await;
                self.say("Bo", json!({"type": "ready"})).await;
            }
            "offer of a rematch, then leave" => {
                self.say("Ana", json!({"type": "rematch"})).await;
                self.say("Ana", json!({"type": "leave"})).await;
            }
            "resign" => self.say("Ana", json!({"type": "resign"})).await,
            "queue, then create" => {
                self.say("Ana", json!({"type": "queue"})).await;
                self.say("Ana", json!({"type": "create"})).await;
                self.say("Eve", json!({"type": "queue"})).await;
            }
            "watch, then join" => {
                self.say("Eve", json!({"type": "watch", "code": code}))
                    .await;
                self.say("Eve", json!({"type": "join", "code": code})).await;
            }
            _ => panic!("{what} is not known"),
        }
        self.listen().await;
        let heard = self.heard.iter().filter(|(_, heard)| !heard.is_empty());
        let lines: Vec<String> = heard
            .map(|(name, heard)| format!("{name}: {}", heard.join(", ")))
            .collect();
        lines.join("; ")
    }

    fn person(&mut self, name: &str) -> &mut Client {
        let person = self.people.iter_mut().find(|(who, _)| *who == name);
        &mut person.expect("somebody of this name").1
    }

    /// Who is gone says nothing.
    async fn say(&mut self, name: &str, message: Value) {
        let person = self.person(name);
        if person.session.is_some() {
            person.send(message).await;
        }
    }

    /// Who is gone already stays so.
    async fn hang_up(&mut self, name: &str) {
        let person = self.person(name);
        if person.session.is_some() {
            person.hang_up().await;
        }
    }

    /// Another connection of somebody's.
    async fn come_again(&mut self, name: &str, again: &'static str) {
        let token = self.person(name).token.clone();
        let later = self.hall.connect_with("Again", Some(token)).await;
        self.people.push((again, later));
    }

    /// Notes what everybody has heard by now.
    async fn listen(&mut self) {
        for (name, client) in &mut self.people {
            let mut heard = client.listen().await;
            match self.heard.iter_mut().find(|(who, _)| who == name) {
                Some((_, all)) => all.append(&mut heard),
                None => self.heard.push((name, heard)),
            }
        }
    }
}

impl Client {
    /// What has been told by now, each message in few words.
    async fn listen(&mut self) -> Vec<String> {
        let mut heard = Vec::new();
        if self.session.is_none() {
            return heard;
        }
        self.send(json!({"type": "ping", "t": 0, "id": "heard"}))
            .await;
        loop {
            let message = self.next().await;
            if message["re"] == "heard" {
                return heard;
            }
            heard.push(in_few_words(&message));
            if message["type"] == "close" {
                self.session = None;
                return heard;
            }
        }
    }
}

pub(super) fn in_few_words(message: &Value) -> String {
    let word = |name: &str| match &message[name] {
        Value::String(text) => text.clone(),
        Value::Null => "-".into(),
        value => value.to_string(),
    };
    let details: &[&str] = match message["type"].as_str() {
        Some("match") => &["phase"],
        Some("presence") => &["seat", "connected", "forfeit_in_ms"],
        Some("error" | "close") => &["code"],
        Some("over") => &["winner", "reason"],
        Some("closed") => &["reason"],
        Some("audience") => &["watching"],
        Some("rematch_offered") => &["seat"],
        _ => &[],
    };
    let words: Vec<String> = std::iter::once("type")
        .chain(details.iter().copied())
        .map(word)
        .collect();
    words.join(" ")
}
