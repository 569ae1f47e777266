//! Players by their tokens, their connections and their seats.

use super::*;

fn outbox() -> Outbox {
    Outbox::new(4).0
}

fn code() -> Code {
    Code::from_bits(7)
}

#[test]
fn a_token_brings_the_same_player_back() {
    let mut players = Players::default();
    let first = players.admit(None, outbox(), 0);
    assert_eq!(first.token.as_str().len(), 64);
    players.disconnect(first.player, first.connection, 0);
    let again = players.admit(Some(first.token.as_str()), outbox(), TOKEN_LIFE_MS - 1);
    assert_eq!((again.player, &again.token), (first.player, &first.token));
    assert!(again.connection > first.connection);
    let other = players.admit(Some("wrong"), outbox(), TOKEN_LIFE_MS - 1);
    assert_ne!(other.player, first.player);
    assert_ne!(other.token, first.token);
}

#[test]
fn a_token_expires_unless_its_player_is_here_or_seated() {
    let mut players = Players::default();
    let gone = players.admit(None, outbox(), 0);
    let here = players.admit(None, outbox(), 0);
    let seated = players.admit(None, outbox(), 0);
    let visit = Visit {
        player: seated.player,
        token: seated.token.hash(),
        connection: seated.connection,
        leaving: None,
    };
    players.place(visit, Some(code()), None);
    players.disconnect(gone.player, gone.connection, 0);
    players.disconnect(seated.player, seated.connection, 0);
    let later_ms = TOKEN_LIFE_MS * 2;
    let back = |players: &mut Players, admitted: &Admitted| {
        let again = players.admit(Some(admitted.token.as_str()), outbox(), later_ms);
        again.player == admitted.player
    };
    assert!(!back(&mut players, &gone));
    assert!(back(&mut players, &here));
    assert!(back(&mut players, &seated));
}

#[test]
fn who_is_here_for_long_is_noted_from_time_to_time() {
    let mut players = Players::default();
    let first = players.admit(None, outbox(), 0);
    let gone = players.admit(None, outbox(), 0);
    let second = players.admit(None, outbox(), 10);
    players.disconnect(gone.player, gone.connection, 20);
    let mut noted = |until_ms, now_ms, most| -> Vec<PlayerId> {
        let noted = players.note_here(until_ms, now_ms, most);
        noted.into_iter().map(|(player, _)| player).collect()
    };
    assert_eq!(noted(9, 100, 9), [first.player]);
    assert_eq!(noted(9, 100, 9), []);
    assert_eq!(noted(100, 200, 1), [second.player]);
    assert_eq!(noted(100, 200, 1), [first.player]);
    assert_eq!(noted(199, 300, 9), []);

    let again = players.admit(Some(first.token.as_str()), outbox(), 300);
    // The end of the older connection is not that of the player.
    players.disconnect(first.player, first.connection, 300);
    let noted = players.note_here(300, 400, 9);
    let tokens = [&second, &again].map(|admitted| (admitted.player, admitted.token.hash()));
    assert_eq!(noted, tokens);
    players.disconnect(again.player, again.connection, 400);
    players.disconnect(second.player, second.connection, 400);
    assert_eq!(players.note_here(u64::MAX, 500, 9), []);
}

#[test]
fn a_newer_connection_closes_the_older_one_and_alone_counts() {
    let mut players = Players::default();
    let (older_outbox, mut reader) = Outbox::new(4);
    let older = players.admit(None, older_outbox, 0);
    let newer = players.admit(Some(older.token.as_str()), outbox(), 0);
    let close = crate::outbox::Outgoing::Close(CloseCode::Replaced);
    assert_eq!(reader.try_next(), Some(close));
    let visit = |connection| Visit {
        player: older.player,
        token: older.token.hash(),
        connection,
        leaving: None,
    };
    assert_eq!(
        players.may_move(visit(older.connection)),
        Err(Refusal::Replaced)
    );
    assert_eq!(players.may_move(visit(newer.connection)), Ok(()));
    players.disconnect(older.player, older.connection, 0);
    assert_eq!(players.may_move(visit(newer.connection)), Ok(()));
}

#[test]
fn a_player_has_one_seat() {
    let mut players = Players::default();
    let admitted = players.admit(None, outbox(), 0);
    let visit = |leaving| Visit {
        player: admitted.player,
        token: admitted.token.hash(),
        connection: admitted.connection,
        leaving,
    };
    players.place(visit(None), Some(code()), None);
    let seated = Err(Refusal::AlreadySeated(code()));
    assert_eq!(players.may_move(visit(None)), seated);
    assert_eq!(players.may_move(visit(Some(code()))), Ok(()));
    players.unseat(admitted.player, Code::from_bits(8), 0);
    assert_eq!(players.may_move(visit(None)), seated);
    players.unseat(admitted.player, code(), 0);
    assert_eq!(players.may_move(visit(None)), Ok(()));
}
