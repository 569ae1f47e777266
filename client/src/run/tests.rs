//! The whole client on a screen of text, with keys that are there from the start.

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use futures_util::{Stream, StreamExt as _, stream};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tokio::sync::watch;
use tokio::time::{Duration, Instant, sleep};
use versus2048_protocol::game::Seat;
use versus2048_protocol::replay::Replay;
use versus2048_protocol::rules::{Direction, Options, Secret};
use versus2048_protocol::wire::ClientMessage;

use super::{Client, MAX_BURST};
use crate::best_file;
use crate::config::{Cli, Config, PlayConfig};
use crate::effect::{Effect, Exit};
use crate::keeper::Places;
use crate::local::{Chance, LocalKind};
use crate::message::Input;
use crate::model::{Lang, Notice, Start};
use crate::outside::{Outside, Setup};
use crate::play::model;
use crate::record::Recorder;
use crate::settings_file::SettingsFile;
use crate::text;

struct Evening {
    exit: Exit,
    dir: tempfile::TempDir,
    recorded: Vec<PathBuf>,
}

fn config(line: &str) -> PlayConfig {
    let words = ["versus2048"].into_iter().chain(line.split(' '));
    let cli = <Cli as clap::Parser>::try_parse_from(words).expect("a command line");
    match Config::new(cli, SettingsFile::default(), |_| None) {
        Config::Play(config) => *config,
        other => panic!("{line} has no screen: {other:?}"),
    }
}

fn setup(dir: &tempfile::TempDir) -> Setup {
    Setup {
        places: Places {
            state_dir: Some(dir.path().to_owned()),
            settings: None,
        },
        speaker: None,
        new_player: false,
        chance: Chance::From(Secret([7; 32])),
        recorder: Recorder::new(dir.path().join("replay.json"), text::of(Lang::En)).ok(),
        data_dir: None,
        listener: None,
    }
}

/// Runs the client with a command line until it ends by itself.
async fn run(line: &str, inputs: impl Stream<Item = Input> + Unpin) -> Evening {
    let dir = tempfile::tempdir().expect("a directory");
    let config = config(line);
    let mut outside = Outside::new(None, setup(&dir));
    let start: Start = config.start.clone();
    let client = Client {
        terminal: Terminal::new(TestBackend::new(80, 24)).expect("a screen of text"),
        idle: watch::channel(true).1,
        outside: &mut outside,
        model: model(config, best_file::read(dir.path())),
        epoch: Instant::now(),
    };
    let exit = client.run(inputs, start).await.expect("a screen of text");
    let farewell = outside.finish().await;
    assert!(farewell.troubles.is_empty(), "{farewell:?}");
    let recorded = farewell.recorded;
    Evening {
        exit,
        dir,
        recorded,
    }
}

fn keys(codes: &[KeyCode]) -> impl Stream<Item = Input> + Unpin + use<> {
    let key = |&code: &KeyCode| Input::Key(KeyEvent::new(code, KeyModifiers::NONE));
    stream::iter(codes.iter().map(key).collect::<Vec<_>>())
}

/// A keyboard whose first key is pressed after a while. As that of the terminal, it remembers who
/// asked first, and wakes nobody else.
struct Keyboard {
    pressed_at: Instant,
    key: Option<KeyCode>,
    asked_first: Arc<OnceLock<Waker>>,
}

impl Keyboard {
    fn new(key: KeyCode, after: Duration) -> Self {
        let asked_first = Arc::new(OnceLock::<Waker>::new());
        let to_wake = Arc::clone(&asked_first);
        tokio::spawn(async move {
            sleep(after).await;
            to_wake.get().expect("somebody has asked").wake_by_ref();
        });
        Self {
            pressed_at: Instant::now() + after,
            key: Some(key),
            asked_first,
        }
    }
}

impl Stream for Keyboard {
    type Item = Input;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Input>> {
        self.asked_first.get_or_init(|| cx.waker().clone());
        if Instant::now() < self.pressed_at {
            return Poll::Pending;
        }
        match self.key.take() {
            Some(code) => Poll::Ready(Some(Input::Key(code.into()))),
            None => Poll::Pending,
        }
    }
}

fn replay(evening: &Evening) -> Replay {
    let json = std::fs::read(evening.dir.path().join("replay.json")).expect("a replay");
    serde_json::from_slice(&json).expect("a replay")
}

#[tokio::test]
async fn keys_that_come_at_once_all_count() {
    use KeyCode::{Char, Down, Left, Right, Up};
    let pressed = [
        Left,
        Down,
        Right,
        Up,
        Left,
        Down,
        Right,
        Up,
        Char('q'),
        Char('y'),
    ];
    let evening = run("solo", keys(&pressed)).await;
    assert_eq!(evening.exit, Exit::Done);
    let replay = replay(&evening);
    replay.verify().expect("a valid replay");
    assert!(replay.moves.len() >= 6, "{:?}", replay.moves);
    let options = Options {
        countdown_s: 0,
        ..Options::default()
    };
    let best = best_file::read(evening.dir.path()).get(LocalKind::Solo, &options);
    assert_eq!(best, replay.result.scores[Seat::Zero]);
}

#[tokio::test]
async fn no_key_is_lost_however_many_come_before_it() {
    for before in 0..2 * MAX_BURST {
        let pressed = [KeyCode::Down].repeat(before).into_iter();
        let pressed: Vec<_> = pressed.chain([KeyCode::Char('q')]).collect();
        let mut behind = 0;
        let more = stream::repeat_with(|| {
            behind += 1;
            Input::Key(KeyCode::Up.into())
        });
        run("--lang en", keys(&pressed).chain(more.take(MAX_BURST))).await;
        assert_eq!(behind, 0, "the key behind {before} others leaves the menu");
    }
}

#[tokio::test(start_paused = true)]
async fn a_key_is_looked_at_when_it_is_pressed() {
    let pressed = Duration::from_millis(30);
    let began = Instant::now();
    run("solo", Keyboard::new(KeyCode::Char('q'), pressed)).await;
    assert_eq!(began.elapsed(), pressed);
}

#[tokio::test]
async fn both_sides_of_a_keyboard_play_at_once() {
    use KeyCode::{Char, Down, Left, Right, Up};
    let arrows = [Right, Down, Left, Up];
    let letters = ['d', 'S', 'A', 'w'].map(Char);
    let both: Vec<_> = arrows
        .into_iter()
        .zip(letters)
        .flat_map(<[KeyCode; 2]>::from)
        .collect();
    let leave = [Char('q'), Char('y')];
    let evening = run(
        "local --countdown 0",
        keys(&[&both[..], &leave[..]].concat()),
    )
    .await;
    assert_eq!(evening.exit, Exit::Done);
    assert_eq!(evening.recorded, [evening.dir.path().join("replay.json")]);
    let replay = replay(&evening);
    replay.verify().expect("a valid replay");
    let moves_of = |seat| {
        let moves = replay.moves.iter().filter(move |step| step.seat == seat);
        moves.map(|step| step.dir).collect::<Vec<_>>()
    };
    assert!(moves_of(Seat::Zero).len() >= 3, "{:?}", replay.moves);
    assert_eq!(moves_of(Seat::Zero), moves_of(Seat::One));
}

#[tokio::test]
async fn the_end_of_the_terminal_ends_the_program_and_keeps_the_best_score() {
    use KeyCode::{Down, Left, Right, Up};
    let evening = run("solo --scoring sum", keys(&[Left, Down, Right, Up])).await;
    assert_eq!(evening.exit, Exit::Done);
    let kept = std::fs::read_to_string(evening.dir.path().join("best.json"));
    assert!(kept.expect("a file of best scores").contains("sum"));
}

#[tokio::test]
async fn a_match_that_ends_by_its_time_is_recorded_at_once() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut outside = Outside::new(None, setup(&dir));
    let model = model(config("local"), best_file::read(dir.path()));
    let options = Options {
        time_limit_s: Some(10),
        countdown_s: 0,
        ..Options::default()
    };
    let kind = LocalKind::HotSeat;
    let goal = options.target;
    let begin = Effect::StartLocal {
        kind,
        options,
        goal,
    };
    outside.carry_out(begin, &model).await;
    for dir in Direction::ALL {
        let slide = ClientMessage::Move { turn: 0, dir };
        let slide = Effect::SendLocal(Seat::Zero, slide);
        outside.carry_out(slide, &model).await;
    }
    let replay = dir.path().join("replay.json");
    outside.advance(9_999);
    assert!(!replay.exists());
    outside.advance(10_000);
    assert!(replay.exists());
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = nobody.local_addr().expect("an address");
    drop(nobody);
    let line = format!("join {address}/K7QX4M");
    let evening = run(&line, stream::pending()).await;
    let Exit::Failed(Notice::Unreachable { server, .. }) = evening.exit else {
        panic!("{:?}", evening.exit);
    };
    assert_eq!(server, format!("ws://{address}"));
}
