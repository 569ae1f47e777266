//! What of a film never moves: the boards without tiles, names, and how it ends.

use std::fmt::Write as _;

use versus2048_protocol::game::{BySeat, Reason, Seat};

use crate::film::layout::{Area, CELL, DIGIT_WIDTH, Layout, MARGIN, TITLE_Y};
use crate::film::shape::{
    FONT_SIZE, LETTER_WIDTH, Text, escaped, fill, ground, ink, width, write_rectangle,
};
use crate::film::symbol::{Size, Symbol};
use crate::playback::Tape;
use crate::text::{Ended, Language, Winner, clean, fit, people};
use crate::theme::Theme;

/// What is played.
const GAME: &str = "2048 Versus";
/// What everything stands on, letters, and letters that stand back.
const PAPER: &str = "#fbfaf7";
const INK: &str = "#2b2724";
const MUTED: &str = "#756c64";
/// The most columns of a name; those that the protocol allows have no more.
const NAME_COLUMNS: usize = 40;
/// Between the letters of the winner and the edge of the field that they are in, and behind it.
const PADDING: u64 = 12;
/// How far that field reaches over and under the baseline.
const FIELD: (u64, u64) = (23, 10);

/// What of a film never moves.
pub(super) struct Scenery {
    options: String,
    names: BySeat<String>,
    scores: BySeat<u64>,
    best_tile: u64,
    winner: Option<Seat>,
    /// Who won, and why.
    result: [String; 2],
    theme: Theme,
}

impl Scenery {
    /// What stands around a match up to a best tile.
    pub(super) fn new(tape: &Tape, best_tile: u64, theme: Theme, say: &dyn Language) -> Self {
        let players = tape.snapshot().players;
        let name = |name: &str| fit(&clean(name), NAME_COLUMNS);
        let names = players.map(|player| player.map_or_else(String::new, |it| name(&it.name)));
        let names = people::told_apart(names);
        let over = tape.over();
        let winner = match over.winner {
            _ if tape.is_solo() => Winner::Solo,
            Some(seat) => Winner::Other(&names[seat]),
            None if over.reason == Reason::Aborted => Winner::Nobody,
            None => Winner::Draw,
        };
        let last = tape.steps().last().filter(|_| tape.is_solo());
        let outcome = over.outcome();
        let ended = Ended {
            outcome: last.map_or(outcome, |step| people::alone(outcome, step.board.status)),
            names: &names,
            target: tape.options().target,
            is_solo: tape.is_solo(),
            you: None,
        };
        Self {
            options: say.options(tape.options()),
            scores: over.scores,
            best_tile,
            winner: over.winner,
            result: [say.winner(winner), say.reason(ended)],
            names,
            theme,
        }
    }

    /// The head of the file: its size, its title and the symbols that places show.
    pub(super) fn write_head(&self, svg: &mut String, layout: &Layout) {
        let Area { width, height, .. } = layout.all();
        let names = layout.seats().iter().map(|&seat| self.names[seat].as_str());
        let names = names.collect::<Vec<_>>().join(" : ");
        let title = escaped(&format!("{GAME} · {} · {names}", self.options));
        // Writing to a String can't fail.
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" fill=\"{INK}\" \
             font-size=\"{FONT_SIZE}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
             <title>{title}</title>\n<style>\n.b{{font-weight:bold}}\n\
             .t{{font-weight:bold;text-anchor:middle}}\n\
             @media (prefers-reduced-motion:reduce){{.film{{display:none}}}}\n</style>\n<defs>\n"
        );
        for digit in 0..10 {
            let symbol = Symbol::Digit(digit);
            let _ = writeln!(svg, "<text id=\"{symbol}\" class=\"b\">{digit}</text>");
        }
        self.define_tiles(svg);
        svg.push_str("</defs>\n");
    }

    /// Everything but what moves and the end.
    pub(super) fn write(&self, svg: &mut String, layout: &Layout) {
        write_rectangle(svg, layout.all(), 10, &fill(PAPER));
        self.write_first_line(svg, layout);
        for &seat in layout.seats() {
            let name = Text {
                at: layout.name(seat),
                room: layout.name_width(seat, self.scores[seat]),
                says: &self.names[seat],
            };
            name.write(svg, "");
            write_rectangle(svg, layout.board(seat), 8, &ground(self.theme.board()));
            let empty = ground(self.theme.tile(0));
            for place in layout.places() {
                let (x, y) = layout.cell(seat, place);
                let cell = Area {
                    x,
                    y,
                    width: CELL,
                    height: CELL,
                };
                write_rectangle(svg, cell, 5, &empty);
            }
        }
    }

    /// What the end adds: who won and why; the board that has not won stands back.
    pub(super) fn write_result(&self, svg: &mut String, layout: &Layout) {
        if let Some(winner) = self.winner {
            let area = layout.board(winner.other());
            let veil = format!("{} opacity=\".4\"", fill(PAPER));
            write_rectangle(svg, area, 8, &veil);
        }
        let [winner, reason] = &self.result;
        let (x, y) = layout.result();
        let room = layout.line_width() - 3 * PADDING;
        let wanted = width(winner) + width(reason);
        // Where both together are too long, both are smaller.
        let share = |text: &str| width(text) * room.min(wanted) / wanted.max(1);
        let field = Area {
            x,
            y: y - FIELD.0,
            width: share(winner) + 2 * PADDING,
            height: FIELD.0 + FIELD.1,
        };
        let chosen = self.theme.chosen();
        // On paper of nearly its colour it has an edge.
        let edge = format!("{} stroke=\"{INK}\" stroke-opacity=\".3\"", ground(chosen));
        write_rectangle(svg, field, 5, &edge);
        let winner = Text {
            at: (x + field.width / 2, y),
            room: share(winner),
            says: winner,
        };
        winner.write(svg, &format!("class=\"t\" {}", ink(chosen)));
        let reason = Text {
            at: (x + field.width + PADDING, y),
            room: share(reason),
            says: reason,
        };
        reason.write(svg, "");
    }

    /// What is played, and by which options; the clock follows.
    fn write_first_line(&self, svg: &mut String, layout: &Layout) {
        let room = layout.line_width() - 7 * DIGIT_WIDTH;
        let game = Text {
            at: (MARGIN, TITLE_Y),
            room,
            says: GAME,
        };
        game.write(svg, "class=\"b\"");
        let behind = width(GAME) + 2 * LETTER_WIDTH;
        let options = Text {
            at: (MARGIN + behind, TITLE_Y),
            room: room - behind,
            says: &self.options,
        };
        options.write(svg, &fill(MUTED));
        let colon = Text {
            at: layout.colon(),
            room: LETTER_WIDTH,
            says: ":",
        };
        colon.write(svg, "class=\"b\"");
    }

    /// Every tile that is to be seen, at every size.
    fn define_tiles(&self, svg: &mut String) {
        let nothing = Symbol::NOTHING;
        let _ = writeln!(svg, "<g id=\"{nothing}\"/>");
        let tiles = std::iter::successors(Some(2_u64), |tile| tile.checked_mul(2));
        for tile in tiles.take_while(|&tile| tile <= self.best_tile) {
            self.define_tile(svg, tile);
            for size in Size::OTHERS {
                define_sized(svg, tile, size);
            }
        }
    }

    fn define_tile(&self, svg: &mut String, tile: u64) {
        let symbol = Symbol::tile(tile);
        let style = self.theme.tile(tile);
        let (ground, ink) = (ground(style), ink(style));
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
             {ground}/><text class=\"t\" x=\"{middle}\" y=\"{baseline}\" \
             font-size=\"{size}\" {ink}>{tile}</text></g>"
        );
    }
}

/// A tile that is larger or smaller stays in the middle of its cell.
fn define_sized(svg: &mut String, tile: u64, size: Size) {
    let (normal, symbol) = (Symbol::tile(tile), Symbol::Tile(tile, size));
    let (scale, opacity) = (size.percent(), size.opacity_percent());
    let middle = CELL / 2;
    let _ = writeln!(
        svg,
        "<g id=\"{symbol}\" opacity=\"{}\"><use href=\"#{normal}\" \
         transform=\"translate({middle} {middle}) scale({}) translate(-{middle} -{middle})\"/></g>",
        hundredths(opacity),
        hundredths(scale),
    );
}

fn hundredths(number: u64) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}
