//! What stands where in a film, and what of it never moves.

use std::fmt::Write as _;

use ratatui::style::Color;
use unicode_width::UnicodeWidthStr as _;
use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::Options;

use crate::film::reel::Reel;
use crate::film::track::{DIGITS, cell_symbol, share};
use crate::film::{State, Style};
use crate::model::ColorDepth;
use crate::playback::Tape;
use crate::text::clean;
use crate::theme::Theme;

/// A cell's side, and what lies between two of them.
const CELL: u64 = 60;
const GAP: u64 = 6;
/// Around everything, and between the boards.
const MARGIN: u64 = 20;
const BETWEEN: u64 = 40;
/// The least width of a side, so that a name and a score have room over a small board.
const MIN_SIDE_WIDTH: u64 = 270;
/// The baselines of the first line and of the names, and where the boards begin.
const TITLE_Y: u64 = 36;
const NAMES_Y: u64 = 80;
const BOARDS_Y: u64 = 94;
/// From the boards to the result, and to the lower edge.
const RESULT_BELOW: u64 = 36;
const BELOW: u64 = 56;
/// What a digit and a colon take of a line.
const DIGIT_WIDTH: u64 = 13;
const COLON_WIDTH: u64 = 7;
/// The size of letters, and what one column of a text takes about then; a wide character has two.
const FONT_SIZE: u64 = 20;
const COLUMN_WIDTH: u64 = 12;

/// What stands where in a film.
pub(super) struct Layout {
    options: Options,
    names: BySeat<String>,
    scores: BySeat<u64>,
    best_tile: u64,
    headline: String,
    result: String,
    theme: Theme,
}

impl Layout {
    /// The picture of a match.
    pub(super) fn new(tape: &Tape, states: &[State], style: Style) -> Self {
        let say = style.say;
        let players = tape.snapshot().players;
        let names = players.map(|player| player.map_or_else(String::new, |it| clean(&it.name)));
        let over = tape.over();
        let winner = over.winner.map(|seat| names[seat].as_str());
        let result = say.replay_won(winner, over.reason);
        let boards = states.iter().flat_map(|(_, boards)| boards.0);
        let best_tile = boards.map(|board| board.rows.best_tile()).max();
        Self {
            options: *tape.options(),
            headline: format!("2048 Versus · {}", say.options(tape.options())),
            result: format!("{result} · {} : {}", over.scores.0[0], over.scores.0[1]),
            scores: over.scores,
            best_tile: best_tile.unwrap_or(0),
            theme: Theme::new(style.theme, ColorDepth::True),
            names,
        }
    }

    /// The options of the match.
    pub(super) const fn options(&self) -> &Options {
        &self.options
    }

    /// Where a cell is.
    pub(super) fn cell(&self, seat: Seat, row: u8, col: u8) -> (u64, u64) {
        let (x, y) = self.board(seat);
        let place = |number: u8| GAP + u64::from(number) * (CELL + GAP);
        (x + place(col), y + place(row))
    }

    /// Where a digit of a score is, the last at place 0.
    pub(super) fn score_digit(&self, seat: Seat, place: usize) -> (u64, u64) {
        let right = self.side(seat) + self.side_width();
        (right - (to_u64(place) + 1) * DIGIT_WIDTH, NAMES_Y)
    }

    /// Where a digit of the clock is: seconds at places 0 and 1, minutes from place 2 on.
    pub(super) fn clock_digit(&self, place: usize) -> (u64, u64) {
        let colon = if place < 2 { 0 } else { COLON_WIDTH };
        let right = self.width() - MARGIN - colon;
        (right - (to_u64(place) + 1) * DIGIT_WIDTH, TITLE_Y)
    }

    /// Everything that stands before what moves.
    pub(super) fn head(&self) -> String {
        let (width, height) = (self.width(), self.height());
        let title = escaped(&format!("{} · {}", self.headline, self.names.0.join(" : ")));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" fill=\"#2b2724\" font-size=\"{FONT_SIZE}\" \
             font-family=\"Helvetica, Arial, sans-serif\">\n<title>{title}</title>\n\
             <style>.t{{font-weight:bold;text-anchor:middle}}</style>\n"
        );
        self.define_symbols(&mut svg);
        let _ = writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/>"
        );
        let clock_width = 6 * DIGIT_WIDTH;
        let room = width - 2 * MARGIN - clock_width;
        svg.push_str(&text((MARGIN, TITLE_Y), room, &self.headline));
        let colon = (width - MARGIN - 2 * DIGIT_WIDTH - COLON_WIDTH, TITLE_Y);
        svg.push_str(&text(colon, COLUMN_WIDTH, ":"));
        for seat in Seat::ALL {
            self.draw_side(&mut svg, seat);
        }
        svg
    }

    /// Everything that stands behind what moves: the result, from the end on.
    pub(super) fn tail(&self, reel: Reel) -> String {
        let y = BOARDS_Y + self.board_height() + RESULT_BELOW;
        let duration_ms = reel.duration_ms();
        let end = share(reel.share(reel.last()));
        let appears = format!(
            "<g><animate attributeName=\"opacity\" calcMode=\"discrete\" \
             repeatCount=\"indefinite\" dur=\"{duration_ms}ms\" values=\"0;1\" \
             keyTimes=\"0;{end}\"/>\n"
        );
        let result = text((MARGIN, y), self.width() - 2 * MARGIN, &self.result);
        // A match without a moment has nothing but its end.
        let group = if end == "0" { "<g>\n" } else { &appears };
        format!("{group}{result}</g>\n</svg>\n")
    }

    fn draw_side(&self, svg: &mut String, seat: Seat) {
        // A score never falls, so the last has the most digits.
        let digits = self.scores[seat].checked_ilog10().unwrap_or(0) + 1;
        let room = self.side_width() - (u64::from(digits) + 1) * DIGIT_WIDTH;
        svg.push_str(&text((self.side(seat), NAMES_Y), room, &self.names[seat]));
        let (x, y) = self.board(seat);
        let (width, height) = (self.board_width(), self.board_height());
        let board = hex(self.theme.board().bg);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"8\" \
             fill=\"{board}\"/>"
        );
        let empty = hex(self.theme.tile(0).bg);
        for (row, col) in
            (0..self.options.rows).flat_map(|row| (0..self.options.cols).map(move |col| (row, col)))
        {
            let (x, y) = self.cell(seat, row, col);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" rx=\"5\" \
                 fill=\"{empty}\"/>"
            );
        }
    }

    /// The symbols that cells and digits show.
    fn define_symbols(&self, svg: &mut String) {
        svg.push_str("<defs>\n<g id=\"a\"/>\n");
        for (symbol, digit) in DIGITS.into_iter().zip(0..) {
            let _ = writeln!(
                svg,
                "<text id=\"{symbol}\" font-weight=\"bold\">{digit}</text>"
            );
        }
        let tiles = std::iter::successors(Some(2_u64), |tile| tile.checked_mul(2));
        for tile in tiles.take_while(|&tile| tile <= self.best_tile) {
            let symbol = cell_symbol(tile);
            let style = self.theme.tile(tile);
            let (ground, ink) = (hex(style.bg), hex(style.fg));
            let size = match tile.ilog10() {
                0 | 1 => 28,
                2 => 24,
                3 => 20,
                4 => 16,
                _ => 13,
            };
            let (middle, baseline) = (CELL / 2, CELL / 2 + size * 9 / 25);
            let _ = writeln!(
                svg,
                "<g id=\"{symbol}\"><rect width=\"{CELL}\" height=\"{CELL}\" rx=\"5\" \
                 fill=\"{ground}\"/><text class=\"t\" x=\"{middle}\" y=\"{baseline}\" \
                 font-size=\"{size}\" fill=\"{ink}\">{tile}</text></g>"
            );
        }
        svg.push_str("</defs>\n");
    }

    /// The left edge of a side; seat 0 is at the left.
    fn side(&self, seat: Seat) -> u64 {
        MARGIN + u64::from(seat.number()) * (self.side_width() + BETWEEN)
    }

    /// Where a board begins: in the middle of its side.
    fn board(&self, seat: Seat) -> (u64, u64) {
        let beside = self.side_width() - self.board_width();
        (self.side(seat) + beside / 2, BOARDS_Y)
    }

    fn side_width(&self) -> u64 {
        self.board_width().max(MIN_SIDE_WIDTH)
    }

    fn board_width(&self) -> u64 {
        GAP + u64::from(self.options.cols) * (CELL + GAP)
    }

    fn board_height(&self) -> u64 {
        GAP + u64::from(self.options.rows) * (CELL + GAP)
    }

    fn width(&self) -> u64 {
        2 * MARGIN + 2 * self.side_width() + BETWEEN
    }

    fn height(&self) -> u64 {
        BOARDS_Y + self.board_height() + BELOW
    }
}

/// A text that keeps to its room: where it is too long, its letters are smaller.
fn text((x, y): (u64, u64), room: u64, text: &str) -> String {
    let wanted = to_u64(text.width()) * COLUMN_WIDTH;
    let smaller = if wanted > room {
        format!(" font-size=\"{}\"", FONT_SIZE * room / wanted)
    } else {
        String::new()
    };
    let text = escaped(text);
    format!("<text x=\"{x}\" y=\"{y}\"{smaller}>{text}</text>\n")
}

/// A text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A colour of a theme at full depth.
fn hex(color: Option<Color>) -> String {
    match color {
        Some(Color::Rgb(red, green, blue)) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => "none".to_owned(),
    }
}

fn to_u64(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
