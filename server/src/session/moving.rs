//! How a connection goes from one table to another: first it asks the one it is at, then the new one;
//! an error has changed nothing.

use tokio::sync::oneshot;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{Code, MessageId, OptionFields};

use crate::lobby::{Queued, Wish};
use crate::players::Visit;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::table::{Comer, Leaving, TableCommand, TableHandle};

impl Session {
    /// Makes a table and goes there.
    pub(super) async fn create(
        &mut self,
        wish: Wish,
        re: Option<MessageId>,
    ) -> Result<(), Refusal> {
        let comer = self.comer(re).await?;
        let table = self.lobby.create(comer, self.who.name.clone(), wish)?;
        self.move_to(Some(table)).await;
        Ok(())
    }

    /// Waits for somebody who wants the same, or goes to the table with whoever does.
    pub(super) async fn queue(
        &mut self,
        options: Option<OptionFields>,
        re: Option<MessageId>,
    ) -> Result<(), Refusal> {
        let options = Options::from_json(&options.unwrap_or_default())?;
        let comer = self.comer(re).await?;
        let table = match self.lobby.enqueue(comer, self.who.name.clone(), options)? {
            Queued::Paired(table) => Some(table),
            Queued::Waits(told) => {
                self.queued = Some(told);
                None
            }
        };
        self.move_to(table).await;
        Ok(())
    }

    /// Takes the free seat of a table.
    pub(super) async fn join(&mut self, code: &str, re: Option<MessageId>) -> Result<(), Refusal> {
        let comer = self.comer(re).await?;
        let table = self.find(code)?;
        let name = self.who.name.clone();
        let (reply, is_let_in) = oneshot::channel();
        self.knock(table, TableCommand::Join { comer, name, reply }, is_let_in)
            .await
    }

    /// Goes to watch a table.
    pub(super) async fn watch(&mut self, code: &str, re: Option<MessageId>) -> Result<(), Refusal> {
        let comer = self.comer(re).await?;
        let table = self.find(code)?;
        let (reply, is_let_in) = oneshot::channel();
        self.knock(table, TableCommand::Watch { comer, reply }, is_let_in)
            .await
    }

    /// Asks a table to be let in, and goes there if it is.
    async fn knock(
        &mut self,
        table: TableHandle,
        command: TableCommand,
        is_let_in: oneshot::Receiver<Result<(), Refusal>>,
    ) -> Result<(), Refusal> {
        self.knocked = Some(table.clone());
        let asked = table.send(command).await;
        asked.map_err(|_| Refusal::NoSuchMatch)?;
        is_let_in.await.unwrap_or(Err(Refusal::NoSuchMatch))?;
        self.move_to(Some(table)).await;
        Ok(())
    }

    /// The connection as it comes to another table: only where it may leave the one that it is at,
    /// and once everything that it has asked there is answered.
    async fn comer(&mut self, re: Option<MessageId>) -> Result<Comer, Refusal> {
        let leaving = match self.may_leave().await? {
            Leaving::Seat => self.at.as_ref().map(TableHandle::code),
            Leaving::Look => None,
        };
        Ok(Comer {
            visit: Visit {
                player: self.who.player,
                token: self.who.token,
                connection: self.who.connection,
                leaving,
            },
            viewer: self.outbox.attach(),
            re,
        })
    }

    async fn may_leave(&mut self) -> Result<Leaving, Refusal> {
        let connection = self.who.connection;
        let (reply, answer) = oneshot::channel();
        if !self.ask(TableCommand::MayLeave { connection, reply }).await {
            return Ok(Leaving::Look);
        }
        answer.await.unwrap_or(Err(Refusal::Unavailable))
    }

    /// The table that has a code; who guesses too many is told no more.
    fn find(&self, code: &str) -> Result<TableHandle, Refusal> {
        let table = code
            .parse::<Code>()
            .ok()
            .and_then(|code| self.lobby.find(code));
        match table {
            Some(table) => Ok(table),
            None if self.misses.take(self.lobby.now_ms()) => Err(Refusal::NoSuchMatch),
            None => {
                let rate = "too many unknown codes; wait a minute, and ask for the code again";
                Err(Refusal::RateLimited(rate))
            }
        }
    }

    /// The connection looks at another table now, or at none: what it has looked at is told so.
    /// Where it is stands before anything is awaited, so that a cancelled move loses no table.
    async fn move_to(&mut self, table: Option<TableHandle>) {
        if table.is_some() {
            self.queued = None;
        }
        let code = table.as_ref().map(TableHandle::code);
        let left = std::mem::replace(&mut self.at, table);
        self.knocked = left.filter(|left| Some(left.code()) != code);
        if let Some(left) = &self.knocked {
            // A table that has ended needs no telling.
            let _ = left.send(TableCommand::Detach(self.who.connection)).await;
        }
        self.knocked = None;
    }
}

/// What somebody wants of a new table.
pub(super) fn wish(
    options: Option<OptionFields>,
    listed: Option<bool>,
    bot: Option<String>,
) -> Result<Wish, Refusal> {
    if let Some(bot) = bot {
        return Err(Refusal::NoBots(bot));
    }
    Ok(Wish {
        options: Options::from_json(&options.unwrap_or_default())?,
        is_listed: listed.unwrap_or(true),
    })
}
