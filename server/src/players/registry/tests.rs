//! Players by their tokens, their connections and their seats.

use versus2048_protocol::name::PlayerName;

use super::*;
use crate::metrics::OutboxCounters;

fn outbox() -> Outbox {
    Outbox::new(4, OutboxCounters::default()).0
}

fn client(admitted: &Admitted) -> Client {
    Client {
        player: admitted.player,
        token: admitted.token.hash(),
        name: PlayerName::new("Ana").expect("a name"),
        connection: admitted.connection,
    }
}

fn code() -> Code {
    Code::from_bits(7)
}

#[test]
fn a_token_brings_the_same_player_back() {
    let mut players = PlayerRegistry::default();
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
    let mut players = PlayerRegistry::default();
    let gone = players.admit(None, outbox(), 0);
    let here = players.admit(None, outbox(), 0);
    let seated = players.admit(None, outbox(), 0);
    players.place(seated.player, Some(code()), None);
    players.disconnect(gone.player, gone.connection, 0);
    players.disconnect(seated.player, seated.connection, 0);
    let later_ms = TOKEN_LIFE_MS * 2;
    let back = |players: &mut PlayerRegistry, admitted: &Admitted| {
        let again = players.admit(Some(admitted.token.as_str()), outbox(), later_ms);
        again.player == admitted.player
    };
    assert!(!back(&mut players, &gone));
    assert!(back(&mut players, &here));
    assert!(back(&mut players, &seated));
}

#[test]
fn who_is_here_for_long_is_noted_from_time_to_time() {
    let mut players = PlayerRegistry::default();
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
    let mut players = PlayerRegistry::default();
    let (older_outbox, mut reader) = Outbox::new(4, OutboxCounters::default());
    let older = players.admit(None, older_outbox, 0);
    let newer = players.admit(Some(older.token.as_str()), outbox(), 0);
    let close = crate::outbox::Outgoing::Close(CloseCode::Replaced);
    assert_eq!(reader.try_next(), Some(close));
    let (older_client, newer_client) = (client(&older), client(&newer));
    assert_eq!(
        players.check_move(&older_client, None),
        Err(Refusal::Replaced)
    );
    assert_eq!(players.check_move(&newer_client, None), Ok(()));
    players.disconnect(older.player, older.connection, 0);
    assert_eq!(players.check_move(&newer_client, None), Ok(()));
}

#[test]
fn a_player_has_one_seat() {
    let mut players = PlayerRegistry::default();
    let admitted = players.admit(None, outbox(), 0);
    let client = client(&admitted);
    players.place(client.player, Some(code()), None);
    let seated = Err(Refusal::AlreadySeated(code()));
    assert_eq!(players.check_move(&client, None), seated);
    assert_eq!(players.check_move(&client, Some(code())), Ok(()));
    players.unseat(client.player, Code::from_bits(8), 0);
    assert_eq!(players.check_move(&client, None), seated);
    players.unseat(client.player, code(), 0);
    assert_eq!(players.check_move(&client, None), Ok(()));
}

#[test]
fn a_seat_that_has_not_come_to_be_leaves_the_player_where_it_was() {
    let mut players = PlayerRegistry::default();
    let admitted = players.admit(None, outbox(), 0);
    let old = Code::from_bits(8);
    players.place(admitted.player, Some(old), None);
    players.place(admitted.player, Some(code()), None);
    players.unclaim(admitted.player, code(), 0);
    let seated = Err(Refusal::AlreadySeated(old));
    assert_eq!(players.check_move(&client(&admitted), None), seated);
}

#[test]
fn a_player_does_not_return_to_a_seat_whose_table_has_closed_since() {
    let mut players = PlayerRegistry::default();
    let admitted = players.admit(None, outbox(), 0);
    let old = Code::from_bits(8);
    players.place(admitted.player, Some(old), None);
    players.place(admitted.player, Some(code()), None);
    players.unseat(admitted.player, old, 0);
    players.unclaim(admitted.player, code(), 0);
    assert_eq!(players.check_move(&client(&admitted), None), Ok(()));
}

#[test]
fn a_token_expires_after_its_player_has_gone_before_a_seat_was_rolled_back() {
    let mut players = PlayerRegistry::default();
    let gone = players.admit(None, outbox(), 0);
    players.place(gone.player, Some(code()), None);
    players.disconnect(gone.player, gone.connection, 0);
    players.unclaim(gone.player, code(), 0);
    let again = players.admit(Some(gone.token.as_str()), outbox(), TOKEN_LIFE_MS);
    assert_ne!(again.player, gone.player);
}
