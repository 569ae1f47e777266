//! Models to be drawn.

pub(super) mod menus;
pub(super) mod over;
mod replays;
mod waiting;

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::name::NameError;
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::{Emote, RejectedReason, Snapshot, TableSummary};

use crate::message::{Foreign, Winding};
use crate::model::{
    BestScores, ColorChoice, ColorDepth, Connection, Discovery, Form, FormKind, FormProblem,
    KeyLayout, Lang, Menu, MenuItem, Mode, Model, Notice, Overlay, Play, Question, Screen,
    Settings, Tables, ThemeName,
};
use crate::session::{Happening, Session};
use crate::unreached::Unreached;

/// The time of every model.
pub(super) const NOW_MS: u64 = 100_000;

/// The tiles of both boards.
pub(super) const BOARDS: [[[u64; 4]; 4]; 2] = [
    [
        [0, 2, 8, 4],
        [2, 16, 32, 8],
        [4, 8, 64, 16],
        [16, 4, 128, 2],
    ],
    [[4, 0, 0, 0], [8, 2, 0, 2], [32, 16, 4, 0], [64, 32, 8, 4]],
];

/// A screen by the name of its snapshots.
type NamedScreen = (&'static str, fn() -> Model);

/// Every screen.
pub(super) const SCREENS: [NamedScreen; 54] = [
    ("menu", || menus::menu_at(MenuItem::Join)),
    ("menu_way_back", menus::with_a_way_back),
    ("form_host", || form(FormKind::Host, 0, None)),
    ("form_hot_seat", || form(FormKind::HotSeat, 1, None)),
    ("form_settings", || form(FormKind::Settings, 2, None)),
    ("form_problem", || {
        let problem = FormProblem::Name(NameError::Empty);
        form(FormKind::Join, 0, Some(problem))
    }),
    ("connecting", || {
        let server = "ws://192.168.1.20:2048".into();
        model(Screen::Connecting {
            server,
            due_ms: None,
        })
    }),
    ("queued", || {
        let options = Options::default();
        let since_ms = NOW_MS - 65_000;
        model(Screen::Queued { options, since_ms })
    }),
    ("tables", tables),
    ("tables_none", || {
        let server = "ws://play.example:2048".into();
        let (tables, selected) = (Some(Vec::new()), 0);
        let tables = Tables {
            server,
            tables,
            selected,
        };
        model(Screen::Tables(tables))
    }),
    ("notice", || {
        model(Screen::Notice(Notice::Unreachable {
            server: "ws://127.0.0.1:2048".into(),
            why: Unreached::Refused,
        }))
    }),
    ("notice_foreign", || {
        model(Screen::Notice(Notice::Foreign {
            server: "ws://127.0.0.1:2048".into(),
            what: Foreign::Nonsense,
        }))
    }),
    ("form_replays", || form(FormKind::Replays, 0, None)),
    ("replays", replays::list),
    ("replays_unserved", replays::unserved),
    ("replay", || {
        model(replays::replay(&[Winding::Forwards, Winding::Faster]))
    }),
    ("replay_paused", || {
        model(replays::replay(&[Winding::NextMove; 9]))
    }),
    ("replay_over", || model(replays::replay(&[Winding::End]))),
    ("help_replay", || {
        over_screen(replays::replay(&[]), Overlay::Help { above: 0 })
    }),
    ("no_replay", replays::none),
    ("help", || {
        over_screen(playing(), Overlay::Help { above: 0 })
    }),
    ("help_menu", || {
        over_screen(Screen::Menu(Menu::default()), Overlay::Help { above: 0 })
    }),
    ("waiting", || model(waiting::own())),
    ("waiting_elsewhere", || {
        let elsewhere = |play: &mut Play| {
            if let Some(invitation) = &mut play.invitation {
                invitation.taken_port = Some(2048);
            }
        };
        model(play(waiting::own(), elsewhere))
    }),
    ("waiting_copied", || {
        model(play(waiting::own(), |play| play.is_copied = true))
    }),
    ("question_waiting", || {
        let about = Question::CloseTable;
        let until_ms = None;
        over_screen(waiting::own(), Overlay::Question { about, until_ms })
    }),
    ("help_hot_seat", || {
        over_screen(hot_seat(), Overlay::Help { above: 3 })
    }),
    ("ready", || model(table(&ready()))),
    ("countdown", || model(countdown())),
    ("playing", || model(playing())),
    ("paused", || model(paused())),
    ("two_by_eight", || model(two_by_eight())),
    ("playing_refused", || model(refused())),
    ("playing_away", || model(away())),
    ("reconnecting", || model(reconnecting())),
    ("watching", || model(watching())),
    ("emotes", || over_screen(playing(), Overlay::Emotes)),
    ("question", || {
        let about = Question::Resign;
        let until_ms = None;
        over_screen(playing(), Overlay::Question { about, until_ms })
    }),
    ("question_early", || {
        let about = Question::Leave;
        let until_ms = None;
        over_screen(countdown(), Overlay::Question { about, until_ms })
    }),
    ("watching_waiting", || model(waiting::watched())),
    ("won", || model(over::won())),
    ("lost", || model(over::ended(Some(1), "time"))),
    ("draw", || model(over::ended(None, "stuck"))),
    ("abandoned", || model(over::ended(Some(0), "abandoned"))),
    ("called_off", || model(over::ended(None, "aborted"))),
    ("watched_to_the_end", || {
        model(over::watched([
            "Bartholomew-the-Grea",
            "王小明王小明王小明王",
        ]))
    }),
    ("rematch_offered", || model(over::rematch_offered())),
    ("stopped", || model(over::stopped())),
    ("closed", || model(over::closed())),
    ("hot_seat_over", || model(over::hot_seat_over())),
    ("broken", || model(over::broken())),
    ("hot_seat", || model(hot_seat())),
    ("solo_over", || model(over::solo_over())),
    ("eight_by_eight", || model(eight_by_eight())),
];

/// A model with this on its screen, in full colour.
pub(in crate::view) fn model(screen: Screen) -> Model {
    Model {
        screen,
        overlay: None,
        settings: Settings {
            keys: KeyLayout::Wasd,
            theme: ThemeName::Classic,
            lang: Lang::En,
            ascii: false,
            color: ColorDepth::True,
            animation: true,
            discovery: true,
            sound: false,
        },
        color: ColorChoice::Auto,
        terminal_color: ColorDepth::True,
        music: String::new(),
        now_ms: NOW_MS,
        name: "Ana".into(),
        pair: BySeat([None, Some("Bo".into())]),
        server: "ws://127.0.0.1:2048".into(),
        options: Options::default(),
        listen: ([0, 0, 0, 0], 2048).into(),
        best_scores: BestScores::default(),
        solo_options: None,
        discovery: Discovery::default(),
        recent_servers: Vec::new(),
        held: None,
        keeps_games: true,
        goal: None,
        hosted: None,
        menu: Menu::default(),
        origin: None,
        from_menu: true,
        ends_program: false,
        rng: StdRng::seed_from_u64(0),
    }
}

fn over_screen(screen: Screen, overlay: Overlay) -> Model {
    let mut model = model(screen);
    model.overlay = Some(overlay);
    model
}

pub(super) fn form(kind: FormKind, focus: usize, problem: Option<FormProblem>) -> Model {
    let mut model = model(Screen::Menu(Menu::default()));
    let mut form = Form::new(kind, &model);
    form.focus = focus;
    form.problem = problem;
    model.screen = Screen::Form(form);
    model
}

fn tables() -> Model {
    let summary = |code: &str, phase: &str, names: [Option<&str>; 2], options: Value| {
        let summary = json!({
            "code": code, "phase": phase, "names": names, "options": options, "watching": 2,
        });
        serde_json::from_value::<TableSummary>(summary).unwrap()
    };
    let rows = json!({"rows": 5, "cols": 5, "time_limit_s": 180, "tiles": "independent"});
    let summaries = vec![
        summary("K7QX4M", "waiting", [Some("Ana"), None], json!({})),
        summary(
            "0123ZZ",
            "playing",
            [Some("王小明"), Some("Bartholomew")],
            rows,
        ),
        summary(
            "ABCDEF",
            "ready",
            [Some("Zoë"), Some("Bo")],
            json!({"target": null}),
        ),
    ];
    model(Screen::Tables(Tables {
        server: "ws://play.example:2048".into(),
        tables: Some(summaries),
        selected: 1,
    }))
}

/// A match in play as a server tells it, 94 moves against 81.
pub(super) fn snapshot() -> Value {
    let player = |id: &str, name: &str| {
        json!({
            "id": id, "name": name, "kind": "human", "connected": true, "ready": true,
            "rematch": false, "forfeit_in_ms": null,
        })
    };
    json!({
        "code": "K7QX4M", "id": "01939d4e-0000-7000-8000-000000000001", "phase": "playing",
        "options": {"time_limit_s": 180}, "you": 0,
        "players": [player("a", "Ana"), player("b", "Bo")],
        "boards": [
            {"turn": 94, "rows": BOARDS[0], "score": 1284, "status": "playing"},
            {"turn": 81, "rows": BOARDS[1], "score": 1072, "status": "playing"},
        ],
        "commitment": "00".repeat(32), "starts_in_ms": null, "elapsed_ms": 77_000,
        "remaining_ms": 103_000, "closes_in_ms": null,
        "series": {"game": 2, "wins": [1, 0], "draws": 0}, "watching": 3, "result": null,
    })
}

/// What a table looks like after a snapshot of it.
pub(super) fn table(snapshot: &Value) -> Screen {
    let snapshot: Snapshot = serde_json::from_value(snapshot.clone()).unwrap();
    let mut play = Play::new(Session::new(snapshot, NOW_MS), Mode::Online);
    play.rtt_ms = Some(38);
    Screen::Table(Box::new(play))
}

fn play(screen: Screen, change: impl FnOnce(&mut Play)) -> Screen {
    match screen {
        Screen::Table(mut play) => {
            change(&mut play);
            Screen::Table(play)
        }
        other => other,
    }
}

/// A table whose players have other names.
pub(super) fn named(screen: Screen, names: [&str; 2]) -> Screen {
    play(screen, |play| {
        for (player, name) in play.session.players.0.iter_mut().zip(names) {
            if let Some(player) = player {
                name.clone_into(&mut player.name);
            }
        }
    })
}

fn with_news(screen: Screen, news: Vec<Happening>) -> Screen {
    play(screen, |play| {
        for what in news {
            play.session.note(what, NOW_MS - 500);
        }
    })
}

fn ready() -> Value {
    let mut snapshot = snapshot();
    snapshot["phase"] = json!("ready");
    snapshot["players"][1]["ready"] = json!(false);
    snapshot["boards"] = Value::Null;
    snapshot
}

fn countdown() -> Screen {
    let mut snapshot = snapshot();
    snapshot["phase"] = json!("countdown");
    snapshot["starts_in_ms"] = json!(2400);
    snapshot["elapsed_ms"] = json!(0);
    let rows = json!([[0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 4], [0, 0, 0, 0]]);
    for board in [0, 1] {
        snapshot["boards"][board] =
            json!({"turn": 0, "rows": rows, "score": 0, "status": "playing"});
    }
    let news = vec![Happening::Joined(Seat::One), Happening::Countdown];
    with_news(table(&snapshot), news)
}

/// A match in play.
pub(in crate::view) fn playing() -> Screen {
    let merged = |seat, gained, new_best| Happening::Merged {
        seat,
        gained,
        new_best,
    };
    let news = vec![
        merged(Seat::Zero, 128, Some(128)),
        merged(Seat::One, 32, None),
    ];
    with_news(table(&snapshot()), news)
}

fn refused() -> Screen {
    let news = vec![
        Happening::Said(Seat::One, Emote::GoodLuck),
        Happening::Refused {
            seat: Seat::Zero,
            dir: Direction::Left,
            reason: RejectedReason::NoChange,
        },
    ];
    with_news(table(&snapshot()), news)
}

fn away() -> Screen {
    let mut snapshot = snapshot();
    snapshot["players"][1]["connected"] = json!(false);
    snapshot["players"][1]["forfeit_in_ms"] = json!(43_000);
    with_news(table(&snapshot), vec![Happening::Away(Seat::One)])
}

fn reconnecting() -> Screen {
    play(playing(), |play| {
        play.connection = Connection::Waiting {
            attempt: 3,
            retry_at_ms: NOW_MS + 3400,
        };
    })
}

fn watching() -> Screen {
    let mut snapshot = snapshot();
    snapshot["you"] = Value::Null;
    snapshot["players"][1]["kind"] = json!("bot");
    table(&snapshot)
}

fn hot_seat() -> Screen {
    let mut snapshot = snapshot();
    snapshot["you"] = Value::Null;
    snapshot["options"] = json!({});
    snapshot["remaining_ms"] = Value::Null;
    snapshot["watching"] = json!(0);
    play(table(&snapshot), |play| {
        play.mode = Mode::HotSeat { best: 1284 };
        play.rtt_ms = None;
    })
}

/// The table of others, whose second seat is free.
fn paused() -> Screen {
    let mut snapshot = snapshot();
    snapshot["phase"] = json!("paused");
    snapshot["players"][1]["connected"] = json!(false);
    with_news(table(&snapshot), vec![Happening::Paused])
}

fn two_by_eight() -> Screen {
    let mut snapshot = snapshot();
    let rows = json!([[2, 4, 8, 16, 0, 0, 0, 0], [1024, 512, 0, 0, 0, 0, 0, 2]]);
    snapshot["options"] = json!({"rows": 2, "cols": 8});
    snapshot["remaining_ms"] = Value::Null;
    for board in [0, 1] {
        snapshot["boards"][board] =
            json!({"turn": 9, "rows": rows, "score": 4096, "status": "playing"});
    }
    table(&snapshot)
}

fn eight_by_eight() -> Screen {
    let mut snapshot = snapshot();
    let rows: Vec<Vec<u64>> = (0..8)
        .map(|row| (0..8).map(|col| 1 << ((row * 8 + col) % 20 + 1)).collect())
        .collect();
    snapshot["options"] = json!({"rows": 8, "cols": 8, "target": 131_072});
    for board in [0, 1] {
        snapshot["boards"][board] =
            json!({"turn": 9, "rows": rows, "score": 1_234_567, "status": "playing"});
    }
    table(&snapshot)
}
