//! What moves on the side of a seat: its cells and its score.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Board;
use versus2048_protocol::wire::BoardView;

use crate::film::layout::Layout;
use crate::film::reel::Reel;
use crate::film::symbol::{Size, Symbol};
use crate::film::track::{Glide, Track};
use crate::model::motion::path::{self, Path};
use crate::playback::Step;

/// The digits of a score; more are not reached by any match.
const SCORE_DIGITS: usize = 7;
/// How long each size of a tile that appears or was merged is shown, in frames.
const SIZE_FRAMES: u64 = 2;

/// What moves on the side of a seat.
pub(super) struct Side<'a> {
    layout: &'a Layout,
    reel: &'a Reel,
    /// Row by row.
    cells: Vec<Track>,
    /// The last digit first.
    score: Vec<Track>,
    board: Board,
}

/// When a move is shown, in frames.
struct Times {
    /// The tiles set out.
    from: u64,
    /// They have arrived.
    arrived: u64,
    /// The next move is shown.
    next: u64,
}

impl<'a> Side<'a> {
    /// The side of a seat before its first move.
    pub(super) fn dealt(layout: &'a Layout, reel: &'a Reel, seat: Seat, dealt: &BoardView) -> Self {
        let cells = path::places(&dealt.rows);
        let mut side = Self {
            layout,
            reel,
            cells: cells
                .map(|place| Track::new(layout.cell(seat, place)))
                .collect(),
            score: (0..SCORE_DIGITS)
                .map(|place| Track::new(layout.score_digit(seat, place)))
                .collect(),
            board: dealt.rows,
        };
        side.rest(0);
        side.count(0, dealt.score);
        side
    }

    /// Makes all moves of the seat.
    pub(super) fn make_all<'s>(&mut self, steps: impl Iterator<Item = &'s Step>) {
        let mut steps = steps.peekable();
        while let Some(step) = steps.next() {
            let from = self.reel.frame(step.at_ms);
            let next = steps.peek();
            let next = next.map_or(u64::MAX, |step| self.reel.frame(step.at_ms));
            let arrived = from + self.reel.slide_frames(from, next);
            self.make(
                step,
                &Times {
                    from,
                    arrived,
                    next,
                },
            );
        }
    }

    /// Everything that moves.
    pub(super) fn into_tracks(self) -> impl Iterator<Item = Track> {
        self.cells.into_iter().chain(self.score)
    }

    fn make(&mut self, step: &Step, times: &Times) {
        let paths = path::paths(&self.board, step.dir);
        if times.arrived > times.from {
            self.slide(&paths, times);
        }
        self.board = step.board.rows;
        self.rest(times.arrived);
        self.count(times.arrived, step.board.score);
        if self.reel.is_fine() {
            let merged = paths.iter().filter(|path| path.merges);
            let mut merged: Vec<(u8, u8)> = merged.map(|path| path.to).collect();
            // Both of the tiles that became one say so, one behind the other.
            merged.dedup();
            for place in merged {
                self.stand_out(place, &Size::MERGED, times);
            }
            let spawn = (step.spawn.row, step.spawn.col);
            self.stand_out(spawn, &Size::NEW, times);
        }
    }

    fn slide(&mut self, paths: &[Path], times: &Times) {
        for path in paths.iter().filter(|path| path.from != path.to) {
            let glide = Glide {
                from: times.from,
                until: times.arrived,
                by: self.layout.way(path.from, path.to),
            };
            self.cell(path.from).glide(glide);
        }
    }

    /// Shows every tile as it is at rest.
    fn rest(&mut self, frame: u64) {
        let board = self.board;
        for (track, (row, col)) in self.cells.iter_mut().zip(path::places(&board)) {
            track.change(frame, Symbol::tile(board.tile(row, col)));
        }
    }

    /// Shows a tile at some sizes one after the other until it comes to rest, or moves again.
    fn stand_out(&mut self, place: (u8, u8), sizes: &[Size], times: &Times) {
        let tile = self.board.tile(place.0, place.1);
        let track = self.cell(place);
        let mut frame = times.arrived;
        for &size in sizes {
            if frame >= times.next {
                break;
            }
            track.change(frame, Symbol::Tile(tile, size));
            frame += SIZE_FRAMES;
        }
        track.change(frame.min(times.next), Symbol::tile(tile));
    }

    fn count(&mut self, frame: u64, score: u64) {
        for (place, track) in self.score.iter_mut().enumerate() {
            track.change(frame, Symbol::digit_of(score, place, 1));
        }
    }

    fn cell(&mut self, (row, col): (u8, u8)) -> &mut Track {
        let place = usize::from(row) * usize::from(self.board.cols()) + usize::from(col);
        &mut self.cells[place]
    }
}
