//! The table as a value.

use std::fmt::Write as _;
use std::time::Instant;

use tokio::sync::oneshot;
use uuid::Uuid;
use versus2048_protocol::game::{Event, Seat};
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::rules::{Direction, Options, Secret};
use versus2048_protocol::wire::{Code, MessageId, Phase, ServerMessage};

use super::current::CurrentMatch;
use super::record::To;
use super::state::bounds;
use super::*;
use crate::config::Limits;
use crate::identity::{Client, ConnectionNumber, PlayerId, TokenHash};
use crate::journal::{MadeBy, StoredGame};
use crate::metrics::OutboxCounters;
use crate::outbox::{Outbox, Viewer};

const ANA: ConnectionNumber = ConnectionNumber(1);
const BO: ConnectionNumber = ConnectionNumber(2);
const EVE: ConnectionNumber = ConnectionNumber(3);

/// The player of each connection.
fn player(connection: ConnectionNumber) -> PlayerId {
    PlayerId::from(Uuid::from_u128(connection.0.into()))
}

fn viewer() -> Viewer {
    Outbox::new(64, OutboxCounters::default()).0.attach()
}

fn client(connection: ConnectionNumber) -> Client {
    Client {
        player: player(connection),
        token: TokenHash::from([0; 32]),
        name: PlayerName::new("Ana").expect("a name"),
        connection,
    }
}

fn table(options: Options) -> Table {
    let setup = TableSetup {
        code: Code::from_bits(1),
        options,
        is_listed: true,
        made_by: MadeBy::Creator,
    };
    let mut table = Table {
        state: State::new(setup, &Limits::DEFAULT, 0),
        presence: Presence::new(Limits::DEFAULT.forfeit_after_ms),
    };
    // The same tiles each time.
    let game = StoredGame {
        id: Uuid::from_u128(1),
        secret: Secret([7; 32]),
        bounds: bounds(&Limits::DEFAULT),
    };
    table.state.current = CurrentMatch::restored(options, game, &[]);
    for (seat, connection) in Seat::ALL.into_iter().zip([ANA, BO]) {
        let presence = &mut table.presence;
        presence.subscribe(player(connection), connection, viewer());
        table.state.seat(seat, &client(connection), 0);
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

fn request(connection: ConnectionNumber, act: &Act) -> Request {
    Request {
        by: client(connection).requester(Some(MessageId::Number(9))),
        attempt: act.attempt(Instant::now()),
    }
}

fn act(table: &mut Table, now_ms: u64, connection: ConnectionNumber, act: Act) -> Record {
    let mut record = Record::writable(now_ms);
    table.advance(&mut record);
    table.act(&request(connection, &act), act, &mut record);
    table.advance(&mut record);
    record
}

fn advance(table: &mut Table, now_ms: u64) -> Record {
    let mut record = Record::writable(now_ms);
    table.advance(&mut record);
    record
}

fn start(table: &mut Table, now_ms: u64) {
    act(table, now_ms, ANA, Act::Ready(None));
    act(table, now_ms, BO, Act::Ready(None));
    assert_eq!(table.state.phase(), Phase::Playing);
}

/// Makes a move that changes Ana's board.
fn move_somehow(table: &mut Table, now_ms: u64, turn: u64) -> Record {
    Direction::ALL
        .into_iter()
        .map(|dir| act(table, now_ms, ANA, Act::Move { turn, dir }))
        .find(|record| !record.events.is_empty())
        .expect("some move is possible")
}

/// The entries of a record in short, without those for the log.
#[track_caller]
fn check(record: &Record, expected: &str) {
    let mut told = String::new();
    for entry in &record.entries {
        let short = match entry {
            Entry::Message { message, to } => match to {
                To::One(_) => format!("to one {}", in_short(message)),
                To::All | To::Others(_) | To::AllAnswering(_) => in_short(message),
            },
            Entry::Left(_) => "left".into(),
            Entry::Closed(reason) => format!("closed {reason:?}"),
            Entry::Log(_) => continue,
            other => format!("{other:?}"),
        };
        write!(told, "{short}, ").expect("a string takes all");
    }
    assert_eq!(told.trim_end_matches(", "), expected);
}

fn in_short(message: &ServerMessage) -> String {
    match message {
        ServerMessage::Match(snapshot) => format!("match {:?}", snapshot.phase),
        ServerMessage::Board(update) => format!("board {} {}", update.seat, update.turn),
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
    check(&act(&mut table, 0, ANA, nonce("aa")), "match Ready");
    check(&act(&mut table, 0, ANA, nonce("bb")), "match Ready");
    let begun = act(&mut table, 100, BO, nonce(""));
    check(&begun, "match Countdown");
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
    check(&advance(&mut table, 3100), "match Playing");
}

#[test]
fn without_a_countdown_both_snapshots_come() {
    let mut table = table(quick());
    act(&mut table, 0, ANA, Act::Ready(None));
    let started = act(&mut table, 0, BO, Act::Ready(None));
    check(&started, "match Countdown, match Playing");
}

#[test]
fn a_move_is_told_before_the_end_that_it_brings() {
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
        check(&record, &format!("board 0 {turn}"));
    };
    check(&last, &format!("board 0 {turn}, over Some(Zero) target"));
}

#[test]
fn what_a_phase_does_not_allow_changes_nothing() {
    let mut table = table(Options::default());
    for wrong in [Act::Resign, Act::Rematch] {
        check(&act(&mut table, 0, ANA, wrong), "to one WrongPhase");
    }
    let step = Act::Move {
        turn: 0,
        dir: Direction::Left,
    };
    check(&act(&mut table, 0, ANA, step.clone()), "to one NotPlaying");
    check(&act(&mut table, 0, EVE, step), "to one NotSeated");
    assert_eq!(table.state.phase(), Phase::Ready);
}

#[test]
fn the_series_counts_what_has_begun_and_who_has_won() {
    let mut table = table(quick());
    let series = |table: &Table| {
        (
            table.state.series().game,
            table.state.series().wins.0,
            table.state.series().draws,
        )
    };
    assert_eq!(series(&table), (0, [0, 0], 0));
    start(&mut table, 0);
    assert_eq!(series(&table), (1, [0, 0], 0));
    move_somehow(&mut table, 0, 0);
    act(&mut table, 0, BO, Act::Resign);
    assert_eq!(series(&table), (1, [1, 0], 0));
    check(&act(&mut table, 0, BO, Act::Rematch), "offer 1");
    check(&act(&mut table, 0, ANA, Act::Rematch), "match Ready");
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
    check(&advance(&mut table, 305_000), "closed Idle");
    assert_eq!(table.due_ms(), None);
    check(
        &act(&mut table, 305_000, ANA, Act::Rematch),
        "to one NotSeated",
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
    let mut record = Record::writable(50_000);
    table.disconnect(player(BO), BO, &mut record);
    check(&record, "presence 1 false");
    assert_eq!(table.due_ms(), Some(95_000));
    // The clock jumps past the time limit, which came later.
    let ended = advance(&mut table, 200_000);
    check(&ended, "over Some(Zero) abandoned");
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
    let mut record = Record::writable(1000);
    table.disconnect(player(BO), BO, &mut record);
    table.decide(Input::Pause, &mut record);
    let snapshot = table.state.snapshot(&table.presence, 1000);
    assert_eq!((snapshot.phase, snapshot.elapsed_ms), (Phase::Paused, 700));
    check(&advance(&mut table, 2000), "");
    let mut record = Record::writable(2000);
    table.presence.subscribe(player(BO), EVE, viewer());
    table.tell_return(player(BO), false, &mut record);
    table.advance(&mut record);
    check(&record, "presence 1 true, match Countdown");
    assert_eq!(table.due_ms(), Some(5000));
}

#[test]
fn a_player_who_has_gone_to_another_table_gives_its_seat_up_when_that_can_be_written() {
    let mut table = table(quick());
    start(&mut table, 0);
    act(&mut table, 0, ANA, Act::Resign);
    assert!(table.presence.depart(player(ANA), ANA, 10));
    assert_eq!(table.due_ms(), Some(0));
    check(&advance(&mut table, 20), "closed Left");
}

#[test]
fn a_leaver_of_a_running_match_has_lost_it() {
    let mut table = table(quick());
    start(&mut table, 0);
    move_somehow(&mut table, 0, 0);
    let mut record = Record::writable(0);
    let (reply, _left) = oneshot::channel();
    table.leave(request(ANA, &Act::Resign), reply, &mut record);
    check(&record, "over Some(One) resigned, left, closed Left");
    assert!(table.state.is_closed());
}
