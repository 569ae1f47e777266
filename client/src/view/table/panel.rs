//! What stands over a board: whose it is, how far it is, and whether somebody is there.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use versus2048_protocol::game::{Seat, Status};
use versus2048_protocol::wire::{Phase, Player, PlayerKind};

use crate::keymap::letters;
use crate::model::{Connection, Mode};
use crate::text::{self, Word, number};
use crate::view::canvas::{Canvas, columns, width};
use crate::view::table::Table;
use crate::view::table::parts::{Part, fitting};

/// What moves are counted for, in milliseconds.
const MINUTE_MS: u64 = 60_000;
/// Columns between how far a board is and whether its player is there, at least.
const GAP: u16 = 2;

impl Table<'_> {
    /// Draws name and score, and in a second row, where there is one, the rest; points that were
    /// just won rise to the score.
    pub(super) fn draw_panel(&self, canvas: &mut Canvas<'_>, area: Rect, seat: Seat) {
        let name = Rect { height: 1, ..area };
        let score = self.score(seat);
        canvas.split_line(name, &self.name(seat), &score);
        let room = (area.width, GAP);
        let (progress, presence) = fitting(self.progress(seat), self.presence(seat), room);
        if area.height > 1 {
            let details = Rect {
                y: area.y + 1,
                ..name
            };
            canvas.split_line(details, &progress, &presence);
        }
        let taken = columns(score.width().max(presence.width()));
        self.draw_points(canvas, area, (seat, taken));
    }

    /// Draws points on their way from the board to the score, in a column of their own beside what
    /// stands at the right; where something else stands they are left out.
    fn draw_points(&self, canvas: &mut Canvas<'_>, panel: Rect, (seat, taken): (Seat, u16)) {
        let Some(rising) = self.play.motion[seat].rising(self.look.now_ms) else {
            return;
        };
        let theme = self.look.theme;
        let rows = u16::from(rising.height).min(panel.height);
        let text = format!("+{}", number(rising.count));
        let x = panel.right().saturating_sub(taken + GAP + width(&text));
        let place = Rect::new(x, panel.bottom() - rows, width(&text), 1);
        match rows {
            0 => canvas.line(place, &Line::styled(text, theme.badge())),
            1 => canvas.line_on_blank(place, &Line::styled(text, theme.strong())),
            _ => canvas.line_on_blank(place, &Line::styled(text, theme.text())),
        }
    }

    fn name<'a>(&self, seat: Seat) -> Line<'a> {
        let theme = self.look.theme;
        let mut line = Line::from(Span::styled(self.names[seat].clone(), theme.strong()));
        let is_bot = self
            .player(seat)
            .is_some_and(|player| player.kind == PlayerKind::Bot);
        let behind = match self.play.session.you {
            Some(you) if you == seat => Some(Word::You),
            _ if is_bot => Some(Word::Bot),
            _ => None,
        };
        if let Some(word) = behind.filter(|_| !self.is_solo()) {
            let text = format!(" ({})", self.look.say.word(word));
            line.push_span(Span::styled(text, theme.muted()));
        }
        if !self.is_here(seat) {
            line.push_span(" ○");
        }
        line
    }

    fn score<'a>(&self, seat: Seat) -> Line<'a> {
        let board = self.play.session.shown(seat);
        let score = board.map(|board| self.look.badge(&number(board.score)));
        score.map(Line::from).unwrap_or_default()
    }

    /// The largest tile, the number of moves, and whether the board is at its end.
    fn progress(&self, seat: Seat) -> Vec<Part> {
        let theme = self.look.theme;
        let Some(board) = self.play.session.shown(seat) else {
            return Vec::new();
        };
        let best = self.look.say.best_tile(board.rows.best_tile());
        let moves = self.look.say.moves(board.turn);
        let rate = self.rate(board.turn).filter(|_| self.is_over());
        let numbers = [(Some(best), 3), (Some(moves), 2), (rate, 2)].into_iter();
        let mut parts: Vec<Part> = numbers
            .filter_map(|(text, importance)| Some(Part::new(text?, theme.muted(), importance)))
            .collect();
        if board.status != Status::Playing {
            let status = self.look.say.status(board.status);
            // After the match that is said in the result.
            let importance = if self.is_over() { 0 } else { 5 };
            parts.push(Part::new(status.into(), theme.strong(), importance));
        }
        parts
    }

    /// How many moves a board has made in a minute.
    fn rate(&self, moves: u32) -> Option<String> {
        let elapsed_ms = self.play.session.elapsed_ms(self.look.now_ms);
        let rate = (u64::from(moves) * MINUTE_MS).checked_div(elapsed_ms)?;
        Some(self.look.say.rate(rate))
    }

    fn is_over(&self) -> bool {
        self.play.session.phase == Phase::Over
    }

    /// Online whether the seat is there, at one keyboard its keys.
    fn presence(&self, seat: Seat) -> Vec<Part> {
        match self.play.mode {
            Mode::HotSeat { .. } => {
                let importance = if self.is_over() { 1 } else { 4 };
                let keys = self.keys_of(seat);
                vec![Part::new(keys, self.look.theme.muted(), importance)]
            }
            Mode::Solo { .. } | Mode::Replay(_) => Vec::new(),
            Mode::Online => self.online_presence(seat).into_iter().collect(),
        }
    }

    /// Whether somebody is away matters more than how far they are.
    fn online_presence(&self, seat: Seat) -> Option<Part> {
        let theme = self.look.theme;
        let player = self.player(seat)?;
        if self.play.connection != Connection::Up && self.play.closed.is_none() {
            // Who is away is not known: it is the server that can't be reached.
            let is_own = self.play.session.you == Some(seat);
            let word = self.look.say.word(Word::Reconnecting);
            return is_own.then(|| Part::new(format!(" {word} "), theme.alarm(), 7));
        }
        if !self.is_here(seat) {
            let left_ms = self.play.session.forfeit_in_ms(seat, self.look.now_ms);
            let left = left_ms.map(text::left);
            let away = self.look.say.away(left.as_deref());
            return Some(Part::new(format!(" {away} "), theme.alarm(), 7));
        }
        let word = match self.play.session.phase {
            Phase::Ready if player.ready => Some(Word::Ready),
            Phase::Ready => Some(Word::NotReady),
            _ => None,
        };
        let importance = match self.play.session.phase {
            Phase::Ready => 6,
            Phase::Over => 1,
            _ => 4,
        };
        let word = word.map(|word| self.look.say.word(word).to_owned());
        let rtt = self.rtt(seat);
        let texts: Vec<String> = ["●".to_owned()].into_iter().chain(word.or(rtt)).collect();
        Some(Part::new(texts.join(" "), theme.muted(), importance))
    }

    /// The round trip is one's own: it stands at one's own seat.
    fn rtt(&self, seat: Seat) -> Option<String> {
        let is_own = self.play.session.you == Some(seat);
        let matters = is_own && self.play.session.phase != Phase::Over;
        let rtt_ms = self.play.rtt_ms.filter(|_| matters)?;
        Some(format!("{rtt_ms} ms"))
    }

    fn keys_of(&self, seat: Seat) -> String {
        match seat {
            Seat::Zero => "← ↑ ↓ →".into(),
            Seat::One => letters::printed(self.look.keys).join(" "),
        }
    }

    /// Whether a seat is there, as far as that is known.
    fn is_here(&self, seat: Seat) -> bool {
        self.player(seat).is_none_or(|player| player.connected)
    }

    fn player(&self, seat: Seat) -> Option<&Player> {
        self.play.session.players[seat].as_ref()
    }
}
