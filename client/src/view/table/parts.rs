//! A line of parts, of which whole ones are left out where there is no room for all.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::view::canvas::columns;

/// Between two parts.
const DOT: &str = " · ";

/// A part of a line; where there is no room, the least important ones are left out.
#[derive(Clone)]
pub(super) struct Part {
    text: String,
    style: Style,
    importance: u8,
}

impl Part {
    /// A part with what it says.
    pub(super) const fn new(text: String, style: Style, importance: u8) -> Self {
        Self {
            text,
            style,
            importance,
        }
    }
}

/// The parts to the left and those to the right that have room in so many columns, with a gap in
/// between; the most important one always stays.
pub(super) fn fitting<'a>(
    mut left: Vec<Part>,
    mut right: Vec<Part>,
    (width, gap): (u16, u16),
) -> (Line<'a>, Line<'a>) {
    loop {
        let (left_line, right_line) = (line(&left), line(&right));
        let parts = left.iter().chain(&right).map(|part| part.importance);
        let least = parts.min().filter(|_| left.len() + right.len() > 1);
        match least {
            Some(least) if wide(&left_line, &right_line, gap) > width => {
                left.retain(|part| part.importance != least);
                right.retain(|part| part.importance != least);
            }
            _ => return (left_line, right_line),
        }
    }
}

/// The columns of both lines, with a gap where both have something.
fn wide(left: &Line<'_>, right: &Line<'_>, gap: u16) -> u16 {
    let (left, right) = (columns(left.width()), columns(right.width()));
    let gap = if left > 0 && right > 0 { gap } else { 0 };
    left.saturating_add(right).saturating_add(gap)
}

fn line<'a>(parts: &[Part]) -> Line<'a> {
    let mut line = Line::default();
    for (place, part) in parts.iter().enumerate() {
        if place > 0 {
            line.push_span(DOT);
        }
        line.push_span(Span::styled(part.text.clone(), part.style));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(width: u16, expected: [&str; 2]) {
        let part = |text: &str, importance| Part::new(text.into(), Style::new(), importance);
        let left = vec![part("best 16", 1), part("8 moves", 0), part("stuck", 2)];
        let right = vec![part("wants a rematch", 3)];
        let (left, right) = fitting(left, right, (width, 2));
        assert_eq!([left.to_string(), right.to_string()], expected);
    }

    #[test]
    fn parts_are_left_out_whole_the_least_important_first() {
        check(42, ["best 16 · 8 moves · stuck", "wants a rematch"]);
        check(41, ["best 16 · stuck", "wants a rematch"]);
        check(31, ["stuck", "wants a rematch"]);
        check(21, ["", "wants a rematch"]);
        check(5, ["", "wants a rematch"]);
    }
}
