//! Playing without a screen: lines of commands come in, lines of text go out, for screen readers,
//! simple terminals and scripts.
//!
//! It is another view and another input of the same client: the model, what changes it and what its
//! effects reach are those of the screen.

mod commands;
mod console;
mod lines;
mod signals;
mod slid;
mod teller;

pub use console::{Console, Line};
pub use lines::{Heard, listen};
pub use signals::Signals;
pub use slid::{Slid, Step};

use std::collections::VecDeque;
use std::io::{self, Write};

use tokio::sync::mpsc;
use tokio::time::{Duration, Instant, MissedTickBehavior, interval, sleep_until};
use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::Phase;

use crate::config::PlayConfig;
use crate::effect::{Effect, Exit};
use crate::message::{Action, Message};
use crate::model::{Mode, Model, Overlay, Play, Screen, Start};
use crate::outside::Outside;
use crate::plain::commands::{Command, Until, command};
use crate::plain::teller::Teller;
use crate::text;
use crate::update::{start, update};

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
            let takes_words = !self.is_held();
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
                    match heard {
                        Some(Heard::Line(line)) => self.take_line(&line).await?,
                        Some(Heard::End) | None => self.leave().await?,
                    }
                }
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

    async fn begin(&mut self, begin: Start) -> io::Result<()> {
        let effects = start(&mut self.model, begin);
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
        for effect in effects {
            match effect {
                Effect::Quit(exit) => self.exit = Some(exit),
                effect => self.outside.carry_out(effect, &self.model).await,
            }
        }
        Ok(())
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

    async fn take_line(&mut self, line: &str) -> io::Result<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = words.first() else {
            return Ok(());
        };
        let may_begin = matches!(self.model.screen, Screen::Menu(_) | Screen::Tables(_));
        if may_begin && self.command(first).is_none() {
            return self.begin_by(&words).await;
        }
        self.words.extend(words.into_iter().map(str::to_owned));
        Ok(())
    }

    /// Begins what a line says, as the command line of the program would.
    async fn begin_by(&mut self, words: &[&str]) -> io::Result<()> {
        let mut config = self.config.clone();
        if let Err(sentence) = config.begin(words) {
            return self.console.say([Line::Message(sentence)]);
        }
        if matches!(self.model.screen, Screen::Tables(_)) {
            self.handle(Message::Action(Action::Back)).await?;
        }
        self.model.options = config.options;
        self.model.server = config.server;
        self.model.listen = config.listen;
        self.model.pair = config.pair;
        self.begin(config.start).await
    }

    async fn hear(&mut self, word: &str) -> io::Result<()> {
        match self.command(word) {
            None => self.refuse(word),
            Some(Command::Read(reading)) => {
                let lines = self.teller.read(&self.model, reading);
                self.console.say(lines)
            }
            Some(Command::Listen(listens)) => self.console.say([self.teller.listen(listens)]),
            Some(Command::Wait(until)) => {
                self.waits = Some(until);
                Ok(())
            }
            Some(Command::Act(action)) => self.act(word, action).await,
        }
    }

    /// What changes nothing and brings nothing about is told as that.
    async fn act(&mut self, word: &str, action: Action) -> io::Result<()> {
        if action == Action::Reload {
            self.teller.forget_page();
        }
        self.model.now_ms = self.now_ms();
        self.outside.advance(self.model.now_ms);
        let overlay = self.model.overlay.clone();
        let effects = update(&mut self.model, Message::Action(action));
        let lines = self.teller.tell(&self.model);
        if effects.is_empty() && lines.is_empty() && self.model.overlay == overlay {
            return self.refuse(word);
        }
        self.console.say(lines)?;
        self.tell_and_carry_out(effects).await
    }

    fn refuse(&mut self, word: &str) -> io::Result<()> {
        let sentence = text::of(self.model.settings.lang).meaningless(word);
        self.console.say([Line::Message(sentence)])
    }

    fn command(&self, word: &str) -> Option<Command> {
        let context = self.model.key_context();
        command(word, self.model.settings.keys, context)
    }

    /// Whether the next word has to wait: for the answer to a move, or for what was asked to be
    /// waited for. A question is answered at once.
    fn is_held(&mut self) -> bool {
        if matches!(self.model.overlay, Some(Overlay::Question { .. })) {
            return false;
        }
        let is_ahead = match &self.model.screen {
            Screen::Connecting { .. } | Screen::Queued { .. } => self.waits.is_some(),
            // That is over soon, and nothing could be done meanwhile.
            Screen::Loading { .. } => return true,
            Screen::Table(play) => match self.waits {
                Some(until) => is_before(play.session.phase, until),
                None => self.is_busy(play),
            },
            Screen::Replay(viewing) => {
                self.waits == Some(Until::End) && viewing.play.session.phase != Phase::Over
            }
            _ => false,
        };
        if !is_ahead {
            self.waits = None;
        }
        is_ahead
    }

    fn is_busy(&self, play: &Play) -> bool {
        let own = match play.mode {
            Mode::Online => play.session.you.map_or(Vec::new(), |seat| vec![seat]),
            Mode::HotSeat { .. } | Mode::Solo { .. } => Seat::ALL.to_vec(),
            Mode::Replay(_) => Vec::new(),
        };
        let now_ms = self.now_ms();
        let mut own = own.into_iter();
        play.session.phase == Phase::Playing && own.any(|seat| play.session.is_busy(seat, now_ms))
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

const fn is_before(phase: Phase, until: Until) -> bool {
    match until {
        Until::Start => !matches!(phase, Phase::Playing | Phase::Over),
        Until::End => !matches!(phase, Phase::Over),
    }
}
