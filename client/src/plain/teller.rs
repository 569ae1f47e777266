//! What is said about the model: the difference between what was told last and what is now.
//!
//! It draws nothing and changes nothing; that everything is told in order is all that it remembers.

mod seen;
mod table;
#[cfg(test)]
mod tests;

use versus2048_protocol::wire::{Emote, Phase};

use crate::address;
use crate::commands::list;
use crate::model::{Form, FormKind, Model, Overlay, Question, Screen};
use crate::nearby::NearbyTable;
use crate::plain::commands::Reading;
use crate::plain::console::Line;
use crate::plain::teller::seen::{Page, SeenTable};
use crate::plain::teller::table::TableTeller;
use crate::text::{self, Language, Word};

/// The most tables in the same network that are told while they are looked for.
const MAX_NEARBY: usize = 64;

/// What is said about the model.
pub(super) struct Teller {
    say: &'static dyn Language,
    /// Whether moves of the other are told.
    listens: bool,
    page: Page,
    question: Option<Question>,
    offers_emotes: bool,
    /// The tables in the same network that were told; each keeps its number while they are looked for.
    nearby: Vec<NearbyTable>,
    table: Option<SeenTable>,
}

impl Teller {
    /// Nothing has been told yet.
    #[must_use]
    pub(super) fn new(say: &'static dyn Language) -> Self {
        Self {
            say,
            listens: true,
            page: Page::Nothing,
            question: None,
            offers_emotes: false,
            nearby: Vec::new(),
            table: None,
        }
    }

    /// What is new since it was asked last.
    pub(super) fn tell(&mut self, model: &Model) -> Vec<Line> {
        let mut lines = Vec::new();
        let page = Page::of(&model.screen);
        if page != self.page {
            lines.extend(self.page(model));
            self.page = page;
        }
        match shown_table(model) {
            Some(teller) => {
                let (told, seen) = teller.news(self.table.as_ref(), self.listens);
                lines.extend(told);
                self.table = Some(seen);
            }
            None => self.table = None,
        }
        lines.extend(self.nearby(model));
        lines.extend(self.question(model));
        lines.extend(self.emotes(model));
        lines
    }

    /// The command and the place that choose the table with a number, from 1, of those that were told.
    #[must_use]
    pub(super) fn place(&self, model: &Model, number: &str) -> Option<(&'static str, String)> {
        let at = number.parse::<usize>().ok()?.checked_sub(1)?;
        match &model.screen {
            Screen::Form(_) => {
                let table = self.nearby.get(at)?;
                Some(("join", address::shown(&table.server, table.code)))
            }
            Screen::Tables(shown) => {
                let table = shown.tables.as_deref()?.get(at)?;
                let verb = match table.phase {
                    Phase::Waiting => "join",
                    _ => "watch",
                };
                Some((verb, address::shown(&shown.server, table.code)))
            }
            _ => None,
        }
    }

    /// What somebody wants to hear once more.
    #[must_use]
    pub(super) fn read(&self, model: &Model, reading: Reading) -> Vec<Line> {
        let table = shown_table(model);
        match (reading, table) {
            (Reading::Help, _) => {
                let lines = self.say.commands().iter().copied();
                lines.map(result).collect()
            }
            (_, None) => self.page(model),
            (Reading::Board, Some(table)) => table.own_boards(),
            (Reading::Boards, Some(table)) => table.boards(),
            (Reading::Status, Some(table)) => table.status(),
            (Reading::Table, Some(table)) => table.introduction(),
        }
    }

    /// Tells the moves of the other from now on, or does not.
    pub(super) fn listen(&mut self, listens: bool) -> Line {
        self.listens = listens;
        result(self.say.listens(listens))
    }

    /// Tells a list that is loaded again, even if nothing in it has changed.
    pub(super) fn forget_page(&mut self) {
        self.page = Page::Nothing;
    }

    /// Tells what can be said to who asks for it again.
    pub(super) fn forget_emotes(&mut self) {
        self.offers_emotes = false;
    }

    /// A page without boards.
    fn page(&self, model: &Model) -> Vec<Line> {
        let say = self.say;
        match &model.screen {
            // Who came by a command is told what that begins.
            Screen::Menu(_) if model.from_menu => vec![result(say.begin())],
            Screen::Connecting { server, .. } => {
                let connecting = say.word(Word::Connecting);
                vec![message(format!("{connecting} {}", text::clean(server)))]
            }
            Screen::Loading { .. } => vec![message(say.word(Word::Loading))],
            Screen::Queued { options, .. } => vec![
                result(say.word(Word::LookingForOpponent)),
                result(say.options(options)),
            ],
            Screen::Tables(tables) => {
                let tables = tables.tables.as_deref().unwrap_or_default();
                let what_now = result(say.what_of_tables());
                list::sentences(tables, say)
                    .into_iter()
                    .map(result)
                    .chain([what_now])
                    .collect()
            }
            Screen::Form(Form {
                kind: FormKind::Join,
                nearby,
                ..
            }) => match nearby {
                Some(_) => vec![
                    result(say.word(Word::LookingNearby)),
                    result(say.what_of_tables_nearby()),
                ],
                None => vec![result(say.needs_code())],
            },
            // Who came by a command is told by its failure.
            Screen::Notice(notice) if model.from_menu => {
                vec![message(text::in_a_line(&say.notice(notice)))]
            }
            Screen::Menu(_)
            | Screen::Notice(_)
            | Screen::Form(_)
            | Screen::Replays(_)
            | Screen::Replay(_)
            | Screen::Table(_) => Vec::new(),
        }
    }

    /// The tables in the same network that were found since it was asked last.
    fn nearby(&mut self, model: &Model) -> Vec<Line> {
        let Screen::Form(form) = &model.screen else {
            self.nearby.clear();
            return Vec::new();
        };
        let mut lines = Vec::new();
        for table in form.nearby.iter().flatten() {
            if self.nearby.len() < MAX_NEARBY && !self.nearby.contains(table) {
                self.nearby.push(table.clone());
                let place = address::shown(&table.server, table.code);
                let number = self.nearby.len();
                lines.push(result(self.say.nearby(number, &table.name, &place)));
            }
        }
        lines
    }

    /// A question about a table is asked when it is known what is there.
    fn question(&mut self, model: &Model) -> Option<Line> {
        let question = match &model.overlay {
            Some(Overlay::Question { about, .. }) => Some(*about),
            _ => None,
        };
        let asked = question
            .zip(shown_table(model))
            .map(|(question, table)| table.asked(question));
        let question = question.filter(|_| asked.is_some());
        let is_new = question != self.question;
        self.question = question;
        let asked = asked.filter(|_| is_new)?;
        let (asked, answers) = (self.say.question(asked), self.say.answers());
        Some(result(format!("{asked} ({answers})")))
    }

    /// What can be said, each with its number.
    fn emotes(&mut self, model: &Model) -> Option<Line> {
        let offers = matches!(model.overlay, Some(Overlay::Emotes));
        let is_new = offers && !self.offers_emotes;
        self.offers_emotes = offers;
        let emotes = Emote::ALL.into_iter().zip(1..);
        let emotes = emotes.map(|(emote, number)| format!("{number} {}", self.say.emote(emote)));
        let emotes: Vec<String> = emotes.collect();
        is_new.then(|| result(emotes.join(", ")))
    }
}

/// The table that is on the screen, or the one of a replay.
fn shown_table(model: &Model) -> Option<TableTeller<'_>> {
    let play = match &model.screen {
        Screen::Table(play) => play,
        Screen::Replay(viewing) => &viewing.play,
        _ => return None,
    };
    let say = text::of(model.settings.lang);
    Some(TableTeller::new(say, play, model.now_ms))
}

fn result(text: impl Into<String>) -> Line {
    Line::Result(text.into())
}

fn message(text: impl Into<String>) -> Line {
    Line::Message(text.into())
}
