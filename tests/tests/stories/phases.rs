//! Every phase of a table against everything that may happen there, in one table.

use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::{ClientMessage, Code, Emote, Phase, ServerMessage};
use versus2048_tests::{TestPlayer, TestServer, create, eager};

/// What happens, and for each phase what is answered and in which phase an onlooker then sees the
/// table; a dash where it cannot happen. (A server without a journal pauses no match.)
const WALK: &str = "
                     | waiting                | ready                | countdown                | playing                | over                | closed
creator readies      | wrong_phase waiting    | match ready          | wrong_phase countdown    | wrong_phase playing    | wrong_phase over    | not_seated closed
guest readies        | -                      | match ready          | wrong_phase countdown    | wrong_phase playing    | wrong_phase over    | not_seated closed
both ready at once   | -                      | match countdown      | wrong_phase countdown    | wrong_phase playing    | wrong_phase over    | not_seated closed
creator moves        | not_playing waiting    | not_playing ready    | not_playing countdown    | board playing          | not_playing over    | not_seated closed
guest moves          | -                      | not_playing ready    | not_playing countdown    | board playing          | not_playing over    | not_seated closed
creator resigns      | wrong_phase waiting    | wrong_phase ready    | over over                | over over              | wrong_phase over    | not_seated closed
guest resigns        | -                      | wrong_phase ready    | over over                | over over              | wrong_phase over    | not_seated closed
creator offers       | wrong_phase waiting    | wrong_phase ready    | wrong_phase countdown    | wrong_phase playing    | rematch_offered over | not_seated closed
both offer           | -                      | wrong_phase ready    | wrong_phase countdown    | wrong_phase playing    | match ready         | not_seated closed
guest offers, leaves | -                      | left waiting         | left closed              | left closed            | left closed         | not_seated closed
creator leaves       | left closed            | left closed          | left closed              | left closed            | left closed         | not_seated closed
guest leaves         | -                      | left waiting         | left closed              | left closed            | left closed         | not_seated closed
creator creates      | already_seated waiting | already_seated ready | already_seated countdown | already_seated playing | match closed        | match closed
creator joins        | already_seated waiting | already_seated ready | already_seated countdown | already_seated playing | already_seated over | no_such_match closed
creator watches      | already_seated waiting | already_seated ready | already_seated countdown | already_seated playing | already_seated over | no_such_match closed
creator queues       | already_seated waiting | already_seated ready | already_seated countdown | already_seated playing | queued closed       | queued closed
creator emotes       | emote waiting          | emote ready          | emote countdown          | emote playing          | emote over          | not_seated closed
creator vanishes     | nothing waiting        | nothing ready        | nothing countdown        | nothing playing        | nothing over        | nothing closed
creator comes back   | match waiting          | match ready          | match countdown          | match playing          | match over          | nothing closed
guest vanishes       | -                      | nothing ready        | nothing countdown        | nothing playing        | nothing over        | nothing closed
guest comes back     | -                      | match ready          | match countdown          | match playing          | match over          | nothing closed
guest comes twice    | -                      | match ready          | match countdown          | match playing          | match over          | nothing closed
spectator joins      | match ready            | match_full ready     | match_full countdown     | match_full playing     | match_full over     | no_such_match closed
spectator watches    | match waiting          | match ready          | match countdown          | match playing          | match over          | no_such_match closed
spectator readies    | not_seated waiting     | not_seated ready     | not_seated countdown     | not_seated playing     | not_seated over     | not_seated closed
spectator moves      | not_seated waiting     | not_seated ready     | not_seated countdown     | not_seated playing     | not_seated over     | not_seated closed
spectator emotes     | not_seated waiting     | not_seated ready     | not_seated countdown     | not_seated playing     | not_seated over     | not_seated closed
spectator creates    | match waiting          | match ready          | match countdown          | match playing          | match over          | match closed
spectator leaves     | left waiting           | left ready           | left countdown           | left playing           | left over           | not_seated closed
spectator vanishes   | nothing waiting        | nothing ready        | nothing countdown        | nothing playing        | nothing over        | nothing closed
stranger joins       | match ready            | match_full ready     | match_full countdown     | match_full playing     | match_full over     | no_such_match closed
stranger watches     | match waiting          | match ready          | match countdown          | match playing          | match over          | no_such_match closed
stranger queues, creates | match waiting      | match ready          | match countdown          | match playing          | match over          | match closed
stranger watches, joins | match ready         | match_full ready     | match_full countdown     | match_full playing     | match_full over     | no_such_match closed
";

/// A table in some phase, with all who may do something.
struct Scene {
    code: Code,
    creator: Option<TestPlayer>,
    guest: Option<TestPlayer>,
    spectator: Option<TestPlayer>,
    stranger: Option<TestPlayer>,
    onlooker: TestPlayer,
    /// Dropped last, for it says goodbye to whoever is there.
    server: TestServer,
}

#[tokio::test]
async fn every_phase_against_every_happening() {
    let mut lines = WALK.lines().filter(|line| !line.trim().is_empty());
    let phases = cells(lines.next().expect("the table has a head"));
    let mut wrong = Vec::new();
    for row in lines.map(cells) {
        let columns = phases.iter().zip(&row).skip(1);
        for (phase, expected) in columns.filter(|(_, expected)| **expected != "-") {
            let found = Box::pin(walk(phase, row[0])).await;
            let is_wrong = found != *expected;
            wrong.extend(is_wrong.then(|| format!("{phase}, {}: {found}, not {expected}", row[0])));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn cells(line: &str) -> Vec<&str> {
    line.split('|').map(str::trim).collect()
}

/// Lets something happen in a phase; gives the last answer and the phase that the onlooker sees.
async fn walk(phase: &str, happening: &str) -> String {
    let mut scene = Box::pin(Scene::set(phase)).await;
    let (who, acts) = happening.split_once(' ').expect("somebody does something");
    let mut answer = String::new();
    for act in acts.split(", ") {
        answer = match who {
            "both" => scene.both_do(act).await,
            _ => scene.one_does(who, act).await,
        };
    }
    scene.onlooker.settle().await;
    let table = scene.onlooker.table.as_ref();
    let phase = table.map_or("closed".into(), |view| name(&view.snapshot.phase));
    format!("{answer} {phase}")
}

impl Scene {
    async fn set(phase: &str) -> Self {
        let server = TestServer::start();
        let mut creator = server.player("Creator").await;
        let code = creator.create(Options::default()).await;
        let mut onlooker = server.player("Onlooker").await;
        onlooker.watch(&code).await;
        let mut spectator = server.player("Spectator").await;
        spectator.watch(&code).await;
        let mut scene = Self {
            code,
            creator: Some(creator),
            guest: None,
            spectator: Some(spectator),
            stranger: None,
            onlooker,
            server,
        };
        scene.go_on_to(phase).await;
        scene
    }

    /// Through all phases before it, in their order.
    async fn go_on_to(&mut self, phase: &str) {
        let steps = ["waiting", "ready", "countdown", "playing", "over", "closed"];
        for step in steps.into_iter().skip(1) {
            if name(&self.onlooker.phase()) == phase {
                return;
            }
            match step {
                "ready" => {
                    let mut guest = self.server.player("Guest").await;
                    guest.join(&self.code).await;
                    self.guest = Some(guest);
                }
                "countdown" => {
                    self.both_do("readies").await;
                }
                "playing" => self.server.advance(3_000),
                "over" => {
                    self.player("creator").make_chosen(eager).await;
                    self.one_does("guest", "resigns").await;
                }
                _ => {
                    self.one_does("creator", "leaves").await;
                }
            }
            self.see(step).await;
        }
    }

    /// All have seen that the table is in this phase.
    async fn see(&mut self, step: &str) {
        let spectators = self.spectator.iter_mut().chain([&mut self.onlooker]);
        for player in self
            .creator
            .iter_mut()
            .chain(&mut self.guest)
            .chain(spectators)
        {
            let is_there = |player: &TestPlayer| match &player.table {
                Some(view) => name(&view.snapshot.phase) == step,
                None => step == "closed",
            };
            while !is_there(player) {
                player.told(step).await;
            }
        }
    }

    fn place(&mut self, who: &str) -> &mut Option<TestPlayer> {
        match who {
            "creator" => &mut self.creator,
            "guest" => &mut self.guest,
            "spectator" => &mut self.spectator,
            _ => &mut self.stranger,
        }
    }

    fn player(&mut self, who: &str) -> &mut TestPlayer {
        self.place(who)
            .as_mut()
            .expect("whoever does something is there")
    }

    /// Both send before either has an answer. Gives the answer to the one that was taken last: of
    /// two offers that is the one which is not just told.
    async fn both_do(&mut self, act: &str) -> String {
        let message = message(act, self.code);
        let first = self.player("creator").send_with_id(&message).await;
        let second = self.player("guest").send_with_id(&message).await;
        let first = answer_name(&self.player("creator").answer(first).await);
        let second = answer_name(&self.player("guest").answer(second).await);
        if second == "rematch_offered" {
            first
        } else {
            second
        }
    }

    async fn one_does(&mut self, who: &str, act: &str) -> String {
        if who == "stranger" && self.stranger.is_none() {
            self.stranger = Some(self.server.player("Stranger").await);
        }
        match act {
            "vanishes" | "comes back" | "comes twice" => self.comes_and_goes(who, act).await,
            "moves" => {
                let player = self.player(who);
                let view = player
                    .table
                    .as_ref()
                    .filter(|view| view.snapshot.boards.is_some());
                let own = view.and_then(|view| view.snapshot.you);
                let dir = own.and_then(|_| eager(&player.board()));
                let dir = dir.unwrap_or(Direction::Left);
                let turn = own.map_or(0, |seat| player.view().boards()[seat].turn.into());
                answer_name(&player.ask(&ClientMessage::Move { turn, dir }).await)
            }
            act => {
                let message = message(act, self.code);
                let player = self.player(who);
                answer_name(&player.ask(&message).await)
            }
        }
    }

    async fn comes_and_goes(&mut self, who: &str, act: &str) -> String {
        let before = self.place(who).take();
        let before = before.expect("whoever comes or goes was there");
        let mut again = match act {
            "vanishes" => {
                before.vanish();
                return "nothing".into();
            }
            "comes back" => before.vanish().come_back().await,
            _ => self.server.again(&before).await,
        };
        again.settle().await;
        let answer = if again.table.is_some() {
            "match"
        } else {
            "nothing"
        };
        *self.place(who) = Some(again);
        answer.into()
    }
}

fn message(act: &str, code: Code) -> ClientMessage {
    let code = code.to_string();
    match act {
        "readies" | "ready at once" => ClientMessage::Ready { nonce: None },
        "resigns" => ClientMessage::Resign {},
        "offers" | "offer" => ClientMessage::Rematch {},
        "leaves" => ClientMessage::Leave {},
        "creates" => create(Options::default()),
        "joins" => ClientMessage::Join { code },
        "watches" => ClientMessage::Watch { code },
        "queues" => ClientMessage::Queue { options: None },
        "emotes" => ClientMessage::Emote { kind: Emote::Hello },
        other => unreachable!("nobody {other}"),
    }
}

/// What kind of answer it is: for errors and refusals why, for others the type.
fn answer_name(answer: &ServerMessage) -> String {
    match answer {
        ServerMessage::Error { code, .. } => name(code),
        ServerMessage::Rejected { reason, .. } => name(reason),
        other => serde_json::to_value(other).expect("messages are JSON")["type"]
            .as_str()
            .expect("a message has a type")
            .to_owned(),
    }
}

/// The name that travels for a value.
fn name(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).expect("names are JSON");
    value.as_str().expect("a name is a string").to_owned()
}

#[test]
fn the_walk_knows_every_phase() {
    let head = WALK.lines().find(|line| !line.trim().is_empty());
    let phases = cells(head.expect("the table has a head"));
    for phase in [
        Phase::Waiting,
        Phase::Ready,
        Phase::Countdown,
        Phase::Playing,
        Phase::Over,
    ] {
        assert!(phases.contains(&name(&phase).as_str()), "{phase:?}");
    }
}
