//! What stands under the boards: what just happened or how it ended, and the keys.

mod keys;
mod result;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::{Emote, Phase};

use crate::model::{Connection, Mode, Overlay};
use crate::session::{Happened, Happening};
use crate::text::{Hint, NOTEWORTHY_TILE, Word};
use crate::view::canvas::{Canvas, columns};
use crate::view::hints::{self, Key};
use crate::view::pages;
use crate::view::table::Table;
use crate::view::table::plan::Plan;

/// How long something that happened is shown, in milliseconds.
pub(in crate::view) const SHOWN_MS: u64 = 4000;

impl Table<'_> {
    /// Draws what stands under the boards.
    pub(super) fn draw_bottom(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        match self.overlay {
            Some(Overlay::Emotes) => self.draw_emotes(canvas, plan),
            Some(Overlay::Question { about, .. }) => {
                let question = self.look.say.question(self.asked(*about));
                let line = Line::styled(format!(" {question} "), self.look.theme.chosen());
                canvas.line(plan.news(), &line);
                hints::draw(self.look, canvas, plan.keys, &hints::answers(*about));
            }
            _ => {
                self.draw_news(canvas, plan);
                hints::draw(self.look, canvas, plan.keys, &self.keys());
            }
        }
    }

    fn draw_news(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        if self.play.connection != Connection::Up && self.play.closed.is_none() {
            let text = pages::connection(self.look, self.play.connection);
            let line = Line::styled(format!(" {text} "), self.look.theme.alarm());
            canvas.line(plan.news(), &line);
        } else if self.play.session.phase == Phase::Over {
            self.draw_result(canvas, plan);
        } else if let Some(line) = self.table_news() {
            let alone = plan.seats.first().filter(|_| self.is_solo());
            let left = alone.map_or(plan.news().x, |place| place.panel.x);
            canvas.line(plan.news_from(left), &line);
        } else if plan.is_beside || self.is_solo() {
            for (&seat, place) in self.play.seats_shown().iter().zip(&plan.seats) {
                let line = self.seat_news(seat).map(|it| self.sentence(it));
                let area = Rect {
                    width: place.panel.width,
                    ..plan.news_from(place.panel.x)
                };
                canvas.line(area, &line.unwrap_or_default());
            }
        } else {
            canvas.line(plan.news(), &self.newest_seat_news());
        }
    }

    /// What concerns no seat, where it is the last that happened.
    fn table_news<'a>(&self) -> Option<Line<'a>> {
        let session = &self.play.session;
        let last = self.recent().next_back();
        match last.filter(|happened| seat_of(&happened.what).is_none()) {
            Some(happened) => Some(self.sentence(happened)),
            None if session.phase == Phase::Ready && last.is_none() => {
                let word = self.look.say.word(Word::GettingReady);
                Some(Line::styled(word, self.look.theme.muted()))
            }
            None => None,
        }
    }

    /// The last that a seat did. A move is seen on its board: what was just said is not cut short by it.
    fn seat_news(&self, seat: Seat) -> Option<&Happened> {
        let of_seat = || {
            self.recent()
                .filter(|happened| seat_of(&happened.what) == Some(seat))
        };
        let last = of_seat().next_back()?;
        let said = of_seat().rfind(|happened| matches!(happened.what, Happening::Said(..)));
        said.filter(|_| is_usual(&last.what)).or(Some(last))
    }

    /// The last that any seat did, with its name; moves like all others give way.
    fn newest_seat_news<'a>(&self) -> Line<'a> {
        let seats = self.play.seats_shown().into_iter();
        let news = seats.filter_map(|seat| Some((seat, self.seat_news(seat)?)));
        let newest = news.max_by_key(|(_, news)| (!is_usual(&news.what), news.at_ms));
        newest.map_or_else(Line::default, |(seat, news)| {
            self.named(seat, self.sentence(news))
        })
    }

    /// What somebody has just said, with its name.
    fn talk<'a>(&self) -> Option<Line<'a>> {
        let is_said = |what: &Happening| matches!(what, Happening::Said(..));
        let happened = self
            .recent()
            .rev()
            .find(|happened| is_said(&happened.what))?;
        let seat = seat_of(&happened.what)?;
        Some(self.named(seat, self.sentence(happened)))
    }

    fn named<'a>(&self, seat: Seat, mut line: Line<'a>) -> Line<'a> {
        let name = Span::styled(format!("{} ", self.names[seat]), self.look.theme.strong());
        line.spans.insert(0, name);
        line
    }

    /// In a replay the last moves stay: it may stand still at them. Who watches is no news to others who
    /// do: the header counts them.
    fn recent(&self) -> impl DoubleEndedIterator<Item = &Happened> {
        let since_ms = match self.play.mode {
            Mode::Replay(_) => 0,
            _ => self.look.now_ms.saturating_sub(SHOWN_MS),
        };
        let is_told = |what: &Happening| !matches!(what, Happening::Watching(_));
        let tells_all = !self.is_watching();
        let happenings = self.play.session.happenings.iter();
        happenings.filter(move |happened| {
            happened.at_ms >= since_ms && (tells_all || is_told(&happened.what))
        })
    }

    fn sentence<'a>(&self, happened: &Happened) -> Line<'a> {
        let theme = self.look.theme;
        let text = self.look.say.happening(&happened.what, arrow);
        match happened.what {
            Happening::Error { .. } | Happening::GameAside(_) => {
                Line::styled(format!(" {text} "), theme.alarm())
            }
            Happening::TooFast(_) => Line::styled(text, theme.muted()),
            Happening::Refused { .. }
            | Happening::Said(..)
            | Happening::Merged {
                new_best: Some(NOTEWORTHY_TILE..),
                ..
            } => Line::styled(text, theme.strong()),
            _ => Line::styled(text, theme.text()),
        }
    }

    /// What can be said, each with its digit, over the last lines.
    fn draw_emotes(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        let theme = self.look.theme;
        let title = Span::styled(self.look.say.word(Word::Say), theme.muted());
        let emotes = Emote::ALL.into_iter().zip(1..).map(|(emote, digit)| {
            let text = format!(" {}", self.look.say.emote(emote));
            Line::from(vec![
                Span::styled(digit.to_string(), theme.strong()),
                text.into(),
            ])
        });
        let close = hints::line(self.look, &[Key::new("Esc", Hint::Close)]);
        let entries = [title.into()].into_iter().chain(emotes).chain([close]);
        let lines = flow(entries, plan.keys.width);
        let down_from = |top: u16| Rect {
            y: top,
            height: plan.keys.bottom().saturating_sub(top),
            ..plan.keys
        };
        let first = plan.keys.bottom().saturating_sub(columns(lines.len()));
        canvas.fill(down_from(first.min(plan.bottom.y)), " ", theme.text());
        canvas.lines(down_from(first), &lines);
    }
}

/// Entries one behind the other, in as many lines as they need.
fn flow<'a>(entries: impl Iterator<Item = Line<'a>>, width: u16) -> Vec<Line<'a>> {
    const GAP: &str = "  ";
    let mut lines: Vec<Line<'a>> = Vec::new();
    for entry in entries {
        match lines.last_mut() {
            Some(line) if columns(line.width() + GAP.len() + entry.width()) <= width => {
                line.push_span(GAP);
                line.extend(entry);
            }
            _ => lines.push(entry),
        }
    }
    lines
}

/// The seat that did something, or to which it happened.
fn seat_of(what: &Happening) -> Option<Seat> {
    match what {
        Happening::Joined(seat)
        | Happening::LeftSeat(seat)
        | Happening::Ready(seat)
        | Happening::Merged { seat, .. }
        | Happening::Slid(seat, _)
        | Happening::Stuck(seat)
        | Happening::Refused { seat, .. }
        | Happening::NotYet(seat)
        | Happening::TooFast(seat)
        | Happening::Away(seat)
        | Happening::Back(seat)
        | Happening::Said(seat, _)
        | Happening::TakenBack(seat)
        | Happening::RematchOffered(seat) => Some(*seat),
        Happening::Countdown
        | Happening::Started
        | Happening::Paused
        | Happening::Watching(_)
        | Happening::Reconnected
        | Happening::GameAside(_)
        | Happening::Error { .. } => None,
    }
}

/// Whether it is a move like all others.
const fn is_usual(what: &Happening) -> bool {
    match what {
        Happening::Slid(..) => true,
        Happening::Merged { new_best, .. } => !matches!(new_best, Some(NOTEWORTHY_TILE..)),
        _ => false,
    }
}

fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "↑",
        Direction::Down => "↓",
        Direction::Left => "←",
        Direction::Right => "→",
    }
}
