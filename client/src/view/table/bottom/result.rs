//! How a match ended: who won and why, the scores, and whether the tiles were fair.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use versus2048_protocol::wire::MatchOver;

use crate::session::Fairness;
use crate::text::{self, number, people};
use crate::view::canvas::{Canvas, columns, width};
use crate::view::table::Table;
use crate::view::table::plan::Plan;

/// Rows of a result.
pub(in crate::view::table) const ROWS: u16 = 3;
/// What moves are counted for, in milliseconds.
const MINUTE_MS: u64 = 60_000;
/// Between two parts of a line.
const GAP: &str = "   ";

impl Table<'_> {
    /// Draws how the match ended, the most important line first.
    pub(super) fn draw_result(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        let width = canvas.to_the_right(plan.bottom).width;
        let lines = match &self.play.session.result {
            Some(result) => self.result_lines(result, plan, width),
            // The server has stopped before there was one.
            None => self.news_of_the_end().into_iter().collect(),
        };
        for (row, line) in (plan.bottom.y..plan.keys.y).zip(&lines) {
            let place = Rect {
                y: row,
                height: 1,
                ..plan.bottom
            };
            canvas.line(canvas.to_the_right(place), line);
        }
        self.draw_rates(canvas, plan, lines.first());
    }

    /// Draws how fast both were at the right of the first line, where there is room.
    fn draw_rates(&self, canvas: &mut Canvas<'_>, plan: &Plan, headline: Option<&Line<'_>>) {
        let elapsed_ms = self.play.session.elapsed_ms(self.look.now_ms);
        let boards = self.play.seats_shown().into_iter();
        let boards = boards.filter_map(|seat| self.play.session.shown(seat));
        let rates: Option<Vec<u64>> = boards
            .map(|board| (u64::from(board.turn) * MINUTE_MS).checked_div(elapsed_ms))
            .collect();
        let Some(rates) = rates.filter(|_| plan.bottom.height >= ROWS) else {
            return;
        };
        let rates = self.look.say.moves_a_minute(&rates);
        let taken = headline.map_or(0, Line::width) + GAP.len();
        if columns(taken).saturating_add(width(&rates)) <= plan.bottom.width {
            let line = Line::styled(rates, self.look.theme.muted()).right_aligned();
            let place = Rect {
                height: 1,
                ..plan.bottom
            };
            canvas.line(place, &line);
        }
    }

    /// As many lines as there is room for. The replay has a line of its own: the empty one above the
    /// keys, or that of the fairness, where this has room beside the line before it.
    fn result_lines<'a>(&self, result: &MatchOver, plan: &Plan, width: u16) -> Vec<Line<'a>> {
        let headline = self.headline(result);
        let news = self.news_of_the_end();
        if plan.bottom.height < ROWS {
            return vec![news.unwrap_or(headline)];
        }
        let second = news.unwrap_or_else(|| self.scores(result));
        let last = self.last_line();
        let both = columns(second.width() + GAP.len() + last.width());
        match self.replay_line(width) {
            Some(replay) if plan.keys.y - plan.bottom.y > ROWS => {
                vec![headline, second, last, replay]
            }
            Some(replay) if both <= width => vec![headline, joined(second, last), replay],
            _ => vec![headline, second, last],
        }
    }

    /// Where the replay is, as a command where that fits; cut off it would be of no use.
    fn replay_line<'a>(&self, width: u16) -> Option<Line<'a>> {
        let url = self.play.replay()?;
        let texts = [text::verify_command(&url), text::clean(&url)];
        let mut lines = texts
            .into_iter()
            .map(|text| Line::styled(text, self.look.theme.muted()));
        lines.find(|line| columns(line.width()) <= width)
    }

    fn headline<'a>(&self, result: &MatchOver) -> Line<'a> {
        let winner = people::winner(self.play, &self.names, result);
        let ended = people::ended(self.play, &self.names, result);
        let reason = self.look.say.reason(ended);
        let winner = format!(" {} ", self.look.say.winner(winner));
        Line::from(vec![
            Span::styled(winner, self.look.theme.chosen()),
            Span::raw("  "),
            Span::styled(reason, self.look.theme.text()),
        ])
    }

    /// What is newer than the result: that the table is gone, and with it a rematch; that a rematch
    /// is wanted; for a while what somebody says.
    fn news_of_the_end<'a>(&self) -> Option<Line<'a>> {
        if let Some(reason) = self.play.closed {
            let text = self.look.say.closed(reason);
            return Some(Line::styled(text, self.look.theme.text()));
        }
        self.rematch_awaited().or_else(|| self.talk())
    }

    /// One's own offer stays to be read until the other answers it.
    fn rematch_awaited<'a>(&self) -> Option<Line<'a>> {
        let session = &self.play.session;
        let you = session.you?;
        let is_offered = session.players[you].as_ref()?.rematch;
        let other = &self.names[you.other()];
        is_offered.then(|| {
            Line::styled(
                self.look.say.rematch_awaited(other),
                self.look.theme.strong(),
            )
        })
    }

    /// Both scores and the time.
    fn scores<'a>(&self, result: &MatchOver) -> Line<'a> {
        let seats = self.play.seats_shown().into_iter();
        let mut parts: Vec<String> = seats
            .map(|seat| format!("{} {}", self.side(seat), number(result.scores[seat])))
            .collect();
        parts.push(text::passed(self.play.session.elapsed_ms(self.look.now_ms)));
        Line::styled(parts.join(" · "), self.look.theme.text())
    }

    /// Whether the tiles were fair; for a while what somebody says, where the line above is taken.
    fn last_line<'a>(&self) -> Line<'a> {
        let is_taken = self.play.closed.is_none() && self.rematch_awaited().is_some();
        let talk = if is_taken { self.talk() } else { None };
        talk.unwrap_or_else(|| self.fairness_line())
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

/// Two lines in one.
fn joined<'a>(mut line: Line<'a>, other: Line<'a>) -> Line<'a> {
    let style = other.style;
    line.push_span(GAP);
    line.extend(other.spans.into_iter().map(|span| span.patch_style(style)));
    line
}
