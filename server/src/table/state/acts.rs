//! What somebody at the table does: ready, move, resign, rematch, emote, leave.

use tokio::sync::oneshot;
use versus2048_protocol::game::{BySeat, Event, Input, Seat};
use versus2048_protocol::rules::{Direction, Nonce};
use versus2048_protocol::wire::{
    BoardUpdate, BoardView, ClosedReason, Emote, Moved, Phase, ServerMessage,
};

use crate::players::ConnectionNumber;
use crate::refusal::Refusal;
use crate::table::state::{MadeBy, Table};
use crate::table::telling::{Asker, Deed, Farewell, IfLost, Leaving, Record, Telling};

/// How long a seat is silent after an emote, in milliseconds.
const EMOTE_EVERY_MS: u64 = 1000;

/// Something that takes a seat to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Is ready, with a nonce where one was given.
    Ready(Option<Nonce>),
    /// Moves.
    Move {
        /// The number of moves made on the board, as the mover expects it.
        turn: u64,
        /// Where the tiles slide to.
        dir: Direction,
    },
    /// Gives up.
    Resign,
    /// Offers another match.
    Rematch,
    /// Says something.
    Emote(Emote),
}

impl Act {
    /// What the asker is told if a commit fails that the answer rests on.
    pub(crate) const fn if_lost(&self) -> IfLost {
        match *self {
            Self::Move { turn, dir } => IfLost::Rejected { turn, dir },
            Self::Ready(_) => IfLost::Snapshot,
            Self::Resign | Self::Rematch | Self::Emote(_) => IfLost::Unavailable,
        }
    }
}

/// Who acts.
#[derive(Clone, Copy, Debug)]
struct Actor<'a> {
    seat: Seat,
    asker: &'a Asker,
}

impl Table {
    /// Does what the holder of a seat asks for, or says why not.
    pub(crate) fn act(&mut self, asker: &Asker, act: Act, record: &mut Record) {
        let seat = self.presence.seat_of(asker.connection);
        let Some(seat) = seat.filter(|_| !self.is_closed()) else {
            return record.refuse(&Refusal::NotSeated, asker.clone());
        };
        let actor = Actor { seat, asker };
        let done = match act {
            Act::Ready(nonce) => self.ready(actor, nonce.unwrap_or_default(), record),
            Act::Move { turn, dir } => {
                self.make_move(Input::Move { seat, turn, dir }, asker, record);
                Ok(())
            }
            Act::Resign => self.resign(seat, Some(asker), record),
            Act::Rematch => self.rematch(actor, record),
            Act::Emote(kind) => self.emote(actor, kind, record),
        };
        if let Err(refusal) = done {
            record.refuse(&refusal, asker.clone());
        }
    }

    /// Whether this act, now, makes the next match take the place of the current one. That can't be
    /// undone, so it waits until the current one is on disk.
    pub(crate) fn would_replace_match(&self, asker: &Asker, act: &Act) -> bool {
        let seat = self.presence.seat_of(asker.connection);
        *act == Act::Rematch
            && self.phase() == Phase::Over
            && seat.is_some_and(|seat| self.offers_rematch(seat.other()))
    }

    /// Lets a connection leave, whatever that means for the match.
    pub(crate) fn leave(&mut self, asker: Asker, done: oneshot::Sender<()>, record: &mut Record) {
        if self.is_closed() {
            return record.refuse(&Refusal::AtNoTable, asker);
        }
        let connection = asker.connection;
        let seat = self.presence.seat_of(connection);
        let seated = seat.and_then(|seat| Some(self.seats[seat].as_ref()?.player));
        if let Some(seat) = seat.filter(|_| self.is_match_on())
            && let Err(refusal) = self.resign(seat, None, record)
        {
            return record.refuse(&refusal, asker);
        }
        record.tell(Telling::Left(Farewell {
            asker,
            seated,
            done,
        }));
        match seat {
            Some(seat) => self.give_up_seat(seat, record),
            None => drop(self.spectators.remove(&connection)),
        }
    }

    /// A connection has gone to another table: what it has left behind here.
    pub(crate) fn detach(&mut self, connection: ConnectionNumber, record: &mut Record) {
        let seat = self.presence.seat_of(connection);
        match seat.filter(|_| !self.is_match_on() && !self.is_closed()) {
            Some(seat) => {
                record.tell(Telling::Gone(connection));
                if let Some(holder) = &self.seats[seat] {
                    record.tell(Telling::Deed(Deed::Unseat(holder.player)));
                }
                self.give_up_seat(seat, record);
            }
            None => self.disconnect(connection, record),
        }
    }

    /// Whether a connection may go to another table, and what it gives up by that.
    ///
    /// # Errors
    /// It has a seat in a match that is not over.
    pub(crate) fn may_leave(&self, connection: ConnectionNumber) -> Result<Leaving, Refusal> {
        match self.presence.seat_of(connection) {
            None => Ok(Leaving::Look),
            Some(_) if self.is_closed() || self.phase() == Phase::Over => Ok(Leaving::Seat),
            Some(_) => Err(Refusal::AlreadySeated(self.code())),
        }
    }

    /// Begins the match, with both seats ready.
    pub(super) fn begin(&mut self, asker: Option<&Asker>, record: &mut Record) {
        let nonces = BySeat::new(|seat| {
            let holder = self.seats[seat].as_ref();
            holder
                .and_then(|holder| holder.nonce.clone())
                .unwrap_or_default()
        });
        let begin = Input::Begin { nonces };
        if let Ok(events) = self.current.game().decide(record.now_ms, begin) {
            self.happen(events, asker, record);
        }
    }

    /// Writes what happened and tells it; the answer is the telling of the first event.
    pub(super) fn happen(
        &mut self,
        events: Vec<Event>,
        mut asker: Option<&Asker>,
        record: &mut Record,
    ) {
        for event in events {
            self.current.apply(&event);
            record.events.push(event.clone());
            self.tell_event(&event, asker.take(), record);
        }
    }

    fn ready(
        &mut self,
        actor: Actor<'_>,
        nonce: Nonce,
        record: &mut Record,
    ) -> Result<(), Refusal> {
        if self.phase() != Phase::Ready {
            return Err(Refusal::WrongPhase("ready"));
        }
        if let Some(holder) = &mut self.seats[actor.seat] {
            holder.nonce.get_or_insert(nonce);
        }
        if self.are_both_ready() {
            self.begin(Some(actor.asker), record);
        } else {
            self.tell_snapshot(Some(actor.asker), record);
        }
        Ok(())
    }

    fn make_move(&mut self, input: Input, asker: &Asker, record: &mut Record) {
        match self.current.game().decide(record.now_ms, input) {
            Ok(events) => self.happen(events, Some(asker), record),
            Err(rejection) => {
                if let Some(message) = asker.rejected(rejection.into()) {
                    let asker = asker.clone();
                    record.tell(Telling::One { message, asker });
                }
            }
        }
    }

    fn resign(
        &mut self,
        seat: Seat,
        asker: Option<&Asker>,
        record: &mut Record,
    ) -> Result<(), Refusal> {
        let resign = Input::Resign { seat };
        match self.current.game().decide(record.now_ms, resign) {
            Ok(events) => self.happen(events, asker, record),
            Err(_) => return Err(Refusal::WrongPhase("in its countdown, played or paused")),
        }
        Ok(())
    }

    fn rematch(&mut self, actor: Actor<'_>, record: &mut Record) -> Result<(), Refusal> {
        let Actor { seat, asker } = actor;
        if self.phase() != Phase::Over {
            return Err(Refusal::WrongPhase("over"));
        }
        if let Some(holder) = &mut self.seats[seat] {
            holder.offers_rematch = true;
        }
        if self.offers_rematch(seat.other()) {
            self.draw_next_match(record.now_ms);
            self.tell_snapshot(Some(asker), record);
        } else {
            record.tell_all(ServerMessage::RematchOffered { seat }, Some(asker.clone()));
        }
        Ok(())
    }

    fn emote(&mut self, actor: Actor<'_>, kind: Emote, record: &mut Record) -> Result<(), Refusal> {
        let Actor { seat, asker } = actor;
        let is_too_soon = |last_ms: u64| record.now_ms < last_ms.saturating_add(EMOTE_EVERY_MS);
        if let Some(holder) = &mut self.seats[seat] {
            if holder.emoted_ms.is_some_and(is_too_soon) {
                let rate = "a seat says one thing a second; wait a little";
                return Err(Refusal::RateLimited(rate));
            }
            holder.emoted_ms = Some(record.now_ms);
        }
        record.tell_all(ServerMessage::Emote { seat, kind }, Some(asker.clone()));
        Ok(())
    }

    fn offers_rematch(&self, seat: Seat) -> bool {
        let holder = self.seats[seat].as_ref();
        holder.is_some_and(|holder| holder.offers_rematch)
    }

    /// What the end of somebody's sitting means for the table.
    fn give_up_seat(&mut self, seat: Seat, record: &mut Record) {
        let stays = self.phase() == Phase::Ready
            && self.setup.made_by == MadeBy::Creator
            && seat == Seat::One;
        if stays {
            self.vacate(seat, record);
        } else {
            self.close(ClosedReason::Left, record);
        }
    }

    fn tell_event(&mut self, event: &Event, asker: Option<&Asker>, record: &mut Record) {
        match event {
            Event::Begun { .. } => {
                self.presence.restart_allowances(record.now_ms);
                self.tell_snapshot(asker, record);
            }
            Event::Started { .. } | Event::Paused | Event::Resumed { .. } => {
                self.tell_snapshot(asker, record);
            }
            Event::Moved { .. } => {
                if let Some(update) = self.board_after(event) {
                    let (game, asker) = (self.current.id(), asker.cloned());
                    record.tell(Telling::Board {
                        game,
                        update,
                        asker,
                    });
                }
            }
            Event::Ended { .. } => {
                self.phase_since_ms = record.now_ms;
                if let Some(over) = self.result() {
                    record.tell_all(ServerMessage::Over(over), asker.cloned());
                }
            }
        }
    }

    /// The board after a move that has just been applied.
    fn board_after(&self, event: &Event) -> Option<BoardUpdate> {
        let Event::Moved {
            seat,
            dir,
            gained,
            spawn,
            at_ms,
        } = *event
        else {
            return None;
        };
        let boards = self.current.game().boards()?;
        let view = BoardView::new(&boards[seat], &self.setup.options);
        Some(BoardUpdate {
            seat,
            turn: view.turn,
            rows: view.rows,
            score: view.score,
            status: view.status,
            moved: Moved { dir, gained, spawn },
            at_ms,
        })
    }
}
