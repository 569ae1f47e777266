//! Anything in any order: several players at once do whatever they like while the clock jumps and
//! the journal is held and fails. Whatever happens, each command is answered once and in its turn,
//! and what is told holds together.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::phases::in_few_words;
use super::{Client, Hall};
use crate::config::Limits;

const STEPS: usize = 300;
const STORMS: u64 = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_is_answered_once_and_holds_together() {
    for seed in 1..=STORMS {
        storm(seed).await;
    }
}

async fn storm(seed: u64) {
    // The outbox is large: who is too slow is another story.
    let limits = Limits {
        outbox_messages: 1000,
        ..Limits::DEFAULT
    };
    let hall = Arc::new(Hall::with_limits(limits));
    let codes = Arc::new(Mutex::new(vec![json!("AAAAAA")]));
    let mut players = JoinSet::new();
    for (number, name) in (0_u64..).zip(["Ana", "Bo", "Cem", "Dan", "Eli"]) {
        let player = Player {
            client: hall.connect(name).await,
            hall: Arc::clone(&hall),
            dice: Dice::new(seed * 100 + number),
            checks: Checks::default(),
            codes: Arc::clone(&codes),
        };
        players.spawn(player.play());
    }
    let mut dice = Dice::new(seed);
    while !players.is_empty() {
        weather(&hall, &mut dice).await;
        if let Some(played) = players.try_join_next() {
            played.expect("a player finds nothing wrong");
        }
    }
}

/// What is nobody's doing.
async fn weather(hall: &Hall, dice: &mut Dice) {
    match dice.throw(8) {
        0 => hall
            .hand
            .advance(dice.pick(&[1, 999, 3000, 44_000, 61_000])),
        // Often the next commit fails too; then some succeed, or hardly any would.
        1 if !hall.faults.has_plans() => {
            for _ in 0..=dice.throw(3) {
                hall.faults.fail_next(dice.throw(2) == 0);
            }
        }
        2 => hall.faults.hold(),
        _ => {}
    }
    for _ in 0..dice.throw(200) {
        tokio::task::yield_now().await;
    }
    hall.faults.release();
}

/// Numbers that look random and are the same each time (xorshift).
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn throw(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0) % sides
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.throw(from.len())]
    }
}

/// Somebody who does anything.
struct Player {
    hall: Arc<Hall>,
    client: Client,
    dice: Dice,
    checks: Checks,
    codes: Arc<Mutex<Vec<Value>>>,
}

/// What one connection has asked and heard.
#[derive(Default)]
struct Checks {
    unanswered: Vec<(u64, Value)>,
    heard: Vec<String>,
    /// The table that it looks at, as far as it was told.
    at: Option<Value>,
    turns: HashMap<(String, u64), u64>,
    game: String,
    /// The codes of tables that were closed.
    closed: HashSet<Value>,
}

impl Player {
    async fn play(mut self) {
        for _ in 0..STEPS {
            if self.dice.throw(40) == 0 {
                self.reconnect().await;
            }
            let message = self.anything();
            self.ask(message).await;
            while let Some(message) = self.client.try_next() {
                self.note(&message);
            }
        }
        self.ask(json!({"type": "ping", "t": 1})).await;
        while !self.checks.unanswered.is_empty() {
            let message = self.client.next().await;
            self.note(&message);
        }
    }

    async fn reconnect(&mut self) {
        if self.dice.throw(2) == 0 {
            self.client.hang_up().await;
        }
        let again = self.hall.reconnect(&self.client).await;
        assert_eq!(again.id, self.client.id);
        self.client = again;
        self.checks = Checks::default();
    }

    async fn ask(&mut self, mut message: Value) {
        self.client.asked += 1;
        message["id"] = json!(self.client.asked);
        let asked = (self.client.asked, message.clone());
        self.checks.unanswered.push(asked);
        self.client.send(message).await;
    }

    fn anything(&mut self) -> Value {
        let codes = self.codes.lock().expect("nobody has failed").clone();
        let code = codes[self.dice.throw(codes.len())].clone();
        let countdown = self.dice.throw(2);
        let options = json!({"rows": 2, "cols": 3, "target": 16, "countdown_s": countdown});
        match self.dice.throw(16) {
            0 => json!({"type": "create", "options": options}),
            1 | 2 => json!({"type": "join", "code": code}),
            3 => json!({"type": "watch", "code": code}),
            4 | 5 => json!({"type": "queue"}),
            6 => json!({"type": "leave"}),
            _ => self.act(),
        }
    }

    fn act(&mut self) -> Value {
        let dir = self.dice.pick(&["left", "right", "up", "down"]);
        match self.dice.throw(24) {
            0 => json!({"type": "resign"}),
            1 | 2 => json!({"type": "rematch"}),
            3 => json!({"type": "ping", "t": 7}),
            4 => json!({"type": "list"}),
            5 => json!({"type": "unqueue"}),
            6 => json!({"type": "emote", "kind": "oops"}),
            7 => json!({"type": "dance"}),
            8..=12 => json!({"type": "ready"}),
            _ => json!({"type": "move", "turn": self.dice.throw(9), "dir": dir}),
        }
    }

    fn note(&mut self, message: &Value) {
        if message["type"] == "match" {
            let mut codes = self.codes.lock().expect("nobody has failed");
            codes.push(message["code"].clone());
            let too_many = codes.len().saturating_sub(8);
            codes.drain(..too_many);
        }
        self.checks.note(message);
    }
}

impl Checks {
    fn note(&mut self, message: &Value) {
        self.heard.push(in_few_words(message));
        if let Some(re) = message["re"].as_u64() {
            let place = self.unanswered.iter().position(|(asked, _)| *asked == re);
            let place = place.unwrap_or_else(|| panic!("{message} answers nothing that was asked"));
            let may_overtake = message["code"] == "unavailable"
                || message["code"] == "rate_limited"
                || message["reason"] == "unavailable";
            assert!(
                place == 0 || may_overtake,
                "{message} overtakes {:?} after {:?}",
                self.unanswered,
                self.heard.iter().rev().take(8).collect::<Vec<_>>()
            );
            self.unanswered.remove(place);
        }
        let kind = message["type"].as_str().expect("a type");
        match kind {
            "match" => self.note_snapshot(message),
            "board" => self.note_board(message),
            "left" | "closed" => {
                assert_eq!(self.at.take().as_ref(), Some(&message["code"]), "{message}");
                if kind == "closed" {
                    self.closed.insert(message["code"].clone());
                }
            }
            "queued" => self.at = None,
            "over" => assert_eq!(message["id"], self.game.as_str(), "{message}"),
            _ => {}
        }
        let is_told_at_a_table = matches!(
            kind,
            "board" | "over" | "presence" | "audience" | "rematch_offered" | "emote"
        );
        assert!(
            !is_told_at_a_table || self.at.is_some(),
            "{message} of no table after {:?}",
            self.heard.iter().rev().take(8).collect::<Vec<_>>()
        );
    }

    fn note_snapshot(&mut self, message: &Value) {
        assert!(
            !self.closed.contains(&message["code"]),
            "{message} of a closed table"
        );
        self.at = Some(message["code"].clone());
        self.game = message["id"].as_str().expect("an id").into();
        if message["boards"].is_null() {
            return;
        }
        for seat in 0..2 {
            let turn = message["boards"][seat]["turn"].as_u64().expect("a turn");
            let key = (self.game.clone(), u64::try_from(seat).expect("small"));
            let told = self.turns.insert(key, turn);
            assert!(
                told.is_none_or(|told| told <= turn),
                "{message} takes back a move"
            );
        }
        assert_eq!(message["result"].is_null(), message["phase"] != "over");
    }

    fn note_board(&mut self, message: &Value) {
        let turn = message["turn"].as_u64().expect("a turn");
        let key = (self.game.clone(), message["seat"].as_u64().expect("a seat"));
        let told = self.turns.insert(key, turn);
        assert_eq!(
            told.map(|told| told + 1),
            Some(turn),
            "{message} is not the next"
        );
    }
}
