//! A session against a table that answers when the test lets it.

mod fairness;

use std::collections::VecDeque;

use proptest::prelude::*;
use versus2048_protocol::game::{BySeat, Reason, Seat};
use versus2048_protocol::rules::{Direction, Nonce, Options, Secret, Spawn};
use versus2048_protocol::wire::{
    BoardUpdate, ClientMessage, Emote, MatchOver, Phase, RejectedReason, ServerMessage, Snapshot,
};

use super::{Fairness, Happening, Session, Unfair};
use crate::local::{Chance, LocalKind, LocalTable};

const YOU: Seat = Seat::Zero;

/// A table somewhere else: what is sent to it waits until it is asked to answer.
struct Remote {
    table: LocalTable,
    sent: VecDeque<(u64, Direction)>,
}

impl Remote {
    /// A match that has begun, and the session that was told so.
    fn playing() -> (Self, Session) {
        let options = Options {
            countdown_s: 0,
            ..Options::default()
        };
        Self::with(options)
    }

    fn with(options: Options) -> (Self, Session) {
        let names = BySeat(["Ana", "Bo"].map(str::to_owned));
        let chance = Chance::From(Secret([7; 32]));
        let mut table = LocalTable::new(LocalKind::HotSeat, options, names, chance);
        let waiting = online(table.snapshot(0));
        let mut session = Session::new(waiting, 0);
        for message in table.begin(0) {
            session.receive(seen(message), 0);
        }
        let remote = Self {
            table,
            sent: VecDeque::new(),
        };
        (remote, session)
    }

    /// Presses a key; whether something was sent.
    fn press(&mut self, session: &mut Session, dir: Direction, now_ms: u64) -> bool {
        let message = session.slide(YOU, dir, now_ms);
        if let Some(ClientMessage::Move { turn, dir }) = message {
            self.sent.push_back((turn, dir));
        }
        message.is_some()
    }

    /// The answer to the oldest move without one.
    fn answer(&mut self, now_ms: u64) -> Option<ServerMessage> {
        let (turn, dir) = self.sent.pop_front()?;
        let told = self
            .table
            .handle(now_ms, YOU, &ClientMessage::Move { turn, dir });
        let refused = ServerMessage::Rejected {
            turn,
            dir,
            reason: RejectedReason::Stale,
        };
        Some(told.into_iter().next().map_or(refused, seen))
    }

    /// Answers everything.
    fn settle(&mut self, session: &mut Session, now_ms: u64) {
        while let Some(answer) = self.answer(now_ms) {
            session.receive(answer, now_ms);
        }
    }

    fn board(&self) -> versus2048_protocol::wire::BoardView {
        self.table.snapshot(0).boards.expect("boards")[YOU]
    }
}

fn online(snapshot: Snapshot) -> Snapshot {
    Snapshot {
        you: Some(YOU),
        ..snapshot
    }
}

/// What this seat is told of what a table at one keyboard says.
fn seen(message: ServerMessage) -> ServerMessage {
    match message {
        ServerMessage::Match(snapshot) => ServerMessage::Match(Box::new(online(*snapshot))),
        other => other,
    }
}

/// A direction that changes the board, and one that does not if there is one.
fn directions(session: &Session) -> (Direction, Option<Direction>) {
    let board = session.shown(YOU).expect("a board").rows;
    let (moves, stays): (Vec<_>, Vec<_>) = Direction::ALL
        .into_iter()
        .partition(|&dir| board.slide(dir).is_some());
    (moves[0], stays.first().copied())
}

fn last(session: &Session) -> Option<&Happening> {
    session.last_happening().map(|happened| &happened.what)
}

#[test]
fn a_slide_is_shown_before_it_is_answered() {
    let (mut remote, mut session) = Remote::playing();
    let (dir, _) = directions(&session);
    let before = session.shown(YOU).expect("a board");
    assert!(remote.press(&mut session, dir, 0));
    let shown = session.shown(YOU).expect("a board");
    assert_eq!(
        Some(shown.rows),
        before.rows.slide(dir).map(|slide| slide.board)
    );
    assert_eq!(shown.turn, before.turn + 1);
    remote.settle(&mut session, 0);
    assert_eq!(session.shown(YOU), Some(remote.board()));
}

#[test]
fn a_move_that_changes_nothing_is_not_sent() {
    let (mut remote, mut session) = Remote::playing();
    let dir = loop {
        match directions(&session) {
            (_, Some(dir)) => break dir,
            (dir, None) => {
                remote.press(&mut session, dir, 0);
                remote.settle(&mut session, 0);
            }
        }
    };
    assert!(!remote.press(&mut session, dir, 0));
    let reason = RejectedReason::NoChange;
    assert_eq!(
        last(&session),
        Some(&Happening::Refused {
            seat: YOU,
            dir,
            reason
        })
    );
}

#[test]
fn nothing_is_sent_before_the_start() {
    let (mut remote, mut session) = Remote::with(Options::default());
    assert_eq!(session.phase, Phase::Countdown);
    assert!(!remote.press(&mut session, Direction::Left, 0));
    assert!(!remote.press(&mut session, Direction::Up, 0));
}

#[test]
fn after_a_refusal_what_was_sent_ahead_is_forgotten() {
    let (mut remote, mut session) = Remote::playing();
    let (dir, _) = directions(&session);
    assert!(remote.press(&mut session, dir, 0));
    // The table has moved on: the move under way was meant for another turn.
    let crossing = ClientMessage::Move { turn: 0, dir };
    let board = seen(remote.table.handle(0, YOU, &crossing).remove(0));
    assert!(remote.press(&mut session, Direction::Up, 0));
    assert!(remote.press(&mut session, Direction::Down, 0));
    let first = remote.answer(0).expect("an answer");
    assert!(matches!(first, ServerMessage::Rejected { .. }), "{first:?}");
    session.receive(first, 0);
    session.receive(board, 0);
    assert_eq!(session.shown(YOU), Some(remote.board()));
    // A key pressed now goes on from the last board, in front of the answers to what was forgotten.
    let (dir, _) = directions(&session);
    assert!(remote.press(&mut session, dir, 0));
    assert_eq!(remote.sent.back(), Some(&(1, dir)));
    remote.settle(&mut session, 0);
    assert_eq!(
        session.shown(YOU).map(|board| board.turn),
        Some(remote.board().turn)
    );
}

#[test]
fn a_refusal_for_rate_that_comes_before_its_turn_keeps_what_was_sent_before_it() {
    let (mut remote, mut session) = Remote::playing();
    let (dir, _) = directions(&session);
    remote.press(&mut session, dir, 0);
    remote.press(&mut session, Direction::Down, 0);
    let (turn, dir) = remote.sent.pop_back().expect("the second move");
    let reason = RejectedReason::RateLimited;
    session.receive(ServerMessage::Rejected { turn, dir, reason }, 0);
    assert_eq!(session.shown(YOU).map(|board| board.turn), Some(1));
    remote.settle(&mut session, 0);
    assert_eq!(session.shown(YOU), Some(remote.board()));
}

#[test]
fn eight_moves_are_sent_ahead_and_no_more() {
    let (mut remote, mut session) = Remote::playing();
    let (dir, _) = directions(&session);
    let sent = (0..20)
        .filter(|_| remote.press(&mut session, dir, 0))
        .count();
    assert_eq!(sent, 8);
    assert_eq!(last(&session), Some(&Happening::TooFast(YOU)));
}

#[test]
fn answers_that_never_come_keep_nobody_from_playing() {
    let (mut remote, mut session) = Remote::playing();
    let (dir, _) = directions(&session);
    while remote.press(&mut session, dir, 0) {}
    remote.sent.clear();
    assert!(!remote.press(&mut session, dir, 9_999));
    assert!(remote.press(&mut session, dir, 10_000));
    remote.settle(&mut session, 10_000);
    assert_eq!(session.shown(YOU), Some(remote.board()));
}

#[test]
fn a_lost_connection_takes_what_was_under_way_with_it() {
    let (mut remote, mut session) = Remote::playing();
    let before = session.shown(YOU);
    let (dir, _) = directions(&session);
    remote.press(&mut session, dir, 0);
    session.disconnected();
    assert_eq!(session.shown(YOU), before);
}

#[test]
fn boards_that_were_left_out_and_late_ones_do_no_harm() {
    let (mut remote, mut session) = Remote::playing();
    let mut boards = Vec::new();
    for dir in Direction::ALL.into_iter().cycle().take(12) {
        let turn = remote.board().turn.into();
        let told = remote
            .table
            .handle(0, YOU, &ClientMessage::Move { turn, dir });
        boards.extend(told.into_iter().map(seen));
    }
    let newest = boards.pop().expect("a board");
    session.receive(newest, 0);
    for board in boards {
        session.receive(board, 0);
    }
    assert_eq!(session.shown(YOU), Some(remote.board()));
}

#[test]
fn an_absence_and_a_return_are_told() {
    let (_, mut session) = Remote::playing();
    let presence = |connected, forfeit_in_ms| ServerMessage::Presence {
        seat: Seat::One,
        connected,
        forfeit_in_ms,
    };
    session.receive(presence(false, Some(45_000)), 1000);
    assert_eq!(last(&session), Some(&Happening::Away(Seat::One)));
    assert_eq!(session.forfeit_in_ms(Seat::One, 11_000), Some(35_000));
    session.receive(presence(true, None), 2000);
    assert_eq!(last(&session), Some(&Happening::Back(Seat::One)));
    assert_eq!(session.forfeit_in_ms(Seat::One, 11_000), None);
}

#[test]
fn match_time_runs_between_messages_and_stops_at_the_end() {
    let options = Options {
        countdown_s: 0,
        time_limit_s: Some(60),
        ..Options::default()
    };
    let (mut remote, mut session) = Remote::with(options);
    assert_eq!(session.remaining_ms(15_000), Some(45_000));
    for message in remote.table.advance(60_000) {
        session.receive(seen(message), 60_500);
    }
    assert_eq!(session.phase, Phase::Over);
    assert_eq!(session.remaining_ms(90_000), Some(0));
}

#[test]
fn a_match_that_time_ended_lasted_as_long_as_its_limit() {
    const LIMIT_MS: u64 = 10_000;
    for told_ms in [LIMIT_MS - 40, LIMIT_MS + 40] {
        let (mut remote, mut session) = Remote::with(Options {
            time_limit_s: Some(LIMIT_MS / 1000),
            countdown_s: 0,
            ..Options::default()
        });
        assert_eq!(session.elapsed_ms(LIMIT_MS + 500), LIMIT_MS);
        for message in remote.table.advance(LIMIT_MS) {
            session.receive(seen(message), told_ms);
        }
        assert_eq!(session.phase, Phase::Over);
        let later_ms = told_ms + 5000;
        assert_eq!(session.elapsed_ms(later_ms), LIMIT_MS, "{told_ms}");
        assert_eq!(session.remaining_ms(later_ms), Some(0));
    }
}

#[test]
fn emotes_and_offers_are_told() {
    let (_, mut session) = Remote::playing();
    let kind = Emote::Wow;
    session.receive(
        ServerMessage::Emote {
            seat: Seat::One,
            kind,
        },
        0,
    );
    assert_eq!(last(&session), Some(&Happening::Said(Seat::One, kind)));
    session.receive(ServerMessage::RematchOffered { seat: Seat::One }, 0);
    assert_eq!(last(&session), Some(&Happening::RematchOffered(Seat::One)));
    assert!(
        session.players[Seat::One]
            .as_ref()
            .is_some_and(|player| player.rematch)
    );
}

/// What may come next in a random game over a slow line.
#[derive(Clone, Copy, Debug)]
enum Step {
    Press(Direction),
    Answer,
    Wait(u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => prop::sample::select(Direction::ALL.to_vec()).prop_map(Step::Press),
        3 => Just(Step::Answer),
        1 => (0..200_u64).prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 0..200)
}

proptest! {
    #[test]
    fn whatever_the_line_does_the_boards_agree_in_the_end(steps in steps()) {
        let (mut remote, mut session) = Remote::playing();
        let mut now_ms = 0;
        let mut sent_ms = Vec::new();
        for step in steps {
            match step {
                Step::Press(dir) => {
                    if remote.press(&mut session, dir, now_ms) {
                        sent_ms.push(now_ms);
                    }
                }
                Step::Answer => {
                    if let Some(answer) = remote.answer(now_ms) {
                        session.receive(answer, now_ms);
                    }
                }
                Step::Wait(ms) => now_ms += ms,
            }
            prop_assert!(remote.sent.len() <= 8);
        }
        prop_assert!(sent_ms.windows(16).all(|burst| burst[15] - burst[0] >= 1000));
        remote.settle(&mut session, now_ms);
        if session.phase == Phase::Playing {
            prop_assert_eq!(session.shown(YOU), Some(remote.board()));
        }
        prop_assert_ne!(session.fairness, Fairness::Broken(Unfair::Result));
    }
}

#[test]
fn what_happened_in_a_match_is_no_news_in_the_next() {
    let (remote, mut session) = Remote::playing();
    let kind = Emote::GoodGame;
    session.receive(ServerMessage::Emote { seat: YOU, kind }, 0);
    let again = online(remote.table.snapshot(0));
    session.receive(ServerMessage::Match(Box::new(again.clone())), 0);
    let said = Happening::Said(YOU, kind);
    let is_known = |session: &Session| session.happenings.iter().any(|it| it.what == said);
    assert!(is_known(&session));
    let next = Snapshot {
        id: uuid::Uuid::from_u128(2),
        phase: Phase::Ready,
        boards: None,
        ..again
    };
    session.receive(ServerMessage::Match(Box::new(next)), 0);
    assert!(!is_known(&session));
}
