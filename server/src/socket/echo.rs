//! Sends every message back, through the sockets that carry matches: a test of conformance to the
//! WebSocket protocol runs against it.

use std::convert::Infallible;

use axum::extract::ws::WebSocket;

use crate::listener::Peer;
use crate::outbox::Outbox;
use crate::site::Site;
use crate::socket::frames::{End, Socket};

/// Serves an upgraded connection until it ends.
pub(super) async fn serve(frames: WebSocket, peer: Peer, site: Site) {
    let outbox = Outbox::new(site.limits.outbox_messages, site.lobby.metrics().outboxes());
    let mut socket = Socket::new(frames, outbox, peer.tcp, &site);
    socket.hello_has_come();
    let Err(end) = say_back(&mut socket).await;
    socket.finish(end).await;
}

async fn say_back(socket: &mut Socket) -> Result<Infallible, End> {
    loop {
        let message = socket.next_message().await?;
        socket.put(message)?;
    }
}
