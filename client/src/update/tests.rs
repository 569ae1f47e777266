//! What each key and message does, without a screen, a socket or a clock.

mod connection;
mod form;
mod hostile;
mod hosting;
mod keep;
mod local;
mod menu;
mod motion;
mod nearby;
mod replay;
mod seat;
mod settings;
mod solo;
mod table;

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use uuid::Uuid;
use versus2048_protocol::game::{BySeat, Reason, Seat};
use versus2048_protocol::rules::{Direction, Options, Scoring, Secret};
use versus2048_protocol::wire::{
    ClientMessage, ClosedReason, Code, Emote, ErrorCode, Phase, ServerMessage, Snapshot,
};

use super::{begin, start, update};
use crate::effect::{Effect, Exit, Title};
use crate::local::{Chance, LocalKind, LocalTable};
use crate::message::{Action, Controller, Hosted, LinkEnd, Message, NetworkEvent};
use crate::model::{
    AddressProblem, BestScores, ColorChoice, ColorDepth, Discovery, FieldName, Form, FormKind,
    FormProblem, Goal, KeyLayout, Lang, Menu, MenuItem, Mode, Model, Notice, Overlay, Question,
    Screen, Settings, Start, ThemeName,
};
use crate::settings_file::{SettingKey, SettingValue};
use crate::sound::{Silence, Sound};
use crate::unreached::Unreached;

const YOU: Seat = Seat::Zero;

/// A model at the menu.
fn at_menu() -> Model {
    Model {
        screen: Screen::Menu(Menu::default()),
        overlay: None,
        settings: Settings {
            keys: KeyLayout::Wasd,
            theme: ThemeName::Classic,
            lang: Lang::En,
            ascii: false,
            color: ColorDepth::None,
            animation: false,
            discovery: false,
            sound: false,
        },
        color: ColorChoice::Auto,
        terminal_color: ColorDepth::True,
        music: String::new(),
        now_ms: 0,
        name: "Ana".to_owned(),
        pair: BySeat::default(),
        server: "ws://127.0.0.1:2048".to_owned(),
        usual_server: "ws://127.0.0.1:2048".to_owned(),
        options: Options::default(),
        listen: "0.0.0.0:2048".parse().expect("an address"),
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
        rng: StdRng::seed_from_u64(1),
    }
}

/// A model that was started by the command line, without a menu behind it.
fn started(begin: Start) -> Model {
    let mut model = at_menu();
    model.from_menu = false;
    start(&mut model, begin);
    model
}

fn create() -> Start {
    Start::Online(Goal::Create {
        options: Options::default(),
        listed: true,
    })
}

fn code() -> Code {
    "K7QX4M".parse().expect("a code")
}

fn press(model: &mut Model, action: Action) -> Vec<Effect> {
    update(model, Message::Action(action))
}

fn hear(model: &mut Model, message: ServerMessage) -> Vec<Effect> {
    update(model, Message::Server(Box::new(message)))
}

fn welcome(model: &mut Model, seated: Option<Code>) -> Vec<Effect> {
    update(model, Message::Network(NetworkEvent::Welcomed { seated }))
}

/// A table of a server in this phase, as seat 0 sees it.
fn snapshot(phase: Phase) -> Snapshot {
    let options = Options {
        countdown_s: 0,
        ..Options::default()
    };
    let names = BySeat(["Ana", "Bo"].map(str::to_owned));
    let chance = Chance::From(Secret([7; 32]));
    let mut table = LocalTable::new(LocalKind::HotSeat, options, names, chance);
    table.begin(0);
    let mut snapshot = table.snapshot(0);
    snapshot.code = code();
    snapshot.id = Uuid::from_u128(1);
    snapshot.phase = phase;
    snapshot.you = Some(YOU);
    let is_ready = !matches!(phase, Phase::Waiting | Phase::Ready);
    for player in snapshot.players.0.iter_mut().flatten() {
        player.ready = is_ready;
    }
    match phase {
        Phase::Waiting => {
            snapshot.players[Seat::One] = None;
            snapshot.boards = None;
        }
        Phase::Ready => snapshot.boards = None,
        _ => {}
    }
    snapshot
}

fn show(model: &mut Model, snapshot: Snapshot) -> Vec<Effect> {
    hear(model, ServerMessage::Match(Box::new(snapshot)))
}

/// A model in seat 0 of a table of a server in this phase.
fn seated(phase: Phase) -> Model {
    let mut model = started(create());
    welcome(&mut model, None);
    show(&mut model, snapshot(phase));
    model
}

fn sent(effects: &[Effect]) -> Vec<&ClientMessage> {
    let sent = effects.iter().filter_map(|effect| match effect {
        Effect::Send(message) => Some(message),
        _ => None,
    });
    sent.collect()
}

fn asks(model: &Model) -> Option<Question> {
    match model.overlay {
        Some(Overlay::Question { about, .. }) => Some(about),
        _ => None,
    }
}
