//! Changed cells as a terminal takes them, in few bytes: a match over a slow line moves as one.
//!
//! Cells of one ground are written together wherever they stand, since a colour takes more bytes than
//! the way to another row; and blanks are written in whatever ink there is.

#[cfg(test)]
mod tests;

use std::io::Write as _;

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

/// Each attribute, the code that begins it and the one that ends it.
const ATTRIBUTES: [(Modifier, u8, u8); 6] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::REVERSED, 7, 27),
    (Modifier::CROSSED_OUT, 9, 29),
];
/// What can be seen of a blank beside its ground.
const SEEN_ON_BLANKS: Modifier = Modifier::UNDERLINED
    .union(Modifier::REVERSED)
    .union(Modifier::CROSSED_OUT);

/// Writes cells, of which it knows what the terminal has been told before.
pub(super) struct Encoder<'a> {
    out: &'a mut Vec<u8>,
    /// Columns of the terminal: behind the last one it is not sure where the cursor is.
    columns: u16,
    cursor: Option<(u16, u16)>,
    ink: Color,
    ground: Color,
    attributes: Modifier,
}

/// A character and its style.
#[derive(Clone, Copy)]
struct Glyph<'a> {
    symbol: &'a str,
    ink: Color,
    ground: Color,
    attributes: Modifier,
}

/// What is written together, each with its column and its row: what has one ground.
struct Group<'a> {
    ground: Color,
    /// Half blocks: their ink is the ground of something else.
    blocks: Vec<(u16, u16, Glyph<'a>)>,
    others: Vec<(u16, u16, Glyph<'a>)>,
}

impl<'a> Encoder<'a> {
    /// Writes to a buffer what a terminal of so many columns is to show.
    pub(super) const fn new(out: &'a mut Vec<u8>, columns: u16) -> Self {
        Self {
            out,
            columns,
            cursor: None,
            ink: Color::Reset,
            ground: Color::Reset,
            attributes: Modifier::empty(),
        }
    }

    /// Writes cells, each with its column and its row, and leaves the terminal's own colours behind.
    pub(super) fn write<'b>(&mut self, cells: impl Iterator<Item = (u16, u16, &'b Cell)>) {
        let mut groups = groups(cells);
        while let Some(place) = self.next_of(&groups) {
            let group = groups.remove(place);
            if group.block_ink() == Some(self.ink) {
                self.write_all(&group.blocks);
                self.write_all(&group.others);
            } else {
                // One sequence for the ground and the ink: the blanks before the letter don't mind.
                if let Some(letter) = group.letter().filter(|letter| !letter.is_marked()) {
                    self.set_style(letter);
                }
                self.write_all(&group.others);
                self.write_all(&group.blocks);
            }
        }
        let is_plain = (self.ink, self.ground) == (Color::Reset, Color::Reset);
        if !is_plain || !self.attributes.is_empty() {
            self.out.extend_from_slice(b"\x1b[0m");
        }
    }

    /// The place of the group that begins with the ink at hand. One that has nothing but blocks leaves
    /// that ink at hand; else the letters with an ink that most groups need come first, so that few are
    /// left for which ink would be changed without blocks in between.
    fn next_of(&self, groups: &[Group<'_>]) -> Option<usize> {
        let with_ink = |ink| groups.iter().filter(|group| group.ink() == ink).count();
        let worth = |group: &Group<'_>| {
            let ink = group.ink();
            let has_blocks_at_hand = group.block_ink() == Some(self.ink);
            (
                ink == Some(self.ink),
                has_blocks_at_hand && ink.is_none(),
                has_blocks_at_hand,
                with_ink(ink),
            )
        };
        let places = 0..groups.len();
        places.rev().max_by_key(|&place| worth(&groups[place]))
    }

    fn write_all(&mut self, glyphs: &[(u16, u16, Glyph<'_>)]) {
        for &(x, y, glyph) in glyphs {
            self.set_style(glyph);
            self.go_to((x, y));
            self.put((x, y), glyph.symbol);
        }
    }

    fn put(&mut self, (x, y): (u16, u16), symbol: &str) {
        self.out.extend_from_slice(symbol.as_bytes());
        let width = u16::try_from(symbol.width()).unwrap_or(u16::MAX);
        let behind = x.saturating_add(width);
        self.cursor = (behind < self.columns).then_some((behind, y));
    }

    /// Moves the cursor, by whatever takes fewer bytes.
    fn go_to(&mut self, (x, y): (u16, u16)) {
        let Some((from_x, from_y)) = self.cursor else {
            self.out.extend(absolute(x, y));
            return;
        };
        if (from_x, from_y) == (x, y) {
            return;
        }
        let mut relative = match (y.checked_sub(from_y), from_y.checked_sub(y)) {
            // In raw mode it goes straight down.
            (Some(down @ 1..=3), _) => vec![b'\n'; down.into()],
            (Some(down @ 1..), _) => step(down, 'B'),
            (_, Some(up @ 1..)) => step(up, 'A'),
            _ => Vec::new(),
        };
        match (x.checked_sub(from_x), from_x.checked_sub(x)) {
            (Some(right @ 1..), _) => relative.extend(step(right, 'C')),
            (_, Some(left @ 1..)) => relative.extend(step(left, 'D')),
            _ => {}
        }
        let absolute = absolute(x, y);
        self.out.extend(if relative.len() < absolute.len() {
            relative
        } else {
            absolute
        });
    }

    /// Changes what differs of the style, in one sequence.
    fn set_style(&mut self, glyph: Glyph<'_>) {
        let (ink, attributes) = if glyph.is_blank() {
            (self.ink, self.attributes.difference(SEEN_ON_BLANKS))
        } else {
            (glyph.ink, glyph.attributes)
        };
        let mut codes = Vec::new();
        if attributes != self.attributes {
            self.change_attributes(attributes, &mut codes);
        }
        if ink != self.ink {
            color(&mut codes, ink, Layer::Ink);
            self.ink = ink;
        }
        if glyph.ground != self.ground {
            color(&mut codes, glyph.ground, Layer::Ground);
            self.ground = glyph.ground;
        }
        if let Some((b';', codes)) = codes.split_first().map(|(first, rest)| (*first, rest)) {
            self.out.extend_from_slice(b"\x1b[");
            self.out.extend_from_slice(codes);
            self.out.push(b'm');
        }
    }

    fn change_attributes(&mut self, wanted: Modifier, codes: &mut Vec<u8>) {
        let mut present = self.attributes;
        for (attribute, _, end) in ATTRIBUTES {
            if present.contains(attribute) && !wanted.contains(attribute) {
                push(codes, end);
                // One code may end two of them.
                let ended = ATTRIBUTES.into_iter().filter(|&(_, _, other)| other == end);
                present -= ended.map(|(attribute, ..)| attribute).collect();
            }
        }
        for (attribute, begin, _) in ATTRIBUTES {
            if wanted.contains(attribute) && !present.contains(attribute) {
                push(codes, begin);
            }
        }
        self.attributes = wanted;
    }
}

impl<'a> Glyph<'a> {
    /// What a cell shows. A block in the lower half is one in the upper half of the other colours:
    /// so tiles that lie on one ground are told that ground once.
    fn of(cell: &'a Cell) -> Self {
        let glyph = Self {
            symbol: cell.symbol(),
            ink: cell.fg,
            ground: cell.bg,
            attributes: cell.modifier,
        };
        match (glyph.symbol, glyph.ink, glyph.ground) {
            (_, Color::Reset, _) | (_, _, Color::Reset) => glyph,
            ("▄", ink, ground) => Self {
                symbol: "▀",
                ink: ground,
                ground: ink,
                ..glyph
            },
            _ => glyph,
        }
    }

    /// Whether nobody sees its ink.
    fn is_blank(self) -> bool {
        self.symbol == " " && !self.is_marked()
    }

    /// Whether its attributes would be seen on a blank too.
    const fn is_marked(self) -> bool {
        self.attributes.intersects(SEEN_ON_BLANKS)
    }

    fn is_block(self) -> bool {
        matches!(self.symbol, "▀" | "▄")
    }
}

/// The cells by their grounds; in each group as they come.
fn groups<'a>(cells: impl Iterator<Item = (u16, u16, &'a Cell)>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for (x, y, cell) in cells {
        let glyph = Glyph::of(cell);
        let is_it = |group: &Group<'_>| group.ground == glyph.ground;
        // Neighbours are alike more often than not.
        let place = groups.iter().rposition(is_it).unwrap_or_else(|| {
            groups.push(Group {
                ground: glyph.ground,
                blocks: Vec::new(),
                others: Vec::new(),
            });
            groups.len() - 1
        });
        let group = &mut groups[place];
        let glyphs = if glyph.is_block() {
            &mut group.blocks
        } else {
            &mut group.others
        };
        glyphs.push((x, y, glyph));
    }
    groups
}

impl<'a> Group<'a> {
    /// The ink of its first letter: groups that have the same stand behind each other.
    fn ink(&self) -> Option<Color> {
        self.letter().map(|letter| letter.ink)
    }

    /// The ink of its blocks.
    fn block_ink(&self) -> Option<Color> {
        self.blocks.first().map(|(_, _, glyph)| glyph.ink)
    }

    /// Its first letter.
    fn letter(&self) -> Option<Glyph<'a>> {
        let mut glyphs = self.others.iter().map(|&(_, _, glyph)| glyph);
        glyphs.find(|glyph| !glyph.is_blank())
    }
}

/// The sequence that goes to a column and a row.
fn absolute(x: u16, y: u16) -> Vec<u8> {
    let (row, column) = (u32::from(y) + 1, u32::from(x) + 1);
    match column {
        1 => format!("\x1b[{row}H").into_bytes(),
        _ => format!("\x1b[{row};{column}H").into_bytes(),
    }
}

/// The sequence that goes so many cells in a direction.
fn step(count: u16, direction: char) -> Vec<u8> {
    match count {
        1 => format!("\x1b[{direction}").into_bytes(),
        _ => format!("\x1b[{count}{direction}").into_bytes(),
    }
}

/// What a colour is for.
#[derive(Clone, Copy)]
enum Layer {
    Ink,
    Ground,
}

/// Adds the codes of a colour; those of the first sixteen are known to every terminal that has
/// colours.
fn color(codes: &mut Vec<u8>, color: Color, layer: Layer) {
    let base = match layer {
        Layer::Ink => 30,
        Layer::Ground => 40,
    };
    let of_eight = |index: u8| base + index;
    let of_bright = |index: u8| base + 60 + index;
    match color {
        Color::Reset => push(codes, base + 9),
        Color::Black => push(codes, of_eight(0)),
        Color::Red => push(codes, of_eight(1)),
        Color::Green => push(codes, of_eight(2)),
        Color::Yellow => push(codes, of_eight(3)),
        Color::Blue => push(codes, of_eight(4)),
        Color::Magenta => push(codes, of_eight(5)),
        Color::Cyan => push(codes, of_eight(6)),
        Color::Gray => push(codes, of_eight(7)),
        Color::DarkGray => push(codes, of_bright(0)),
        Color::LightRed => push(codes, of_bright(1)),
        Color::LightGreen => push(codes, of_bright(2)),
        Color::LightYellow => push(codes, of_bright(3)),
        Color::LightBlue => push(codes, of_bright(4)),
        Color::LightMagenta => push(codes, of_bright(5)),
        Color::LightCyan => push(codes, of_bright(6)),
        Color::White => push(codes, of_bright(7)),
        Color::Indexed(index @ 0..=7) => push(codes, of_eight(index)),
        Color::Indexed(index @ 8..=15) => push(codes, of_bright(index - 8)),
        Color::Indexed(index) => {
            for code in [base + 8, 5, index] {
                push(codes, code);
            }
        }
        Color::Rgb(red, green, blue) => {
            let all = [base + 8, 2, red, green, blue];
            for code in all {
                push(codes, code);
            }
        }
    }
}

fn push(codes: &mut Vec<u8>, code: u8) {
    // Nothing can go wrong in memory.
    let _ = write!(codes, ";{code}");
}
