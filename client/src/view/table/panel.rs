//! What stands over a board: whose it is, how far it is, and whether somebody is there.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use versus2048_protocol::game::{Seat, Status};
use versus2048_protocol::wire::{Phase, Player, PlayerKind};

use crate::keymap::letters;
use crate::model::{Connection, Mode};
use crate::text::{self, Word, number};
use crate::view::canvas::{Canvas, columns};
use crate::view::table::Table;

impl Table<'_> {
    /// Draws name and score, and in a second row, where there is one, the rest.
    pub(super) fn draw_panel(&self, canvas: &mut Canvas<'_>, area: Rect, seat: Seat) {
        let name = Rect { height: 1, ..area };
        canvas.split_line(name, &self.name(seat), &self.score(seat));
        if area.height < 2 {
            return;
        }
        let details = Rect {
            y: area.y + 1,
            ..name
        };
        let (progress, presence) = (self.progress(seat), self.presence(seat));
        let both = columns(progress.width() + presence.width());
        // Whether somebody is away matters more than how far they are.
        if both >= area.width && !self.is_here(seat) {
            canvas.split_line(details, &Line::default(), &presence);
        } else {
            canvas.split_line(details, &progress, &presence);
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
        let score = board.map_or_else(String::new, |board| format!(" {} ", number(board.score)));
        Line::from(Span::styled(score, self.look.theme.badge()))
    }

    /// The largest tile, the number of moves, and whether the board is at its end.
    fn progress<'a>(&self, seat: Seat) -> Line<'a> {
        let theme = self.look.theme;
        let Some(board) = self.play.session.shown(seat) else {
            return Line::default();
        };
        let progress = self.look.say.progress(board.rows.best_tile(), board.turn);
        let mut line = Line::from(Span::styled(progress, theme.muted()));
        if board.status != Status::Playing {
            let status = self.look.say.status(board.status);
            line.push_span(Span::styled(" · ", theme.muted()));
            line.push_span(Span::styled(status, theme.strong()));
        }
        line
    }

    /// Online whether the seat is there, at one keyboard its keys.
    fn presence<'a>(&self, seat: Seat) -> Line<'a> {
        match self.play.mode {
            Mode::HotSeat { .. } => Line::styled(self.keys_of(seat), self.look.theme.muted()),
            Mode::Solo { .. } => Line::default(),
            Mode::Online => self.online_presence(seat),
        }
    }

    fn online_presence<'a>(&self, seat: Seat) -> Line<'a> {
        let theme = self.look.theme;
        let Some(player) = self.player(seat) else {
            return Line::default();
        };
        if !self.is_here(seat) {
            let left_ms = self.play.session.forfeit_in_ms(seat, self.look.now_ms);
            let left = left_ms.map(text::left);
            let away = self.look.say.away(left.as_deref());
            return Line::styled(format!(" {away} "), theme.alarm());
        }
        let word = match self.play.session.phase {
            Phase::Over if player.rematch => Some(Word::WantsRematch),
            Phase::Ready if player.ready => Some(Word::Ready),
            Phase::Ready => Some(Word::NotReady),
            _ => None,
        };
        let word = word.map(|word| self.look.say.word(word).to_owned());
        let rtt = self.rtt(seat);
        let texts: Vec<String> = ["●".to_owned()].into_iter().chain(word.or(rtt)).collect();
        Line::styled(texts.join(" "), theme.muted())
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
            Seat::One => {
                let keys = letters::letters(self.look.keys).map(|key| key.to_ascii_uppercase());
                keys.map(String::from).join(" ")
            }
        }
    }

    /// Whether a seat is there; one's own is not while the connection is lost.
    fn is_here(&self, seat: Seat) -> bool {
        let is_own = self.play.session.you == Some(seat);
        let is_connected = !is_own || self.play.connection == Connection::Up;
        is_connected && self.player(seat).is_none_or(|player| player.connected)
    }

    fn player(&self, seat: Seat) -> Option<&Player> {
        self.play.session.players[seat].as_ref()
    }
}
