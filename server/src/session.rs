//! What one connection may do after `welcome`.

use versus2048_protocol::wire::Received;

/// One connection of a player, from `welcome` on.
#[derive(Debug)]
pub(crate) struct Session {}

impl Session {
    /// Does what a message asks for; the answer goes into the outbox, now or when it is on disk.
    /// Every message that the rates let pass belongs here, those that don't parse included, so that
    /// answers keep their order. May be cancelled only in order to call [`disconnect`](Self::disconnect).
    pub(crate) async fn handle(&mut self, received: Received) {
        let _ = received;
    }

    /// The connection is gone. (Dropping a session does the same in the background.)
    pub(crate) async fn disconnect(self) {}
}
