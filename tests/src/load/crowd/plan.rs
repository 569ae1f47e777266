//! How the players play.

use std::time::Duration;

use versus2048_protocol::rules::Options;

/// How the players play.
#[derive(Clone, Copy, Debug)]
pub(in crate::load) struct Plan {
    /// The options of every match.
    pub(in crate::load) options: Options,
    /// When a move is sent.
    pub(in crate::load) pace: Pace,
    /// From one visitor to the next; none come without it.
    pub(in crate::load) between_visits: Option<Duration>,
}

/// When a move is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::load) enum Pace {
    /// Each player sends the next when its board has come.
    Saturated,
    /// One move of a match at a time: the next is sent when every viewer has the board.
    Lockstep,
    /// Each player sends one in every such time, by a schedule that does not wait for the server.
    Every(Duration),
}
