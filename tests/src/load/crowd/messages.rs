//! What the members do about what they are told.

use std::time::Instant;

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{
    BoardUpdate, ClientMessage, Phase, RejectedReason, ServerMessage, Snapshot, decode_server,
};

use super::Crowd;
use super::member::{Progress, Role};
use crate::load::boards::{Boards, Told};

/// What nearly all messages start with. They are read without looking for their type first.
const BOARD: &str = "{\"type\":\"board\"";

impl Crowd {
    pub(super) fn take_text(
        &mut self,
        number: usize,
        text: &str,
        now: Instant,
    ) -> anyhow::Result<()> {
        if text.starts_with(BOARD) {
            return self.take_board(number, &serde_json::from_str(text)?, now);
        }
        match decode_server(text)? {
            ServerMessage::Board(update) => self.take_board(number, &update, now),
            ServerMessage::Welcome { .. } => self.take_welcome(number),
            ServerMessage::Match(snapshot) => self.take_snapshot(number, &snapshot, now),
            ServerMessage::Over(_) => self.take_over(number),
            ServerMessage::Rejected { reason, .. } => self.take_refusal(number, reason, now),
            ServerMessage::Left { .. } => self.take_left(number),
            ServerMessage::Error { message, .. } => {
                self.tally.fail(&message);
                Ok(())
            }
            ServerMessage::Closed { reason, .. } => {
                self.take_closed(number, &format!("a table was closed: {reason:?}"));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn take_welcome(&mut self, number: usize) -> anyhow::Result<()> {
        self.members[number].progress = Progress::Welcome;
        match self.members[number].role {
            Role::Idle => self.arrive(number),
            Role::Player {
                seat: Seat::Zero, ..
            } => {
                let create = self.create();
                return self.send(number, &create);
            }
            Role::Player { table, .. } => return self.join(number, table),
            Role::Spectator { table } | Role::Visitor { table, .. } => {
                let code = self.tables[table].code.map(|code| code.to_string());
                let code = code.unwrap_or_default();
                return self.send(number, &ClientMessage::Watch { code });
            }
        }
        Ok(())
    }

    pub(super) fn create(&self) -> ClientMessage {
        ClientMessage::Create {
            options: Some(fields(&self.plan.options)),
            listed: Some(false),
            bot: None,
        }
    }

    /// Takes the free seat, if the table is there.
    fn join(&mut self, number: usize, table: usize) -> anyhow::Result<()> {
        let Some(code) = self.tables[table].code else {
            return Ok(());
        };
        let code = code.to_string();
        self.send(number, &ClientMessage::Join { code })
    }

    pub(super) fn arrive(&mut self, number: usize) {
        let member = &mut self.members[number];
        if member.progress != Progress::Arrived {
            member.progress = Progress::Arrived;
            self.arrived += 1;
        }
    }

    fn take_snapshot(
        &mut self,
        number: usize,
        snapshot: &Snapshot,
        now: Instant,
    ) -> anyhow::Result<()> {
        let role = self.members[number].role;
        match (snapshot.phase, role) {
            (_, Role::Visitor { .. }) => self.take_visited(number, snapshot, now),
            (Phase::Waiting, Role::Player { table, .. }) => {
                self.tables[table].code = Some(snapshot.code);
                let other = self.tables[table].players[Seat::One];
                if self
                    .members
                    .get(other)
                    .is_some_and(|other| other.progress == Progress::Welcome)
                {
                    self.join(other, table)?;
                }
                Ok(())
            }
            (Phase::Ready, Role::Player { .. })
                if self.members[number].ready_for != Some(snapshot.id) =>
            {
                self.members[number].ready_for = Some(snapshot.id);
                self.send(number, &ClientMessage::Ready { nonce: None })
            }
            (Phase::Playing, _) => self.take_start(number, snapshot, now),
            _ => Ok(()),
        }
    }

    fn take_start(
        &mut self,
        number: usize,
        snapshot: &Snapshot,
        now: Instant,
    ) -> anyhow::Result<()> {
        let Some(boards) = &snapshot.boards else {
            self.tally.fail("a match is played without boards");
            return Ok(());
        };
        let boards = Boards::new(snapshot.options, boards);
        self.members[number].boards = Some(boards);
        self.arrive(number);
        self.start(number, now)
    }

    fn take_board(
        &mut self,
        number: usize,
        update: &BoardUpdate,
        now: Instant,
    ) -> anyhow::Result<()> {
        let member = &mut self.members[number];
        self.tally.boards += 1;
        match member.boards.as_mut().map(|boards| boards.take(update)) {
            Some(Told::Next) => {}
            Some(Told::Later) => self.tally.jumps += 1,
            Some(Told::Wrong) | None => self.tally.wrong_boards += 1,
        }
        let (table, latency) = match member.role {
            Role::Player { table, seat } if seat == update.seat => (table, &mut self.tally.mover),
            Role::Player { table, .. } => (table, &mut self.tally.opponent),
            Role::Spectator { table } => (table, &mut self.tally.spectator),
            Role::Visitor { .. } | Role::Idle => return Ok(()),
        };
        if let Some(due) = self.tables[table].due(update.seat, update.turn) {
            latency.add(now.saturating_duration_since(due));
        }
        self.go_on(number, update.seat, now)
    }

    fn take_refusal(
        &mut self,
        number: usize,
        reason: RejectedReason,
        now: Instant,
    ) -> anyhow::Result<()> {
        match reason {
            // The match ended meanwhile.
            RejectedReason::NotPlaying => Ok(()),
            RejectedReason::Unavailable => {
                self.tally.refused += 1;
                self.move_again(number, now)
            }
            reason => {
                self.tally.refused += 1;
                self.tally.fail(&format!("a move was refused: {reason:?}"));
                Ok(())
            }
        }
    }

    fn take_over(&mut self, number: usize) -> anyhow::Result<()> {
        let member = &mut self.members[number];
        member.boards = None;
        member.awaited = None;
        let Role::Player { seat, .. } = member.role else {
            return Ok(());
        };
        member.owed.clear();
        if seat == Seat::Zero {
            self.tally.matches += 1;
        }
        if self.members[number].is_leaving {
            return Ok(());
        }
        self.send(number, &ClientMessage::Rematch {})
    }

    fn take_closed(&mut self, number: usize, why: &str) {
        if !self.members[number].is_leaving {
            self.tally.fail(why);
        }
    }
}

/// Options as a client asks for them.
fn fields(options: &Options) -> serde_json::Map<String, serde_json::Value> {
    match serde_json::to_value(options) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    }
}
