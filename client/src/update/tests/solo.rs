//! Alone.

use super::local::{at_local, play_on, slide, turns};
use super::*;
use crate::session::Happening;
use crate::text::people;

/// Plays until a question or the end, as well as keys in turn can.
fn play_through(model: &mut Model, table: &mut LocalTable) -> Vec<Effect> {
    for dir in Direction::ALL.into_iter().cycle().take(10_000) {
        let effects = press(model, Action::Move(Controller::Arrows, dir));
        // Keys are not what this is about: they come as slowly as they have to.
        model.now_ms += 100;
        let rest = play_on(model, table, effects);
        let is_over =
            matches!(&model.screen, Screen::Table(play) if play.session.phase == Phase::Over);
        if is_over || model.overlay.is_some() {
            return rest;
        }
    }
    panic!("neither a question nor an end");
}

#[test]
fn alone_the_target_is_a_question_and_the_board_plays_on() {
    let options = Options {
        target: Some(16),
        ..Options::default()
    };
    let (mut model, mut table) = at_local(LocalKind::Solo, options);
    let effects = play_through(&mut model, &mut table);
    assert_eq!(asks(&model), Some(Question::PlayOn));
    assert!(matches!(effects[..], [Effect::SaveBest { .. }]));
    press(&mut model, Action::Yes);
    let effects = play_through(&mut model, &mut table);
    assert_eq!(asks(&model), None, "it is asked once");
    let Screen::Table(play) = &model.screen else {
        panic!("no table");
    };
    assert_eq!(play.session.phase, Phase::Over);
    let score = play.session.shown(YOU).expect("a board").score;
    let expected = Mode::Solo {
        best: score,
        goal: Some(16),
        is_told: true,
        is_undone: false,
    };
    assert_eq!(play.mode, expected);
    assert!(matches!(effects[..], [Effect::SaveBest { score: kept, .. }] if kept == score));
}

#[test]
fn quitting_at_the_question_whether_to_begin_again_asks_whether_to_leave() {
    let (mut model, mut table) = at_local(LocalKind::HotSeat, Options::default());
    slide(&mut model, &mut table, Controller::Arrows);
    press(&mut model, Action::Again);
    assert_eq!(asks(&model), Some(Question::Restart));
    press(&mut model, Action::Quit);
    assert_eq!(asks(&model), Some(Question::LeaveLocal));
    assert_eq!(press(&mut model, Action::Quit), []);
    assert_eq!(asks(&model), Some(Question::LeaveLocal));
    let effects = press(&mut model, Action::Yes);
    assert_eq!(effects.last(), Some(&Effect::Quit(Exit::Done)));
}

#[test]
fn quitting_at_the_target_leaves() {
    let (mut model, _) = at_local(LocalKind::Solo, Options::default());
    model.overlay = Some(Overlay::Question {
        about: Question::PlayOn,
        until_ms: None,
    });
    let effects = press(&mut model, Action::Quit);
    assert_eq!(effects.last(), Some(&Effect::Quit(Exit::Done)));
}

/// Alone, where the target is reached and the question asked.
fn at_target() -> (Model, LocalTable) {
    let options = Options {
        target: Some(16),
        ..Options::default()
    };
    let (mut model, mut table) = at_local(LocalKind::Solo, options);
    play_through(&mut model, &mut table);
    assert_eq!(asks(&model), Some(Question::PlayOn));
    (model, table)
}

#[test]
fn whoever_does_not_play_on_at_the_target_sees_the_result() {
    let (mut model, mut table) = at_target();
    let effects = press(&mut model, Action::No);
    play_on(&mut model, &mut table, effects);
    let Screen::Table(play) = &model.screen else {
        panic!("no table");
    };
    let result = play.session.result.as_ref().expect("a result");
    let names = BySeat::default();
    assert_eq!(
        people::ended(play, &names, result).outcome.reason,
        Reason::Target
    );
}

#[test]
fn an_escape_at_the_target_plays_on() {
    let (mut model, _) = at_target();
    assert_eq!(press(&mut model, Action::Back), []);
    assert_eq!(model.overlay, None);
    assert!(matches!(&model.screen, Screen::Table(play) if play.session.phase == Phase::Playing));
}

#[test]
fn the_best_score_alone_is_kept_when_the_game_is_left() {
    let (mut model, mut table) = at_local(LocalKind::Solo, Options::default());
    slide(&mut model, &mut table, Controller::Arrows);
    press(&mut model, Action::Back);
    let effects = press(&mut model, Action::Yes);
    assert!(matches!(effects[0], Effect::SaveBest { .. }), "{effects:?}");
    assert_eq!(effects[1], Effect::StopLocal);
}

fn solo(model: &Model) -> (u64, bool) {
    match &model.screen {
        Screen::Table(play) => match play.mode {
            Mode::Solo {
                best, is_undone, ..
            } => (best, is_undone),
            mode => panic!("{mode:?}"),
        },
        screen => panic!("{screen:?}"),
    }
}

#[test]
fn alone_leaving_keeps_the_game_and_says_so() {
    let (mut model, _) = at_local(LocalKind::Solo, Options::default());
    press(&mut model, Action::Quit);
    assert_eq!(asks(&model), None, "nothing was played");
    let (mut other, mut unkept) = at_local(LocalKind::Solo, Options::default());
    other.keeps_games = false;
    slide(&mut other, &mut unkept, Controller::Arrows);
    press(&mut other, Action::Quit);
    assert_eq!(asks(&other), Some(Question::LeaveLocal));
    let (mut model, mut table) = at_local(LocalKind::Solo, Options::default());
    slide(&mut model, &mut table, Controller::Arrows);
    press(&mut model, Action::Quit);
    assert_eq!(asks(&model), Some(Question::LeaveSolo));
    let effects = press(&mut model, Action::Quit);
    assert_eq!(effects.last(), Some(&Effect::Quit(Exit::Done)));
}

#[test]
fn a_move_taken_back_marks_the_game_and_what_follows_does_not_count() {
    let (mut model, mut table) = at_local(LocalKind::Solo, Options::default());
    assert_eq!(press(&mut model, Action::Undo), [], "nothing was played");
    assert_eq!(solo(&model), (0, false));
    slide(&mut model, &mut table, Controller::Arrows);
    let before = turns(&model);
    slide(&mut model, &mut table, Controller::Arrows);
    let effects = press(&mut model, Action::Undo);
    assert_eq!(effects, [Effect::UndoLocal]);
    play_on(&mut model, &mut table, effects);
    assert_eq!(turns(&model), before);
    assert_eq!(news(&model), Some(&Happening::TakenBack(YOU)));
    let (best, is_undone) = solo(&model);
    assert!(is_undone);
    let effects = play_through(&mut model, &mut table);
    assert_eq!(effects, []);
    assert_eq!(solo(&model), (best, true));
    let effects = press(&mut model, Action::Again);
    play_on(&mut model, &mut table, effects);
    assert_eq!(solo(&model), (best, false), "a new game counts");
}

/// The last that happened.
fn news(model: &Model) -> Option<&Happening> {
    let Screen::Table(play) = &model.screen else {
        panic!("no table");
    };
    play.session.last_happening().map(|happened| &happened.what)
}

#[test]
fn a_lucky_end_that_is_taken_back_and_played_better_does_not_count() {
    let options = Options {
        rows: 2,
        cols: 2,
        target: None,
        ..Options::default()
    };
    let (mut model, mut table) = at_local(LocalKind::Solo, options);
    let mut kept = 0;
    for _ in 0..50 {
        for effect in play_through(&mut model, &mut table) {
            let Effect::SaveBest { score, .. } = effect else {
                panic!("{effect:?}");
            };
            kept = score;
        }
        let effects = press(&mut model, Action::Undo);
        assert_eq!(effects, [Effect::UndoLocal]);
        play_on(&mut model, &mut table, effects);
        assert_eq!(news(&model), Some(&Happening::TakenBack(YOU)));
        let (best, _) = solo(&model);
        assert_eq!(best, kept, "the first end alone was honest");
    }
    let key = Options {
        countdown_s: 0,
        ..options
    };
    assert_eq!(model.best_scores.get(LocalKind::Solo, &key), kept);
}

#[test]
fn what_was_dealt_is_no_best_score() {
    for kind in [LocalKind::HotSeat, LocalKind::Solo] {
        let options = Options {
            scoring: Scoring::Sum,
            ..Options::default()
        };
        let (model, table) = at_local(kind, options);
        let options = Options {
            target: options.target,
            ..table.snapshot(0).options
        };
        assert_eq!(model.best_scores.get(kind, &options), 0, "{kind:?}");
    }
}

/// A model to which a game is shown that was kept after some moves.
fn at_saved() -> (Model, LocalTable) {
    let (mut model, mut table) = at_local(LocalKind::Solo, Options::default());
    for _ in 0..9 {
        slide(&mut model, &mut table, Controller::Arrows);
    }
    let saved = table.saved(Some(2048)).expect("a game that is not over");
    let names = BySeat(["1", "2"].map(str::to_owned));
    let table = LocalTable::resumed(saved, names, Chance::Random).expect("a possible game");
    let mut model = at_menu();
    let options = model.options;
    start(&mut model, Start::Solo { options });
    let snapshot = Box::new(table.snapshot(0));
    let is_undone = table.is_undone();
    update(
        &mut model,
        Message::SavedTable {
            snapshot,
            is_undone,
        },
    );
    (model, table)
}

#[test]
fn a_kept_game_goes_on_after_a_yes() {
    let (mut model, mut table) = at_saved();
    assert_eq!(asks(&model), Some(Question::ResumeSolo));
    model.now_ms = 100_000;
    update(&mut model, Message::Tick);
    let slide_left = Action::Move(Controller::Arrows, Direction::Left);
    assert_eq!(press(&mut model, slide_left), [], "it stands still");
    assert_eq!(asks(&model), Some(Question::ResumeSolo), "it waits");
    let effects = press(&mut model, Action::Yes);
    assert_eq!(effects, [Effect::ResumeLocal]);
    play_on(&mut model, &mut table, effects);
    slide(&mut model, &mut table, Controller::Arrows);
    assert_eq!(turns(&model), [10, 0]);
}

#[test]
fn a_kept_game_counts_when_a_new_one_is_begun_instead() {
    let (mut model, mut table) = at_saved();
    let (score, _) = solo(&model);
    assert!(score > 0);
    let effects = press(&mut model, Action::No);
    assert!(
        matches!(effects[0], Effect::SaveBest { score: kept, .. } if kept == score),
        "{effects:?}"
    );
    play_on(&mut model, &mut table, effects);
    assert_eq!((turns(&model), asks(&model)), ([0, 0], None));
}

#[test]
fn a_kept_game_waits_on_for_whoever_escapes() {
    let (mut model, _) = at_saved();
    let effects = press(&mut model, Action::Back);
    assert!(effects.contains(&Effect::StopLocal), "{effects:?}");
    assert!(matches!(model.screen, Screen::Menu(_)));
}

#[test]
fn merges_the_target_and_the_end_are_heard_where_sounds_are_on() {
    for is_on in [true, false] {
        let options = Options {
            target: Some(16),
            ..Options::default()
        };
        let (mut model, mut table) = at_local(LocalKind::Solo, options);
        model.settings.sound = is_on;
        let mut heard = Vec::new();
        let sounds = |effects: Vec<Effect>| {
            effects.into_iter().filter_map(|effect| match effect {
                Effect::Sound(sound) => Some(sound),
                _ => None,
            })
        };
        for dir in Direction::ALL.into_iter().cycle().take(10_000) {
            let effects = press(&mut model, Action::Move(Controller::Arrows, dir));
            model.now_ms += 100;
            heard.extend(sounds(play_on(&mut model, &mut table, effects)));
            if asks(&model).is_some() {
                press(&mut model, Action::Yes);
            }
        }
        let count = |sound| heard.iter().filter(|&&it| it == sound).count();
        assert_eq!(count(Sound::Merge) > 10, is_on, "{heard:?}");
        assert_eq!(count(Sound::Win), usize::from(is_on));
        assert_eq!(count(Sound::End), usize::from(is_on));
    }
}
