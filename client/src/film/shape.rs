//! Texts and rectangles of a picture, as they are written.

use std::fmt::Write as _;

use ratatui::style::{Color, Style};
use unicode_width::UnicodeWidthChar as _;

use crate::film::layout::{Area, to_u64};

/// The size of letters, and what one takes of a line about then; wide ones are as wide as high.
pub(super) const FONT_SIZE: u64 = 20;
pub(super) const LETTER_WIDTH: u64 = 12;

/// A text that keeps to its room: where it is too long, its letters are smaller.
pub(super) struct Text<'a> {
    /// Where its baseline begins, or where its middle is.
    pub(super) at: (u64, u64),
    pub(super) room: u64,
    pub(super) says: &'a str,
}

impl Text<'_> {
    /// Writes it with these attributes.
    pub(super) fn write(&self, svg: &mut String, style: &str) {
        let (x, y) = self.at;
        let wanted = width(self.says);
        let smaller = if wanted > self.room {
            let size = FONT_SIZE * self.room / wanted;
            format!(" font-size=\"{}\"", size.max(1))
        } else {
            String::new()
        };
        let text = escaped(self.says);
        // Writing to a String can't fail.
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\"{smaller} {style}>{text}</text>"
        );
    }
}

/// Writes a rectangle with rounded corners and these attributes.
pub(super) fn write_rectangle(svg: &mut String, area: Area, radius: u64, style: &str) {
    let Area {
        x,
        y,
        width,
        height,
    } = area;
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" \
         {style}/>"
    );
}

/// The width that a text has about.
pub(super) fn width(text: &str) -> u64 {
    let widths = text.chars().map(|character| match character.width() {
        Some(2) => FONT_SIZE,
        columns => to_u64(columns.unwrap_or(0)) * LETTER_WIDTH,
    });
    widths.sum()
}

/// A text between tags.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// What fills a shape with the ground of a style.
pub(super) fn ground(style: Style) -> String {
    fill(&hex(style.bg))
}

/// What writes letters in the ink of a style.
pub(super) fn ink(style: Style) -> String {
    fill(&hex(style.fg))
}

/// What fills a shape or letters with a colour.
pub(super) fn fill(color: &str) -> String {
    format!("fill=\"{color}\"")
}

/// A colour of a theme at full depth.
fn hex(color: Option<Color>) -> String {
    match color {
        Some(Color::Rgb(red, green, blue)) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => "none".to_owned(),
    }
}
