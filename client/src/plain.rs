//! Playing without a screen: lines of commands come in, lines of text go out, for screen readers,
//! simple terminals and scripts.
//!
//! It is another view and another input of the same client: the model, what changes it and what its
//! effects reach are those of the screen.

mod commands;
mod console;
mod hold;
mod lines;
mod obstacle;
mod refused;
mod signals;
mod slid;
mod teller;
#[cfg(test)]
mod tests;
mod words;

pub use console::{Console, Line};
pub use lines::{Heard, MAX_LINE_BYTES, listen};
pub use obstacle::Obstacle;
pub use signals::Signals;
pub use slid::{Slid, Step};

use std::collections::VecDeque;
use std::future::ready;
use std::io::{self, Write};

use tokio::sync::mpsc;
use tokio::time::{Duration, Instant, MissedTickBehavior, interval, sleep_until};

use crate::config::PlayConfig;
use crate::effect::{Effect, Exit};
use crate::message::{Action, Message};
use crate::model::{Model, Overlay, Screen, Start};
use crate::outside::Outside;
use crate::plain::commands::{Until, command};
use crate::plain::hold::{Hold, hold};
use crate::plain::refused::Refused;
use crate::plain::teller::Teller;
use crate::text::{self, Language};
use crate::update::{begin, update};

/// How often what only time changes is looked at.
const TICK: Duration = Duration::from_millis(100);
/// The most messages of others that are handled before the next word is.
const MAX_BURST: usize = 64;
/// How often leaving is asked for at most: once, and once more where that is a question.
const MAX_LEAVING: usize = 3;

/// The client without a screen, with everything that it touches.
pub struct Client<'a, Results, Messages> {
    outside: &'a mut Outside,
    console: Console<Results, Messages>,
    model: Model,
    /// What the program was started with, for what is begun later.
    config: PlayConfig,
    teller: Teller,
    /// What `model.now_ms` counts from.
    epoch: Instant,
    /// The words of the last line that are still to be handled.
    words: VecDeque<String>,
    /// What no word is taken before.
    waits: Option<Until>,
    /// Whether it was told that moves wait for the match to go on.
    is_gap_told: bool,
    /// What leads to nothing and was not told yet.
    refused: Option<Refused>,
    exit: Option<Exit>,
}

impl<'a, Results: Write, Messages: Write> Client<'a, Results, Messages> {
    /// A client that has said nothing yet.
    pub fn new(
        outside: &'a mut Outside,
        console: Console<Results, Messages>,
        model: Model,
        config: PlayConfig,
    ) -> Self {
        Self {
            teller: Teller::new(text::of(model.settings.lang)),
            outside,
            console,
            model,
            config,
            epoch: Instant::now(),
            words: VecDeque::new(),
            waits: None,
            is_gap_told: false,
            refused: None,
            exit: None,
        }
    }

    /// Plays until the player leaves or says nothing more, or nobody listens.
    ///
    /// # Errors
    /// Results can't be written, though somebody reads them.
    pub async fn run(
        mut self,
        mut lines: mpsc::Receiver<Heard>,
        mut signals: Signals,
    ) -> anyhow::Result<Exit> {
        let done = self.play(&mut lines, &mut signals).await;
        match done {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.end_unheard().await;
            }
            Err(error) => return Err(anyhow::Error::new(error).context("can't write to stdout")),
        }
        Ok(self.exit.unwrap_or(Exit::Done))
    }

    async fn play(
        &mut self,
        lines: &mut mpsc::Receiver<Heard>,
        signals: &mut Signals,
    ) -> io::Result<()> {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let begin = self.config.start.clone();
        self.begin(begin).await?;
        while self.exit.is_none() {
            self.take_in().await?;
            let takes_words = !self.is_held()?;
            if takes_words && let Some(word) = self.words.pop_front() {
                self.hear(&word).await?;
                continue;
            }
            let deadline = self.local_deadline();
            tokio::select! {
                biased;
                message = signals.next() => {
                    self.words.clear();
                    self.waits = None;
                    self.handle(message).await?;
                }
                heard = lines.recv(), if takes_words => {
                    self.take_line(heard.unwrap_or(Heard::End)).await?;
                }
                // No further line is there that could lead to nothing as well.
                () = ready(()), if self.refused.is_some() => self.tell_refused()?,
                message = self.outside.next() => self.handle(message).await?,
                () = sleep_until(deadline.unwrap_or(self.epoch)), if deadline.is_some() => {
                    self.pass_time().await?;
                }
                _ = ticks.tick() => self.pass_time().await?,
            }
        }
        Ok(())
    }

    /// Handles what has been told and heard already, before the next word.
    async fn take_in(&mut self) -> io::Result<()> {
        for _ in 0..MAX_BURST {
            let told = self.outside.take_told();
            let Some(message) = told.or_else(|| self.outside.take_heard()) else {
                return Ok(());
            };
            self.handle(message).await?;
            if self.exit.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    async fn begin(&mut self, start: Start) -> io::Result<()> {
        let effects = begin(&mut self.model, start);
        self.tell_and_carry_out(effects).await
    }

    async fn handle(&mut self, message: Message) -> io::Result<()> {
        self.model.now_ms = self.now_ms();
        self.outside.advance(self.model.now_ms);
        let effects = update(&mut self.model, message);
        self.tell_and_carry_out(effects).await?;
        if matches!(self.model.screen, Screen::Notice(_)) && self.exit.is_none() {
            // Nobody has to turn a page that was told.
            let effects = update(&mut self.model, Message::Action(Action::Back));
            self.tell_and_carry_out(effects).await?;
        }
        Ok(())
    }

    async fn tell_and_carry_out(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        self.console.say(self.teller.tell(&self.model))?;
        self.carry_out(effects).await;
        Ok(())
    }

    async fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Quit(exit) => self.exit = Some(exit),
                effect => self.outside.carry_out(effect, &self.model).await,
            }
        }
    }

    /// A question stays until it is answered: who hears it may need longer than who sees it.
    async fn pass_time(&mut self) -> io::Result<()> {
        self.model.now_ms = self.now_ms();
        self.outside.advance(self.model.now_ms);
        let effects = match self.model.overlay {
            Some(Overlay::Question { .. }) => Vec::new(),
            _ => update(&mut self.model, Message::Tick),
        };
        self.tell_and_carry_out(effects).await
    }

    /// Nothing more will be said, so nobody answers a question: it is as if leaving was asked for
    /// until that is done.
    async fn leave(&mut self) -> io::Result<()> {
        for _ in 0..MAX_LEAVING {
            if self.exit.is_none() {
                self.handle(Message::Action(Action::Interrupt)).await?;
            }
        }
        if self.exit.is_none() {
            self.handle(Message::Terminate).await?;
        }
        Ok(())
    }

    /// Nobody listens any more: ends as a closed window does.
    async fn end_unheard(&mut self) {
        for effect in update(&mut self.model, Message::Terminate) {
            if !matches!(effect, Effect::Quit(_)) {
                self.outside.carry_out(effect, &self.model).await;
            }
        }
    }

    async fn take_line(&mut self, heard: Heard) -> io::Result<()> {
        match heard {
            Heard::Line(line) => {
                self.words
                    .extend(line.split_whitespace().map(str::to_owned));
                Ok(())
            }
            Heard::TooLong => self.say(self.language().line_too_long()),
            Heard::End => {
                self.tell_refused()?;
                self.leave().await
            }
        }
    }

    fn refuse(&mut self, word: &str, obstacle: Obstacle) -> io::Result<()> {
        if let Some(refused) = &mut self.refused
            && refused.takes_in(word, obstacle)
        {
            return Ok(());
        }
        self.tell_refused()?;
        self.refused = Some(Refused::new(word, obstacle));
        Ok(())
    }

    fn tell_refused(&mut self) -> io::Result<()> {
        match self.refused.take() {
            Some(refused) => {
                let sentence = refused.sentence(self.language());
                self.console.say([Line::Message(sentence)])
            }
            None => Ok(()),
        }
    }

    fn say(&mut self, sentence: impl Into<String>) -> io::Result<()> {
        self.tell_refused()?;
        self.console.say([Line::Message(sentence.into())])
    }

    fn language(&self) -> &'static dyn Language {
        text::of(self.model.settings.lang)
    }

    /// Whether the next word has to wait; a move that waits longer than for an answer is told once.
    fn is_held(&mut self) -> io::Result<bool> {
        self.model.now_ms = self.now_ms();
        let next = self.words.front().and_then(|word| {
            let context = self.model.key_context();
            command(word, self.model.settings.keys, context)
        });
        let hold = hold(&self.model, self.waits, next);
        if hold != Some(Hold::Asked) {
            self.waits = None;
        }
        if hold == Some(Hold::Gap) && !self.is_gap_told {
            self.say(self.language().moves_wait())?;
        }
        self.is_gap_told = hold == Some(Hold::Gap);
        Ok(hold.is_some())
    }

    fn now_ms(&self) -> u64 {
        let elapsed = self.epoch.elapsed().as_millis();
        elapsed.try_into().unwrap_or(u64::MAX)
    }

    fn local_deadline(&self) -> Option<Instant> {
        let deadline_ms = self.outside.local_deadline_ms()?;
        Some(self.epoch + Duration::from_millis(deadline_ms))
    }
}
