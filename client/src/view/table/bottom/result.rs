//! How a match ended: who won and why in a band of colour; below it what is newer, whether the tiles
//! were fair, and where the replay is.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use versus2048_protocol::game::Seat;
use versus2048_protocol::wire::{ClosedReason, MatchOver};

use crate::session::{Fairness, Happening};
use crate::text::{self, Winner, number, people};
use crate::view::canvas::{Canvas, Halves, columns};
use crate::view::table::Table;
use crate::view::table::parts::{Part, fitting};
use crate::view::table::plan::{Plan, ROOMY};

/// Rows of a band with two lines, half a row above and below them included.
const BAND: u16 = 4;
/// Columns that stay empty at both ends of a band.
const MARGINS: u16 = 4;

/// What stands in a band of colour.
struct Headline {
    style: Style,
    /// Who won.
    title: String,
    scores: String,
    reason: String,
    /// How long the match took.
    clock: String,
}

impl Table<'_> {
    /// Draws how the match ended, the most important line first.
    pub(super) fn draw_result(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        let headline = self.headline();
        let room = plan.bottom.width.saturating_sub(MARGINS);
        let is_roomy = plan.bottom.height >= ROOMY;
        let taken = if is_roomy {
            self.draw_band(canvas, plan.bottom, &headline);
            BAND
        } else {
            let only = self.newest().filter(|_| plan.bottom.height == 1);
            let line = only.unwrap_or_else(|| headline.in_a_line(room));
            canvas.fill(first_rows(plan.bottom, 1), " ", headline.style);
            canvas.line(plan.bottom, &line.centered());
            1
        };
        let rest = Rect {
            y: plan.bottom.y + taken,
            height: plan.bottom.height - taken,
            ..plan.bottom
        };
        let width = canvas.to_the_right(rest).width;
        let mut lines = self.lines_below(width);
        if !is_roomy && !headline.is_whole_in_a_line(room) {
            let reason = self.look.wrap(&headline.reason, rest.width).into_iter();
            let reason = reason.map(|line| Line::from(line).centered());
            lines.splice(0..0, reason);
        } else if is_roomy && lines.len() < usize::from(rest.height) {
            lines.insert(0, Line::default());
        }
        for (row, line) in rest.rows().zip(&lines) {
            let is_wide = columns(line.width()) > row.width;
            let row = if is_wide {
                canvas.to_the_right(row)
            } else {
                row
            };
            canvas.line(row, line);
        }
    }

    /// Draws a band with who won in one line, and why in the next.
    fn draw_band(&self, canvas: &mut Canvas<'_>, area: Rect, headline: &Headline) {
        let text = Rect {
            y: area.y + 1,
            height: 2,
            ..area
        };
        if self.look.lined {
            canvas.fill(text, " ", headline.style);
        } else {
            let band = Halves {
                x: text.x,
                y: 2 * text.y - 1,
                width: text.width,
                height: 2 * text.height + 2,
            };
            canvas.paint(band, headline.style.bg.unwrap_or_default());
        }
        let room = text.width.saturating_sub(MARGINS);
        let title = Line::styled(headline.title.clone(), headline.style).centered();
        let (details, _) = fitting(headline.details(), Vec::new(), (room, 0));
        let details = details.style(headline.style).centered();
        canvas.lines(text, [&title, &details]);
    }

    fn headline(&self) -> Headline {
        let theme = self.look.theme;
        let Some(result) = &self.play.session.result else {
            // The table was closed before there was one.
            let closed = self.play.closed.map(|reason| self.closed(reason));
            return Headline {
                style: theme.settled(),
                title: closed.unwrap_or_default(),
                scores: String::new(),
                reason: String::new(),
                clock: String::new(),
            };
        };
        let winner = people::winner(self.play, &self.names, result);
        let ended = people::ended(self.play, &self.names, result);
        let is_won = match winner {
            Winner::You => true,
            Winner::Other(_) => self.play.session.you.is_none(),
            Winner::Draw | Winner::Nobody | Winner::Solo => false,
        };
        Headline {
            style: if is_won {
                theme.chosen()
            } else {
                theme.settled()
            },
            title: self.look.say.winner(winner),
            scores: self.scores(result),
            reason: self.look.say.reason(ended),
            clock: text::passed(self.play.session.elapsed_ms(self.look.now_ms)),
        }
    }

    /// Both scores, in the order of the boards.
    fn scores(&self, result: &MatchOver) -> String {
        let seats = self.play.seats_shown().into_iter();
        let scores: Vec<String> = seats.map(|seat| number(result.scores[seat])).collect();
        scores.join(" : ")
    }

    /// What is newer than the result, the proof and the replay, in the order of what they matter.
    fn lines_below<'a>(&self, width: u16) -> Vec<Line<'a>> {
        let news = self.newest();
        let proof = self
            .play
            .session
            .result
            .is_some()
            .then(|| self.fairness_line());
        let replay = self.replay_line(width);
        let lines = match self.play.keeping {
            // What somebody has just asked for is read before what was proved.
            Some(_) => [news, replay, proof],
            None => [news, proof, replay],
        };
        lines.into_iter().flatten().map(Line::centered).collect()
    }

    /// What is newer than the result: for a while what somebody says; that the table is gone, and with
    /// it a rematch; that a rematch is wanted.
    fn newest<'a>(&self) -> Option<Line<'a>> {
        let is_told = self.play.session.result.is_none();
        let closed = self.play.closed.filter(|_| !is_told);
        let closed =
            closed.map(|reason| Line::styled(self.closed(reason), self.look.theme.strong()));
        self.talk().or(closed).or_else(|| self.rematch_wanted())
    }

    /// Why the table is gone; at one's own seat it is known who has left.
    fn closed(&self, reason: ClosedReason) -> String {
        match self.play.session.you {
            Some(you) if reason == ClosedReason::Left => {
                self.look.say.has_left(&self.names[you.other()])
            }
            _ => self.look.say.closed(reason).into(),
        }
    }

    /// An offer stays to be read until the other seat answers it.
    fn rematch_wanted<'a>(&self) -> Option<Line<'a>> {
        let session = &self.play.session;
        let wants = |seat: &Seat| session.players[*seat].as_ref().is_some_and(|it| it.rematch);
        let seat = Seat::ALL.into_iter().find(wants)?;
        let style = self.look.theme.strong();
        if session.you == Some(seat) {
            let text = self.look.say.rematch_awaited(&self.names[seat.other()]);
            return Some(Line::styled(text, style));
        }
        let offered = Happening::RematchOffered(seat);
        let text = self
            .look
            .say
            .happening(&offered, self.look.say.directions());
        Some(self.named(seat, Line::styled(text, style)))
    }

    /// What has become of keeping the replay, else the command that checks it, where that fits: cut off
    /// it would be of no use.
    fn replay_line<'a>(&self, width: u16) -> Option<Line<'a>> {
        if let Some(keeping) = &self.play.keeping {
            let [whole, short] = self.look.say.keeping(keeping);
            let has_room = Line::from(whole.as_str()).width() <= width.into();
            let text = if has_room { whole } else { short };
            return Some(Line::styled(text, self.look.theme.text()));
        }
        let command = text::verify_command(&self.play.replay()?.url());
        let line = Line::styled(command, self.look.theme.muted());
        (columns(line.width()) <= width).then_some(line)
    }

    fn fairness_line<'a>(&self) -> Line<'a> {
        let fairness = self.play.session.fairness;
        let text = self.look.say.fairness(fairness, &self.names);
        match fairness {
            Fairness::Broken(_) => Line::styled(format!(" {text} "), self.look.theme.alarm()),
            Fairness::NotYet | Fairness::Proven { .. } => {
                Line::styled(text, self.look.theme.muted())
            }
        }
    }
}

impl Headline {
    /// Everything in a line of at most so many columns.
    fn in_a_line<'a>(&self, room: u16) -> Line<'a> {
        let title = Part::new(self.title.clone(), self.style, u8::MAX);
        let parts = [title].into_iter().chain(self.details()).collect();
        let (line, _) = fitting(parts, Vec::new(), (room, 0));
        line.style(self.style)
    }

    /// Whether why it ended has room in that line.
    fn is_whole_in_a_line(&self, room: u16) -> bool {
        let line = self.in_a_line(room);
        let mut parts = line.iter();
        self.reason.is_empty() || parts.any(|part| part.content == self.reason)
    }

    /// Why it ended, and what else there is to say; that is left out first.
    fn details(&self) -> Vec<Part> {
        let parts = [(&self.scores, 1), (&self.reason, 3), (&self.clock, 2)].into_iter();
        parts
            .filter(|(text, _)| !text.is_empty())
            .map(|(text, importance)| Part::new(text.clone(), self.style, importance))
            .collect()
    }
}

/// The first rows of an area.
fn first_rows(area: Rect, rows: u16) -> Rect {
    Rect {
        height: rows.min(area.height),
        ..area
    }
}
