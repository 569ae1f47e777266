//! The edge of the server over real sockets: limits, closes, upgrades and shutdown. Time is the
//! tests' own; frames are written byte by byte, since a proper client can't misbehave.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod attendance;
mod backup;
mod causes;
mod closes;
mod http;
mod limits;
mod metrics;
mod numbers;
mod peer;
mod play;
mod proxies;
mod running;
mod shutdown;
mod slow;
mod tables;
mod waiting;
