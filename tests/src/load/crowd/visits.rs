//! Visitors: each connects, watches a table, leaves it, makes a table, leaves that and goes.

use std::cmp::Reverse;
use std::time::Instant;

use versus2048_protocol::wire::{ClientMessage, Snapshot};

use super::Crowd;
use super::member::{Member, Role};
use crate::load::boards::Boards;

/// How many visitors there may be at once. If all are still here, the next is late, and that counts.
pub(super) const MAX_VISITORS: u32 = 64;

impl Crowd {
    /// Lets visitors come from now on.
    pub(super) fn begin_visits(&mut self, now: Instant) {
        let Some(between) = self.plan.between_visits else {
            return;
        };
        for place in 0..MAX_VISITORS {
            let due = now + between * place;
            self.due.push(Reverse((due, self.members.len())));
            let table = place as usize % self.tables.len().max(1);
            self.members
                .push(Member::absent(Role::Visitor { table, due }));
        }
    }

    /// Lets the visitor come that is due at this place, if the one before has gone.
    pub(super) fn visit(&mut self, number: usize) -> anyhow::Result<()> {
        let member = &mut self.members[number];
        let Role::Visitor { table, .. } = member.role else {
            return Ok(());
        };
        if member.connection.is_some() {
            return Ok(());
        }
        let Some(due) = member.owed.pop_front() else {
            return Ok(());
        };
        let owed = std::mem::take(&mut member.owed);
        let member = Member {
            owed,
            ..Member::new(self.connect()?, Role::Visitor { table, due })
        };
        self.watch(number, &member)?;
        self.members[number] = member;
        Ok(())
    }

    /// A visitor sees a table: the one it watches, or its own, which has a seat for it.
    pub(super) fn take_visited(
        &mut self,
        number: usize,
        snapshot: &Snapshot,
        now: Instant,
    ) -> anyhow::Result<()> {
        let member = &mut self.members[number];
        if member.is_leaving {
            return Ok(());
        }
        let boards = snapshot.boards.as_ref();
        member.boards = boards.map(|boards| Boards::new(snapshot.options, boards));
        if let (Role::Visitor { due, .. }, None) = (member.role, snapshot.you) {
            self.tally.visitor.add(now.saturating_duration_since(due));
        }
        member.is_leaving = true;
        member.has_made_table = snapshot.you.is_some();
        self.send(number, &ClientMessage::Leave {})
    }

    /// A member has left its table.
    pub(super) fn take_left(&mut self, number: usize) -> anyhow::Result<()> {
        let member = &mut self.members[number];
        let Role::Visitor { .. } = member.role else {
            return Ok(());
        };
        if !member.has_made_table {
            member.is_leaving = false;
            let create = self.create();
            return self.send(number, &create);
        }
        member.connection = None;
        self.visit(number)
    }
}
