//! The table as a value.

use std::fmt::Write as _;

use uuid::Uuid;
use versus2048_protocol::game::Event;
use versus2048_protocol::rules::{Direction, Options, Secret};
use versus2048_protocol::wire::{MessageId, ServerMessage};

use super::*;
use crate::journal::StoredGame;
use crate::table::telling::{Asker, IfLost};

const ANA: ConnectionNumber = ConnectionNumber(1);
const BO: ConnectionNumber = ConnectionNumber(2);
const EVE: ConnectionNumber = ConnectionNumber(3);

fn table(options: Options) -> Table {
    let setup = TableSetup {
        code: Code::from_bits(1),
        options,
        is_listed: true,
        made_by: MadeBy::Creator,
    };
    let mut table = Table::new(setup, &Limits::DEFAULT, 0);
    // The same tiles each time.
    let game = StoredGame {
        id: Uuid::from_u128(1),
        secret: Secret([7; 32]),
        bounds: bounds(&Limits::DEFAULT),
    };
    table.current = CurrentMatch::restored(options, game, &[]);
    for connection in [ANA, BO] {
        let player = PlayerId::new();
        let token = TokenHash::from([0; 32]);
        let seat = table.free_seat_for(player).expect("a free seat");
        let name = PlayerName::new("Ana").expect("a name");
        table.sit(
            0,
            seat,
            Newcomer {
                player,
                token,
                name,
                connection,
            },
        );
    }
    table
}

/// No countdown, so that a match is played as soon as both are ready.
fn quick() -> Options {
    Options {
        countdown_s: 0,
        ..Options::default()
    }
}

fn asker(connection: ConnectionNumber, act: &Act) -> Asker {
    Asker {
        connection,
        re: Some(MessageId::Number(9)),
        if_lost: act.if_lost(),
    }
}

fn act(table: &mut Table, now_ms: u64, connection: ConnectionNumber, act: Act) -> Record {
    let mut record = Record::new(now_ms);
    table.advance(&mut record);
    table.act(&asker(connection, &act), act, &mut record);
    table.advance(&mut record);
    record
}

fn advance(table: &mut Table, now_ms: u64) -> Record {
    let mut record = Record::new(now_ms);
    table.advance(&mut record);
    record
}

fn start(table: &mut Table, now_ms: u64) {
    act(table, now_ms, ANA, Act::Ready(None));
    act(table, now_ms, BO, Act::Ready(None));
    assert_eq!(table.phase(), Phase::Playing);
}

/// Makes a move that changes Ana's board.
fn move_somehow(table: &mut Table, now_ms: u64, turn: u64) -> Record {
    Direction::ALL
        .into_iter()
        .map(|dir| act(table, now_ms, ANA, Act::Move { turn, dir }))
        .find(|record| !record.events.is_empty())
        .expect("some move is possible")
}

/// What a record tells, each with the number of events before it.
#[track_caller]
fn check(record: &Record, expected: &str) {
    let mut told = String::new();
    for (before, telling) in &record.tellings {
        let what = match telling {
            Telling::All { message, .. } => in_short(message),
            Telling::One { message, .. } => format!("to one {}", in_short(message)),
            Telling::Snapshot { snapshot, .. } => format!("match {:?}", snapshot.phase),
            Telling::View { snapshot, .. } => format!("to one match {:?}", snapshot.phase),
            Telling::Board { update, .. } => format!("board {} {}", update.seat, update.turn),
            Telling::Left(_) => "left".into(),
            Telling::Closed(reason) => format!("closed {reason:?}"),
            Telling::Deed(deed) => format!("{deed:?}").split('(').next().unwrap_or("").into(),
            Telling::Gone(connection) => format!("gone {}", connection.0),
            other => format!("{other:?}"),
        };
        write!(told, "{before} {what}, ").expect("a string takes all");
    }
    assert_eq!(told.trim_end_matches(", "), expected);
}

fn in_short(message: &ServerMessage) -> String {
    match message {
        ServerMessage::Error { code, .. } => format!("{code:?}"),
        ServerMessage::Rejected { reason, .. } => format!("{reason:?}"),
        ServerMessage::Over(over) => format!("over {:?} {}", over.winner, over.reason),
        ServerMessage::Presence {
            seat, connected, ..
        } => format!("presence {seat} {connected}"),
        ServerMessage::Audience { watching } => format!("audience {watching}"),
        ServerMessage::RematchOffered { seat } => format!("offer {seat}"),
        other => format!("{other:?}"),
    }
}

#[test]
fn both_ready_begin_and_the_first_nonce_holds() {
    let mut table = table(Options::default());
    let nonce = |text: &str| Act::Ready(Some(text.parse().expect("a nonce")));
    check(&act(&mut table, 0, ANA, nonce("aa")), "0 match Ready");
    check(&act(&mut table, 0, ANA, nonce("bb")), "0 match Ready");
    let begun = act(&mut table, 100, BO, nonce(""));
    check(&begun, "1 match Countdown");
    let [
        Event::Begun {
            nonces,
            start_now_ms,
        },
    ] = &begun.events[..]
    else {
        panic!("{:?}", begun.events);
    };
    assert_eq!(nonces[Seat::Zero].to_string(), "aa");
    assert_eq!(*start_now_ms, 3100);
    assert_eq!(table.due_ms(), Some(3100));
    check(&advance(&mut table, 3099), "");
    check(&advance(&mut table, 3100), "1 match Playing");
}

#[test]
fn without_a_countdown_both_snapshots_come() {
    let mut table = table(quick());
    act(&mut table, 0, ANA, Act::Ready(None));
    let started = act(&mut table, 0, BO, Act::Ready(None));
    check(&started, "1 match Countdown, 2 match Playing");
}

#[test]
fn a_telling_stands_behind_the_event_that_it_rests_on() {
    let mut table = table(Options {
        target: Some(8),
        rows: 2,
        cols: 8,
        ..quick()
    });
    start(&mut table, 0);
    let mut turn = 0;
    let last = loop {
        let record = move_somehow(&mut table, turn * 10, turn);
        turn += 1;
        if record.events.len() > 1 {
            break record;
        }
        check(&record, &format!("1 board 0 {turn}"));
    };
    check(
        &last,
        &format!("1 board 0 {turn}, 2 over Some(Zero) target"),
    );
}

#[test]
fn what_a_phase_does_not_allow_changes_nothing() {
    let mut table = table(Options::default());
    for wrong in [Act::Resign, Act::Rematch] {
        check(&act(&mut table, 0, ANA, wrong), "0 to one WrongPhase");
    }
    let step = Act::Move {
        turn: 0,
        dir: Direction::Left,
    };
    check(
        &act(&mut table, 0, ANA, step.clone()),
        "0 to one NotPlaying",
    );
    check(&act(&mut table, 0, EVE, step), "0 to one NotSeated");
    assert_eq!(table.phase(), Phase::Ready);
}

#[test]
fn the_series_counts_what_has_begun_and_who_has_won() {
    let mut table = table(quick());
    let series = |table: &Table| {
        (
            table.series().game,
            table.series().wins.0,
            table.series().draws,
        )
    };
    assert_eq!(series(&table), (0, [0, 0], 0));
    start(&mut table, 0);
    assert_eq!(series(&table), (1, [0, 0], 0));
    move_somehow(&mut table, 0, 0);
    act(&mut table, 0, BO, Act::Resign);
    assert_eq!(series(&table), (1, [1, 0], 0));
    check(&act(&mut table, 0, BO, Act::Rematch), "0 offer 1");
    check(&act(&mut table, 0, ANA, Act::Rematch), "0 match Ready");
    assert_eq!(series(&table), (1, [1, 0], 0));
    start(&mut table, 0);
    assert_eq!(series(&table), (2, [1, 0], 0));
    act(&mut table, 0, ANA, Act::Resign);
    assert_eq!(
        series(&table),
        (2, [1, 0], 0),
        "what is aborted counts for nobody"
    );
}

#[test]
fn each_phase_has_its_time() {
    let limits = Limits::DEFAULT;
    let mut table = table(quick());
    assert_eq!(table.due_ms(), Some(limits.ready_timeout_ms));
    start(&mut table, 1000);
    assert_eq!(table.due_ms(), Some(1000 + limits.max_match_ms));
    act(&mut table, 5000, ANA, Act::Resign);
    assert_eq!(table.due_ms(), Some(5000 + limits.over_timeout_ms));
    check(&advance(&mut table, 305_000), "0 closed Idle");
    assert_eq!(table.due_ms(), None);
    check(
        &act(&mut table, 305_000, ANA, Act::Rematch),
        "0 to one NotSeated",
    );
}

#[test]
fn absence_has_an_end_by_its_own_time() {
    let mut table = table(Options {
        time_limit_s: Some(100),
        ..quick()
    });
    start(&mut table, 0);
    move_somehow(&mut table, 0, 0);
    let mut record = Record::new(50_000);
    table.disconnect(BO, &mut record);
    check(&record, "0 gone 2, 0 presence 1 false");
    assert_eq!(table.due_ms(), Some(95_000));
    // The clock jumps past the time limit, which came later.
    let ended = advance(&mut table, 200_000);
    check(&ended, "1 over Some(Zero) abandoned");
    assert!(matches!(
        ended.events[..],
        [Event::Ended { at_ms: 95_000, .. }]
    ));
}

#[test]
fn an_interrupted_match_goes_on_when_both_are_there() {
    let mut table = table(quick());
    start(&mut table, 0);
    move_somehow(&mut table, 700, 0);
    let mut record = Record::new(1000);
    table.disconnect(BO, &mut record);
    table.interrupt(&mut record);
    assert_eq!(
        (table.phase(), table.snapshot(1000).elapsed_ms),
        (Phase::Paused, 700)
    );
    check(&advance(&mut table, 2000), "");
    let player = table.seats[Seat::One].as_ref().expect("a holder").player;
    let mut record = Record::new(2000);
    assert_eq!(table.attach(player, EVE, &mut record), Some(Seat::One));
    table.advance(&mut record);
    check(&record, "0 presence 1 true, 1 match Countdown");
    assert_eq!(table.due_ms(), Some(5000));
}

#[test]
fn a_refold_without_the_end_has_no_end() {
    let mut table = table(quick());
    start(&mut table, 0);
    let mut events = move_somehow(&mut table, 0, 0).events;
    let begun = Event::Begun {
        nonces: BySeat::default(),
        start_now_ms: 0,
    };
    events.splice(0..0, [begun, Event::Started { start_now_ms: 0 }]);
    let before = table.snapshot(0);

    let mut record = Record::new(0);
    let (done, _is_done) = tokio::sync::oneshot::channel();
    let leaver = Asker {
        connection: ANA,
        re: None,
        if_lost: IfLost::Unavailable,
    };
    table.leave(leaver, done, &mut record);
    check(&record, "1 over Some(One) resigned, 1 left, 1 closed Left");
    assert!(table.is_closed());

    table.restore_match(table.current().refolded(&events));
    assert!(!table.is_closed());
    assert_eq!(table.snapshot(0), before);
    assert!(table.knows(ANA));
}

#[test]
fn a_refold_without_the_beginning_begins_again() {
    let mut table = table(quick());
    act(&mut table, 0, ANA, Act::Ready(None));
    act(&mut table, 0, BO, Act::Ready(None));
    table.restore_match(table.current().unplayed());
    assert_eq!((table.phase(), table.due_ms()), (Phase::Ready, Some(0)));
    check(
        &advance(&mut table, 90_000),
        "1 match Countdown, 2 match Playing",
    );
}

#[test]
fn an_older_match_can_not_be_replaced_before_it_is_written() {
    let mut table = table(quick());
    start(&mut table, 0);
    act(&mut table, 0, ANA, Act::Resign);
    let second = asker(BO, &Act::Rematch);
    assert!(!table.would_replace_match(&second, &Act::Rematch));
    act(&mut table, 0, ANA, Act::Rematch);
    assert!(table.would_replace_match(&second, &Act::Rematch));
    assert!(!table.would_replace_match(&second, &Act::Resign));
    let id: Uuid = table.current().id();
    act(&mut table, 0, BO, Act::Rematch);
    assert_ne!(table.current().id(), id);
}
