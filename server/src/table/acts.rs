//! The actions of a client at a table: ready, move, resign, rematch, emote, leave.

use std::time::Instant;

use tokio::sync::oneshot;
use versus2048_protocol::game::{BySeat, Input, Seat};
use versus2048_protocol::rules::{Direction, Nonce};
use versus2048_protocol::wire::{ClosedReason, Emote, Phase, ServerMessage};

use crate::journal::MadeBy;
use crate::refusal::Refusal;
use crate::table::Table;
use crate::table::record::{Attempt, Entry, Left, Record, Request};

/// How long a seat is silent after an emote, in milliseconds.
const EMOTE_EVERY_MS: u64 = 1000;

/// An action that takes a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Is ready, with a nonce where one was given.
    Ready(Option<Nonce>),
    /// Moves.
    Move {
        /// The number of moves made on the board, as the mover expects it.
        turn: u64,
        /// The direction in which the tiles slide.
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
    /// The attempt to move that was received at some time; `None` for everything else.
    pub(crate) const fn attempt(&self, received: Instant) -> Option<Attempt> {
        match *self {
            Self::Move { turn, dir } => Some(Attempt {
                turn,
                dir,
                received,
            }),
            Self::Ready(_) | Self::Resign | Self::Rematch | Self::Emote(_) => None,
        }
    }
}

/// A seat that acts, and the request by which it does.
#[derive(Clone, Copy)]
struct Actor<'a> {
    seat: Seat,
    request: &'a Request,
}

impl Table {
    /// Does what the holder of a seat asks for, or says why not.
    pub(super) fn act(&mut self, request: &Request, act: Act, record: &mut Record) {
        let seat = self.state.seat_of(request.by.player);
        let Some(seat) = seat.filter(|_| !self.state.is_closed()) else {
            return record.refuse(&Refusal::NotSeated, request);
        };
        let actor = Actor { seat, request };
        let done = match act {
            Act::Ready(nonce) => self.ready(actor, nonce.unwrap_or_default(), record),
            Act::Move { turn, dir } => {
                self.make_move(Input::Move { seat, turn, dir }, request, record);
                Ok(())
            }
            Act::Resign => self.resign(actor, record),
            Act::Rematch => self.rematch(actor, record),
            Act::Emote(kind) => self.emote(actor, kind, record),
        };
        if let Err(refusal) = done {
            record.refuse(&refusal, request);
        }
    }

    /// Lets a client leave, and the match and the table follow from that.
    pub(super) fn leave(
        &mut self,
        request: Request,
        reply: oneshot::Sender<()>,
        record: &mut Record,
    ) {
        if self.state.is_closed() {
            return record.refuse(&Refusal::AtNoTable, &request);
        }
        let seat = self.state.seat_of(request.by.player);
        if let Some(seat) = seat.filter(|_| self.state.is_match_on()) {
            self.decide(Input::Resign { seat }, record);
        }
        self.presence.begin_leaving(request.by.player);
        record.entries.push(Entry::Left(Left {
            request,
            was_seated: seat.is_some(),
            reply,
        }));
        if let Some(seat) = seat {
            self.give_up_seat(seat, record);
        }
    }

    /// Begins the match, with both seats ready.
    pub(super) fn begin(&mut self, request: Option<&Request>, record: &mut Record) {
        let nonces = BySeat::new(|seat| {
            let holder = self.state.seats[seat].as_ref();
            holder
                .and_then(|holder| holder.nonce.clone())
                .unwrap_or_default()
        });
        let begin = Input::Begin { nonces };
        let decided = self.state.current.game().decide(record.now_ms, begin);
        self.happen(decided.unwrap_or_default(), request, record);
    }

    /// Frees the seat of a player who goes, or closes the table.
    pub(super) fn give_up_seat(&mut self, seat: Seat, record: &mut Record) {
        let table_stays = self.state.phase() == Phase::Ready
            && self.state.setup.made_by == MadeBy::Creator
            && seat == Seat::One;
        if table_stays {
            self.state.vacate(seat, record.now_ms);
            self.presence.restart_allowances(record.now_ms);
            self.tell_snapshot(None, record);
        } else {
            self.close(ClosedReason::Left, record);
        }
    }

    fn ready(
        &mut self,
        actor: Actor<'_>,
        nonce: Nonce,
        record: &mut Record,
    ) -> Result<(), Refusal> {
        let Actor { seat, request } = actor;
        if self.state.phase() != Phase::Ready {
            return Err(Refusal::WrongPhase("ready"));
        }
        if let Some(holder) = &mut self.state.seats[seat] {
            holder.nonce.get_or_insert(nonce);
        }
        if self.state.are_both_ready() {
            self.begin(Some(request), record);
        } else {
            self.tell_snapshot(Some(request), record);
        }
        Ok(())
    }

    fn make_move(&mut self, input: Input, request: &Request, record: &mut Record) {
        match self.state.current.game().decide(record.now_ms, input) {
            Ok(events) => self.happen(events, Some(request), record),
            Err(rejection) => {
                if let Some(message) = request.rejected(rejection.into()) {
                    record.tell_one(message, request);
                }
            }
        }
    }

    fn resign(&mut self, actor: Actor<'_>, record: &mut Record) -> Result<(), Refusal> {
        let Actor { seat, request } = actor;
        if !self.state.is_match_on() {
            return Err(Refusal::WrongPhase("in its countdown, played or paused"));
        }
        let resign = Input::Resign { seat };
        let decided = self.state.current.game().decide(record.now_ms, resign);
        self.happen(decided.unwrap_or_default(), Some(request), record);
        Ok(())
    }

    fn rematch(&mut self, actor: Actor<'_>, record: &mut Record) -> Result<(), Refusal> {
        let Actor { seat, request } = actor;
        if self.state.phase() != Phase::Over {
            return Err(Refusal::WrongPhase("over"));
        }
        if let Some(holder) = &mut self.state.seats[seat] {
            holder.offers_rematch = true;
        }
        if self.state.offers_rematch(seat.other()) {
            self.state.draw_next_match(record.now_ms);
            self.tell_snapshot(Some(request), record);
        } else {
            record.tell_all(ServerMessage::RematchOffered { seat }, Some(request));
        }
        Ok(())
    }

    fn emote(&mut self, actor: Actor<'_>, kind: Emote, record: &mut Record) -> Result<(), Refusal> {
        let Actor { seat, request } = actor;
        let is_too_soon = |last_ms: u64| record.now_ms < last_ms.saturating_add(EMOTE_EVERY_MS);
        if let Some(holder) = &mut self.state.seats[seat] {
            if holder.emoted_ms.is_some_and(is_too_soon) {
                let rate = "a seat says one thing a second; wait a little";
                return Err(Refusal::RateLimited(rate));
            }
            holder.emoted_ms = Some(record.now_ms);
        }
        record.tell_all(ServerMessage::Emote { seat, kind }, Some(request));
        Ok(())
    }
}
