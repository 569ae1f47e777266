//! How a board came to be what it is: tiles slid, merged and appeared.
//!
//! It is what two boards, one after the other, tell by themselves; so it does not matter whether a
//! move was made here, at the other side of a network or by somebody else. It knows no size of cells
//! and holds up nothing: whoever asks for a later time, or does not ask at all, sees the board as it is.

pub(crate) mod path;
mod shiver;
#[cfg(test)]
mod tests;

use versus2048_protocol::rules::{Board, Direction};
use versus2048_protocol::wire::BoardView;

use path::Path;
use shiver::Shiver;

/// How long tiles slide, in milliseconds: as long as a quick hand leaves them.
const SLIDE_MS: u64 = 80;
/// How long a position of sliding tiles is shown, in milliseconds: there are more than 60 of them a
/// second nowhere.
const SLIDE_STEP_MS: u64 = 16;
/// How long a merged tile flashes, in milliseconds.
const FLASH_MS: u64 = 140;
/// How long a new tile takes to appear, in milliseconds.
const FADE_MS: u64 = 105;
/// How many steps a flash and an appearance have.
pub const GLOW_STEPS: u8 = 4;
/// When points stand higher than before, and when they are gone, in milliseconds.
const RISE_MS: [u64; 3] = [130, 260, 900];

/// How a board came to be what it is.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    /// The board when everything has come to rest.
    board: Option<BoardView>,
    slide: Option<Slid>,
    spawn: Option<Spawned>,
    points: Option<Points>,
    shiver: Shiver,
}

/// A slide that is shown.
#[derive(Clone, Debug)]
struct Slid {
    paths: Vec<Path>,
    at_ms: u64,
}

/// A tile that appears.
#[derive(Clone, Copy, Debug)]
struct Spawned {
    place: (u8, u8),
    at_ms: u64,
}

/// Points that were won.
#[derive(Clone, Copy, Debug)]
struct Points {
    count: u64,
    at_ms: u64,
}

/// What of a motion is to be seen at some time; at rest it is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// How far tiles have slid, from 0 on.
    slide: Option<u8>,
    flash: Option<u8>,
    fade: Option<Fade>,
    rise: Option<u8>,
    shiver: Option<u8>,
}

/// How far a new tile has appeared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fade {
    /// It waits for the others to come to rest.
    NotYet,
    Step(u8),
}

/// A tile as it is to be seen: between two cells, and in its colours or on the way to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// What it shows.
    pub value: u64,
    /// The cell that it comes from.
    pub from: (u8, u8),
    /// The cell that it goes to.
    pub to: (u8, u8),
    /// How far it is, in thousandths.
    pub way: u16,
    /// How it stands out.
    pub glow: Glow,
}

/// How a tile stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Glow {
    /// It does not.
    None,
    /// It was just merged; the first of [`GLOW_STEPS`] is the brightest.
    Flash(u8),
    /// It is new; the first of [`GLOW_STEPS`] is the faintest.
    Fade(u8),
}

/// Points that rise from a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rising {
    /// How many.
    pub count: u64,
    /// How high they are: 0 is on the board.
    pub height: u8,
}

impl Motion {
    /// Takes in what a board is now. What one move and one new tile explain is shown as that;
    /// anything else is there at once.
    pub fn follow(&mut self, board: Option<BoardView>, now_ms: u64) {
        let before = std::mem::replace(&mut self.board, board);
        let (Some(before), Some(board)) = (before, board) else {
            self.stop();
            return;
        };
        if board.rows != before.rows && !self.explain(&before.rows, &board.rows, now_ms) {
            self.stop();
        } else if board.score > before.score {
            self.points = Some(Points {
                count: board.score - before.score,
                at_ms: now_ms,
            });
        }
    }

    /// Takes in what a board is now, and shows it at once.
    pub fn jump(&mut self, board: Option<BoardView>) {
        self.board = board;
        self.stop();
        self.shiver = Shiver::default();
    }

    /// Takes in when a move on this board was refused last: then it shivers.
    pub fn refuse(&mut self, refused_ms: Option<u64>) {
        self.shiver.follow(refused_ms);
    }

    /// What is to be seen at this time.
    #[must_use]
    pub fn frame(&self, now_ms: u64) -> Frame {
        let since = |at_ms: u64| now_ms.saturating_sub(at_ms);
        let slid_ms = self.slide.as_ref().map(|slide| since(slide.at_ms));
        let spawned = self.spawn.filter(|spawn| since(spawn.at_ms) < FADE_MS);
        let rise = self.points.and_then(|points| {
            let past_ms = since(points.at_ms);
            RISE_MS.iter().position(|&end_ms| past_ms < end_ms)
        });
        Frame {
            slide: slid_ms
                .filter(|&ms| ms < SLIDE_MS)
                .map(|ms| small(ms / SLIDE_STEP_MS)),
            flash: slid_ms
                .and_then(|ms| ms.checked_sub(SLIDE_MS))
                .filter(|&ms| ms < FLASH_MS && self.has_merged())
                .map(|ms| small(ms * u64::from(GLOW_STEPS) / FLASH_MS)),
            fade: spawned.map(|spawn| match now_ms.checked_sub(spawn.at_ms) {
                None => Fade::NotYet,
                Some(ms) => Fade::Step(small(ms * u64::from(GLOW_STEPS) / FADE_MS)),
            }),
            rise: rise.and_then(|height| u8::try_from(height).ok()),
            shiver: self.shiver.step(now_ms),
        }
    }

    /// When something else is to be seen than at this time, if ever.
    #[must_use]
    pub fn next_ms(&self, now_ms: u64) -> Option<u64> {
        let frame = self.frame(now_ms);
        let glow = |length_ms: u64, at_ms: u64, step: u8| {
            at_ms + (length_ms * (u64::from(step) + 1)).div_ceil(GLOW_STEPS.into())
        };
        let slid_ms = self.slide.as_ref().map_or(0, |slide| slide.at_ms);
        let spawned_ms = self.spawn.map_or(0, |spawn| spawn.at_ms);
        let won_ms = self.points.map_or(0, |points| points.at_ms);
        let times = [
            frame
                .slide
                .map(|step| slid_ms + SLIDE_STEP_MS * (u64::from(step) + 1)),
            frame
                .flash
                .map(|step| glow(FLASH_MS, slid_ms + SLIDE_MS, step)),
            frame.fade.map(|fade| match fade {
                Fade::NotYet => spawned_ms,
                Fade::Step(step) => glow(FADE_MS, spawned_ms, step),
            }),
            frame
                .rise
                .and_then(|height| Some(won_ms + RISE_MS.get(usize::from(height))?)),
            self.shiver.next_ms(now_ms),
        ];
        times.into_iter().flatten().min()
    }

    /// The tiles to be seen at this time on this board, the lowest first: those that move lie over
    /// the others.
    #[must_use]
    pub fn tiles(&self, board: &Board, now_ms: u64) -> Vec<Tile> {
        let is_known = self.board.is_some_and(|known| known.rows == *board);
        let frame = if is_known {
            self.frame(now_ms)
        } else {
            Frame::default()
        };
        match (frame.slide, &self.slide) {
            (Some(step), Some(slide)) => sliding(&slide.paths, step),
            _ => self.resting(board, frame),
        }
    }

    /// The points that rise at this time.
    #[must_use]
    pub fn rising(&self, now_ms: u64) -> Option<Rising> {
        let height = self.frame(now_ms).rise?;
        let count = self.points?.count;
        Some(Rising { count, height })
    }

    /// How many columns to the right of its place the board is to be seen at this time: one at most, to
    /// either side.
    #[must_use]
    pub fn lean(&self, now_ms: u64) -> i16 {
        self.shiver.step(now_ms).map_or(0, shiver::lean)
    }

    fn stop(&mut self) {
        (self.slide, self.spawn, self.points) = (None, None, None);
    }

    /// Shows how a board came from another, if that can be told.
    fn explain(&mut self, before: &Board, board: &Board, now_ms: u64) -> bool {
        if let Some(place) = new_tile(before, board) {
            let slid_ms = self
                .slide
                .as_ref()
                .map_or(0, |slide| slide.at_ms + SLIDE_MS);
            let at_ms = now_ms.max(slid_ms);
            self.spawn = Some(Spawned { place, at_ms });
            return true;
        }
        for dir in Direction::ALL {
            let Some(slide) = before.slide(dir) else {
                continue;
            };
            let place = new_tile(&slide.board, board);
            if slide.board != *board && place.is_none() {
                continue;
            }
            self.spawn = place.map(|place| Spawned {
                place,
                at_ms: now_ms + SLIDE_MS,
            });
            self.slide = Some(Slid {
                paths: path::paths(before, dir),
                at_ms: now_ms,
            });
            return true;
        }
        false
    }

    fn has_merged(&self) -> bool {
        let mut paths = self.slide.iter().flat_map(|slide| &slide.paths);
        paths.any(|path| path.merges)
    }

    /// The tiles of a board on which nothing slides.
    fn resting(&self, board: &Board, frame: Frame) -> Vec<Tile> {
        let merged = |place| {
            let mut paths = self.slide.iter().flat_map(|slide| &slide.paths);
            paths.any(|path| path.merges && path.to == place)
        };
        let spawned = |place| self.spawn.is_some_and(|spawn| spawn.place == place);
        let glow = |place| match (frame.flash, frame.fade) {
            (_, Some(Fade::NotYet)) if spawned(place) => None,
            (_, Some(Fade::Step(step))) if spawned(place) => Some(Glow::Fade(step)),
            (Some(step), _) if merged(place) => Some(Glow::Flash(step)),
            _ => Some(Glow::None),
        };
        let tiles = path::tiles(board).filter_map(|(place, value)| {
            Some(Tile {
                value,
                from: place,
                to: place,
                way: 1000,
                glow: glow(place)?,
            })
        });
        tiles.collect()
    }
}

/// Tiles on their way; they set out fast and arrive slowly.
fn sliding(paths: &[Path], step: u8) -> Vec<Tile> {
    let steps = SLIDE_MS.div_ceil(SLIDE_STEP_MS) + 1;
    let left = 1000 - (u64::from(step) + 1) * 1000 / steps;
    let way = u16::try_from(1000 - left * left / 1000).unwrap_or(1000);
    let mut tiles: Vec<Tile> = paths
        .iter()
        .map(|path| Tile {
            value: path.value,
            from: path.from,
            to: path.to,
            way,
            glow: Glow::None,
        })
        .collect();
    tiles.sort_by_key(|tile| tile.from != tile.to);
    tiles
}

/// The place of the one tile that a board has more than another.
fn new_tile(before: &Board, board: &Board) -> Option<(u8, u8)> {
    if (before.rows(), before.cols()) != (board.rows(), board.cols()) {
        return None;
    }
    let mut changed =
        path::places(board).filter(|&(row, col)| before.tile(row, col) != board.tile(row, col));
    let place = changed.next()?;
    (changed.next().is_none() && before.tile(place.0, place.1) == 0).then_some(place)
}

fn small(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
