//! Random inputs and clock jumps on a match and on a small obvious model of it.

use proptest::collection::vec;
use proptest::prelude::*;
use versus2048_protocol::game::{Bounds, BySeat, Event, Input, Match, Seat};
use versus2048_protocol::rules::{Direction, Nonce, Options, Scoring, Secret, Spawn, TileSource};

use crate::boards::always;
use crate::match_model::Model;
use crate::play::Play;

#[derive(Clone, Debug)]
enum Step {
    Wait(u64),
    /// The shell's clock falls.
    Fall(u64),
    /// A move whose turn is wrong by this much.
    Move(Seat, i64, Direction),
    Give(Input),
}

/// What holds of the events of any match.
#[track_caller]
fn assert_sound(events: &[Event], limit_ms: u64) {
    let mut last_ms = 0;
    for (number, event) in events.iter().enumerate() {
        let before = number.checked_sub(1).map(|number| &events[number]);
        let may_follow = match (event, before) {
            (Event::Begun { .. }, before) => before.is_none(),
            (_, None | Some(Event::Ended { .. })) => false,
            (Event::Started { .. }, Some(before)) => {
                matches!(before, Event::Begun { .. } | Event::Resumed { .. })
            }
            (Event::Moved { .. }, Some(before)) => {
                matches!(before, Event::Started { .. } | Event::Moved { .. })
            }
            (Event::Resumed { .. }, Some(before)) => matches!(before, Event::Paused),
            (Event::Paused, Some(before)) => !matches!(before, Event::Paused),
            (Event::Ended { .. }, Some(_)) => true,
        };
        assert!(may_follow, "{event:?} after {before:?}");
        if let Event::Moved { at_ms, .. } | Event::Ended { at_ms, .. } = event {
            assert!(
                *at_ms >= last_ms,
                "match time falls to {at_ms} at {event:?}"
            );
            last_ms = *at_ms;
        }
        if let Event::Moved { at_ms, spawn, .. } = event {
            assert!(*at_ms < limit_ms);
            assert!([2, 4].contains(&spawn.value));
        }
    }
}

/// The journal, written and read, is possible event by event and folds to an equal match.
#[track_caller]
fn assert_replays(play: &Play, fresh: Match) {
    let journal = serde_json::to_string(&play.events).expect("events are JSON");
    let events: Vec<Event> = serde_json::from_str(&journal).expect("events are read as written");
    assert_eq!(events, play.events);
    let mut game = fresh;
    for event in &events {
        assert_eq!(game.check(event), Ok(()), "{event:?}");
        game.apply(event);
    }
    assert_eq!(game, play.game);
}

fn options() -> impl Strategy<Value = Options> {
    let target = prop::sample::select(vec![None, Some(8), Some(16), Some(32)]);
    let limit = prop::sample::select(vec![None, None, Some(10), Some(12)]);
    let four_permille = prop::sample::select(vec![0, 100, 500, 1000]);
    let names = (any::<bool>(), any::<bool>());
    (
        2..=3_u8,
        2..=4_u8,
        target,
        limit,
        four_permille,
        names,
        0..=2_u8,
    )
        .prop_map(
            |(rows, cols, target, time_limit_s, four_permille, (mirrored, merges), countdown_s)| {
                Options {
                    rows,
                    cols,
                    target,
                    time_limit_s,
                    four_permille,
                    tiles: if mirrored {
                        TileSource::Mirrored
                    } else {
                        TileSource::Independent
                    },
                    scoring: if merges {
                        Scoring::Merges
                    } else {
                        Scoring::Sum
                    },
                    countdown_s,
                    watchable: true,
                }
            },
        )
}

fn bounds() -> impl Strategy<Value = Bounds> {
    prop_oneof![
        4 => Just(Bounds::default()),
        1 => (3..30_u32, 4_000..15_000_u64).prop_map(|(moves, match_ms)| Bounds { match_ms, moves }),
    ]
}

fn nonces() -> impl Strategy<Value = BySeat<Nonce>> {
    let nonce =
        || vec(any::<u8>(), 0..=32).prop_map(|bytes| Nonce::new(bytes).expect("at most 32 bytes"));
    [nonce(), nonce()].prop_map(BySeat)
}

fn seat() -> impl Strategy<Value = Seat> {
    prop::sample::select(&Seat::ALL[..])
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let dir = || prop::sample::select(&Direction::ALL[..]);
    let step = prop_oneof![
        60 => (seat(), dir()).prop_map(|(seat, dir)| Step::Move(seat, 0, dir)),
        4 => (seat(), -3..=3_i64, dir()).prop_map(|(seat, offset, dir)| Step::Move(seat, offset, dir)),
        20 => (0..400_u64).prop_map(Step::Wait),
        3 => (0..6_000_u64).prop_map(Step::Wait),
        2 => (0..10_000_u64).prop_map(Step::Fall),
        2 => Just(Step::Give(Input::Pause)),
        4 => Just(Step::Give(Input::Resume)),
        1 => nonces().prop_map(|nonces| Step::Give(Input::Begin { nonces })),
        1 => prop_oneof![
            seat().prop_map(|seat| Step::Give(Input::Resign { seat })),
            seat().prop_map(|seat| Step::Give(Input::Forfeit { seat })),
            Just(Step::Give(Input::Abort)),
        ],
    ];
    let start = prop_oneof![
        1 => Just(Vec::new()),
        9 => nonces().prop_map(|nonces| vec![Step::Give(Input::Begin { nonces }), Step::Wait(2_000)]),
    ];
    (start, vec(step, 0..120)).prop_map(|(start, steps)| [start, steps].concat())
}

fn input(step: &Step, game: &Match) -> Option<Input> {
    match step {
        Step::Wait(_) | Step::Fall(_) => None,
        Step::Give(input) => Some(input.clone()),
        Step::Move(seat, offset, dir) => {
            let turn = game.boards().map_or(0, |boards| boards[*seat].turn);
            let turn = u64::from(turn).wrapping_add_signed(*offset);
            Some(Input::Move {
                seat: *seat,
                turn,
                dir: *dir,
            })
        }
    }
}

#[test]
fn a_match_is_what_the_model_says() {
    let secret = any::<[u8; 32]>().prop_map(Secret);
    always(
        1500,
        (options(), bounds(), secret, steps()),
        |(options, bounds, secret, steps)| {
            let mut play = Play::bounded(options, secret, bounds);
            let mut model = Model::new(options, secret, bounds);
            for step in &steps {
                match step {
                    Step::Wait(ms) => play.now_ms += ms,
                    Step::Fall(ms) => play.now_ms -= ms,
                    Step::Move(..) | Step::Give(_) => {}
                }
                play.advance();
                model.pass(play.now_ms);
                if let Some(input) = input(step, &play.game) {
                    let before = play.game.clone();
                    let taken = play.give(input.clone()).map(drop);
                    assert_eq!(taken, model.give(play.now_ms, &input), "{input:?}");
                    assert!(
                        taken.is_ok() || play.game == before,
                        "a refusal has changed something"
                    );
                }
                model.assert_same(&play.game, play.now_ms);
            }
            assert_sound(&play.events, model.limit_ms());
            assert_replays(&play, Match::new(options, secret, bounds));
        },
    );
}

#[test]
fn any_events_at_all_are_folded_without_panic() {
    let spawn = (any::<u8>(), any::<u8>(), any::<u64>());
    let dir = prop::sample::select(&Direction::ALL[..]);
    let event = prop_oneof![
        4 => (seat(), dir, spawn, any::<u64>()).prop_map(|(seat, dir, (row, col, value), at_ms)| Event::Moved {
            seat, dir, gained: 0, spawn: Spawn { row: row % 4, col: col % 4, value }, at_ms,
        }),
        1 => (nonces(), any::<u64>()).prop_map(|(nonces, start_now_ms)| Event::Begun { nonces, start_now_ms }),
        1 => any::<u64>().prop_map(|start_now_ms| Event::Started { start_now_ms }),
        1 => any::<u64>().prop_map(|start_now_ms| Event::Resumed { start_now_ms }),
        1 => Just(Event::Paused),
    ];
    always(
        500,
        (vec(event, 0..60), any::<u64>()),
        |(events, now_ms)| {
            let mut game = Match::new(Options::default(), Secret([0; 32]), Bounds::default());
            for event in &events {
                game.apply(event);
                let _ = (
                    game.advance(now_ms),
                    game.deadline_now_ms(),
                    game.remaining_ms(now_ms),
                );
                for input in crate::play::all_inputs() {
                    let _ = game.decide(now_ms, input);
                }
            }
        },
    );
}
