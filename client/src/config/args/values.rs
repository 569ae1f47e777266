//! What stands behind a flag, as a value or as a sentence about what would be one.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::str::FromStr;

use versus2048_protocol::name::{NameError, PlayerName};
use versus2048_protocol::rules::options::{
    MAX_COUNTDOWN_S, MAX_FOUR_PERMILLE, MAX_SIDE, MIN_SIDE, TARGETS, TIME_LIMITS_S,
};

/// Why a text is not what a flag of the game or of the server takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueProblem {
    /// It is no tile that wins.
    #[error("a target is a power of two from 8 to 131072, or `none`")]
    Target,
    /// It is no time limit.
    #[error("a time limit is 10 to 3600 seconds, or `none`")]
    TimeLimit,
    /// No board has so many rows or columns.
    #[error("a board has {MIN_SIDE} to {MAX_SIDE} rows and columns")]
    Side,
    /// It is no chance of a 4.
    #[error("0 to {MAX_FOUR_PERMILLE} of 1000 new tiles are a 4")]
    FourPermille,
    /// It is no countdown.
    #[error("a countdown is 0 to {MAX_COUNTDOWN_S} seconds")]
    Countdown,
    /// It is no address to listen on.
    #[error("it is ADDR:PORT, as 0.0.0.0:2049, with a port up to 65535")]
    Listen,
}

/// The tile that wins, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target(pub(super) Option<u64>);

impl FromStr for Target {
    type Err = ValueProblem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "none" {
            return Ok(Self(None));
        }
        let target: Option<u64> = text.parse().ok();
        target
            .filter(|target| target.is_power_of_two() && TARGETS.contains(target))
            .map(|target| Self(Some(target)))
            .ok_or(ValueProblem::Target)
    }
}

/// The time limit in seconds, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeLimit(pub(super) Option<u64>);

impl FromStr for TimeLimit {
    type Err = ValueProblem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "none" {
            return Ok(Self(None));
        }
        let seconds: Option<u64> = text.parse().ok();
        seconds
            .filter(|seconds| TIME_LIMITS_S.contains(seconds))
            .map(|seconds| Self(Some(seconds)))
            .ok_or(ValueProblem::TimeLimit)
    }
}

/// Rows or columns.
pub(super) fn side(text: &str) -> Result<u8, ValueProblem> {
    within(text, MIN_SIDE..=MAX_SIDE).ok_or(ValueProblem::Side)
}

/// A chance of a 4.
pub(super) fn four_permille(text: &str) -> Result<u16, ValueProblem> {
    within(text, 0..=MAX_FOUR_PERMILLE).ok_or(ValueProblem::FourPermille)
}

/// Seconds before the start.
pub(super) fn countdown(text: &str) -> Result<u8, ValueProblem> {
    within(text, 0..=MAX_COUNTDOWN_S).ok_or(ValueProblem::Countdown)
}

/// A number in a range.
fn within<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|value| range.contains(value))
}

/// An address to listen on.
pub(super) fn listen(text: &str) -> Result<SocketAddr, ValueProblem> {
    text.parse().map_err(|_| ValueProblem::Listen)
}

/// The name of a player, in its normal form.
pub(super) fn name(text: &str) -> Result<String, NameError> {
    PlayerName::new(text).map(String::from)
}

/// The name of a player, who need not have one.
pub(super) fn name_if_any(text: &str) -> Result<Option<String>, NameError> {
    PlayerName::optional(text).map(|name| name.map(String::from))
}
