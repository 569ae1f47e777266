//! The effects of time alone: the start and the end of a match, forfeits, closings, the audience. A
//! departure waits here too until it can be decided.

use versus2048_protocol::game::{Input, Seat};
use versus2048_protocol::wire::{ClosedReason, Phase, ServerMessage};

use crate::table::Table;
use crate::table::record::Record;

/// How often the number of spectators is told at most, in milliseconds.
const AUDIENCE_EVERY_MS: u64 = 1000;

/// Something that happens by itself at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// The match has come back from the journal.
    Pause,
    /// The player in a seat has gone to another table.
    Departure(Seat),
    /// Both seats are ready and the match has not begun: its beginning was lost.
    Begin,
    /// Both seats are back and the match has not gone on.
    Resume,
    /// The countdown or the time limit has run out.
    Match,
    /// The allowance of an absent seat has run out.
    Absence(Seat),
    /// The table's time has run out.
    Close(ClosedReason),
    /// The number of spectators has changed and may be told.
    Audience,
}

impl Table {
    /// When time alone next brings something, by the server's clock.
    pub(super) fn due_ms(&self) -> Option<u64> {
        self.next_due().map(|(due_ms, _)| due_ms)
    }

    /// Lets happen what time alone has brought by now, in its order.
    pub(super) fn advance(&mut self, record: &mut Record) {
        let now_ms = record.now_ms;
        while let Some((due_ms, due)) = self.next_due().filter(|&(due_ms, _)| due_ms <= now_ms) {
            match due {
                Due::Pause => self.decide(Input::Pause, record),
                Due::Departure(seat) => self.give_up_seat(seat, record),
                Due::Begin => self.begin(None, record),
                Due::Resume => self.decide(Input::Resume, record),
                Due::Match => {
                    let event = self.state.current.game().advance(due_ms);
                    self.happen(event.into_iter().collect(), None, record);
                }
                // At its own time: a time limit that came later was not reached.
                Due::Absence(seat) => {
                    let game = self.state.current.game();
                    let decided = game.decide(due_ms, self.forfeit_of(seat));
                    self.happen(decided.unwrap_or_default(), None, record);
                }
                Due::Close(reason) => self.close(reason, record),
                Due::Audience => self.tell_audience(record),
            }
        }
    }

    fn next_due(&self) -> Option<(u64, Due)> {
        if self.state.is_closed() {
            return None;
        }
        if self.state.must_pause {
            return Some((0, Due::Pause));
        }
        let phase = self.state.phase();
        let begins = phase == Phase::Ready && self.state.are_both_ready();
        let resumes = phase == Phase::Paused && self.are_both_here();
        let match_ms = self.state.current.game().deadline_now_ms();
        let by_seat = Seat::ALL.into_iter().flat_map(|seat| {
            let absence = self.absence_ms(seat).map(|ms| (ms, Due::Absence(seat)));
            let departure = self.has_departed(seat).then_some((0, Due::Departure(seat)));
            [absence, departure]
        });
        [
            begins.then_some((0, Due::Begin)),
            resumes.then_some((0, Due::Resume)),
            match_ms.map(|ms| (ms, Due::Match)),
            self.state
                .closing()
                .filter(|_| !begins)
                .map(|(ms, reason)| (ms, Due::Close(reason))),
            self.creator_absence_ms()
                .map(|ms| (ms, Due::Close(ClosedReason::Left))),
            self.audience_due_ms().map(|ms| (ms, Due::Audience)),
        ]
        .into_iter()
        .chain(by_seat)
        .flatten()
        .min_by_key(|&(due_ms, _)| due_ms)
    }

    /// The input that follows when a seat's allowance has run out: leaving never wins, so with both
    /// seats absent nobody does.
    fn forfeit_of(&self, seat: Seat) -> Input {
        if self.state.is_here(&self.presence, seat.other()) {
            Input::Forfeit { seat }
        } else {
            Input::Abort
        }
    }

    /// When the absence of a seat costs the match.
    fn absence_ms(&self, seat: Seat) -> Option<u64> {
        let holder = self.state.seats[seat].as_ref()?;
        let ends_ms = self.presence.allowance_ends_ms(holder.player)?;
        self.state.is_match_on().then_some(ends_ms)
    }

    /// When the absence of the creator closes a table that waits for a second player.
    fn creator_absence_ms(&self) -> Option<u64> {
        let holder = self.state.seats[Seat::Zero].as_ref()?;
        let ends_ms = self.presence.allowance_ends_ms(holder.player)?;
        (self.state.phase() == Phase::Waiting).then_some(ends_ms)
    }

    /// Whether a seat's player has gone to another table, which costs no match.
    fn has_departed(&self, seat: Seat) -> bool {
        let holder = self.state.seats[seat].as_ref();
        holder.is_some_and(|holder| self.presence.has_departed(holder.player))
            && !self.state.is_match_on()
    }

    fn are_both_here(&self) -> bool {
        Seat::ALL
            .into_iter()
            .all(|seat| self.state.is_here(&self.presence, seat))
    }

    fn audience_due_ms(&self) -> Option<u64> {
        let watching = self.presence.watching(self.state.players());
        let told_ms = self.presence.told_watching_ms;
        (watching != self.presence.told_watching)
            .then(|| told_ms.map_or(0, |told_ms| told_ms.saturating_add(AUDIENCE_EVERY_MS)))
    }

    fn tell_audience(&mut self, record: &mut Record) {
        let watching = self.presence.watching(self.state.players());
        self.presence.told_watching = watching;
        self.presence.told_watching_ms = Some(record.now_ms);
        record.tell_all(ServerMessage::Audience { watching }, None);
    }
}
