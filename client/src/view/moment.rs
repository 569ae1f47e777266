//! What time alone changes on the screen.

use versus2048_protocol::wire::Phase;

use crate::model::{Connection, Mode, Model, Overlay, Play, Screen};
use crate::view::table::SHOWN_MS;

/// What time alone changes on the screen: while it is the same, and nothing else has happened, there
/// is nothing to draw. Clocks show whole seconds, so this changes about once a second at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    overlay: Option<Overlay>,
    seconds: Vec<Option<u64>>,
    news: usize,
}

impl Moment {
    /// The moment that a model shows.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let (seconds, news) = match (&model.overlay, &model.screen) {
            (Some(Overlay::Help { .. }), _) => Default::default(),
            (_, Screen::Table(play)) => (seconds(play, model.now_ms), news(play, model.now_ms)),
            (_, Screen::Replay(viewing)) => (of_replay(&viewing.play), 0),
            (_, Screen::Queued { since_ms, .. }) => {
                let waited_ms = model.now_ms.saturating_sub(*since_ms);
                (vec![Some(waited_ms / 1000)], 0)
            }
            _ => Default::default(),
        };
        Self {
            overlay: model.overlay.clone(),
            seconds,
            news,
        }
    }
}

/// What the clocks of a table show: time that has passed in whole seconds, time that is left in
/// begun ones.
fn seconds(play: &Play, now_ms: u64) -> Vec<Option<u64>> {
    let session = &play.session;
    let left = |ms: Option<u64>| ms.map(|ms| ms.div_ceil(1000));
    let retry_in_ms = match play.connection {
        Connection::Waiting { retry_at_ms, .. } => Some(retry_at_ms.saturating_sub(now_ms)),
        Connection::Up | Connection::Trying { .. } => None,
    };
    let forfeits = play.seats_shown().into_iter();
    let forfeits = forfeits.map(|seat| left(session.forfeit_in_ms(seat, now_ms)));
    let clocks = [
        Some(session.elapsed_ms(now_ms) / 1000),
        left(session.remaining_ms(now_ms)),
        left(session.starts_in_ms(now_ms)),
        left(
            session
                .closes_in_ms(now_ms)
                .filter(|_| session.phase == Phase::Waiting),
        ),
        left(retry_in_ms),
    ];
    clocks.into_iter().chain(forfeits).collect()
}

/// What a replay shows that time changes by itself.
fn of_replay(play: &Play) -> Vec<Option<u64>> {
    let Mode::Replay(progress) = play.mode else {
        return Vec::new();
    };
    let made = u64::try_from(progress.made).ok();
    let is_running = Some(u64::from(progress.is_running));
    vec![Some(progress.position_ms / 1000), made, is_running]
}

/// How many of the happenings are still shown.
fn news(play: &Play, now_ms: u64) -> usize {
    let since_ms = now_ms.saturating_sub(SHOWN_MS);
    let happenings = play.session.happenings.iter();
    happenings
        .filter(|happened| happened.at_ms >= since_ms)
        .count()
}
