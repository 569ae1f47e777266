//! The loop: waits for one thing, gives it to the model, carries out what comes back, draws.

mod pace;
#[cfg(test)]
mod tests;

use std::future::poll_fn;
use std::task::Poll;

use anyhow::Context as _;
use futures_util::{Stream, StreamExt as _};
use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::{Position, Rect};
use tokio::sync::watch;
use tokio::time::{Duration, Instant, sleep_until};

use crate::effect::{Effect, Exit};
use crate::keymap;
use crate::message::{Action, Input, Message};
use crate::model::{Model, Start};
use crate::outside::Outside;
use crate::update::{begin, update};
use crate::view::{self, Moment};
use pace::Pace;

/// The most messages that are handled before the screen is drawn again.
const MAX_BURST: usize = 64;

/// The client with everything that it touches.
#[derive(Debug)]
pub struct Client<'a, B: Backend> {
    /// What is drawn on.
    pub terminal: Terminal<B>,
    /// Whether that has taken everything that was drawn on it.
    pub idle: watch::Receiver<bool>,
    /// What effects reach.
    pub outside: &'a mut Outside,
    /// What the client knows and shows.
    pub model: Model,
    /// What `model.now_ms` counts from.
    pub epoch: Instant,
}

impl<B> Client<'_, B>
where
    B: Backend,
    B::Error: Send + Sync + 'static,
{
    /// Plays until the player leaves.
    ///
    /// # Errors
    /// The terminal can't be drawn on.
    pub async fn run(
        mut self,
        mut inputs: impl Stream<Item = Input> + Unpin,
        start: Start,
    ) -> anyhow::Result<Exit> {
        let effects = begin(&mut self.model, start);
        let mut exit = self.carry_out(effects).await?;
        let mut drawn = None;
        let mut pace = Pace::default();
        while exit.is_none() {
            let moment = Moment::of(&self.model);
            let is_seen = drawn.as_ref() == Some(&moment);
            let is_idle = *self.idle.borrow_and_update();
            let waits_until = pace.waits_until(Instant::now());
            if !is_seen && is_idle && waits_until.is_none() {
                self.draw(&mut pace)?;
                drawn = Some(moment);
            }
            let until = waits_until.filter(|_| !is_seen);
            let wake = until.or_else(|| self.next_moment()).into_iter();
            let wake = wake.chain(self.local_deadline()).min();
            let message = tokio::select! {
                // What is told first decides what keys mean.
                biased;
                message = self.outside.next() => Some(message),
                input = inputs.next() => self.read(input.unwrap_or(Input::Terminate)),
                _ = self.idle.changed(), if !is_seen && !is_idle => {
                    pace.was_taken(Instant::now());
                    Some(Message::Tick)
                }
                () = sleep_until(wake.unwrap_or(self.epoch)), if wake.is_some() => Some(Message::Tick),
            };
            exit = match message {
                Some(Message::Tick) => self.pass_time().await?,
                message => {
                    drawn = None;
                    self.handle_burst(message, &mut inputs).await?
                }
            };
        }
        Ok(exit.unwrap_or(Exit::Done))
    }

    /// Takes in that time has passed; what that brings to be told is told next.
    async fn pass_time(&mut self) -> anyhow::Result<Option<Exit>> {
        self.model.now_ms = self.now_ms();
        self.outside.advance(self.model.now_ms);
        let effects = update(&mut self.model, Message::Tick);
        self.carry_out(effects).await
    }

    /// Handles a message and what else is there already, one after the other. Whatever is taken is
    /// handled: behind the last one nothing more is taken.
    async fn handle_burst(
        &mut self,
        first: Option<Message>,
        inputs: &mut (impl Stream<Item = Input> + Unpin),
    ) -> anyhow::Result<Option<Exit>> {
        let mut exit = self.handle(first).await?;
        for _ in 1..MAX_BURST {
            if exit.is_some() {
                break;
            }
            let message = if let Some(message) = self.outside.take_told() {
                Some(message)
            } else if let Some(input) = reported(inputs).await {
                // Before the server's messages: however much it says, the player can leave.
                self.read(input)
            } else if let Some(message) = self.outside.take_heard() {
                Some(message)
            } else {
                break;
            };
            exit = self.handle(message).await?;
        }
        Ok(exit)
    }

    /// Handles a message; a key that means nothing brings none.
    async fn handle(&mut self, message: Option<Message>) -> anyhow::Result<Option<Exit>> {
        self.model.now_ms = self.now_ms();
        self.outside.advance(self.model.now_ms);
        let Some(message) = message else {
            return Ok(None);
        };
        let effects = update(&mut self.model, message);
        self.carry_out(effects).await
    }

    async fn carry_out(&mut self, effects: Vec<Effect>) -> anyhow::Result<Option<Exit>> {
        for effect in effects {
            match effect {
                Effect::Quit(exit) => return Ok(Some(exit)),
                Effect::Redraw => self.clear()?,
                Effect::Suspend => {
                    self.outside.suspend()?;
                    self.clear()?;
                }
                effect => self.outside.carry_out(effect, &self.model).await,
            }
        }
        Ok(None)
    }

    fn read(&self, input: Input) -> Option<Message> {
        match input {
            Input::Key(key) => {
                let context = self.model.key_context();
                let action = keymap::action(key, self.model.settings.keys, context)?;
                let action = match action {
                    Action::Scroll(lines) => Action::Scroll(self.scrolled(lines)),
                    action => action,
                };
                (self.has_room() || !action.needs_sight()).then_some(Message::Action(action))
            }
            Input::Resized => Some(Message::Resized),
            Input::Terminate => Some(Message::Terminate),
        }
    }

    /// Whether the window has room for the boards; one whose size is not known is taken for large.
    fn has_room(&self) -> bool {
        let size = self.terminal.size();
        size.map_or(true, |size| view::has_room(&self.model, size))
    }

    /// How far the window can be scrolled, of as far as is asked for.
    fn scrolled(&self, lines: isize) -> isize {
        let size = self.terminal.size();
        size.map_or(0, |size| view::scrolled(&self.model, size, lines))
    }

    /// Makes the next drawing a whole one. Not by the terminal's `clear`: that asks where the cursor
    /// is, and waits for an answer that a key may stand in front of.
    fn clear(&mut self) -> anyhow::Result<()> {
        let size = self.terminal.size().context("can't measure the screen")?;
        let area = Rect::from((Position::ORIGIN, size));
        self.terminal.resize(area).context("can't clear the screen")
    }

    fn draw(&mut self, pace: &mut Pace) -> anyhow::Result<()> {
        pace.begins(Instant::now());
        let drawn = self.terminal.draw(|frame| view::draw(&self.model, frame));
        drawn.context("can't draw on the screen")?;
        pace.was_taken(Instant::now());
        Ok(())
    }

    fn now_ms(&self) -> u64 {
        let elapsed = self.epoch.elapsed().as_millis();
        elapsed.try_into().unwrap_or(u64::MAX)
    }

    fn local_deadline(&self) -> Option<Instant> {
        let deadline_ms = self.outside.local_deadline_ms()?;
        Some(self.epoch + Duration::from_millis(deadline_ms))
    }

    /// When time alone changes what is to be seen. While nothing moves and no clock runs, nothing
    /// wakes the client.
    fn next_moment(&self) -> Option<Instant> {
        let next_ms = Moment::next_ms(&self.model)?;
        Some(self.epoch + Duration::from_millis(next_ms))
    }
}

/// What the terminal has reported already, without waiting for more. The terminal wakes whoever has
/// asked it first since its last report, so it has to be this task that asks: a waker that wakes
/// nobody, such as that of `now_or_never`, would leave the next key lying until something else
/// happens.
async fn reported(inputs: &mut (impl Stream<Item = Input> + Unpin)) -> Option<Input> {
    poll_fn(|cx| match inputs.poll_next_unpin(cx) {
        Poll::Ready(input) => Poll::Ready(input),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}
