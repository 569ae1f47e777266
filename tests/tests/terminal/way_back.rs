//! The way back to a match that still runs, after a window of one's own was closed.

use rustix::process::Signal;
use versus2048_tests::{Home, Key, TestTerminal};

use crate::host_again::{free_port, host, place, wait_for_new_boards};
use crate::{AT_ONCE, SIZE};

/// What the menu offers first.
const OFFER: &str = "Back to your match ";

/// A match of two, each with a home of their own.
struct Evening {
    homes: [Home; 2],
    /// The code of the table.
    code: String,
    port: u16,
    ana: TestTerminal,
    bo: TestTerminal,
}

/// A host and a guest whose match has begun.
#[track_caller]
fn in_a_match() -> Evening {
    let (homes, port) = ([Home::new(), Home::new()], free_port());
    let ana = host(&homes[0], port, &[]);
    let place = place(&ana);
    let join = ["join", &place, "--name", "Bo", "--ascii", AT_ONCE];
    let bo = homes[1].terminal(&join, SIZE);
    for terminal in [&ana, &bo] {
        wait_for_new_boards(terminal);
    }
    let code = place.split('/').next_back().unwrap_or_default().to_owned();
    Evening {
        homes,
        code,
        port,
        ana,
        bo,
    }
}

/// The menu, once it is there.
#[track_caller]
fn menu(home: &Home) -> TestTerminal {
    let terminal = home.terminal(&["--ascii", AT_ONCE], SIZE);
    terminal.wait_for("Two at this keyboard");
    terminal
}

#[test]
fn whose_window_is_closed_goes_back_by_the_menu_until_the_match_is_over() {
    let Evening {
        homes: [_, home],
        code,
        ana,
        bo,
        ..
    } = in_a_match();
    assert!(
        !menu(&home).screen().contains(OFFER),
        "another window plays"
    );
    let mut boards = ana.boards(4);
    assert!(bo.close_window().exit_code().is_some(), "it goes on");
    ana.wait_for("away, loses in");

    let mut back = menu(&home);
    back.wait_for(&format!("{OFFER}{code}"));
    back.press(&[Key::Enter]);
    boards.reverse();
    back.wait_for_boards(&boards);
    ana.wait_until("Bo", |screen| !screen.contains("away, loses in"));
    back.press(&[Key::Char('q'), Key::Char('y')]);
    back.wait_for("Two at this keyboard");
    assert!(!back.screen().contains(OFFER), "{}", back.screen());
    assert!(!menu(&home).screen().contains(OFFER), "it is over");
}

#[test]
fn a_host_goes_back_by_the_menu() {
    let Evening {
        homes: [home, _],
        code,
        mut ana,
        bo,
        ..
    } = in_a_match();
    let mut boards = bo.boards(4);
    ana.signal(Signal::KILL);
    assert_eq!(ana.exit_code(), None);
    bo.wait_for("Connection lost");

    let mut back = menu(&home);
    back.wait_for(&format!("{OFFER}{code}"));
    back.press(&[Key::Enter]);
    bo.wait_for_boards(&boards);
    boards.reverse();
    back.wait_for_boards(&boards);
    back.play_until("You win!");
    bo.wait_for(" wins");
}

#[test]
fn a_seat_that_is_gone_is_told_of_and_forgotten() {
    let Evening {
        homes: [host_home, home],
        code,
        port,
        mut ana,
        mut bo,
    } = in_a_match();
    bo.signal(Signal::KILL);
    assert_eq!(bo.exit_code(), None);
    ana.wait_for("away, loses in");
    ana.press(&[Key::Char('q'), Key::Char('y')]);
    assert_eq!(ana.exit_code(), Some(0));

    let mut back = menu(&home);
    back.wait_for(&format!("{OFFER}{code}"));
    back.press(&[Key::Enter]);
    back.wait_for("Nothing listens at");
    back.press(&[Key::Enter]);
    // Somebody may answer there again; but whoever does knows nothing of the match.
    back.wait_for(OFFER);
    let another = host(&host_home, port, &[]);
    place(&another);
    back.press(&[Key::Enter]);
    back.wait_for(&format!("Your seat at table {code} is gone"));
    back.press(&[Key::Enter]);
    back.wait_for("Two at this keyboard");
    assert!(!back.screen().contains(OFFER), "{}", back.screen());
    assert!(!menu(&home).screen().contains(OFFER));
}
