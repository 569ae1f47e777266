//! What the words of a line lead to, one after the other.

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use versus2048_protocol::wire::Emote;

use crate::config::begins;
use crate::message::{Action, Message};
use crate::model::{Overlay, Screen};
use crate::plain::commands::{Command, command, ever};
use crate::plain::{Client, Obstacle, obstacle};
use crate::update::update;

impl<Results: Write, Messages: Write> Client<'_, Results, Messages> {
    /// Does what a word asks for, or tells why it leads to nothing.
    pub(super) async fn hear(&mut self, word: &str) -> io::Result<()> {
        if self.model.overlay == Some(Overlay::Emotes) && word.parse::<u64>().is_ok() {
            return self.pick(word).await;
        }
        self.close();
        let layout = self.model.settings.keys;
        match command(word, layout, self.model.key_context()) {
            Some(command) => match obstacle::before(&self.model, command) {
                Some(obstacle) => self.refuse(word, obstacle),
                None => self.follow(word, command).await,
            },
            None if begins(word) => self.begin_by(word).await,
            None => match self.teller.place(&self.model, word) {
                Some((verb, place)) => {
                    self.words.push_front(place);
                    self.begin_by(verb).await
                }
                None => match ever(word, layout) {
                    Some(command) => {
                        let obstacle = obstacle::before(&self.model, command);
                        self.refuse(word, obstacle.unwrap_or(obstacle::after(&self.model)))
                    }
                    None => self.say(self.language().unknown(word)),
                },
            },
        }
    }

    async fn follow(&mut self, word: &str, command: Command) -> io::Result<()> {
        self.tell_refused()?;
        match command {
            Command::Read(reading) => {
                let lines = self.teller.read(&self.model, reading);
                self.console.say(lines)
            }
            Command::Listen(listens) => self.console.say([self.teller.listen(listens)]),
            Command::Wait(until) => {
                self.waits = Some(until);
                Ok(())
            }
            Command::Act(Action::Emotes) => self.speak(word).await,
            Command::Act(action) => self.act(word, action).await,
        }
    }

    /// What lies over the screen unseen takes no command for itself; only a question waits.
    fn close(&mut self) {
        if !matches!(self.model.overlay, Some(Overlay::Question { .. })) {
            self.model.overlay = None;
        }
    }

    /// A number that follows is said at once; else what can be said is listed, also to who has typed a
    /// sentence of their own.
    async fn speak(&mut self, word: &str) -> io::Result<()> {
        let next = self.words.front().cloned();
        if let Some(number) = next.as_deref().filter(|next| emote(next).is_some()) {
            self.words.pop_front();
            self.model.overlay = Some(Overlay::Emotes);
            return self.pick(number).await;
        }
        let is_sentence = next.is_some_and(|next| !self.means_something(&next));
        if is_sentence {
            self.words.clear();
        }
        self.teller.forget_emotes();
        self.act(word, Action::Emotes).await?;
        if is_sentence {
            self.say(self.language().said_by_number())?;
        }
        Ok(())
    }

    /// Says what has a number in the list.
    async fn pick(&mut self, word: &str) -> io::Result<()> {
        match emote(word) {
            Some(number) => {
                self.tell_refused()?;
                self.act(word, Action::Pick(number)).await
            }
            None => self.say(self.language().said_by_number()),
        }
    }

    /// Whether a word is a command, now or at another moment.
    fn means_something(&self, word: &str) -> bool {
        let layout = self.model.settings.keys;
        let now = command(word, layout, self.model.key_context());
        now.or_else(|| ever(word, layout)).is_some() || begins(word)
    }

    /// What changes nothing and brings nothing about is told as that.
    async fn act(&mut self, word: &str, action: Action) -> io::Result<()> {
        let action = match (&self.model.screen, action) {
            // A form is left by Esc alone, since Q belongs to its texts.
            (Screen::Form(_), Action::Quit) => Action::Back,
            _ => action,
        };
        if action == Action::Reload {
            self.teller.forget_page();
        }
        self.model.now_ms = self.now_ms();
        self.outside.advance(self.model.now_ms);
        let overlay = self.model.overlay.clone();
        let effects = update(&mut self.model, Message::Action(action));
        let lines = self.teller.tell(&self.model);
        if effects.is_empty() && lines.is_empty() && self.model.overlay == overlay {
            return self.refuse(word, obstacle::after(&self.model));
        }
        self.console.say(lines)?;
        self.tell_and_carry_out(effects).await
    }

    /// Begins what the rest of a line says, as the command line of the program would.
    async fn begin_by(&mut self, word: &str) -> io::Result<()> {
        let may_begin = matches!(
            self.model.screen,
            Screen::Menu(_) | Screen::Tables(_) | Screen::Form(_)
        );
        if !may_begin {
            return self.refuse(word, Obstacle::UnderWay);
        }
        self.tell_refused()?;
        let rest = std::mem::take(&mut self.words);
        let words = std::iter::once(word).chain(rest.iter().map(String::as_str));
        let mut config = self.config.clone();
        if let Err(sentence) = config.begin(words) {
            return self.say(sentence);
        }
        if !matches!(self.model.screen, Screen::Menu(_)) {
            // The menu in between is not worth a word.
            let effects = update(&mut self.model, Message::Action(Action::Back));
            self.carry_out(effects).await;
        }
        self.model.options = config.options;
        self.model.server = config.server;
        self.model.listen = config.listen;
        self.model.pair = config.pair;
        self.begin(config.start).await
    }
}

/// The number of what can be said, if a word is one.
fn emote(word: &str) -> Option<u8> {
    let number = word.parse::<u8>().ok()?;
    (1..=Emote::ALL.len())
        .contains(&number.into())
        .then_some(number)
}
