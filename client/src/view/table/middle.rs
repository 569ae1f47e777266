//! What stands in the middle of the boards: the countdown, or that the match is paused.

use ratatui::layout::Rect;
use versus2048_protocol::wire::Phase;

use crate::text::Word;
use crate::view::big;
use crate::view::canvas::{Canvas, columns, width};
use crate::view::table::Table;

impl Table<'_> {
    /// Draws what stands in the middle of the boards, if anything does.
    pub(super) fn draw_middle(&self, canvas: &mut Canvas<'_>, stage: Rect) {
        let session = &self.play.session;
        match session.phase {
            Phase::Countdown => {
                let left_ms = session.starts_in_ms(self.look.now_ms).unwrap_or(0);
                self.draw_countdown(canvas, stage, left_ms.div_ceil(1000).max(1));
            }
            // Alone nobody else is waited for, and the board is what a question is about.
            Phase::Paused if !self.is_solo() => {
                let text = self.look.say.word(Word::Paused);
                self.draw_box(canvas, stage, &[text.into()]);
            }
            Phase::Waiting | Phase::Ready | Phase::Paused | Phase::Playing | Phase::Over => {}
        }
    }

    fn draw_countdown(&self, canvas: &mut Canvas<'_>, stage: Rect, seconds: u64) {
        let digits = seconds.to_string();
        let large = big::letters(&digits, self.look.half_blocks);
        if columns(large.len()) <= stage.height {
            self.draw_box(canvas, stage, &large);
        } else {
            self.draw_box(canvas, stage, &[digits]);
        }
    }

    /// Lines in a filled box, with a row above and below where there is room.
    fn draw_box(&self, canvas: &mut Canvas<'_>, stage: Rect, lines: &[String]) {
        let rows = columns(lines.len());
        let margin = u16::from(rows + 2 <= stage.height);
        let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
        let area = centered(stage, (widest + 6, rows + 2 * margin));
        let style = self.look.theme.chosen();
        canvas.fill(area, " ", style);
        for (row, line) in area.rows().skip(margin.into()).zip(lines) {
            canvas.centered(row, line, style);
        }
    }
}

/// An area of this size in the middle of another, no larger than that.
fn centered(outer: Rect, (width, height): (u16, u16)) -> Rect {
    let (width, height) = (width.min(outer.width), height.min(outer.height));
    Rect {
        x: outer.x + (outer.width - width) / 2,
        y: outer.y + (outer.height - height) / 2,
        width,
        height,
    }
}
