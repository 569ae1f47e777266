//! A page of lines in the middle of the window: the menu, forms, lists, notices.

mod tiles;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::text::Hint;
use crate::view::canvas::{Canvas, columns};
use crate::view::cells::CellSize;
use crate::view::hints::{self, Key};
use crate::view::look::Look;
use crate::view::pages;

/// The widest block of lines; beyond it the eye loses the beginning of the next line.
pub(super) const MAX_WIDTH: u16 = 76;
/// The narrowest window for a page.
const MIN_WIDTH: u16 = 20;
/// The lowest window for a page: a head, two lines and the keys.
const MIN_HEIGHT: u16 = 5;
/// Rows that stay free where the game's name stands in large figures.
const LARGE_LOGO_SPARE: u16 = 14;

/// A page; lines are placed by their own alignment in a block in the middle of the window.
#[derive(Default)]
pub(super) struct Page<'a> {
    /// Whether the game's name stands above it in tiles, where there is room.
    pub(super) has_logo: bool,
    /// Whether a tile of each kind stands under its body, where there is room.
    pub(super) has_palette: bool,
    /// Whether its lines are rows of a list, which may be as wide as the window.
    pub(super) is_list: bool,
    /// The columns that it takes at least, where there are as many: what changes on it moves nothing.
    pub(super) min_width: u16,
    /// What the page is.
    pub(super) head: Vec<Line<'a>>,
    /// What it has; as much as fits, around the focus.
    pub(super) body: Vec<Line<'a>>,
    /// The number of the line in the body that must be seen.
    pub(super) focus: usize,
    /// How many lines of the body are scrolled away, where that is not left to the focus.
    pub(super) above: Option<usize>,
    /// What is said about it, where there is room.
    pub(super) foot: Vec<Line<'a>>,
    /// The keys.
    pub(super) keys: Vec<Key>,
}

/// How many rows each part gets.
struct Rows {
    /// The tiles of the game's name.
    logo: Option<CellSize>,
    head: u16,
    body: u16,
    /// A tile of each kind.
    palette: Option<CellSize>,
    foot: u16,
    /// Whether a blank row parts each from the next.
    gap: u16,
}

impl Page<'_> {
    /// Draws the page into an area.
    pub(super) fn draw(&self, look: &Look, canvas: &mut Canvas<'_>, area: Rect) {
        if area.width < MIN_WIDTH || area.height < MIN_HEIGHT {
            pages::too_small(look, canvas, area, (MIN_WIDTH, MIN_HEIGHT));
            return;
        }
        let rows = self.rows(area);
        let width = self.width(look, area.width);
        let mut row = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + area.height.saturating_sub(rows.total()) / 2,
            width,
            height: 1,
        };
        if let Some(size) = rows.logo {
            tiles::logo(look, canvas, row, size);
            row.y += logo_height(size);
        }
        draw_lines(canvas, &mut row, &self.head, rows.head);
        row.y += rows.gap;
        let first = self.first_shown(rows.body);
        draw_lines(canvas, &mut row, &self.body[first..], rows.body);
        if let Some(size) = rows.palette {
            row.y += 1;
            tiles::palette(look, canvas, row, size);
            row.y += size.board(1, tiles::PALETTE).1;
        }
        row.y += if rows.foot > 0 { rows.gap } else { 0 };
        draw_lines(canvas, &mut row, &self.foot, rows.foot);
        row.y += rows.gap;
        let is_cut = usize::from(rows.body) < self.body.len();
        let keys = self.keys.iter().cloned();
        let keys: Vec<Key> = keys
            .filter(|key| is_cut || key.does != Hint::Scroll)
            .collect();
        hints::draw(look, canvas, row, &keys);
    }

    /// How many lines can be scrolled away before the last one is seen, in an area of this size.
    pub(super) fn last_above(&self, area: Rect) -> usize {
        let rows = self.rows(area);
        self.body.len().saturating_sub(rows.body.into())
    }

    fn first_shown(&self, rows: u16) -> usize {
        let lines = self.body.len();
        self.above.map_or_else(
            || first_shown(lines, rows.into(), self.focus),
            |above| above.min(lines.saturating_sub(rows.into())),
        )
    }

    /// The rows of each part: first the tiles go, then the gaps, then the foot, then the body is cut.
    fn rows(&self, Rect { width, height, .. }: Rect) -> Rows {
        let is_wide_enough = |size: CellSize| size.board(1, 4).0 + 2 <= width;
        let has_logo = self.has_logo && is_wide_enough(CellSize::LOGO);
        let mut rows = Rows {
            logo: has_logo.then_some(CellSize::LOGO),
            head: columns(self.head.len()),
            body: columns(self.body.len()),
            palette: self.palette(width),
            foot: columns(self.foot.len()),
            gap: 1,
        };
        let has_spare = rows.total() + LARGE_LOGO_SPARE <= height;
        if has_logo && has_spare && is_wide_enough(CellSize::LARGE_LOGO) {
            rows.logo = Some(CellSize::LARGE_LOGO);
        }
        for give_up in [
            |_: &mut Rows| {},
            |rows: &mut Rows| rows.logo = None,
            |rows: &mut Rows| rows.palette = None,
            |rows: &mut Rows| rows.gap = 0,
            |rows: &mut Rows| rows.foot = 0,
        ] {
            give_up(&mut rows);
            if rows.total() <= height {
                return rows;
            }
        }
        rows.head = rows.head.min(height.saturating_sub(2));
        rows.body = height.saturating_sub(rows.head).saturating_sub(1);
        rows
    }

    /// The size of the tiles of each kind in a window of this width.
    fn palette(&self, width: u16) -> Option<CellSize> {
        let sizes = [CellSize::LOGO, CellSize::NARROW];
        let has_room = |size: &CellSize| size.board(1, tiles::PALETTE).0 + 2 <= width;
        sizes
            .into_iter()
            .find(|size| self.has_palette && has_room(size))
    }

    fn width(&self, look: &Look, available: u16) -> u16 {
        let lines = self.head.iter().chain(&self.body).chain(&self.foot);
        let widest = lines.map(Line::width).max().unwrap_or(0);
        let keys = hints::line(look, &self.keys).width();
        let widest_of_page = if self.is_list { u16::MAX } else { MAX_WIDTH };
        let wanted = columns(widest.max(keys)).min(widest_of_page);
        let tiles = self.palette(available);
        let tiles = tiles.map_or(0, |size| size.board(1, tiles::PALETTE).0);
        wanted
            .max(self.min_width)
            .max(tiles)
            .max(MIN_WIDTH)
            .min(available.saturating_sub(2))
    }
}

impl Rows {
    /// All rows, with that of the keys.
    fn total(&self) -> u16 {
        let gaps = self.gap * if self.foot > 0 { 3 } else { 2 };
        let logo = self.logo.map_or(0, logo_height);
        let palette = self.palette;
        let palette = palette.map_or(0, |size| size.board(1, tiles::PALETTE).1 + 1);
        [logo, self.head, self.body, palette, self.foot, gaps, 1]
            .into_iter()
            .fold(0, u16::saturating_add)
    }
}

/// Draws at most so many lines, each in the next row.
fn draw_lines(canvas: &mut Canvas<'_>, row: &mut Rect, lines: &[Line<'_>], count: u16) {
    let area = Rect {
        height: count,
        ..*row
    };
    canvas.lines(area, lines);
    row.y += count.min(columns(lines.len()));
}

/// The number of the first line to be shown, so that the one in focus is seen.
fn first_shown(lines: usize, rows: usize, focus: usize) -> usize {
    let last_first = lines.saturating_sub(rows);
    focus.saturating_sub(rows / 2).min(last_first)
}

/// Rows of the game's name, with the blank under it.
const fn logo_height(size: CellSize) -> u16 {
    let (_, height) = size.board(1, 4);
    height + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_s_name_is_whole_or_not_there() {
        let page = Page {
            has_logo: true,
            ..Page::default()
        };
        let logo = |width| page.rows(Rect::new(0, 0, width, 60)).logo;
        assert_eq!(logo(26), None);
        assert_eq!(logo(27), Some(CellSize::LOGO));
        assert_eq!(logo(42), Some(CellSize::LOGO));
        assert_eq!(logo(43), Some(CellSize::LARGE_LOGO));
    }

    #[test]
    fn the_line_in_focus_is_seen() {
        assert_eq!(first_shown(11, 20, 10), 0);
        assert_eq!(first_shown(11, 5, 0), 0);
        assert_eq!(first_shown(11, 5, 5), 3);
        assert_eq!(first_shown(11, 5, 10), 6);
        assert_eq!(first_shown(3, 0, 2), 2);
    }
}
