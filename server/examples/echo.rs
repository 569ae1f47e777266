//! A server that also says back what it is told at `/echo`, for tests of conformance to the WebSocket
//! protocol. Its limits leave room for them; the first line on stdout says where it listens.

use std::io::{self, Write as _};
use std::net::Ipv4Addr;

use tokio_util::sync::CancellationToken;
use versus2048_server::{Clock, Config, Limits, Server, bind};

/// The largest message of the Autobahn cases, and some.
const MAX_MESSAGE_BYTES: usize = 17 * 1024 * 1024;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let config = Config {
        limits: Limits {
            max_message_bytes: MAX_MESSAGE_BYTES,
            bytes_per_second: u32::MAX,
            requests_per_second: u32::MAX,
            // A case counts each frame that it hears.
            ping_interval_ms: u64::MAX,
            ..Limits::default()
        },
        ..Config::default()
    };
    let server = Server::new(&config, Clock::real()?)?;
    let listener = bind((Ipv4Addr::LOCALHOST, 0).into())?;
    writeln!(io::stdout(), "listening on ws://{}", listener.local_addr()?)?;
    server.serve(listener, CancellationToken::new()).await;
    Ok(())
}
