//! Why a command leads to nothing at the moment: a pure function of the model.

use versus2048_protocol::wire::Phase;

use crate::message::Action;
use crate::model::{Mode, Model, Overlay, Play, Question, Screen};
use crate::plain::commands::Command;

/// Why a command leads to nothing at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Nothing is under way.
    NothingBegun,
    /// What was begun is not there yet.
    NotThereYet,
    /// The other has not come yet.
    NobodyYet,
    /// The match has not started.
    NotStarted,
    /// The match is over.
    Over,
    /// The match is not over.
    NotOver,
    /// The table is closed.
    Closed,
    /// Whoever watches does not play.
    Watching,
    /// That is for matches with others.
    NotOnline,
    /// That is for one who plays alone.
    NotAlone,
    /// Nobody plays in a replay.
    InReplay,
    /// That is for replays.
    NoReplay,
    /// No question is open, and there is nothing to choose from.
    NothingAsked,
    /// A question is open that has to be answered first.
    Asked,
    /// Something is under way that has to be left first.
    UnderWay,
    /// It would change nothing.
    NoChange,
}

/// What stands in the way of a command, where that is known beforehand.
#[must_use]
pub(super) fn before(model: &Model, command: Command) -> Option<Obstacle> {
    match command {
        Command::Read(_) | Command::Listen(_) => None,
        Command::Wait(_) => match &model.screen {
            Screen::Menu(_)
            | Screen::Form(_)
            | Screen::Tables(_)
            | Screen::Replays(_)
            | Screen::Notice(_) => Some(Obstacle::NothingBegun),
            _ => None,
        },
        Command::Act(action) => before_action(model, action),
    }
}

/// What stood in the way of a command that has led to nothing.
#[must_use]
pub(super) const fn after(model: &Model) -> Obstacle {
    match &model.overlay {
        Some(Overlay::Question { .. }) => Obstacle::Asked,
        _ => Obstacle::NoChange,
    }
}

fn before_action(model: &Model, action: Action) -> Option<Obstacle> {
    match (&model.overlay, action) {
        (Some(Overlay::Question { about, .. }), _) => at_question(*about, action),
        (Some(Overlay::Emotes), Action::Pick(_) | Action::Back)
        | (_, Action::Quit | Action::Interrupt) => None,
        (_, Action::Yes | Action::No | Action::Back | Action::Pick(_)) => {
            Some(Obstacle::NothingAsked)
        }
        _ => on_screen(&model.screen, action),
    }
}

fn at_question(about: Question, action: Action) -> Option<Obstacle> {
    let is_possible = match action {
        Action::Yes | Action::No | Action::Back | Action::Quit | Action::Interrupt => true,
        Action::Move(..) => !about.stays(),
        _ => false,
    };
    (!is_possible).then_some(Obstacle::Asked)
}

fn on_screen(screen: &Screen, action: Action) -> Option<Obstacle> {
    match (screen, action) {
        (Screen::Tables(_), Action::Reload | Action::Create)
        | (Screen::Replay(_), Action::Wind(_)) => None,
        (Screen::Replay(_), _) => Some(Obstacle::InReplay),
        (_, Action::Wind(_)) => Some(Obstacle::NoReplay),
        (Screen::Table(play), _) => at_table(play, action),
        (Screen::Connecting { .. } | Screen::Loading { .. }, _) => Some(Obstacle::NotThereYet),
        (Screen::Queued { .. }, _) => Some(Obstacle::NobodyYet),
        _ => Some(Obstacle::NothingBegun),
    }
}

fn at_table(play: &Play, action: Action) -> Option<Obstacle> {
    let is_online = play.mode == Mode::Online;
    let is_solo = matches!(play.mode, Mode::Solo { .. });
    let phase = play.session.phase;
    match action {
        Action::Undo => (!is_solo).then_some(Obstacle::NotAlone),
        Action::Resign | Action::Emotes if !is_online => Some(Obstacle::NotOnline),
        Action::Again if !is_online => None,
        Action::Move(..) | Action::Resign | Action::Again | Action::Emotes
            if is_online && play.session.you.is_none() =>
        {
            Some(Obstacle::Watching)
        }
        Action::Again | Action::Emotes if play.closed.is_some() => Some(Obstacle::Closed),
        Action::Again => (phase != Phase::Over).then_some(Obstacle::NotOver),
        Action::Resign | Action::Move(..) => of_phase(phase),
        _ => None,
    }
}

/// Why nothing can be done on a board.
const fn of_phase(phase: Phase) -> Option<Obstacle> {
    match phase {
        Phase::Waiting => Some(Obstacle::NobodyYet),
        Phase::Ready => Some(Obstacle::NotStarted),
        Phase::Countdown | Phase::Playing | Phase::Paused => None,
        Phase::Over => Some(Obstacle::Over),
    }
}
