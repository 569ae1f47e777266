//! What a word leads to at which place: what stands in its way, and what it waits for.

use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::{Direction, Options, Secret};
use versus2048_protocol::wire::{ClientMessage, ClosedReason, Phase};

use crate::config::{Cli, Config};
use crate::local::{Chance, LocalKind, LocalTable};
use crate::message::{Action, Controller};
use crate::model::{
    BestScores, Connection, Form, FormKind, KeyLayout, Lang, Mode, Model, Overlay, Play, Question,
    Screen, Tables,
};
use crate::plain::commands::{Command, Until, command, ever};
use crate::plain::hold::{Hold, hold};
use crate::plain::{Obstacle, obstacle};
use crate::play;
use crate::session::Session;
use crate::settings_file::SettingsFile;

/// A client at the menu.
fn at_menu() -> Model {
    let cli = Cli::read(["versus2048", "--plain"], Lang::En).expect("a command line");
    match Config::new(cli, SettingsFile::default(), |_| None) {
        Config::Play(config) => play::model(*config, BestScores::default()),
        other => unreachable!("{other:?} is no game"),
    }
}

fn on(screen: Screen) -> Model {
    Model {
        screen,
        ..at_menu()
    }
}

/// A match that runs, as seat 0 sees it.
fn playing() -> Play {
    let options = Options {
        countdown_s: 0,
        ..Options::default()
    };
    let names = BySeat(["Ana", "Bo"].map(str::to_owned));
    let chance = Chance::From(Secret([7; 32]));
    let mut table = LocalTable::new(LocalKind::HotSeat, options, names, chance);
    table.begin(0);
    let mut snapshot = table.snapshot(0);
    snapshot.you = Some(Seat::Zero);
    Play::new(Session::new(snapshot, 0), Mode::Online)
}

/// A table that is otherwise than a match that runs.
pub(super) fn at_table(change: impl FnOnce(&mut Play)) -> Model {
    let mut play = playing();
    change(&mut play);
    on(Screen::Table(Box::new(play)))
}

pub(super) fn in_phase(phase: Phase) -> Model {
    at_table(|play| play.session.phase = phase)
}

fn asked(about: Question) -> Model {
    Model {
        overlay: Some(Overlay::Question {
            about,
            until_ms: None,
        }),
        ..in_phase(Phase::Playing)
    }
}

fn meant(model: &Model, word: &str) -> Option<Command> {
    let command = command(word, KeyLayout::Wasd, model.key_context());
    command.or_else(|| ever(word, KeyLayout::Wasd))
}

#[track_caller]
fn check(model: &Model, words: &str, expected: impl Into<Option<Obstacle>>) {
    let expected = expected.into();
    for word in words.split_whitespace() {
        let command = meant(model, word).expect("a word that means something");
        assert_eq!(obstacle::before(model, command), expected, "{word}");
    }
}

#[test]
fn where_nothing_is_under_way_nothing_can_be_played() {
    let model = at_menu();
    let tables = Tables {
        server: model.server.clone(),
        tables: None,
        selected: 0,
    };
    let join = Form::new(FormKind::Join, &model);
    for model in [model, on(Screen::Tables(tables)), on(Screen::Form(join))] {
        let words = "left w resign again undo say wait wait-end";
        check(&model, words, Obstacle::NothingBegun);
        check(&model, "yes no later y 1 9", Obstacle::NothingAsked);
        check(&model, "next back pause faster", Obstacle::NoReplay);
        check(
            &model,
            "help board boards status table quiet loud quit q",
            None,
        );
    }
}

#[test]
fn what_is_not_there_yet_is_told_as_that() {
    let connecting = on(Screen::Connecting {
        server: "ws://127.0.0.1:2048".into(),
        due_ms: None,
    });
    check(&connecting, "left a resign again", Obstacle::NotThereYet);
    let queued = on(Screen::Queued {
        options: Options::default(),
        since_ms: 0,
    });
    check(&queued, "left a resign again", Obstacle::NobodyYet);
    for model in [connecting, queued] {
        check(&model, "wait wait-end quit help status", None);
    }
}

#[test]
fn a_match_takes_what_its_phase_allows() {
    check(
        &in_phase(Phase::Waiting),
        "up w resign",
        Obstacle::NobodyYet,
    );
    check(&in_phase(Phase::Waiting), "again", Obstacle::NotOver);
    check(&in_phase(Phase::Ready), "up w resign", Obstacle::NotStarted);
    for phase in [Phase::Countdown, Phase::Playing, Phase::Paused] {
        check(&in_phase(phase), "up w resign say", None);
        check(&in_phase(phase), "again rematch", Obstacle::NotOver);
    }
    check(&in_phase(Phase::Over), "up w resign", Obstacle::Over);
    check(&in_phase(Phase::Over), "again say r", None);
    let closed = at_table(|play| {
        play.session.phase = Phase::Over;
        play.closed = Some(ClosedReason::Left);
    });
    check(&closed, "again say", Obstacle::Closed);
    check(&in_phase(Phase::Playing), "undo u", Obstacle::NotAlone);
    check(&in_phase(Phase::Playing), "next faster", Obstacle::NoReplay);
}

#[test]
fn who_plays_otherwise_is_told_what_differs() {
    let watching = at_table(|play| play.session.you = None);
    check(&watching, "left resign again say", Obstacle::Watching);
    check(&watching, "board status wait-end quit", None);
    let two = at_table(|play| {
        play.mode = Mode::HotSeat { best: 0 };
        play.session.you = None;
    });
    check(&two, "resign say", Obstacle::NotOnline);
    check(&two, "undo", Obstacle::NotAlone);
    check(&two, "left a again r", None);
    let alone = at_table(|play| {
        play.mode = Mode::Solo {
            best: 0,
            goal: None,
            is_told: false,
            is_undone: false,
        };
    });
    check(&alone, "left again undo u", None);
}

#[test]
fn a_question_is_answered_first_but_does_not_stop_a_match() {
    let leaving = asked(Question::Leave);
    check(&leaving, "yes no later left w quit", None);
    check(&leaving, "resign again say undo", Obstacle::Asked);
    let staying = asked(Question::PlayOn);
    check(&staying, "left w", Obstacle::Asked);
    check(&staying, "help board", None);
    assert_eq!(obstacle::after(&staying), Obstacle::Asked);
    assert_eq!(
        obstacle::after(&in_phase(Phase::Playing)),
        Obstacle::NoChange
    );
    let emotes = Model {
        overlay: Some(Overlay::Emotes),
        ..in_phase(Phase::Playing)
    };
    check(&emotes, "1 7 later left", None);
}

const LEFT: Option<Command> = Some(Command::Act(Action::Move(
    Controller::Arrows,
    Direction::Left,
)));
const QUIT: Option<Command> = Some(Command::Act(Action::Quit));

#[track_caller]
fn check_hold(
    model: &Model,
    waits: Option<Until>,
    next: Option<Command>,
    expected: impl Into<Option<Hold>>,
) {
    assert_eq!(
        hold(model, waits, next),
        expected.into(),
        "{waits:?} {next:?}"
    );
}

#[test]
fn a_word_waits_for_what_was_asked_for() {
    let [start, end] = [Some(Until::Start), Some(Until::End)];
    for phase in [
        Phase::Waiting,
        Phase::Ready,
        Phase::Countdown,
        Phase::Paused,
    ] {
        check_hold(&in_phase(phase), start, QUIT, Hold::Asked);
        check_hold(&in_phase(phase), end, QUIT, Hold::Asked);
    }
    check_hold(&in_phase(Phase::Playing), start, QUIT, None);
    check_hold(&in_phase(Phase::Playing), end, QUIT, Hold::Asked);
    check_hold(&in_phase(Phase::Over), end, QUIT, None);
    check_hold(&at_menu(), end, QUIT, None);
    // A question would never be answered.
    check_hold(&asked(Question::PlayOn), end, QUIT, None);
}

#[test]
fn a_move_waits_for_the_answer_to_the_one_before_and_for_the_match_to_go_on() {
    let busy = at_table(|play| {
        let mut moves = Direction::ALL.into_iter();
        let sent = moves.find_map(|dir| play.session.slide(Seat::Zero, dir, 0));
        assert!(matches!(sent, Some(ClientMessage::Move { .. })));
    });
    check_hold(&busy, None, LEFT, Hold::Answer);
    check_hold(&busy, None, QUIT, Hold::Answer);
    check_hold(&in_phase(Phase::Playing), None, LEFT, None);
    for phase in [Phase::Countdown, Phase::Paused] {
        check_hold(&in_phase(phase), None, LEFT, Hold::Gap);
        check_hold(&in_phase(phase), None, QUIT, None);
        check_hold(&in_phase(phase), None, None, None);
    }
    let lost = at_table(|play| play.connection = Connection::Trying { attempt: 1 });
    check_hold(&lost, None, LEFT, Hold::Gap);
    check_hold(&lost, None, QUIT, None);
    let watching = at_table(|play| {
        play.session.you = None;
        play.session.phase = Phase::Paused;
    });
    check_hold(&watching, None, LEFT, None);
}
