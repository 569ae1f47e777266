//! What the stories are told with: a server, players and terminals under test.
//!
//! They check as they go: whatever a [`TestPlayer`] is told is held against the contract while it is
//! folded, so a story says only what it is about.

#![expect(
    clippy::missing_panics_doc,
    reason = "everything here fails a test by a panic that says what was awaited"
)]

mod fold;
mod home;
#[cfg(target_os = "linux")]
pub mod load;
mod pipe;
mod player;
mod program;
mod proxy;
mod search;
mod server;
mod server_program;
mod terminal;

pub use fold::View;
pub use home::{Home, Ran};
pub use pipe::TestPipe;
pub use player::{Absent, TestPlayer, Told, create};
pub use proxy::TestProxy;
pub use search::{avoiding, eager};
pub use server::{TestServer, Viewers};
pub use server_program::{TestProgram, address_of_its_own, full_pipe, until_listening};
pub use terminal::{Key, Process, TestTerminal};

use std::time::Duration;

/// The longest that anything is waited for.
pub const LIMIT: Duration = Duration::from_secs(10);

/// Asks again and again until something is so that nobody tells of.
pub async fn eventually(awaited: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let asking = async {
        while !is_so().await {
            tokio::task::yield_now().await;
        }
    };
    let in_time = tokio::time::timeout(LIMIT, asking).await.is_ok();
    assert!(in_time, "awaited {awaited}");
}
