//! How a connection goes from one table to another: first it asks the one it is at, then the new one;
//! an error has changed nothing.

use tokio::sync::oneshot;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{Code, MessageId, OptionFields};

use crate::lobby::{Queued, Wish};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::table::{Arrival, Leaving, TableCommand, TableHandle};

impl Session {
    /// Makes a table and goes there.
    pub(super) async fn create(
        &mut self,
        wish: Wish,
        re: Option<MessageId>,
    ) -> Result<(), Refusal> {
        let arrival = self.depart(re).await?;
        let table = self.lobby.create(arrival, wish)?;
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
        let arrival = self.depart(re).await?;
        let table = match self.lobby.enqueue(arrival, options)? {
            Queued::Paired(table) => Some(table),
            Queued::Waits(told) => {
                self.queued = Some((options, told));
                None
            }
        };
        self.move_to(table).await;
        Ok(())
    }

    /// Takes the free seat of a table.
    pub(super) async fn join(&mut self, code: &str, re: Option<MessageId>) -> Result<(), Refusal> {
        let arrival = Box::new(self.depart(re).await?);
        let table = self.find(code)?;
        let (reply, is_let_in) = oneshot::channel();
        self.knock(table, TableCommand::Join { arrival, reply }, is_let_in)
            .await
    }

    /// Goes to watch a table.
    pub(super) async fn watch(&mut self, code: &str, re: Option<MessageId>) -> Result<(), Refusal> {
        let arrival = Box::new(self.depart(re).await?);
        let table = self.find(code)?;
        let (reply, is_let_in) = oneshot::channel();
        self.knock(table, TableCommand::Watch { arrival, reply }, is_let_in)
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

    /// The client as it comes to another table: only if it may leave the one that it is at, and once
    /// everything that it has asked there is answered.
    async fn depart(&mut self, re: Option<MessageId>) -> Result<Arrival, Refusal> {
        let by = self.client.requester(None);
        let (reply, answer) = oneshot::channel();
        let leaving = if self.ask(TableCommand::CheckLeaving { by, reply }).await {
            answer.await.unwrap_or(Err(Refusal::Unavailable))?
        } else {
            Leaving::Watching
        };
        let seat_at = self.at.as_ref().map(TableHandle::code);
        Ok(self.arrival(re, seat_at.filter(|_| leaving == Leaving::Seat)))
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
        if table.is_some()
            && let Some((options, _)) = self.queued.take()
        {
            self.lobby.leave_queue(self.client.player, &options);
        }
        let code = table.as_ref().map(TableHandle::code);
        let left = std::mem::replace(&mut self.at, table);
        self.knocked = left.filter(|left| Some(left.code()) != code);
        if let Some(left) = &self.knocked {
            let departure = TableCommand::Depart(self.client.player, self.client.connection);
            // A table that has ended needs no telling.
            let _ = left.send(departure).await;
        }
        self.knocked = None;
    }
}

/// The table that a client asks for.
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
