//! What a terminal shows of what it was told.

use std::num::NonZeroU16;

use proptest::prelude::*;
use proptest::sample::select;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use vt100::Parser;

use super::*;

const SIZE: (NonZeroU16, NonZeroU16) = (NonZeroU16::new(12).unwrap(), NonZeroU16::new(5).unwrap());

/// What it takes to come from one buffer to another.
fn encoded(before: &Buffer, after: &Buffer) -> Vec<u8> {
    let mut out = Vec::new();
    let changes = before.diff(after);
    Encoder::new(&mut out, before.area.width).write(changes.into_iter());
    out
}

#[test]
fn one_ground_is_told_once_and_blanks_have_no_ink() {
    let area = Rect::new(0, 0, 8, 2);
    let before = Buffer::empty(area);
    let mut after = before.clone();
    let sand = Style::new().bg(Color::Indexed(223));
    for row in 0..2 {
        after.set_string(1, row, "    ", sand.fg(Color::Red));
    }
    after.set_string(
        2,
        0,
        "64",
        sand.fg(Color::Indexed(16)).add_modifier(Modifier::BOLD),
    );
    let bytes = encoded(&before, &after);
    let expected = "\x1b[1;38;5;16;48;5;223m\x1b[1;2H 64 \n\x1b[4D    \x1b[0m";
    assert_eq!(String::from_utf8(bytes).unwrap(), expected);
}

#[test]
fn a_block_is_told_in_the_ground_of_its_tile() {
    let (board, tile) = (Color::Indexed(1), Color::Indexed(2));
    let mut cell = Cell::new("▄");
    (cell.fg, cell.bg) = (tile, board);
    let glyph = Glyph::of(&cell);
    assert_eq!((glyph.symbol, glyph.ink, glyph.ground), ("▀", board, tile));
    cell.bg = Color::Reset;
    let glyph = Glyph::of(&cell);
    assert_eq!(
        (glyph.symbol, glyph.ink, glyph.ground),
        ("▄", tile, Color::Reset)
    );
}

#[test]
fn nothing_is_written_where_nothing_has_changed() {
    let buffer = Buffer::with_lines(["as it was"]);
    assert!(encoded(&buffer, &buffer).is_empty());
}

/// A buffer with some of these texts, in any style.
fn any_buffer(texts: &[&'static str]) -> impl Strategy<Value = Buffer> + use<> {
    let colors = [
        Color::Reset,
        Color::Red,
        Color::Indexed(9),
        Color::Indexed(200),
        Color::Rgb(1, 2, 3),
    ];
    let modifiers = [
        Modifier::empty(),
        Modifier::BOLD,
        Modifier::DIM,
        Modifier::BOLD | Modifier::REVERSED,
        Modifier::UNDERLINED,
    ];
    let piece = (
        (0..SIZE.0.get(), 0..SIZE.1.get()),
        select(texts.to_vec()),
        (select(colors.to_vec()), select(colors.to_vec())),
        select(modifiers.to_vec()),
    );
    prop::collection::vec(piece, 0..20).prop_map(|pieces| {
        let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0.get(), SIZE.1.get()));
        for ((x, y), text, (fg, bg), modifier) in pieces {
            let style = Style::reset().fg(fg).bg(bg).add_modifier(modifier);
            buffer.set_string(x, y, text, style);
        }
        buffer
    })
}

const NARROW: [&str; 6] = ["     ", "x", "64", "▄▄▄", "█ ▀", "~~~~~~~"];

/// A colour as the emulated terminal has it.
fn seen(color: Color) -> vt100::Color {
    match color {
        Color::Red => vt100::Color::Idx(1),
        Color::Indexed(index) => vt100::Color::Idx(index),
        Color::Rgb(red, green, blue) => vt100::Color::Rgb(red, green, blue),
        _ => vt100::Color::Default,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_terminal_shows_what_it_is_told(
        before in any_buffer(&NARROW),
        after in any_buffer(&[&NARROW[..], &["王明"]].concat()),
    ) {
        let mut parser = Parser::new(SIZE.1, SIZE.0, 0);
        parser.process(&encoded(&Buffer::empty(before.area), &before));
        parser.process(&encoded(&before, &after));
        for (place, cell) in after.content.iter().enumerate() {
            let (column, row) = after.pos_of(place);
            let told = parser.screen().cell(row, column).unwrap();
            if told.is_wide_continuation() {
                continue;
            }
            let contents = if told.contents().is_empty() { " " } else { told.contents() };
            let glyph = Glyph::of(cell);
            let has = |attribute| glyph.attributes.contains(attribute);
            assert_eq!(contents, glyph.symbol, "{column} {row}");
            assert_eq!(told.bgcolor(), seen(glyph.ground));
            assert_eq!(told.inverse(), has(Modifier::REVERSED));
            if !glyph.is_blank() {
                assert_eq!(told.fgcolor(), seen(glyph.ink));
                assert_eq!(told.bold(), has(Modifier::BOLD));
                assert_eq!(told.dim(), has(Modifier::DIM));
                assert_eq!(told.underline(), has(Modifier::UNDERLINED));
            }
        }
    }
}
