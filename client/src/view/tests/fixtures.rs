//! Models to be drawn.

pub(in crate::view) mod boards;
pub(super) mod menus;
pub(super) mod over;
mod replays;
mod waiting;

use boards::{
    away, countdown, eight_by_eight, hot_seat, paused, play, playing, ready, reconnecting, refused,
    table, two_by_eight, watching,
};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use versus2048_protocol::game::BySeat;
use versus2048_protocol::name::NameError;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::TableSummary;

use crate::message::{Foreign, Winding};
use crate::model::{
    BestScores, ColorChoice, ColorDepth, Discovery, Form, FormKind, FormProblem, KeyLayout, Lang,
    Menu, MenuItem, Model, Notice, Overlay, Play, Question, Screen, Settings, Tables, ThemeName,
};
use crate::unreached::Unreached;

/// The time of every model.
pub(super) const NOW_MS: u64 = 100_000;

/// A screen by the name of its snapshots.
type NamedScreen = (&'static str, fn() -> Model);

/// Every screen.
pub(super) const SCREENS: [NamedScreen; 55] = [
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
    ("replay_alone", replays::alone),
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
        usual_server: "ws://127.0.0.1:2048".into(),
        options: Options::default(),
        listen: ([0, 0, 0, 0], 2048).into(),
        best_scores: BestScores::default(),
        solo_options: Options::default(),
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
