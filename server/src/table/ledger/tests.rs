//! The ledger without a runtime: what is told, to whom and when, and what a rollback makes of it.

use std::time::Instant;

use tokio::sync::oneshot;
use versus2048_protocol::game::Input;
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::MessageId;

use super::*;
use crate::config::Limits;
use crate::identity::Client;
use crate::journal::MadeBy;
use crate::metrics::{Metrics, OutboxCounters};
use crate::outbox::{Outbox, OutboxReader, Outgoing};
use crate::players::Players;
use crate::table::acts::Act;
use crate::table::handle::Arrival;
use crate::table::presence::Presence;
use crate::table::state::TableSetup;

/// A table with everybody who is connected to its server.
struct Scene {
    ledger: Ledger,
    players: Players,
    now_ms: u64,
}

/// A client, whose requests are numbered.
struct Person {
    client: Client,
    outbox: Outbox,
    reader: OutboxReader,
    requests: u64,
}

impl Scene {
    /// Ana has made the table, and Bo has joined; nothing is handed over.
    fn seated() -> (Self, Person, Person) {
        let players = Players::default();
        let options = Options {
            countdown_s: 0,
            ..Options::default()
        };
        let setup = TableSetup {
            code: Code::from_bits(1),
            options,
            is_listed: true,
            made_by: MadeBy::Creator,
        };
        let limits = Limits::DEFAULT;
        let table = Table {
            state: State::new(setup, &limits, 0),
            presence: Presence::new(limits.forfeit_after_ms),
        };
        let outside = Outside {
            players: players.clone(),
            published: watch::Sender::new(table.state.published(&table.presence)),
            metrics: Metrics::default(),
        };
        let mut scene = Self {
            ledger: Ledger::restored(table, 48, outside),
            players,
            now_ms: 0,
        };
        let (ana, bo) = (scene.connect("Ana"), scene.connect("Bo"));
        let (mut ana, mut bo) = (ana, bo);
        scene.join(&mut ana);
        scene.join(&mut bo);
        scene.ledger.acknowledge(2, 0);
        for person in [&mut ana, &mut bo] {
            person.heard();
        }
        (scene, ana, bo)
    }

    /// Both are playing, and all of it is on disk.
    fn playing() -> (Self, Person, Person) {
        let (mut scene, mut ana, mut bo) = Self::seated();
        scene.act(&mut ana, Act::Ready(None));
        scene.act(&mut bo, Act::Ready(None));
        scene.acknowledge();
        ana.heard();
        bo.heard();
        (scene, ana, bo)
    }

    fn connect(&self, name: &str) -> Person {
        let (outbox, reader) = Outbox::new(64, OutboxCounters::default());
        let admitted = self.players.admit(None, outbox.clone(), 0);
        Person {
            client: Client {
                player: admitted.player,
                token: admitted.token.hash(),
                name: PlayerName::new(name).expect("a name"),
                connection: admitted.connection,
            },
            outbox,
            reader,
            requests: 0,
        }
    }

    /// Makes a step that may be written.
    fn step(&mut self, step: impl FnOnce(&mut Ledger, &mut Record)) {
        let mut record = Record::writable(self.now_ms);
        self.ledger.advance(&mut record);
        step(&mut self.ledger, &mut record);
        self.ledger.advance(&mut record);
        self.ledger.finish(record, |_| 0);
    }

    fn act(&mut self, person: &mut Person, act: Act) {
        let mut request = person.request();
        request.attempt = act.attempt(Instant::now());
        self.step(|ledger, record| ledger.act(&request, act, record));
    }

    /// Makes the first move that changes the board.
    fn move_somehow(&mut self, person: &mut Person) {
        let state = &self.ledger.table.state;
        let seat = state.seat_of(person.client.player).expect("a seat");
        let game = state.current.game();
        let turn = game.boards().expect("a match")[seat].turn.into();
        let is_possible = |&dir: &Direction| {
            let input = Input::Move { seat, turn, dir };
            game.decide(self.now_ms, input).is_ok()
        };
        let dir = Direction::ALL.into_iter().find(is_possible);
        let dir = dir.expect("some move is possible");
        self.act(person, Act::Move { turn, dir });
    }

    fn join(&mut self, person: &mut Person) {
        let (reply, _joined) = oneshot::channel();
        let arrival = person.arrival();
        self.step(|ledger, record| ledger.join(arrival, reply, record));
    }

    fn watch(&mut self, person: &mut Person) {
        let arrival = person.arrival();
        self.step(|ledger, record| ledger.watch(arrival, record).expect("it can be watched"));
    }

    fn leave(&mut self, person: &mut Person) {
        let (reply, _left) = oneshot::channel();
        let request = person.request();
        self.step(|ledger, record| ledger.leave(request, reply, record));
    }

    /// Everything that was handed over is on disk.
    fn acknowledge(&mut self) {
        self.ledger
            .acknowledge(self.ledger.last_number, self.now_ms);
    }

    /// A commit has failed, and the steps up to this number are on disk.
    fn fail(&mut self, on_disk: u64) {
        self.ledger.acknowledge(on_disk, self.now_ms);
        if !self.ledger.is_finished() {
            self.ledger.roll_back(self.now_ms);
        }
    }
}

impl Person {
    fn request(&mut self) -> Request {
        self.requests += 1;
        let id = MessageId::Number(self.requests);
        Request::new(self.client.requester(Some(id)))
    }

    fn arrival(&mut self) -> Arrival {
        Arrival {
            re: self.request().by.re,
            client: self.client.clone(),
            viewer: self.outbox.attach(),
            leaving: None,
        }
    }

    /// The messages since the last call, each in short.
    fn heard(&mut self) -> String {
        let messages = std::iter::from_fn(|| self.reader.try_next()).map(|outgoing| {
            let Outgoing::Text(text) = outgoing else {
                return "close".into();
            };
            let message: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let words = ["type", "phase", "turn", "reason", "code"];
            let words = words.into_iter().filter_map(|word| match &message[word] {
                serde_json::Value::String(text) if text.len() != 6 || word == "type" => {
                    Some(text.clone())
                }
                serde_json::Value::Number(number) => Some(number.to_string()),
                _ => None,
            });
            let re = message["re"].as_u64().map(|re| format!("re {re}"));
            words.chain(re).collect::<Vec<_>>().join(" ")
        });
        messages.collect::<Vec<_>>().join(", ")
    }
}

#[test]
fn a_step_takes_effect_when_it_is_on_disk() {
    let (mut scene, mut ana, mut bo) = Scene::playing();
    scene.move_somehow(&mut ana);
    assert_eq!((ana.heard(), bo.heard()), (String::new(), String::new()));
    scene.acknowledge();
    assert!(ana.heard().ends_with(&format!("re {}", ana.requests)));
    assert_eq!(bo.heard(), "board 1");
}

#[test]
fn who_arrives_gets_what_is_on_disk_and_then_the_line() {
    let (mut scene, mut ana, _bo) = Scene::playing();
    scene.move_somehow(&mut ana);
    let mut eve = scene.connect("Eve");
    scene.watch(&mut eve);
    assert_eq!(eve.heard(), "match playing re 1");
    scene.acknowledge();
    assert_eq!(eve.heard(), "board 1, audience");
}

#[test]
fn a_turn_is_told_once_when_two_commits_fail_in_a_row() {
    let (mut scene, mut ana, mut bo) = Scene::playing();
    let on_disk = scene.ledger.last_number;
    scene.move_somehow(&mut ana);
    // The first failure leaves the move on disk, the second one takes what came after it.
    scene.fail(on_disk + 1);
    scene.move_somehow(&mut ana);
    scene.fail(on_disk + 1);
    assert_eq!(bo.heard(), "board 1, match playing, match playing");
}

#[test]
fn nothing_follows_the_close_that_is_on_disk_whatever_the_commit_said() {
    let (mut scene, mut ana, mut bo) = Scene::playing();
    scene.move_somehow(&mut ana);
    scene.acknowledge();
    ana.heard();
    bo.heard();
    scene.leave(&mut ana);
    scene.fail(scene.ledger.last_number);
    assert!(scene.ledger.is_finished());
    assert!(ana.heard().starts_with("over resigned, left"));
    assert_eq!(bo.heard(), "over resigned, closed left");
}

#[test]
fn an_end_that_is_rolled_back_has_not_happened() {
    let (mut scene, mut ana, mut bo) = Scene::playing();
    scene.move_somehow(&mut ana);
    scene.acknowledge();
    ana.heard();
    bo.heard();
    let on_disk = scene.ledger.last_number;
    let first = ana.requests + 1;
    scene.leave(&mut ana);
    scene.act(&mut bo, Act::Rematch);
    scene.fail(on_disk);
    let unavailable = format!("error unavailable re {first}");
    assert_eq!(ana.heard(), format!("{unavailable}, match playing"));
    assert!(bo.heard().ends_with("match playing"));
    assert!(!scene.ledger.table.state.is_closed());
    scene.move_somehow(&mut ana);
    scene.acknowledge();
    assert_eq!(bo.heard(), "board 2");
}

#[test]
fn reconnects_while_nothing_is_written_leave_nothing_in_the_line() {
    let (mut scene, mut ana, bo) = Scene::playing();
    scene.move_somehow(&mut ana);
    for _ in 0..2000 {
        let mut record = Record::read_only(0);
        let Client {
            player, connection, ..
        } = bo.client;
        scene.ledger.disconnect(player, connection, &mut record);
        record.entries.clear();
        let arrival = Arrival {
            client: bo.client.clone(),
            viewer: bo.outbox.attach(),
            re: None,
            leaving: None,
        };
        let is_seated = scene.ledger.return_to_seat(arrival, "".into(), &mut record);
        assert!(is_seated);
        record.entries.clear();
        scene.ledger.finish(record, |_| 0);
    }
    assert_eq!(scene.ledger.line.for_all(), 1);
    scene.acknowledge();
    assert!(ana.heard().contains("board 1"), "the move is kept");
}

#[test]
fn a_join_that_is_rolled_back_leaves_the_seat_free_and_the_player_where_it_was() {
    let (mut scene, mut ana, mut bo) = Scene::seated();
    scene.leave(&mut bo);
    scene.acknowledge();
    ana.heard();
    bo.heard();
    let on_disk = scene.ledger.last_number;
    let mut eve = scene.connect("Eve");
    let (reply, mut joined) = oneshot::channel();
    let arrival = eve.arrival();
    scene.step(|ledger, record| ledger.join(arrival, reply, record));
    assert!(joined.try_recv().is_err());
    scene.fail(on_disk);
    assert_eq!(joined.try_recv().ok(), Some(Err(Refusal::Unavailable)));
    assert_eq!(ana.heard(), "match waiting");
    assert_eq!(eve.heard(), "", "its session answers it");
    assert_eq!(scene.players.check_move(&eve.client, None), Ok(()));
    scene.join(&mut eve);
    scene.acknowledge();
    assert_eq!(eve.heard(), "match ready re 2");
    assert_eq!(ana.heard(), "match ready");
}

#[test]
fn a_table_whose_opening_is_lost_is_handed_over_again() {
    let (scene, mut ana, mut bo) = Scene::playing();
    let Ledger { table, outside, .. } = scene.ledger;
    let mut ledger = Ledger::new(table, 48, outside);
    let mut record = Record::writable(0);
    let snapshot = ledger.table.state.snapshot(&ledger.table.presence, 0);
    let request = ana.request();
    let message = versus2048_protocol::wire::ServerMessage::Match(snapshot);
    record.tell_all(message, Some(&request));
    assert!(ledger.finish(record, |_| 0).is_some());
    ledger.roll_back(0);
    assert_eq!((ledger.due_ms(), ana.heard()), (Some(0), String::new()));
    let mut record = Record::writable(0);
    ledger.advance(&mut record);
    let handover = ledger.finish(record, |_| 0).expect("it is written again");
    ledger.acknowledge(handover.number, 0);
    let re = ana.requests;
    assert_eq!(ana.heard(), format!("match playing re {re}"));
    assert_eq!(bo.heard(), "match playing");
}
