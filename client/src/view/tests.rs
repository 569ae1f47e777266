//! Every screen as text, at several sizes and in both languages; and what holds at any size.

mod bytes;
mod evening;
pub(super) mod fixtures;
mod forms;
mod hostile;
mod properties;
mod storm;
mod talk;

use std::fmt::Write as _;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;
use unicode_width::UnicodeWidthStr;
use versus2048_protocol::game::Seat;

use crate::model::{ColorDepth, Lang, MenuItem, Mode, Model, Overlay, Question, Screen, ThemeName};
use crate::theme::Theme;
use crate::view;
use fixtures::boards::{BOARDS, named, playing};
use fixtures::menus::menu_at;
use fixtures::{NOW_MS, SCREENS, model, over};

const SIZES: [(u16, u16); 5] = [(20, 10), (40, 20), (80, 24), (120, 40), (200, 60)];

/// What a model looks like in a window of this size.
fn drawn(model: &Model, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(model, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The characters of a buffer, a line for each row, as a terminal shows them.
fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for row in buffer.content.chunks(buffer.area.width.max(1).into()) {
        let mut line = String::new();
        let mut covered = 0;
        for cell in row {
            if covered > 0 {
                covered -= 1;
            } else {
                line.push_str(cell.symbol());
                covered = cell.symbol().width().saturating_sub(1);
            }
        }
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    text
}

#[test]
fn every_screen_in_every_language_at_every_size() {
    for (name, screen) in SCREENS {
        for (lang, code) in [(Lang::En, "en"), (Lang::Zh, "zh")] {
            let mut model = screen();
            model.settings.lang = lang;
            let mut all = String::new();
            for (width, height) in SIZES {
                let text = text(&drawn(&model, (width, height)));
                writeln!(all, "=== {width}x{height} ===\n{text}").unwrap();
            }
            insta::assert_snapshot!(format!("{name}_{code}"), all);
        }
    }
}

#[test]
fn without_colour_and_in_ascii_there_are_lines() {
    let mut model = model(playing());
    model.settings.color = ColorDepth::None;
    insta::assert_snapshot!("lines", text(&drawn(&model, (80, 24))));
    insta::assert_snapshot!("lines_compact", text(&drawn(&model, (62, 9))));
    model.settings.ascii = true;
    let ascii = text(&drawn(&model, (80, 24)));
    assert!(ascii.is_ascii(), "{ascii}");
    insta::assert_snapshot!("ascii", ascii);
}

#[test]
fn a_question_is_seen_in_a_window_too_small_for_the_boards() {
    let mut model = model(playing());
    let size = Size::new(24, 8);
    assert!(!view::has_room(&model, size));
    assert!(text(&drawn(&model, (24, 8))).contains("needs 29×13"));
    model.overlay = Some(Overlay::Question {
        about: Question::Leave,
        until_ms: None,
    });
    let asked = text(&drawn(&model, (24, 8)));
    assert!(
        asked.contains("Leave?") && asked.contains("Y yes"),
        "{asked}"
    );
    assert!(view::has_room(&model, Size::new(29, 13)));
}

#[test]
fn a_game_of_which_a_move_was_taken_back_is_marked_wherever_there_is_room_for_it() {
    let mut model = model(over::solo_over());
    if let Screen::Table(play) = &mut model.screen
        && let Mode::Solo { is_undone, .. } = &mut play.mode
    {
        *is_undone = true;
    }
    for (lang, mark) in [(Lang::En, "undo used"), (Lang::Zh, "用过撤销")] {
        model.settings.lang = lang;
        for size in [(29, 13), (40, 20), (80, 24)] {
            let shown = text(&drawn(&model, size));
            assert!(shown.contains(mark), "{shown}");
        }
    }
}

#[test]
fn what_no_costs_and_that_it_can_wait_is_told_when_one_may_go_back_to_a_match() {
    let mut model = model(playing());
    model.overlay = Some(Overlay::Question {
        about: Question::Resume("K7QX4M".parse().unwrap()),
        until_ms: None,
    });
    for size in [(40, 20), (80, 24)] {
        let asked = text(&drawn(&model, size));
        for told in ["Its clock runs", "Y go back", "N give up", "Esc not now"] {
            assert!(asked.contains(told), "{asked}");
        }
    }
}

#[test]
fn the_entries_of_the_menu_stand_still() {
    for lang in Lang::ALL {
        for &size in &SIZES[1..] {
            let columns_with = |selected| {
                let mut model = menu_at(selected);
                model.settings.lang = lang;
                let text = text(&drawn(&model, size)).replace('›', " ");
                let chosen = crate::text::of(lang).menu_item(selected);
                let mut entries = text.lines().filter_map(|line| line.find(chosen));
                entries.next().unwrap()
            };
            let first = columns_with(MenuItem::Host);
            for selected in MenuItem::ALL {
                assert_eq!(
                    columns_with(selected),
                    first,
                    "{lang:?} {size:?} {selected:?}"
                );
            }
        }
    }
}

#[test]
fn the_address_is_whole_in_a_narrow_window() {
    let (_, waiting) = SCREENS.iter().find(|(name, _)| *name == "waiting").unwrap();
    for width in 20..80 {
        let text = text(&drawn(&waiting(), (width, 30)));
        let words: String = text.split_whitespace().collect();
        assert!(
            words.contains("versus2048join192.168.1.20/K7QX4M"),
            "{text}"
        );
    }
}

#[test]
fn how_to_join_from_the_source_is_told_wherever_the_command_is_not_cut() {
    let command = "cargo run --release -- join 192.168.1.20/K7QX4M";
    let (_, waiting) = SCREENS.iter().find(|(name, _)| *name == "waiting").unwrap();
    for width in 20..100 {
        let text = text(&drawn(&waiting(), (width, 30)));
        let fits = usize::from(width) >= command.len() + 4;
        assert_eq!(text.contains(command), fits, "{width}: {text}");
        assert_eq!(
            text.contains("or in the source folder:"),
            fits,
            "{width}: {text}"
        );
    }
}

#[test]
fn the_keys_name_the_help_in_a_narrow_window() {
    for (name, screen) in SCREENS.iter().filter(|(name, _)| *name == "playing") {
        let text = text(&drawn(&screen(), (40, 20)));
        assert!(
            text.contains("? help") && text.contains("Q leave"),
            "{name}: {text}"
        );
    }
}

#[test]
fn all_of_the_help_can_be_read_in_any_window() {
    for (width, height) in [(20, 6), (20, 10), (40, 20)] {
        let mut model = model(playing());
        model.overlay = Some(Overlay::Help { above: 0 });
        let whole = text(&drawn(&model, (width, 200)));
        let mut seen = String::new();
        loop {
            seen += &text(&drawn(&model, (width, height)));
            let size = Size::new(width, height);
            let scrolled = view::scrolled(&model, size, 1);
            let Some(Overlay::Help { above }) = &mut model.overlay else {
                panic!("no help");
            };
            *above += scrolled.cast_unsigned();
            if scrolled == 0 {
                break;
            }
        }
        for line in whole.lines().filter(|line| !line.contains("Esc close")) {
            assert!(seen.contains(line.trim()), "{line:?} at {width}×{height}");
        }
        assert_eq!(
            view::scrolled(&model, Size::new(width, 200), 5),
            -scrolled_away(&model)
        );
    }
}

fn scrolled_away(model: &Model) -> isize {
    match model.overlay {
        Some(Overlay::Help { above }) => above.cast_signed(),
        _ => 0,
    }
}

#[test]
fn the_help_tells_what_means_something_there() {
    let help = |name| {
        let (_, screen) = SCREENS.iter().find(|(known, _)| *known == name).unwrap();
        let mut model = screen();
        model.overlay = Some(Overlay::Help { above: 0 });
        text(&drawn(&model, (80, 40)))
    };
    for local in ["hot_seat", "solo_over"] {
        let help = help(local);
        assert!(help.contains("start again"), "{help}");
        assert!(
            !help.contains("emote") && !help.contains("resign"),
            "{help}"
        );
        assert!(!help.contains("Leaving never wins"), "{help}");
    }
    let menu = help("menu");
    let here = menu.find("Keys in a match").unwrap();
    assert!(menu.find("Enter       open").unwrap() < here, "{menu}");
    assert!(
        here < menu.find("resign; rematch after it").unwrap(),
        "{menu}"
    );
    assert!(help("won").contains("R           rematch"));
    assert!(!help("won").contains("resign"));
    let online = help("playing");
    assert!(
        online.contains("emote") && online.contains("Leaving never wins"),
        "{online}"
    );
    assert!(!help("watching").contains("rematch"));
}

#[test]
fn a_form_shows_the_value_in_focus_in_a_narrow_window() {
    let (_, settings) = SCREENS
        .iter()
        .find(|(name, _)| *name == "form_settings")
        .unwrap();
    let text = text(&drawn(&settings(), (20, 10)));
    assert!(text.contains("‹ W A S D ›"), "{text}");
}

#[test]
fn tiles_have_the_colours_of_the_theme() {
    for theme in ThemeName::ALL {
        let mut model = model(playing());
        model.settings.theme = theme;
        let buffer = drawn(&model, (80, 24));
        let digits: Vec<_> = buffer
            .content
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .collect();
        let tile = BOARDS[0].iter().flatten().copied().max().unwrap();
        let first = tile.to_string().chars().next().unwrap().to_string();
        let style = Theme::new(theme, ColorDepth::True).tile(tile);
        let found = buffer.content.iter().zip(&digits).any(|(cell, &symbol)| {
            symbol == first && Some(cell.bg) == style.bg && Some(cell.fg) == style.fg
        });
        assert!(found, "{theme:?}");
    }
}

#[test]
fn players_of_one_name_can_be_told_apart() {
    let mut model = model(named(over::won(), ["Ana", "Ana"]));
    let seen = text(&drawn(&model, (80, 24)));
    for expected in ["Ana 2 is stuck", "You 2:0 Ana 2", "Ana 1 (you)"] {
        assert!(seen.contains(expected), "{seen}");
    }
    if let Screen::Table(play) = &mut model.screen {
        play.session.you = None;
    }
    let seen = text(&drawn(&model, (80, 24)));
    for expected in ["Ana 1 wins", "Ana 2 is stuck", "Ana 1 2:0 Ana 2"] {
        assert!(seen.contains(expected), "{seen}");
    }
}

#[test]
fn the_boards_stay_where_they_are_when_a_match_ends() {
    let digits = |screen, size| {
        let text = text(&drawn(&model(screen), size));
        let rows = text.lines().enumerate();
        let rows = rows.filter(|(_, line)| line.contains("Ana (you)") || line.contains('▄'));
        rows.map(|(row, line)| (row, line.chars().take(9).collect::<String>()))
            .take(5)
            .collect::<Vec<_>>()
    };
    for size in [(60, 30), (80, 24), (120, 40), (200, 60)] {
        let (during, after) = (digits(playing(), size), digits(over::won(), size));
        assert_eq!(during, after, "{size:?}");
    }
}

#[test]
fn one_s_own_seat_is_not_away_while_the_server_is() {
    let (_, reconnecting) = SCREENS
        .iter()
        .find(|(name, _)| *name == "reconnecting")
        .unwrap();
    let text = text(&drawn(&reconnecting(), (80, 24)));
    assert!(text.contains("reconnecting"), "{text}");
    assert!(!text.contains("away") && !text.contains(" ○"), "{text}");
}

#[test]
fn the_code_is_whole_in_every_window_and_several_addresses_are_told_apart() {
    let (_, waiting) = SCREENS.iter().find(|(name, _)| *name == "waiting").unwrap();
    for width in 20..90 {
        let text = text(&drawn(&waiting(), (width, 40)));
        assert!(text.matches("/K7QX4M").count() >= 2, "{width}: {text}");
        let labels = text.matches("in the same netwo").count();
        assert_eq!(labels, 2, "{width}: {text}");
    }
}

#[test]
fn a_board_shivers_by_itself_and_never_over_the_edge() {
    let seen = |refused_ms, size| {
        let mut model = model(playing());
        if let Screen::Table(play) = &mut model.screen {
            play.motion[Seat::Zero].refuse(refused_ms);
        }
        text(&drawn(&model, size))
    };
    let (still, leant) = (seen(None, (80, 24)), seen(Some(NOW_MS), (80, 24)));
    let digits = |line: &str| line.contains("128") && !line.contains("best");
    let row = |text: &str| text.lines().find(|line| digits(line)).unwrap().to_owned();
    let (ours, theirs) = (row(&still), row(&leant));
    assert_eq!(ours[1..35], theirs[..34]);
    assert_eq!(ours[38..], theirs[38..]);
    for size in [(29, 13), (30, 13)] {
        assert_eq!(seen(None, size), seen(Some(NOW_MS), size));
    }
}

#[test]
fn names_of_any_width_leave_the_boards_where_they_are() {
    let boards = |names: [&str; 2]| {
        let mut model = model(named(playing(), names));
        model.settings.color = ColorDepth::None;
        let text = text(&drawn(&model, (80, 24)));
        let rows = text
            .lines()
            .filter(|line| line.contains(['│', '┼', '┬', '┴']));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let plain = boards(["Ana", "Bo"]);
    assert_eq!(plain.len(), 17);
    for name in [
        "王小明王小明王小明王小明",
        "é̂̃́x",
        "WWWWWWWWWWWWWWWWWWWWWWWW",
        "\u{202e}x\u{200d}",
    ] {
        assert_eq!(boards([name, name]), plain, "{name}");
    }
}
