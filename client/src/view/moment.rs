//! What time alone changes on the screen, and when.

use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::Phase;

use crate::model::{Connection, Frame, Mode, Model, Overlay, Play, Screen};
use crate::view::table::SHOWN_MS;

/// What time alone changes on the screen: while it is the same, and nothing else has happened, there
/// is nothing to draw. Clocks show whole seconds, so apart from what moves this changes about once a
/// second at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    overlay: Option<Overlay>,
    seconds: Vec<Option<u64>>,
    news: usize,
    frames: Vec<Frame>,
    tape: Option<TapeMoment>,
}

/// What a replay shows: how many seconds and moves it has come, and whether it runs on.
type TapeMoment = (u64, usize, bool);

impl Moment {
    /// The moment that a model shows.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let now_ms = model.now_ms;
        let clocks = clocks(model).into_iter();
        let play = play(model);
        Self {
            overlay: model.overlay.clone(),
            seconds: clocks.map(|clock| clock.second(now_ms)).collect(),
            news: play.map_or(0, |play| news(play, now_ms).count()),
            frames: play.map_or_else(Vec::new, |play| frames(play, now_ms)),
            tape: play.and_then(tape),
        }
    }

    /// When another moment comes by time alone, if ever: until then nothing has to be looked at.
    #[must_use]
    pub fn next_ms(model: &Model) -> Option<u64> {
        let now_ms = model.now_ms;
        let clocks = clocks(model);
        let seconds = clocks.iter().filter_map(|clock| clock.next_ms(now_ms));
        let play = play(model).into_iter();
        let table = play.flat_map(|play| {
            let news = news(play, now_ms).map(|at_ms| at_ms.saturating_add(SHOWN_MS + 1));
            let motions = play.seats_shown().into_iter();
            let motions = motions.filter_map(|seat| play.motion[seat].next_ms(now_ms));
            news.chain(motions)
        });
        let others = [overlay_ms(model), screen_ms(model)].into_iter().flatten();
        seconds.chain(table).chain(others).min()
    }
}

/// When the overlay goes away by itself.
const fn overlay_ms(model: &Model) -> Option<u64> {
    match model.overlay {
        Some(Overlay::Question { until_ms, .. }) => until_ms,
        _ => None,
    }
}

/// When something happens on the screen by itself.
fn screen_ms(model: &Model) -> Option<u64> {
    match &model.screen {
        Screen::Connecting { due_ms, .. } => *due_ms,
        Screen::Replay(viewing) => viewing.playback.next_ms(),
        Screen::Menu(_)
        | Screen::Form(_)
        | Screen::Queued { .. }
        | Screen::Table(_)
        | Screen::Tables(_)
        | Screen::Loading { .. }
        | Screen::Replays(_)
        | Screen::Notice(_) => None,
    }
}

/// The table that is to be seen: the help hides it.
fn play(model: &Model) -> Option<&Play> {
    match (&model.overlay, &model.screen) {
        (Some(Overlay::Help { .. }), _) => None,
        (_, Screen::Table(play)) => Some(play),
        (_, Screen::Replay(viewing)) => Some(&viewing.play),
        _ => None,
    }
}

fn tape(play: &Play) -> Option<TapeMoment> {
    match play.mode {
        Mode::Replay(progress) => Some((
            progress.position_ms / 1000,
            progress.made,
            progress.is_running,
        )),
        Mode::Online | Mode::HotSeat { .. } | Mode::Solo { .. } => None,
    }
}

/// A clock on the screen, by the time in milliseconds.
enum Clock<'a> {
    /// Time that has passed, in whole seconds.
    Passed(Box<dyn Fn(u64) -> Option<u64> + 'a>),
    /// Time that is left, in begun seconds.
    Left(Box<dyn Fn(u64) -> Option<u64> + 'a>),
}

impl Clock<'_> {
    fn second(&self, now_ms: u64) -> Option<u64> {
        match self {
            Self::Passed(read) => Some(read(now_ms)? / 1000),
            Self::Left(read) => Some(read(now_ms)?.div_ceil(1000)),
        }
    }

    /// When it shows another second; never where it stands still.
    fn next_ms(&self, now_ms: u64) -> Option<u64> {
        let (Self::Passed(read) | Self::Left(read)) = self;
        let (now, soon) = (read(now_ms)?, read(now_ms + 1)?);
        if now == soon {
            return None;
        }
        let in_ms = match self {
            Self::Passed(_) => 1000 - now % 1000,
            Self::Left(_) => now.saturating_sub(1) % 1000 + 1,
        };
        Some(now_ms + in_ms)
    }
}

/// The clocks on the screen.
fn clocks(model: &Model) -> Vec<Clock<'_>> {
    match &model.screen {
        _ if matches!(model.overlay, Some(Overlay::Help { .. })) => Vec::new(),
        Screen::Table(play) => table_clocks(play),
        Screen::Queued { since_ms, .. } => {
            vec![Clock::Passed(Box::new(|now_ms| {
                Some(now_ms.saturating_sub(*since_ms))
            }))]
        }
        _ => Vec::new(),
    }
}

fn table_clocks(play: &Play) -> Vec<Clock<'_>> {
    let session = &play.session;
    let mut clocks = vec![
        Clock::Passed(Box::new(|now_ms| Some(session.elapsed_ms(now_ms)))),
        Clock::Left(Box::new(|now_ms| session.remaining_ms(now_ms))),
        Clock::Left(Box::new(|now_ms| session.starts_in_ms(now_ms))),
    ];
    if session.phase == Phase::Waiting {
        clocks.push(Clock::Left(Box::new(|now_ms| session.closes_in_ms(now_ms))));
    }
    if let Connection::Waiting { retry_at_ms, .. } = play.connection {
        clocks.push(Clock::Left(Box::new(move |now_ms| {
            Some(retry_at_ms.saturating_sub(now_ms))
        })));
    }
    clocks.extend(play.seats_shown().into_iter().map(|seat: Seat| {
        Clock::Left(Box::new(move |now_ms| session.forfeit_in_ms(seat, now_ms)))
    }));
    clocks
}

/// When those of the happenings happened that are still shown; in a replay they stay.
fn news(play: &Play, now_ms: u64) -> impl Iterator<Item = u64> {
    let since_ms = now_ms.saturating_sub(SHOWN_MS);
    let stays = matches!(play.mode, Mode::Replay(_));
    let happenings = play.session.happenings.iter();
    happenings
        .map(|happened| happened.at_ms)
        .filter(move |&at_ms| at_ms >= since_ms && !stays)
}

/// What is seen of the boards' motions.
fn frames(play: &Play, now_ms: u64) -> Vec<Frame> {
    let seats = play.seats_shown().into_iter();
    seats.map(|seat| play.motion[seat].frame(now_ms)).collect()
}
