//! A replay as a picture that moves: one SVG file, without a script, that shows the final boards
//! where nothing moves.
//!
//! Every cell, and every digit of a score or of the clock, shows one of a few symbols at a time. So
//! a film is a list of changes for each, in frames, which browsers play by themselves (SMIL). It
//! knows no file: it is a pure function of the replay, the theme and the language.

mod layout;
mod reel;
#[cfg(test)]
mod tests;
mod track;

use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::wire::BoardView;

use crate::film::layout::Layout;
use crate::film::reel::Reel;
use crate::film::track::{Track, cell_symbol, digit_symbol};
use crate::model::ThemeName;
use crate::playback::Tape;
use crate::text::Language;

/// The digits of a score; more are not reached by any match.
const SCORE_DIGITS: usize = 7;
/// The most bytes of a film; for a longer one frames are left out.
const MAX_BYTES: usize = 512 * 1024;

/// Both boards, and the match time from which on they stood.
type State = (u64, BySeat<BoardView>);

/// How a film is made.
#[derive(Clone, Copy)]
pub struct Style {
    /// The colours.
    pub theme: ThemeName,
    /// The language.
    pub say: &'static dyn Language,
}

/// The film of a match.
#[must_use]
pub fn film(tape: &Tape, style: Style) -> String {
    film_within(tape, style, MAX_BYTES)
}

/// The film with as many frames as so many bytes allow, and with the fewest where none do.
fn film_within(tape: &Tape, style: Style, max_bytes: usize) -> String {
    let states: Vec<State> = tape.states().collect();
    let layout = Layout::new(tape, &states, style);
    let mut reel = Reel::of(tape.end_ms());
    loop {
        let film = draw(&layout, &states, reel);
        if film.len() <= max_bytes {
            return film;
        }
        match reel.coarser() {
            Some(coarser) => reel = coarser,
            None => return film,
        }
    }
}

fn draw(layout: &Layout, states: &[State], reel: Reel) -> String {
    let mut film = layout.head();
    for seat in Seat::ALL {
        let tracks = Tracks::shot(states, layout, reel, seat);
        for track in tracks.cells.iter().chain(&tracks.score) {
            track.write(&mut film, reel);
        }
    }
    for track in clock(layout, reel) {
        track.write(&mut film, reel);
    }
    film + &layout.tail(reel)
}

/// What changes on the side of a seat.
struct Tracks {
    cells: Vec<Track>,
    score: Vec<Track>,
}

impl Tracks {
    fn shot(states: &[State], layout: &Layout, reel: Reel, seat: Seat) -> Self {
        let options = layout.options();
        let cells = (0..options.rows).flat_map(|row| (0..options.cols).map(move |col| (row, col)));
        let cells: Vec<(u8, u8)> = cells.collect();
        let mut tracks = Self {
            cells: cells
                .iter()
                .map(|&(row, col)| Track::new(layout.cell(seat, row, col)))
                .collect(),
            score: (0..SCORE_DIGITS)
                .map(|place| Track::new(layout.score_digit(seat, place)))
                .collect(),
        };
        let mut last: Option<BoardView> = None;
        for &(at_ms, boards) in states {
            let board = boards[seat];
            if last == Some(board) {
                continue;
            }
            last = Some(board);
            let frame = reel.frame(at_ms);
            for (track, &(row, col)) in tracks.cells.iter_mut().zip(&cells) {
                track.change(frame, cell_symbol(board.rows.tile(row, col)));
            }
            for (place, track) in tracks.score.iter_mut().enumerate() {
                track.change(frame, digit_symbol(board.score, place, 1));
            }
        }
        tracks
    }
}

/// The digits of the clock: what is left of the time limit, else the time that has passed.
fn clock(layout: &Layout, reel: Reel) -> Vec<Track> {
    /// Seconds, tens of seconds, minutes, tens of minutes, hundreds of minutes.
    const UNITS_S: [(u64, u64); 5] = [(1, 10), (10, 6), (60, 10), (600, 10), (6000, 10)];
    let limit_ms = layout.options().time_limit_ms();
    let mut tracks: Vec<Track> = (0..UNITS_S.len())
        .map(|place| Track::new(layout.clock_digit(place)))
        .collect();
    for frame in 0..=reel.last() {
        let at_ms = reel.match_ms(frame);
        let shown_s = match limit_ms {
            Some(limit_ms) => limit_ms.saturating_sub(at_ms).div_ceil(1000),
            None => at_ms / 1000,
        };
        for (track, (unit_s, base)) in tracks.iter_mut().zip(UNITS_S) {
            let digit = shown_s / unit_s % base;
            let is_shown = unit_s <= 60 || shown_s >= unit_s;
            track.change(frame, track::digit(is_shown.then_some(digit)));
        }
    }
    tracks
}
