//! The line above everything: table, target and clock to the left, the series to the right.

use ratatui::layout::Rect;
use versus2048_protocol::wire::Phase;

use crate::model::Mode;
use crate::playback::Progress;
use crate::text::{self, Word, fit, number, people};
use crate::view::canvas::Canvas;
use crate::view::table::Table;
use crate::view::table::parts::{Part, fitting};

/// Columns between left and right, at least.
const GAP: u16 = 3;
/// Names are cut to so many columns in the series.
const NAME_WIDTH: usize = 12;
/// From when on the clock alarms, in milliseconds before the end.
const LAST_MS: u64 = 10_000;

impl Table<'_> {
    /// Draws the line above everything.
    pub(super) fn draw_header(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let room = (area.width, GAP);
        let (left, right) = fitting(self.left_parts(), self.right_parts(), room);
        canvas.split_line(area, &left, &right);
    }

    fn left_parts(&self) -> Vec<Part> {
        let theme = self.look.theme;
        let place = match self.play.mode {
            Mode::Online => self.play.session.code.to_string(),
            Mode::HotSeat { .. } => self.look.say.word(Word::HotSeat).into(),
            Mode::Solo { .. } => self.look.say.word(Word::Solo).into(),
            Mode::Replay(_) => self.look.say.word(Word::Replay).into(),
        };
        let goal = self.look.say.goal(people::target(self.play));
        let mut parts = vec![
            Part::new(place, theme.strong(), 3),
            Part::new(goal, theme.text(), 6),
        ];
        parts.extend(self.clock());
        if self.is_watching() {
            let word = self.look.say.word(Word::Watching);
            parts.push(Part::new(word.into(), theme.muted(), 2));
        }
        parts
    }

    fn right_parts(&self) -> Vec<Part> {
        let muted = self.look.theme.muted();
        let session = &self.play.session;
        let mut parts = Vec::new();
        if let Mode::Replay(progress) = self.play.mode {
            let moves = self.look.say.moves_of(progress.made, progress.moves);
            parts.push(Part::new(moves, muted, 4));
        }
        if session.series.game > 1 {
            let game = self.look.say.game(session.series.game);
            parts.push(Part::new(game, muted, 1));
        }
        parts.extend(self.series().map(|series| Part::new(series, muted, 5)));
        if let Mode::Solo { best, .. } | Mode::HotSeat { best } = self.play.mode {
            let best = self.look.say.best_score(&number(best));
            parts.push(Part::new(best, muted, 4));
        }
        if let Mode::Solo {
            is_undone: true, ..
        } = self.play.mode
        {
            let word = self.look.say.word(Word::Undone);
            parts.push(Part::new(word.into(), muted, 8));
        }
        // Who watches alone is told so already.
        if session.watching > u32::from(self.is_watching()) {
            let watching = self.look.say.watching(session.watching);
            parts.push(Part::new(watching, muted, 0));
        }
        parts
    }

    /// Who has won how many of the matches at the table.
    fn series(&self) -> Option<String> {
        let series = &self.play.session.series;
        let is_new = series.wins.both(|&wins| wins == 0) && series.draws == 0;
        let [first, second] = self.play.seats_shown()[..] else {
            return None;
        };
        let name = |seat| fit(self.side(seat), NAME_WIDTH);
        (!is_new).then(|| {
            format!(
                "{} {}:{} {}",
                name(first),
                series.wins[first],
                series.wins[second],
                name(second)
            )
        })
    }

    /// What is left of the time limit, else the match time.
    fn clock(&self) -> Option<Part> {
        let session = &self.play.session;
        let runs = matches!(session.phase, Phase::Playing | Phase::Paused | Phase::Over);
        let theme = self.look.theme;
        if let Mode::Replay(progress) = self.play.mode {
            return Some(Part::new(tape(progress), theme.strong(), 7));
        }
        match session.remaining_ms(self.look.now_ms) {
            Some(left_ms) if runs && left_ms <= LAST_MS && session.phase == Phase::Playing => {
                let clock = self.look.say.time_left(&text::left(left_ms));
                Some(Part::new(format!(" {clock} "), theme.alarm(), 7))
            }
            Some(left_ms) => {
                let clock = self.look.say.time_left(&text::left(left_ms));
                Some(Part::new(clock, theme.strong(), 7))
            }
            None if runs => {
                let clock = text::passed(session.elapsed_ms(self.look.now_ms));
                Some(Part::new(clock, theme.text(), 7))
            }
            None => None,
        }
    }

    /// Whether somebody only looks on.
    pub(super) fn is_watching(&self) -> bool {
        self.play.mode == Mode::Online && self.play.session.you.is_none()
    }
}

/// Whether a replay runs and how fast, how far it is, and how far it goes.
fn tape(progress: Progress) -> String {
    let state = if progress.is_running { "▶" } else { "‖" };
    let position = text::passed(progress.position_ms);
    let end = text::passed(progress.end_ms);
    format!("{state} {}× {position} / {end}", progress.speed)
}
