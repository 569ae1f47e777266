//! Where everything of a table stands, in the space that there is.

use ratatui::layout::Rect;

use crate::view::cells::CellSize;

/// Columns between two boards, at least and at most.
const MIN_GAP: u16 = 2;
const MAX_GAP: u16 = 6;
/// Columns that a name and a score need over a narrow board.
const MIN_PANEL: u16 = 26;
/// The columns of the lines above and below, where the boards are narrower.
const LINES: u16 = 76;
/// Rows under the boards, beside that of the keys: what a result would like, what it needs, and what
/// is enough for one line. A match has as many, so that nothing jumps when it ends.
pub(super) const ROOMY: u16 = 7;
pub(super) const USUAL: u16 = 3;
const LEAST: u16 = 1;

/// What has to have a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Rows of cells of each board.
    pub(super) rows: u16,
    /// Columns of cells of each board.
    pub(super) cols: u16,
    /// How many boards.
    pub(super) seats: u16,
}

/// Where everything of a table stands.
#[derive(Debug)]
pub(super) struct Plan {
    /// How large cells are.
    pub(super) cell: CellSize,
    /// The line above everything.
    pub(super) header: Rect,
    /// The boards in the order in which they are shown.
    pub(super) seats: Vec<SeatPlace>,
    /// What happened, or the result.
    pub(super) bottom: Rect,
    /// The line of keys.
    pub(super) keys: Rect,
    /// Whether the boards stand side by side.
    pub(super) is_beside: bool,
}

/// Where a board and what belongs to it stand.
#[derive(Debug)]
pub(super) struct SeatPlace {
    /// Name and score, one row or two.
    pub(super) panel: Rect,
    /// The board.
    pub(super) board: Rect,
}

/// A way to place everything.
#[derive(Clone, Copy, Debug)]
struct Layout {
    cell: CellSize,
    is_beside: bool,
    panel: u16,
    bottom: u16,
}

impl Plan {
    /// The best way to place everything, or the columns and rows that would be needed.
    pub(super) fn new(area: Rect, wanted: Wanted) -> Result<Self, (u16, u16)> {
        let fitting = layouts().find(|layout| {
            let (width, height) = layout.needs(wanted);
            width <= area.width && height <= area.height
        });
        let layout = fitting.ok_or_else(|| needed(area, wanted))?;
        Ok(layout.place(area, wanted))
    }

    /// Where a line about what happened stands: right under the boards there is a blank one if there can
    /// be.
    pub(super) fn news(&self) -> Rect {
        let boards = self.seats.iter().map(|seat| seat.board.bottom());
        let is_close = boards.max() == Some(self.bottom.y) && self.bottom.height >= USUAL;
        Rect {
            y: self.bottom.y + u16::from(is_close),
            height: 1,
            ..self.bottom
        }
    }

    /// The rest of that line from a column on.
    pub(super) fn news_from(&self, x: u16) -> Rect {
        let news = self.news();
        Rect {
            x,
            width: news.right().saturating_sub(x),
            ..news
        }
    }

    /// The area in whose middle something may stand that hides nothing said about a seat: all boards
    /// where they stand side by side, else the first one.
    pub(super) fn stage(&self) -> Rect {
        let boards = self.seats.iter().map(|seat| seat.board);
        let shared = if self.is_beside { boards.len() } else { 1 };
        boards.take(shared).reduce(Rect::union).unwrap_or_default()
    }
}

/// Every way, the best first: normal cells side by side rather than large ones one above the other,
/// but large ones one above the other rather than small ones side by side; and rather smaller cells
/// than nothing said about them.
fn layouts() -> impl Iterator<Item = Layout> {
    const ORDER: [(CellSize, bool); 10] = [
        (CellSize::HUGE, true),
        (CellSize::LARGE, true),
        (CellSize::NORMAL, true),
        (CellSize::HUGE, false),
        (CellSize::LARGE, false),
        (CellSize::NORMAL, false),
        (CellSize::SMALL, true),
        (CellSize::SMALL, false),
        (CellSize::COMPACT, true),
        (CellSize::COMPACT, false),
    ];
    let panels = [2, 1].into_iter();
    panels.flat_map(|panel| {
        ORDER.into_iter().flat_map(move |(cell, is_beside)| {
            let bottoms = (LEAST..=USUAL).rev();
            bottoms.map(move |bottom| Layout {
                cell,
                is_beside,
                panel,
                bottom,
            })
        })
    })
}

/// What the smallest way needs that this window could be made to have most easily.
fn needed(area: Rect, wanted: Wanted) -> (u16, u16) {
    let smallest = |is_beside| {
        let layout = Layout {
            cell: CellSize::COMPACT,
            is_beside,
            panel: 1,
            bottom: LEAST,
        };
        layout.needs(wanted)
    };
    let missing = |(width, height): (u16, u16)| {
        let columns = width.saturating_sub(area.width);
        // A row is as high as two columns are wide.
        columns + 2 * height.saturating_sub(area.height)
    };
    let ways = [smallest(true), smallest(false)];
    ways.into_iter()
        .min_by_key(|&way| missing(way))
        .unwrap_or_default()
}

impl Layout {
    /// Columns and rows without anything to spare.
    fn needs(&self, wanted: Wanted) -> (u16, u16) {
        let (column, _) = self.column(wanted);
        let (_, board) = self.cell.board(wanted.rows, wanted.cols);
        let (across, down) = self.counts(wanted);
        let width = across * column + (across - 1) * MIN_GAP;
        let height = 1 + down * (self.panel + board) + self.bottom + 1;
        (width, height)
    }

    /// The columns for a board with its panel, and those of the board.
    fn column(&self, wanted: Wanted) -> (u16, u16) {
        let (board, _) = self.cell.board(wanted.rows, wanted.cols);
        (board.max(MIN_PANEL), board)
    }

    /// How many boards stand side by side, and how many one above the other.
    fn counts(&self, wanted: Wanted) -> (u16, u16) {
        let seats = wanted.seats.max(1);
        if self.is_beside {
            (seats, 1)
        } else {
            (1, seats)
        }
    }

    fn place(&self, area: Rect, wanted: Wanted) -> Plan {
        let (_, height) = self.needs(wanted);
        let mut spare = area.height.saturating_sub(height);
        let mut give = |rows: u16| {
            let given = if rows <= spare { rows } else { 0 };
            spare -= given;
            given
        };
        let between = if self.is_beside { 0 } else { give(1) };
        let bottom = self.bottom + give(ROOMY - self.bottom);
        let (under_header, over_bottom, over_keys) = (give(1), give(1), give(1));
        let (block, boards) = self.columns(area, wanted);
        let mut row = area.y + spare / 2;
        let mut take = |rows: u16, x: u16, width: u16| {
            let taken = Rect::new(x, row, width, rows);
            row += rows;
            taken
        };
        let header = take(1, block.x, block.width);
        take(under_header, block.x, block.width);
        let top = take(0, block.x, block.width).y;
        let seats = self.seats(wanted, (boards, top), between);
        let used = seats.last().map_or(0, |seat| seat.board.bottom() - top);
        take(used + over_bottom, block.x, block.width);
        let bottom = take(bottom, block.x, block.width);
        take(over_keys, block.x, block.width);
        Plan {
            cell: self.cell,
            header,
            seats,
            bottom,
            keys: take(1, block.x, block.width),
            is_beside: self.is_beside && wanted.seats > 1,
        }
    }

    /// Left end and width of the lines, and left end, width and distance of the columns of boards.
    fn columns(&self, area: Rect, wanted: Wanted) -> (Rect, Columns) {
        let (column, _) = self.column(wanted);
        let (across, _) = self.counts(wanted);
        let gaps = across - 1;
        let spare = area.width.saturating_sub(across * column);
        let gap = spare.saturating_sub(2).clamp(MIN_GAP, MAX_GAP) * gaps;
        let width = across * column + gap;
        let lines = LINES.min(area.width.saturating_sub(2)).max(width);
        let left = |width: u16| area.x + area.width.saturating_sub(width) / 2;
        let block = Rect {
            x: left(lines),
            width: lines,
            ..area
        };
        let columns = Columns {
            x: left(width),
            width: column,
            step: column + gap,
        };
        (block, columns)
    }

    fn seats(
        &self,
        wanted: Wanted,
        (columns, top): (Columns, u16),
        between: u16,
    ) -> Vec<SeatPlace> {
        let (board_width, board_height) = self.cell.board(wanted.rows, wanted.cols);
        let places = (0..wanted.seats).map(|place| {
            let (across, down) = if self.is_beside {
                (place, 0)
            } else {
                (0, place)
            };
            let panel = Rect {
                x: columns.x + across * columns.step,
                y: top + down * (self.panel + board_height + between),
                width: columns.width,
                height: self.panel,
            };
            let board = Rect {
                x: panel.x + (panel.width - board_width) / 2,
                y: panel.bottom(),
                width: board_width,
                height: board_height,
            };
            SeatPlace { panel, board }
        });
        places.collect()
    }
}

/// The columns of boards.
#[derive(Clone, Copy, Debug)]
struct Columns {
    x: u16,
    width: u16,
    /// From the left end of one to that of the next.
    step: u16,
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANTED: Wanted = Wanted {
        rows: 4,
        cols: 4,
        seats: 2,
    };

    #[track_caller]
    fn check((width, height): (u16, u16), wanted: Wanted, cell: CellSize, is_beside: bool) {
        let plan = Plan::new(Rect::new(0, 0, width, height), wanted).unwrap();
        assert_eq!((plan.cell, plan.is_beside), (cell, is_beside));
    }

    #[test]
    fn cells_are_as_large_as_the_window_allows() {
        check((80, 24), WANTED, CellSize::NORMAL, true);
        check((120, 40), WANTED, CellSize::LARGE, true);
        check((200, 60), WANTED, CellSize::HUGE, true);
        check((60, 60), WANTED, CellSize::LARGE, false);
        check((40, 20), WANTED, CellSize::COMPACT, false);
        check((60, 12), WANTED, CellSize::COMPACT, true);
    }

    #[test]
    fn a_result_has_as_much_room_as_there_is() {
        let rows = |width, height| {
            let plan = Plan::new(Rect::new(0, 0, width, height), WANTED).unwrap();
            plan.bottom.height
        };
        let windows = [(29, 13), (80, 22), (80, 24), (100, 28), (200, 60)];
        assert_eq!(
            windows.map(|(width, height)| rows(width, height)),
            [1, 1, 3, 7, 7]
        );
    }

    #[test]
    fn how_far_a_board_is_matters_more_than_the_size_of_its_cells() {
        let two_by_two = Wanted {
            rows: 2,
            cols: 2,
            ..WANTED
        };
        let plan = Plan::new(Rect::new(0, 0, 40, 20), two_by_two).unwrap();
        assert!(plan.seats.iter().all(|seat| seat.panel.height == 2));
    }

    #[test]
    fn the_largest_boards_fit_a_usual_window() {
        for seats in [1, 2] {
            let wanted = Wanted {
                rows: 8,
                cols: 8,
                seats,
            };
            assert!(Plan::new(Rect::new(0, 0, 80, 24), wanted).is_ok());
        }
    }

    #[test]
    fn too_small_a_window_says_what_it_needs() {
        let needed = |width, height| Plan::new(Rect::new(0, 0, width, height), WANTED).unwrap_err();
        assert_eq!(needed(20, 10), (29, 13));
        assert_eq!(needed(70, 5), (60, 8));
    }

    #[test]
    fn what_stands_in_the_middle_hides_nothing_said_about_a_seat() {
        for (width, height) in [(29, 13), (40, 20), (60, 8), (60, 60), (80, 24), (200, 60)] {
            let plan = Plan::new(Rect::new(0, 0, width, height), WANTED).unwrap();
            let stage = plan.stage();
            let is_free = |seat: &SeatPlace| !seat.panel.intersects(stage);
            assert!(plan.seats.iter().all(is_free), "{width}×{height}");
        }
    }

    #[test]
    fn nothing_overlaps_and_nothing_is_outside() {
        for (width, height) in [(29, 13), (60, 8), (80, 24), (81, 25), (120, 40), (500, 150)] {
            let area = Rect::new(0, 0, width, height);
            let plan = Plan::new(area, WANTED).unwrap();
            let mut parts = vec![plan.header, plan.bottom, plan.keys];
            parts.extend(plan.seats.iter().flat_map(|seat| [seat.panel, seat.board]));
            for (place, part) in parts.iter().enumerate() {
                assert_eq!(part.intersection(area), *part, "{area} {part}");
                let others = &parts[place + 1..];
                assert!(
                    others.iter().all(|other| !part.intersects(*other)),
                    "{area} {part}"
                );
            }
        }
    }
}
