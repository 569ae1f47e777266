//! The table in this process, and what is kept of what is played at it.

use std::sync::Arc;

use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{Series, ServerMessage};

use crate::effect::Effect;
use crate::keeper::Job;
use crate::keymap::letters;
use crate::local::{Chance, LocalKind, LocalTable, NOBODY};
use crate::message::Message;
use crate::model::Model;
use crate::outside::Outside;
use crate::saved_game::{GameSlot, Unusable};
use crate::text::{self, Word};

/// What two have won at this keyboard since the start.
#[derive(Debug, Default)]
pub(super) struct Evening {
    /// Their names.
    pair: BySeat<Option<String>>,
    series: Series,
}

impl Evening {
    /// What these two have won; others who come begin anew.
    fn series_of(&mut self, pair: &BySeat<Option<String>>) -> Series {
        if self.pair != *pair {
            *self = Self {
                pair: pair.clone(),
                series: Series::default(),
            };
        }
        self.series
    }
}

impl Outside {
    /// Carries out what concerns the table in this process; nothing else is its business.
    pub(super) fn carry_out_at_table(&mut self, effect: Effect, model: &Model) {
        let now_ms = model.now_ms;
        match effect {
            Effect::StartLocal {
                kind: LocalKind::HotSeat,
                options,
                ..
            } => {
                let kind = LocalKind::HotSeat;
                let names = names(kind, model);
                let table = LocalTable::new(kind, options, names, self.setup.chance);
                let series = self.evening.series_of(&model.pair);
                self.start_local(kind, table.with_series(series), now_ms);
            }
            Effect::StartLocal {
                kind: LocalKind::Solo,
                options,
                goal,
            } => self.start_solo(options, goal, model),
            Effect::SendLocal(seat, message) => {
                self.at_table(|table| table.handle(now_ms, seat, &message));
            }
            Effect::ResumeLocal => self.at_table(|table| table.resume(now_ms)),
            Effect::UndoLocal => self.at_table(|table| table.undo(now_ms)),
            Effect::StopLocal => self.stop_local(now_ms),
            _ => {}
        }
    }

    /// Does something at the table in this process.
    fn at_table(&mut self, act: impl FnOnce(&mut LocalTable) -> Vec<ServerMessage>) {
        if let Some(table) = &mut self.local {
            let told = act(table);
            self.follow(told);
        }
    }

    /// Passes on what the table in this process tells, and keeps what is to be kept of it.
    pub(super) fn follow(&mut self, told: Vec<ServerMessage>) {
        self.tell(told);
        self.record();
        if let (Some(slot), Some(table)) = (&self.slot, &self.local) {
            let path = slot.path().to_owned();
            let game = table.saved(slot.goal());
            self.keep(Job::Game { path, game });
        }
    }

    fn start_local(&mut self, kind: LocalKind, mut table: LocalTable, now_ms: u64) {
        let snapshot = Box::new(table.snapshot(now_ms));
        self.told.push_back(Message::LocalTable(kind, snapshot));
        let told = table.begin(now_ms);
        self.tell(told);
        self.local = Some(table);
    }

    /// A game that was kept stands still until somebody has said that it goes on; one that can't is put
    /// aside before another begins.
    fn start_solo(&mut self, options: Options, goal: Option<u64>, model: &Model) {
        let kind = LocalKind::Solo;
        self.slot = self.open_slot(&options, goal);
        let unusable = match self.kept_table(&options, model) {
            Ok(Some(table)) => {
                self.told.push_back(Message::SavedTable {
                    snapshot: Box::new(table.snapshot(model.now_ms)),
                    is_undone: table.is_undone(),
                });
                self.local = Some(table);
                return;
            }
            Ok(None) => None,
            Err(unusable) => Some(unusable),
        };
        let table = LocalTable::new(kind, options, names(kind, model), self.setup.chance);
        self.start_local(kind, table, model.now_ms);
        if let Some(unusable) = unusable {
            self.put_game_aside(unusable);
        }
    }

    /// The table with the game that was kept, if one was.
    fn kept_table(&self, options: &Options, model: &Model) -> Result<Option<LocalTable>, Unusable> {
        let Some(slot) = &self.slot else {
            return Ok(None);
        };
        let saved = match &self.left {
            Some((path, left)) if path == slot.path() => left.clone(),
            _ => slot.read()?,
        };
        let Some(saved) = saved else {
            return Ok(None);
        };
        let names = names(LocalKind::Solo, model);
        let table = Some(saved)
            .filter(|saved| saved.options == *options)
            .and_then(|saved| LocalTable::resumed(saved, names, self.setup.chance));
        table.map(Some).ok_or(Unusable::Damaged)
    }

    /// Where that fails, what is played now is not kept rather than written over it.
    fn put_game_aside(&mut self, unusable: Unusable) {
        self.told.push_back(Message::GameAside(unusable));
        let aside = self.slot.as_ref().map(GameSlot::put_aside);
        match aside {
            Some(Ok(path)) => self.farewell.games_aside.push((unusable, path)),
            Some(Err(error)) => {
                let error = anyhow::Error::new(error).context("can't put the kept game aside");
                self.farewell.troubles.push(error);
                self.slot = None;
            }
            None => {}
        }
    }

    fn open_slot(&mut self, options: &Options, goal: Option<u64>) -> Option<GameSlot> {
        let dir = self.setup.places.state_dir.as_ref()?;
        let secret = match &self.setup.chance {
            Chance::Random => None,
            Chance::From(secret) => Some(secret),
        };
        let slot = GameSlot::open(dir, options, goal, secret);
        slot.map_err(|error| {
            let error = anyhow::Error::new(error).context("can't keep the game");
            self.farewell.troubles.push(error);
        })
        .ok()
    }

    /// A game that is kept is as it was left: only what is recorded has an end.
    fn stop_local(&mut self, now_ms: u64) {
        if let (Some(slot), Some(table)) = (&self.slot, &self.local) {
            self.left = Some((slot.path().to_owned(), table.saved(slot.goal())));
        }
        if let Some(table) = &mut self.local {
            table.stop(now_ms);
            self.record();
        }
        if let Some(table) = self
            .local
            .take_if(|table| table.kind() == LocalKind::HotSeat)
        {
            self.evening.series = table.series();
        }
        self.local = None;
        self.slot = None;
    }

    fn record(&mut self) {
        let replays = self.local.as_mut().map(LocalTable::take_replays);
        for replay in replays.into_iter().flatten() {
            if let Some(recorder) = &mut self.setup.recorder {
                match recorder.write(&replay) {
                    Ok(path) => self.farewell.recorded.push(path),
                    Err(error) => self.farewell.troubles.push(error),
                }
            }
            let replay = Arc::new(replay);
            if self.setup.recorder.is_some() {
                self.keep(Job::Replay(Arc::clone(&replay)));
            }
            self.last_replay = Some(replay);
        }
    }
}

/// Who has no name at one keyboard is called by the keys.
fn names(kind: LocalKind, model: &Model) -> BySeat<String> {
    let keys = |seat| match seat {
        Seat::Zero => text::of(model.settings.lang).word(Word::Arrows).to_owned(),
        Seat::One => letters::printed(model.settings.keys).concat(),
    };
    match kind {
        LocalKind::HotSeat => {
            BySeat::new(|seat| model.pair[seat].clone().unwrap_or_else(|| keys(seat)))
        }
        LocalKind::Solo => BySeat([model.name.clone(), NOBODY.to_owned()]),
    }
}
