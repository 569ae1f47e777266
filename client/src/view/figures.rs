//! Large figures for tiles: three dots wide and five high, where a dot is a column wide and half a row
//! high, which is about a square.

use ratatui::style::Color;

use crate::view::canvas::{Canvas, Halves, columns};

/// Columns of dots of a figure.
const WIDTH: u16 = 3;
/// Rows of dots of a figure.
const HEIGHT: u16 = 5;
/// Columns from one figure to the next.
const STEP: u16 = WIDTH + 1;

/// Writes a number in large figures into the middle of a block, where all of them have a figure and
/// the block has room around them; whether it has.
pub(super) fn draw(canvas: &mut Canvas<'_>, block: Halves, text: &str, ink: Color) -> bool {
    let figures: Option<Vec<Figure>> = text.chars().map(figure).collect();
    let width = (columns(text.len()) * STEP).saturating_sub(1);
    let has_room = width + 2 <= block.width && HEIGHT + 4 <= block.height;
    let Some(figures) = figures.filter(|_| has_room) else {
        return false;
    };
    let left = block.x + (block.width - width) / 2;
    let top = block.y + (block.height - HEIGHT) / 2;
    for (x, figure) in (left..).step_by(STEP.into()).zip(figures) {
        for (y, row) in (top..).zip(figure) {
            let dots = (x..).zip(row.bytes()).filter(|&(_, dot)| dot == b'#');
            for (x, _) in dots {
                canvas.dot((x, y), ink);
            }
        }
    }
    true
}

/// Rows of dots, `#` for a dot.
type Figure = [&'static str; HEIGHT as usize];

fn figure(digit: char) -> Option<Figure> {
    Some(match digit {
        '0' => ["###", "# #", "# #", "# #", "###"],
        '1' => ["## ", " # ", " # ", " # ", "###"],
        '2' => ["###", "  #", "###", "#  ", "###"],
        '3' => ["###", "  #", " ##", "  #", "###"],
        '4' => ["# #", "# #", "###", "  #", "  #"],
        '5' => ["###", "#  ", "###", "  #", "###"],
        '6' => ["###", "#  ", "###", "# #", "###"],
        '7' => ["###", "  #", "  #", "  #", "  #"],
        '8' => ["###", "# #", "###", "# #", "###"],
        '9' => ["###", "# #", "###", "  #", "###"],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::*;

    #[track_caller]
    fn check(text: &str, (width, height): (u16, u16), expected: Option<[&str; 5]>) {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height.div_ceil(2)));
        let block = Halves {
            x: 0,
            y: 0,
            width,
            height,
        };
        let is_drawn = draw(&mut Canvas::new(&mut buffer), block, text, Color::Red);
        assert_eq!(is_drawn, expected.is_some(), "{text}");
        if let Some(expected) = expected {
            let symbols = buffer.content.iter().map(ratatui::buffer::Cell::symbol);
            assert_eq!(symbols.collect::<String>(), expected.concat());
        }
    }

    #[test]
    fn figures_stand_in_the_middle_where_they_have_room() {
        let at_rest = [
            "           ",
            "  █ █ ▀█   ",
            "  ▀▀█  █   ",
            "    ▀ ▀▀▀  ",
            "           ",
        ];
        check("41", (11, 10), Some(at_rest));
        check("41", (8, 10), None);
        check("41", (11, 8), None);
        check("1M", (13, 11), None);
    }

    #[test]
    fn every_digit_has_a_figure_of_its_own() {
        let figures: std::collections::HashSet<_> = ('0'..='9').filter_map(figure).collect();
        assert_eq!(figures.len(), 10);
        for figure in figures {
            assert!(figure.iter().all(|row| row.len() == usize::from(WIDTH)));
        }
    }
}
