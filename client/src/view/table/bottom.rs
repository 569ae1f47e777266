//! What stands under the boards: what just happened or how it ended, and the keys.

mod result;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::{ClosedReason, Emote, Phase};

use crate::keymap::letters;
use crate::model::{Connection, Keeping, KeyLayout, Mode, Overlay};
use crate::playback::Progress;
use crate::session::{Happened, Happening};
use crate::text::{Hint, NOTEWORTHY_TILE, Word};
use crate::view::canvas::{Canvas, columns};
use crate::view::hints::{self, Key};
use crate::view::pages;
use crate::view::table::Table;
use crate::view::table::plan::Plan;

/// How long something that happened is shown, in milliseconds.
pub(in crate::view) const SHOWN_MS: u64 = 4000;
/// The arrow keys, as they are printed.
const ARROWS: &str = "←↑↓→";

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

    fn keys(&self) -> Vec<Key> {
        if let Mode::Replay(progress) = self.play.mode {
            return replay_keys(progress);
        }
        let phase = self.play.session.phase;
        let is_over = phase == Phase::Over;
        let is_seat = self.play.session.you.is_some();
        let is_running = matches!(phase, Phase::Countdown | Phase::Playing | Phase::Paused);
        let mut keys = Vec::new();
        if is_running && !self.is_watching() {
            keys.push(Key::new(self.move_keys(), Hint::Move));
        }
        let may_rematch = is_over && self.play.closed.is_none() && !self.has_offered_rematch();
        match self.play.mode {
            Mode::Online if is_seat && is_running => keys.push(Key::new("R", Hint::Resign)),
            Mode::Online if is_seat && may_rematch => keys.push(Key::new("R", Hint::Rematch)),
            Mode::Solo { .. } => {
                keys.extend([Key::new("U", Hint::Undo), Key::new("R", Hint::Restart)]);
            }
            Mode::HotSeat { .. } => keys.push(Key::new("R", Hint::Restart)),
            Mode::Online | Mode::Replay(_) => {}
        }
        if self.play.mode == Mode::Online && is_seat && self.play.closed.is_none() {
            keys.push(Key::new("E", Hint::Emote));
        }
        let is_kept = matches!(self.play.keeping, Some(Keeping::Kept { .. }));
        let is_gone = self.play.closed == Some(ClosedReason::Shutdown);
        if is_over && self.play.session.result.is_some() && (is_kept || !is_gone) {
            let does = if is_kept { Hint::Kept } else { Hint::Keep };
            keys.push(Key::new("K", does));
        }
        keys.push(Key::new("?", Hint::Help));
        let leave = if self.look.keys == KeyLayout::Zqsd && !is_over {
            "Esc"
        } else {
            "Q"
        };
        keys.push(Key::new(leave, Hint::Leave));
        keys
    }

    fn has_offered_rematch(&self) -> bool {
        let you = self.play.session.you;
        let player = you.and_then(|you| self.play.session.players[you].as_ref());
        player.is_some_and(|player| player.rematch)
    }

    /// The arrows are everybody's; at one keyboard the letters are somebody's too.
    fn move_keys(&self) -> String {
        match self.play.mode {
            Mode::HotSeat { .. } => {
                format!("{} {ARROWS}", letters::printed(self.look.keys).concat())
            }
            Mode::Online | Mode::Solo { .. } | Mode::Replay(_) => ARROWS.into(),
        }
    }
}

/// What can be done with a replay.
fn replay_keys(progress: Progress) -> Vec<Key> {
    let space = if progress.is_over() {
        Hint::Restart
    } else if progress.is_running {
        Hint::Pause
    } else {
        Hint::GoOn
    };
    vec![
        Key::new("Space", space),
        Key::new("←→", Hint::Step),
        Key::new("+-", Hint::Speed),
        Key::new("PgUp/Dn", Hint::Jump),
        Key::new("?", Hint::Help),
        Key::new("Q", Hint::Leave),
    ]
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
