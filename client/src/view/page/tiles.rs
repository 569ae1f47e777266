//! Rows of tiles that stand on a page: the game's name, and a tile of each kind.

use ratatui::layout::Rect;

use crate::view::canvas::Canvas;
use crate::view::cells::{CellSize, Grid, Sprite, digits, draw_grid};
use crate::view::look::Look;

/// How many tiles there are from 2 to the usual target.
pub(super) const PALETTE: u16 = 11;

/// Draws the game's name as four tiles.
pub(super) fn logo(look: &Look, canvas: &mut Canvas<'_>, area: Rect, size: CellSize) {
    let tiles = [("2", 2), ("0", 8), ("4", 64), ("8", 2048)];
    row(
        look,
        canvas,
        (area, size),
        tiles.map(|(digit, tile)| (digit.to_owned(), tile)),
    );
}

/// Draws the tiles from 2 to the usual target, so that the colours are seen while they are chosen.
pub(super) fn palette(look: &Look, canvas: &mut Canvas<'_>, area: Rect, size: CellSize) {
    let tiles = (1..=PALETTE).map(|exponent| 1 << exponent);
    row(
        look,
        canvas,
        (area, size),
        tiles.map(|tile| (digits(tile), tile)),
    );
}

/// Draws a row of tiles in the middle of an area, each with what stands on it.
fn row(
    look: &Look,
    canvas: &mut Canvas<'_>,
    (area, size): (Rect, CellSize),
    tiles: impl IntoIterator<Item = (String, u64)>,
) {
    let tiles = (0..).zip(tiles).map(|(col, (text, tile))| Sprite {
        text,
        style: look.theme.tile(tile),
        from: (0, col),
        to: (0, col),
        way: 1000,
    });
    let tiles: Vec<Sprite> = tiles.collect();
    let cols = u16::try_from(tiles.len()).unwrap_or(u16::MAX);
    let (width, height) = size.board(1, cols);
    let place = Rect {
        x: area.x + area.width.saturating_sub(width) / 2,
        width,
        height,
        ..area
    };
    let grid = Grid {
        rows: 1,
        cols,
        tiles,
    };
    draw_grid(look, canvas, size.at(place), &grid);
}
