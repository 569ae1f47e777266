//! Texts of a server, line by line, to a client whose window has any size: it draws, and nothing that
//! it draws does anything to a terminal but show.
//!
//! The first four bytes are the window's width and four times its height, how the client looks, and what it wanted on
//! the server. A line is a text of the server; one that begins with `!` is something else that happens.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use versus2048::message::{Action, Controller, LinkEnd, Message, NetworkEvent};
use versus2048::model::{
    BestScores, ColorChoice, ColorDepth, Discovery, Goal, KeyLayout, Lang, Menu, Model, Screen,
    Settings, Start, ThemeName,
};
use versus2048::update::{start, update};
use versus2048::view;
use versus2048_protocol::game::BySeat;
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::decode_server;

/// Enough for every message to meet every other; more only takes time.
const MAX_LINES: usize = 24;

fuzz_target!(|input: &[u8]| {
    let Some((&[width, height, look, wish], lines)) = input.split_first_chunk() else {
        return;
    };
    // Higher windows show nothing else, and cost as much as they have cells.
    let backend = TestBackend::new(width.into(), u16::from(height) / 4);
    let mut terminal = Terminal::new(backend).expect("a buffer can be drawn on");
    let mut model = model(look);
    start(&mut model, Start::Online(goal(wish)));
    for line in lines.split(|&byte| byte == b'\n').take(MAX_LINES) {
        if let Some(message) = happens(line) {
            update(&mut model, message);
        }
        model.now_ms += u64::from(look);
        update(&mut model, Message::Tick);
        terminal
            .draw(|frame| view::draw(&model, frame))
            .expect("a buffer can be drawn on");
        only_shows(terminal.backend().buffer());
    }
});

fn happens(line: &[u8]) -> Option<Message> {
    if let [b'!', what, ..] = line {
        return Some(other(*what));
    }
    let text = std::str::from_utf8(line).ok()?;
    decode_server(text).ok().map(Box::new).map(Message::Server)
}

fn other(what: u8) -> Message {
    let keyed = |dir| Message::Action(Action::Move(Controller::Arrows, dir));
    match what {
        b'w' => Message::Network(NetworkEvent::Welcomed { seated: None }),
        b's' => Message::Network(NetworkEvent::Welcomed {
            seated: "K7QX4M".parse().ok(),
        }),
        b'l' => Message::Network(NetworkEvent::Lost {
            attempt: 1,
            retry_in_ms: 1000,
        }),
        b'c' => Message::Network(NetworkEvent::Connecting { attempt: 1 }),
        b'r' => Message::Network(NetworkEvent::RoundTrip { rtt_ms: u32::MAX }),
        b'e' => Message::Network(NetworkEvent::Ended(LinkEnd::Closed(4001))),
        b'?' => Message::Action(Action::Help),
        b'b' => Message::Action(Action::Back),
        b'q' => Message::Action(Action::Quit),
        b'a' => Message::Action(Action::Again),
        b'm' => Message::Action(Action::Emotes),
        b'g' => Message::Action(Action::Resign),
        b'y' => Message::Action(Action::Yes),
        b'n' => Message::Action(Action::No),
        b'\r' => Message::Action(Action::Submit),
        b'W' => Message::Action(Action::Watch),
        digit @ b'1'..=b'9' => Message::Action(Action::Pick(digit - b'0')),
        _ => keyed(Direction::ALL[usize::from(what) % Direction::ALL.len()]),
    }
}

fn goal(wish: u8) -> Goal {
    let options = Options::default();
    let code = "K7QX4M".parse().expect("a code");
    match wish % 5 {
        0 => Goal::Create {
            options,
            listed: true,
        },
        1 => Goal::Join { code },
        2 => Goal::Queue { options },
        3 => Goal::Watch { code },
        _ => Goal::List,
    }
}

fn model(look: u8) -> Model {
    let settings = Settings {
        keys: KeyLayout::default(),
        theme: ThemeName::ALL[usize::from(look >> 4) % ThemeName::ALL.len()],
        lang: if look & 1 == 0 { Lang::En } else { Lang::Zh },
        ascii: look & 2 != 0,
        color: if look & 4 == 0 {
            ColorDepth::True
        } else {
            ColorDepth::None
        },
        animation: look & 8 != 0,
        discovery: false,
        sound: false,
    };
    Model {
        screen: Screen::Menu(Menu::default()),
        overlay: None,
        settings,
        color: ColorChoice::Auto,
        terminal_color: ColorDepth::True,
        music: String::new(),
        now_ms: 0,
        name: "Ana".into(),
        pair: BySeat::default(),
        server: "ws://127.0.0.1:2048".into(),
        usual_server: "ws://127.0.0.1:2048".into(),
        options: Options::default(),
        listen: ([127, 0, 0, 1], 2048).into(),
        best_scores: BestScores::default(),
        solo_options: Options::default(),
        goal: None,
        hosted: None,
        discovery: Discovery::default(),
        recent_servers: Vec::new(),
        held: None,
        keeps_games: false,
        menu: Menu::default(),
        origin: None,
        from_menu: look & 0x80 != 0,
        ends_program: false,
        rng: StdRng::seed_from_u64(0),
    }
}

/// No cell holds what a terminal obeys, or what changes how its neighbours are shown.
fn only_shows(buffer: &Buffer) {
    for cell in &buffer.content {
        let obeyed = cell
            .symbol()
            .chars()
            .find(|&character| is_obeyed(character));
        assert_eq!(obeyed, None, "in {:?}", cell.symbol());
    }
}

/// Controls, marks of direction, joiners, line separators, tags, and characters of nobody.
fn is_obeyed(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61C}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E000}'..='\u{F8FF}'
                | '\u{E0000}'..='\u{10FFFF}'
        )
}
