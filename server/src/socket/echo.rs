//! Says every message back: what conformance to the WebSocket protocol is tried on, with the lines
//! that carry matches.

use std::convert::Infallible;

use axum::extract::ws::WebSocket;

use crate::listener::Peer;
use crate::outbox::Outbox;
use crate::site::Site;
use crate::socket::line::{End, Line};

/// Serves an upgraded connection until it ends.
pub(super) async fn serve(socket: WebSocket, peer: Peer, site: Site) {
    let outbox = Outbox::new(site.limits.outbox_messages);
    let mut line = Line::new(socket, outbox, &peer, &site);
    line.hello_has_come();
    let Err(end) = say_back(&mut line).await;
    line.finish(end).await;
}

async fn say_back(line: &mut Line) -> Result<Infallible, End> {
    loop {
        let message = line.next_message().await?;
        line.put(message)?;
    }
}
