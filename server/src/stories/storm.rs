//! Anything in any order: several players do whatever they like while the clock jumps and the
//! journal is held and fails. Whatever happens, each command is answered once and in its turn, and
//! what is told holds together.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Client, Hall};
use crate::lobby::TableLimits;

const STEPS: usize = 400;
const STORMS: u64 = 12;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_is_answered_once_and_holds_together() {
    for seed in 1..=STORMS {
        Storm::new(seed).await.run().await;
    }
}

/// Numbers that look random and are the same each time (xorshift).
struct Dice(u64);

impl Dice {
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

struct Storm {
    hall: Hall,
    dice: Dice,
    clients: Vec<Client>,
    checks: Vec<Checks>,
    codes: Vec<Value>,
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
}

impl Storm {
    async fn new(seed: u64) -> Self {
        // The outbox is large: who is too slow is another story.
        let limits = TableLimits {
            outbox_messages: 1000,
            ..TableLimits::default()
        };
        let hall = Hall::with_limits(limits);
        let mut clients = Vec::new();
        for name in ["Ana", "Bo", "Cem", "Dan"] {
            clients.push(hall.connect(name).await);
        }
        let checks = clients.iter().map(|_| Checks::default()).collect();
        let dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        Self {
            hall,
            dice,
            clients,
            checks,
            codes: vec![json!("AAAAAA")],
        }
    }

    async fn run(mut self) {
        for _ in 0..STEPS {
            match self.dice.throw(40) {
                0 => self
                    .hall
                    .hand
                    .advance(self.dice.pick(&[1, 999, 3000, 44_000, 61_000])),
                1 => self.reconnect().await,
                2 => self.hold_for_a_while().await,
                3 => self.hall.faults.fail_next(self.dice.throw(2) == 0),
                _ => {
                    let message = self.anything();
                    self.say(message).await;
                }
            }
            self.listen();
        }
        for who in 0..self.clients.len() {
            self.ask(who, json!({"type": "ping", "t": 1})).await;
            while !self.checks[who].unanswered.is_empty() {
                let message = self.clients[who].next().await;
                self.note(who, &message);
            }
        }
    }

    /// While the disk is slow only what doesn't wait for it is asked.
    async fn hold_for_a_while(&mut self) {
        self.hall.faults.hold();
        for _ in 0..self.dice.throw(20) {
            let message = self.act();
            self.say(message).await;
        }
        self.hall.faults.release();
    }

    async fn reconnect(&mut self) {
        let who = self.dice.throw(self.clients.len());
        if self.dice.throw(2) == 0 {
            self.clients[who].hang_up().await;
        }
        let again = self.hall.reconnect(&self.clients[who]).await;
        assert_eq!(again.id, self.clients[who].id);
        self.clients[who] = again;
        self.checks[who] = Checks::default();
    }

    async fn say(&mut self, message: Value) {
        let who = self.dice.throw(self.clients.len());
        self.ask(who, message).await;
    }

    async fn ask(&mut self, who: usize, mut message: Value) {
        let client = &mut self.clients[who];
        client.asked += 1;
        message["id"] = json!(client.asked);
        self.checks[who]
            .unanswered
            .push((client.asked, message.clone()));
        client.send(message).await;
    }

    fn anything(&mut self) -> Value {
        let code = self.codes[self.dice.throw(self.codes.len())].clone();
        let options =
            json!({"rows": 2, "cols": 3, "target": 16, "countdown_s": self.dice.throw(2)});
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

    fn listen(&mut self) {
        for who in 0..self.clients.len() {
            while let Some(message) = self.clients[who].try_next() {
                self.note(who, &message);
            }
        }
    }

    fn note(&mut self, who: usize, message: &Value) {
        if message["type"] == "match" && self.codes.len() < 12 {
            self.codes.push(message["code"].clone());
        }
        self.checks[who].note(message);
    }
}

impl Checks {
    fn note(&mut self, message: &Value) {
        self.heard.push(super::phases::in_few_words(message));
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
            "{message} of no table"
        );
    }

    fn note_snapshot(&mut self, message: &Value) {
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
