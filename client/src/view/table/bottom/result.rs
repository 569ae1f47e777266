//! How a match ended: who won and why, the scores, and whether the tiles were fair.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use versus2048_protocol::game::Reason;
use versus2048_protocol::wire::MatchOver;

use crate::model::Notice;
use crate::session::Fairness;
use crate::text::{self, Ended, Winner, number};
use crate::view::canvas::Canvas;
use crate::view::table::Table;

/// Rows of a result.
pub(in crate::view::table) const ROWS: u16 = 3;

impl Table<'_> {
    /// Draws how the match ended, the most important line first.
    pub(super) fn draw_result(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let Some(result) = &self.play.session.result else {
            return;
        };
        let lines = [
            self.headline(result),
            self.scores(result),
            self.fairness_line(),
        ];
        for (row, line) in (area.y..area.bottom()).zip(&lines) {
            let place = Rect {
                y: row,
                height: 1,
                ..area
            };
            canvas.line(place, line);
        }
    }

    fn headline<'a>(&self, result: &MatchOver) -> Line<'a> {
        let winner = match result.winner {
            _ if self.is_solo() => Winner::Solo,
            Some(seat) if self.play.session.you == Some(seat) => Winner::You,
            Some(seat) => Winner::Other(&self.names[seat]),
            None if result.reason == Reason::Aborted => Winner::Nobody,
            None => Winner::Draw,
        };
        let reason = self.look.say.reason(Ended {
            outcome: result.outcome(),
            names: &self.names,
            target: self.target(),
            is_solo: self.is_solo(),
        });
        let winner = format!(" {} ", self.look.say.winner(winner));
        Line::from(vec![
            Span::styled(winner, self.look.theme.chosen()),
            Span::raw("  "),
            Span::styled(reason, self.look.theme.text()),
        ])
    }

    /// Both scores and the time; for a while what somebody says about it; or, when the table is
    /// gone, why there is no rematch.
    fn scores<'a>(&self, result: &MatchOver) -> Line<'a> {
        if let Some(reason) = self.play.closed {
            let code = self.play.session.code;
            let texts = self.look.say.notice(&Notice::TableClosed { code, reason });
            return Line::styled(texts.join(": "), self.look.theme.text());
        }
        if let Some(line) = self.talk() {
            return line;
        }
        let seats = self.play.seats_shown().into_iter();
        let mut parts: Vec<String> = seats
            .map(|seat| format!("{} {}", self.names[seat], number(result.scores[seat])))
            .collect();
        parts.push(text::passed(self.play.session.elapsed_ms(self.look.now_ms)));
        Line::styled(parts.join(" · "), self.look.theme.text())
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
