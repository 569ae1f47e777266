//! When which player moves.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use versus2048_protocol::game::Seat;

use super::member::Role;
use super::table::Table;
use super::visits::MAX_VISITORS;
use super::{Crowd, Pace};
use crate::load::websocket::Kind;

/// Spreads members over the time between two moves: the golden ratio leaves no two close together.
const SPREAD: f64 = 0.618_033_988_749_895;

impl Crowd {
    /// Lets everybody who has a match begin to move, and visitors come.
    pub(super) fn begin_moving(&mut self) -> anyhow::Result<()> {
        let now = Instant::now();
        if let Pace::Every(time) = self.plan.pace {
            for number in 0..self.members.len() {
                if let Role::Player { .. } = self.members[number].role {
                    self.due.push(Reverse((now + share(time, number), number)));
                }
            }
        }
        for number in 0..self.members.len() {
            if self.members[number].boards.is_some() && self.plan.pace == Pace::Saturated {
                self.start(number, now)?;
            }
        }
        if self.plan.pace == Pace::Lockstep {
            for table in 0..self.tables.len() {
                self.tables[table].unstarted = self.tables[table].viewers;
                self.move_in_step(table, Seat::Zero, now)?;
            }
        }
        self.begin_visits(now);
        Ok(())
    }

    /// A match has begun for a viewer.
    pub(super) fn start(&mut self, number: usize, now: Instant) -> anyhow::Result<()> {
        let member = &mut self.members[number];
        member.awaited = None;
        let role = member.role;
        match (self.plan.pace, role) {
            _ if !self.is_playing => Ok(()),
            (Pace::Saturated, Role::Player { .. }) => self.send_move(number, now),
            (Pace::Lockstep, Role::Player { table, .. } | Role::Spectator { table }) => {
                self.see_start(table, now)
            }
            _ => Ok(()),
        }
    }

    /// A board of this seat has come to a viewer.
    pub(super) fn go_on(&mut self, number: usize, seat: Seat, now: Instant) -> anyhow::Result<()> {
        let member = &mut self.members[number];
        let is_mover = matches!(member.role, Role::Player { seat: own, .. } if own == seat);
        if is_mover {
            self.tally.moves += 1;
            member.awaited = None;
        }
        match (self.plan.pace, member.role) {
            (Pace::Lockstep, Role::Player { table, .. } | Role::Spectator { table }) => {
                self.see(table, seat, now)
            }
            (Pace::Saturated, _) if is_mover => self.send_move(number, now),
            (Pace::Every(_), _) if is_mover => match member.owed.pop_front() {
                Some(due) => self.send_move(number, due),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// In lockstep: one viewer more has seen the match begin.
    fn see_start(&mut self, table: usize, now: Instant) -> anyhow::Result<()> {
        let Table {
            unstarted, viewers, ..
        } = &mut self.tables[table];
        *unstarted = unstarted.saturating_sub(1);
        if *unstarted == 0 {
            *unstarted = *viewers;
            self.move_in_step(table, Seat::Zero, now)?;
        }
        Ok(())
    }

    /// In lockstep: one viewer more has seen the last move.
    fn see(&mut self, table: usize, seat: Seat, now: Instant) -> anyhow::Result<()> {
        let unseen = &mut self.tables[table].unseen;
        *unseen = unseen.saturating_sub(1);
        if *unseen == 0 {
            self.move_in_step(table, seat.other(), now)?;
        }
        Ok(())
    }

    /// Lets a seat move, or the other one if it can't.
    fn move_in_step(&mut self, table: usize, seat: Seat, now: Instant) -> anyhow::Result<()> {
        self.tables[table].unseen = self.tables[table].viewers;
        let players = self.tables[table].players;
        let can_move = |seat: Seat| {
            let boards = self.members[players[seat]].boards.as_ref();
            boards.is_some_and(|boards| boards.choose(seat).is_some())
        };
        let mover = if can_move(seat) { seat } else { seat.other() };
        self.send_move(players[mover], now)
    }

    /// What has to be done first of all that is due; the next move of a player becomes due with it.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<usize> {
        let &Reverse((due, number)) = self.due.peek()?;
        if due > now || !self.is_playing {
            return None;
        }
        self.due.pop();
        let between = match (self.members[number].role, self.plan.pace) {
            (Role::Visitor { .. }, _) => self.plan.between_visits? * MAX_VISITORS,
            (_, Pace::Every(time)) => time,
            _ => return Some(number),
        };
        self.due.push(Reverse((due + between, number)));
        self.members[number].owed.push_back(due);
        Some(number)
    }

    /// Does what is due of a member, if nothing holds it up.
    pub(super) fn do_due(&mut self, number: usize) -> anyhow::Result<()> {
        let member = &mut self.members[number];
        if let Role::Visitor { .. } = member.role {
            return self.visit(number);
        }
        if member.boards.is_none() {
            // Between two matches there is nothing to move.
            member.owed.clear();
        } else if member.awaited.is_none()
            && let Some(due) = member.owed.pop_front()
        {
            self.tally.lateness.add(due.elapsed());
            return self.send_move(number, due);
        }
        Ok(())
    }

    /// Sends a move that was refused for now once more.
    pub(super) fn move_again(&mut self, number: usize, now: Instant) -> anyhow::Result<()> {
        let due = self.members[number].awaited.unwrap_or(now);
        self.send_move(number, due)
    }

    /// Sends a move that was due at this time, if there is one.
    fn send_move(&mut self, number: usize, due: Instant) -> anyhow::Result<()> {
        let member = &mut self.members[number];
        let (Role::Player { table, seat }, Some(boards)) = (member.role, &member.boards) else {
            return Ok(());
        };
        let Some(dir) = boards.choose(seat) else {
            member.owed.clear();
            return Ok(());
        };
        let turn = boards.turn(seat);
        member.awaited = Some(due);
        self.tables[table].note_due(seat, turn + 1, due);
        let text = format!("{{\"type\":\"move\",\"turn\":{turn},\"dir\":\"{dir}\"}}");
        self.send_frame(number, Kind::Text, text.as_bytes())
    }
}

/// A part of a time that is different for each number.
pub(super) fn share(time: Duration, number: usize) -> Duration {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    time.mul_f64((f64::from(number) * SPREAD).fract())
}
