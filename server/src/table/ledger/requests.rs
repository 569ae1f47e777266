//! The requests of clients at a table, and of those who come to it.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::oneshot;
use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::{ServerMessage, Snapshot};

use crate::identity::{ConnectionNumber, PlayerId, Requester};
use crate::refusal::Refusal;
use crate::table::Table;
use crate::table::acts::Act;
use crate::table::handle::Arrival;
use crate::table::ledger::Ledger;
use crate::table::ledger::delivery::{encode_for, with_re};
use crate::table::record::{Entry, Joined, Leaving, Record, Request};

impl Ledger {
    /// Does what the holder of a seat asks for.
    pub(in crate::table) fn act(&mut self, request: &Request, act: Act, record: &mut Record) {
        if self.may_decide(request, record.may_write) {
            self.table.act(request, act, record);
        }
    }

    /// Lets a client leave. A spectator may go while nothing can be written.
    pub(in crate::table) fn leave(
        &mut self,
        request: Request,
        reply: oneshot::Sender<()>,
        record: &mut Record,
    ) {
        let is_seated = self.table.state.seat_of(request.by.player).is_some();
        if self.may_decide(&request, record.may_write || !is_seated) {
            self.table.leave(request, reply, record);
        }
    }

    /// Tells an answer that was made elsewhere, behind the answers that the client is owed here.
    pub(in crate::table) fn pass_on(
        &mut self,
        message: ServerMessage,
        request: Request,
        record: &mut Record,
    ) {
        if !record.may_write && !self.is_unwritten() && !self.line.owes(&request.by) {
            // The disk may take its time, and nothing that is on its way has to come first.
            self.answer(&message, &request);
        } else if self.may_decide(&request, true) {
            record.entries.push(Entry::Answer { message, request });
        }
    }

    /// Says whether a client may go to another table. A spectator that is owed no answer may at once; the
    /// reply to another one comes behind its answers, as long as those can come.
    pub(in crate::table) fn check_leaving(
        &mut self,
        by: &Requester,
        reply: oneshot::Sender<Result<Leaving, Refusal>>,
        record: &mut Record,
    ) {
        let subscriber = self.table.presence.subscriber(by);
        let is_owed = subscriber.is_some_and(|subscriber| subscriber.waiting > 0);
        let answer = match subscriber {
            Some(_) => self.table.state.leaving(by.player),
            None => Ok(Leaving::Watching),
        };
        if answer == Ok(Leaving::Watching) && !is_owed {
            // The session may be gone, and then nobody waits for the reply.
            drop(reply.send(answer));
        } else if record.may_write || self.line.is_empty() {
            record.entries.push(Entry::Leaving { answer, reply });
        } else {
            drop(reply.send(Err(Refusal::Unavailable)));
        }
    }

    /// Gives the free seat to a client; the reply comes when that is on disk.
    pub(in crate::table) fn join(
        &mut self,
        arrival: Arrival,
        reply: oneshot::Sender<Result<(), Refusal>>,
        record: &mut Record,
    ) {
        if !record.may_write {
            // The session may be gone, and then nobody waits for the reply.
            let _ = reply.send(Err(Refusal::Unavailable));
            return;
        }
        match self.claim_seat(&arrival) {
            Ok(seat) => {
                let (request, snapshot) = self.seat(seat, arrival, record.now_ms);
                record.entries.push(Entry::Joined(Joined {
                    request,
                    snapshot,
                    reply,
                }));
            }
            Err(refusal) => record.entries.push(Entry::NotJoined { refusal, reply }),
        }
    }

    /// Subscribes a spectator at once: it gets the state that is on disk, then the line. A table that is
    /// not on disk yet is not there for it.
    ///
    /// # Errors
    /// It sits here, or the table can't be watched.
    pub(in crate::table) fn watch(
        &mut self,
        arrival: Arrival,
        record: &mut Record,
    ) -> Result<(), Refusal> {
        let certain = self.certain.as_ref().ok_or(Refusal::NoSuchMatch)?;
        certain.check_spectator(arrival.client.player)?;
        self.outside.claim(&arrival, None)?;
        self.subscribe(arrival, record);
        Ok(())
    }

    /// Subscribes a player who has come back to its seat at once: after `welcome` it gets the state
    /// that is on disk, then the line. False if it has no seat here.
    pub(in crate::table) fn return_to_seat(
        &mut self,
        arrival: Arrival,
        welcome: Utf8Bytes,
        record: &mut Record,
    ) -> bool {
        let player = arrival.client.player;
        // A seat that is given up is gone even before that is on disk; one that is taken is there.
        let state = &self.table.state;
        let is_closing_unseen = self.visible().is_none() && state.is_closed();
        if self.is_finished() || is_closing_unseen || state.seat_of(player).is_none() {
            return false;
        }
        arrival.viewer.push(welcome);
        let was_here = self.table.presence.is_here(player);
        self.subscribe(arrival, record);
        self.table.tell_return(player, was_here, record);
        true
    }

    /// Removes a connection that has gone to another table; a seat that it has here is given up.
    pub(in crate::table) fn depart(
        &mut self,
        player: PlayerId,
        connection: ConnectionNumber,
        now_ms: u64,
    ) {
        self.table.presence.depart(player, connection, now_ms);
        self.forget_absences();
    }

    /// Removes a connection that is gone.
    pub(in crate::table) fn disconnect(
        &mut self,
        player: PlayerId,
        connection: ConnectionNumber,
        record: &mut Record,
    ) {
        self.table.disconnect(player, connection, record);
        self.forget_absences();
    }

    fn claim_seat(&self, arrival: &Arrival) -> Result<Seat, Refusal> {
        let seat = self.table.state.free_seat_for(arrival.client.player)?;
        self.outside.claim(arrival, Some(self.code()))?;
        Ok(seat)
    }

    fn seat(&mut self, seat: Seat, arrival: Arrival, now_ms: u64) -> (Request, Box<Snapshot>) {
        let Arrival {
            client, viewer, re, ..
        } = arrival;
        let Table { state, presence } = &mut self.table;
        presence.begin_joining(client.player, client.connection, viewer);
        state.seat(seat, &client, now_ms);
        let snapshot = state.snapshot(presence, now_ms);
        (Request::new(client.requester(re)), snapshot)
    }

    /// Whether a request is decided: not one of a connection that is not here any more, nor one that is
    /// not possible now or whose answer has no room. The latter two are refused at once.
    fn may_decide(&self, request: &Request, is_possible: bool) -> bool {
        let Some(subscriber) = self.table.presence.subscriber(&request.by) else {
            return false;
        };
        let has_room = subscriber.waiting + self.line.for_all() < self.limit;
        if !(is_possible && has_room) {
            self.refuse_at_once(request);
        }
        is_possible && has_room
    }

    /// Subscribes a client and tells it the state that is on disk. While there is none to be seen, it is
    /// told the state as decided, in the line.
    fn subscribe(&mut self, arrival: Arrival, record: &mut Record) {
        let Arrival {
            client, viewer, re, ..
        } = arrival;
        let presence = &mut self.table.presence;
        presence.subscribe(client.player, client.connection, viewer.clone());
        let state = self.visible().unwrap_or(&self.table.state);
        let snapshot = state.snapshot(&self.table.presence, record.now_ms);
        let message = ServerMessage::Match(snapshot);
        if self.visible().is_some() {
            let body = encode_for(message, state.seat_of(client.player));
            viewer.push(with_re(&body, re.as_ref()));
        } else {
            record.tell_one(message, &Request::new(client.requester(re)));
        }
    }
}
