//! What a table is asked for, given to the table in the words that it knows.

use versus2048_protocol::game::Seat;
use versus2048_protocol::name::PlayerName;

use crate::players::Visit;
use crate::refusal::Refusal;
#[cfg(test)]
use crate::table::handle::Breakage;
use crate::table::handle::{Comer, Returner, TableCommand};
use crate::table::state::Newcomer;
use crate::table::task::TableTask;
use crate::table::telling::{Asker, IfLost, Record, Telling};

impl TableTask {
    /// Lets the table do what it is asked for.
    pub(super) fn take(&mut self, command: TableCommand, can_write: bool, record: &mut Record) {
        match command {
            TableCommand::Act { ref asker, ref act }
                if can_write
                    && self.table.would_replace_match(asker, act)
                    && !(self.gate.is_empty() && record.events.is_empty()) =>
            {
                self.held = Some(command);
            }
            TableCommand::Act { asker, act } => {
                if self.may_ask(&asker, can_write) {
                    self.table.act(&asker, act, record);
                }
            }
            TableCommand::Leave { asker, done } => {
                if self.may_ask(&asker, can_write) {
                    self.table.leave(asker, done, record);
                }
            }
            TableCommand::Answer { asker, message } => {
                if self.may_ask(&asker, true) {
                    record.tell(Telling::One { message, asker });
                }
            }
            // What it is told elsewhere may not overtake what it is told here.
            TableCommand::MayLeave { connection, reply }
                if self.gate.is_in_doubt_for(connection) =>
            {
                drop(reply);
            }
            TableCommand::MayLeave { connection, reply } => {
                let answer = self.table.may_leave(connection);
                record.tell(Telling::MayLeave { answer, reply });
            }
            // Who has asked to be let in may be gone; its disconnect comes after this.
            TableCommand::Join { reply, .. } if !can_write || self.gate.is_crowded() => {
                let _ = reply.send(Err(Refusal::Unavailable));
            }
            TableCommand::Watch { reply, .. } if self.gate.is_crowded() => {
                let _ = reply.send(Err(Refusal::Unavailable));
            }
            TableCommand::Join { comer, name, reply } => {
                let _ = reply.send(self.join(comer, name, record));
            }
            TableCommand::Watch { comer, reply } => {
                let _ = reply.send(self.watch(comer, record));
            }
            TableCommand::Attach { returner, reply } => {
                let _ = reply.send(self.attach(*returner, record));
            }
            TableCommand::Detach(connection) => self.table.detach(connection, record),
            TableCommand::Disconnect(connection) => self.table.disconnect(connection, record),
            #[cfg(test)]
            TableCommand::Break(Breakage::Panic) => panic!("a test wants it"),
            #[cfg(test)]
            TableCommand::Break(Breakage::Interrupt) => self.table.interrupt(record),
            #[cfg(test)]
            TableCommand::Probe(reply) => drop(reply.send(())),
        }
    }

    /// Whether a command is done: not one of a connection that is not at the table any more, nor one
    /// whose answer can't be written or kept; that is refused at once.
    fn may_ask(&self, asker: &Asker, can_write: bool) -> bool {
        let connection = asker.connection;
        if !self.table.knows(connection) {
            return false;
        }
        let may_ask = can_write && !self.gate.is_full_for(connection);
        if !may_ask {
            self.gate.refuse_at_once(asker, &asker.unavailable());
        }
        may_ask
    }

    fn join(&mut self, comer: Comer, name: PlayerName, record: &mut Record) -> Result<(), Refusal> {
        let visit = comer.visit;
        let seat = self.table.free_seat_for(visit.player)?;
        let code = self.table.code();
        self.around.lobby.claim(visit, Some(code))?;
        let asker = arrive(comer, Some(seat), record);
        self.table
            .sit(record.now_ms, seat, Newcomer::new(visit, name));
        self.table.tell_snapshot(Some(&asker), record);
        Ok(())
    }

    fn watch(&mut self, comer: Comer, record: &mut Record) -> Result<(), Refusal> {
        let Visit {
            player, connection, ..
        } = comer.visit;
        self.table.check_watcher(player)?;
        self.around.lobby.claim(comer.visit, None)?;
        let asker = arrive(comer, None, record);
        self.table.watch(connection);
        self.table.tell_view(asker, record);
        Ok(())
    }

    fn attach(&mut self, returner: Returner, record: &mut Record) -> bool {
        let Returner {
            player,
            connection,
            viewer,
            welcome,
        } = returner;
        let Some(seat) = self.table.attach(player, connection, record) else {
            return false;
        };
        viewer.push(welcome);
        let you = Some(seat);
        record.tell(Telling::Arrived {
            connection,
            you,
            viewer,
        });
        let (re, if_lost) = (None, IfLost::Snapshot);
        self.table.tell_view(
            Asker {
                connection,
                re,
                if_lost,
            },
            record,
        );
        true
    }
}

/// Lets a comer hear what happens from here on; gives who is to be answered.
fn arrive(comer: Comer, you: Option<Seat>, record: &mut Record) -> Asker {
    let Comer { visit, viewer, re } = comer;
    let connection = visit.connection;
    record.tell(Telling::Arrived {
        connection,
        you,
        viewer,
    });
    let if_lost = IfLost::Snapshot;
    Asker {
        connection,
        re,
        if_lost,
    }
}
