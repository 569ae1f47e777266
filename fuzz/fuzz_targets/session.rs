//! Any messages of a server in any order, and slides of the player between them, to the client's model
//! of a table.

#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use versus2048::session::Session;
use versus2048_fuzz::story;
use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::{Direction, Nonce};
use versus2048_protocol::wire::{BoardView, ClientMessage, ServerMessage, Snapshot};

/// The most messages of one story.
const MAX_MESSAGES: usize = 64;

fuzz_target!(|input: &[u8]| -> Corpus {
    match tell(&mut Unstructured::new(input)) {
        Ok(()) => Corpus::Keep,
        // There was not even enough for the snapshot that a story begins with.
        Err(_) => Corpus::Reject,
    }
});

fn tell(u: &mut Unstructured<'_>) -> Result<()> {
    let mut now_ms = 0;
    let mut session = Session::new(story::snapshot(u)?, now_ms);
    for _ in 0..MAX_MESSAGES {
        if u.is_empty() {
            break;
        }
        now_ms += u64::from(u.arbitrary::<u16>()?);
        match u.int_in_range(0..=9)? {
            0 => slide(&mut session, u, now_ms)?,
            1 => session.disconnected(),
            2 => session.close(now_ms),
            3 => {
                session.ready(seat(u)?, Nonce::default());
            }
            _ => {
                if let Some(message) = story::message(u)? {
                    receive(&mut session, message, now_ms);
                }
            }
        }
        holds(&session, now_ms);
    }
    Ok(())
}

fn receive(session: &mut Session, message: ServerMessage, now_ms: u64) {
    match message {
        ServerMessage::Match(snapshot) => {
            let expected = (*snapshot).clone();
            session.receive(ServerMessage::Match(snapshot), now_ms);
            is_as_told(session, expected, now_ms);
        }
        message => {
            let before = Seat::ALL.map(|seat| session.told(seat));
            session.receive(message, now_ms);
            for (seat, before) in Seat::ALL.into_iter().zip(before) {
                let turn = |board: Option<BoardView>| board.map(|board| board.turn);
                let after = session.told(seat);
                assert!(turn(after) >= turn(before), "a board went back");
            }
        }
    }
}

/// A client can start from any snapshot: what was told before it leaves no trace in what is shown.
fn is_as_told(session: &Session, snapshot: Snapshot, now_ms: u64) {
    if session.options != snapshot.options {
        // The options of a match don't change; a client keeps those that it has checked the tiles by.
        return;
    }
    let fresh = Session::new(snapshot, now_ms);
    for seat in Seat::ALL {
        assert_eq!(session.told(seat), fresh.told(seat));
        assert_eq!(
            session.forfeit_in_ms(seat, now_ms),
            fresh.forfeit_in_ms(seat, now_ms)
        );
    }
    assert_eq!((session.code, session.id), (fresh.code, fresh.id));
    assert_eq!((session.phase, session.you), (fresh.phase, fresh.you));
    assert_eq!(session.players, fresh.players);
    assert_eq!(session.series, fresh.series);
    assert_eq!(session.watching, fresh.watching);
    assert_eq!(session.result, fresh.result);
    assert_eq!(session.elapsed_ms(now_ms), fresh.elapsed_ms(now_ms));
    assert_eq!(session.starts_in_ms(now_ms), fresh.starts_in_ms(now_ms));
}

fn slide(session: &mut Session, u: &mut Unstructured<'_>, now_ms: u64) -> Result<()> {
    let (seat, dir) = (seat(u)?, u.choose(&Direction::ALL)?);
    let known = session.told(seat).map(|board| u64::from(board.turn));
    if let Some(message) = session.slide(seat, *dir, now_ms) {
        let ClientMessage::Move { turn, dir: told } = message else {
            panic!("a slide is told as {message:?}");
        };
        // Above it by more than a client sends ahead where a server has taken moves back.
        assert!(turn >= known.expect("no move without a board"));
        assert_eq!(told, *dir);
    }
    Ok(())
}

/// What holds whatever was told.
fn holds(session: &Session, now_ms: u64) {
    if let Some(limit_ms) = session.options.time_limit_ms() {
        assert!(session.elapsed_ms(now_ms) <= limit_ms);
    }
    assert!(session.happenings.len() <= 8);
    for seat in Seat::ALL {
        let (told, shown) = (session.told(seat), session.shown(seat));
        assert_eq!(told.is_some(), shown.is_some());
        if let (Some(told), Some(shown)) = (told, shown) {
            assert!(shown.turn >= told.turn);
        }
    }
}

fn seat(u: &mut Unstructured<'_>) -> Result<Seat> {
    u.choose(&Seat::ALL).copied()
}
