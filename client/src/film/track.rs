//! One place of the picture: the symbol that it shows from each frame on, and how that one moves.

use std::fmt::Write as _;

use crate::film::reel::{Reel, WHOLE};
use crate::film::symbol::Symbol;

/// One place of the picture: the symbol that it shows from each frame on, and how that one moves.
#[derive(Clone, Debug)]
pub(super) struct Track {
    at: (u64, u64),
    /// In the order of the frames, each another symbol than the one before.
    changes: Vec<(u64, Symbol)>,
    /// In the order of the frames.
    glides: Vec<Glide>,
}

/// What a place shows leaves it evenly; then the place is where it was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glide {
    /// The frame in which it sets out.
    pub(super) from: u64,
    /// The frame in which it arrives.
    pub(super) until: u64,
    /// How far it gets, across and down.
    pub(super) by: (i64, i64),
}

impl Track {
    /// A place, across and down, that has shown nothing yet.
    pub(super) const fn new(at: (u64, u64)) -> Self {
        Self {
            at,
            changes: Vec::new(),
            glides: Vec::new(),
        }
    }

    /// Shows a symbol from a frame on; frames never go back. Of several in a frame the last is seen.
    pub(super) fn change(&mut self, frame: u64, symbol: Symbol) {
        self.changes.pop_if(|&mut (last, _)| last == frame);
        if self.changes.last().is_none_or(|&(_, last)| last != symbol) {
            self.changes.push((frame, symbol));
        }
    }

    /// Moves what is shown.
    pub(super) fn glide(&mut self, glide: Glide) {
        self.glides.push(glide);
    }

    /// Writes what the place shows in the end.
    pub(super) fn write_end(&self, svg: &mut String) {
        if let Some(&(_, last)) = self.changes.last()
            && last != Symbol::NOTHING
        {
            self.write_use(svg, last);
            svg.push_str("/>\n");
        }
    }

    /// Writes the place with all that happens there.
    pub(super) fn write(&self, svg: &mut String, reel: &Reel) {
        if self.changes.len() == 1 && self.glides.is_empty() {
            return self.write_end(svg);
        }
        let Some(&(_, first)) = self.changes.first() else {
            return;
        };
        self.write_use(svg, first);
        svg.push('>');
        let changes = self.changes.iter();
        let changes = changes.map(|&(frame, it)| (reel.share(frame), format!("#{it}")));
        let what = "animate attributeName=\"href\" calcMode=\"discrete\"";
        write_animation(svg, what, reel, changes);
        self.write_glides(svg, reel);
        svg.push_str("</use>\n");
    }

    fn write_use(&self, svg: &mut String, symbol: Symbol) {
        let (x, y) = self.at;
        // Writing to a String can't fail.
        let _ = write!(svg, "<use href=\"#{symbol}\" x=\"{x}\" y=\"{y}\"");
    }

    fn write_glides(&self, svg: &mut String, reel: &Reel) {
        if self.glides.is_empty() {
            return;
        }
        let home = || "0".to_owned();
        let mut points = vec![(0, home())];
        for &Glide { from, until, by } in &self.glides {
            let away = match by {
                (across, 0) => across.to_string(),
                (across, down) => format!("{across} {down}"),
            };
            let (from, until) = (reel.share(from), reel.share(until));
            points.extend([(from, home()), (until, away), (until, home())]);
        }
        points.push((WHOLE, home()));
        points.dedup();
        let what = "animateTransform attributeName=\"transform\" type=\"translate\"";
        write_animation(svg, what, reel, points.into_iter());
    }
}

/// Writes an element that plays a list of values, each with the share of the film at which it holds.
pub(super) fn write_animation(
    svg: &mut String,
    what: &str,
    reel: &Reel,
    points: impl Iterator<Item = (u64, String)>,
) {
    let (times, values): (Vec<String>, Vec<String>) =
        points.map(|(at, value)| (share(at), value)).unzip();
    let _ = write!(
        svg,
        "<{what} dur=\"{}ms\" repeatCount=\"indefinite\" values=\"{}\" keyTimes=\"{}\"/>",
        reel.duration_ms(),
        values.join(";"),
        times.join(";"),
    );
}

/// A share in ten thousandths, as short as it can be written.
fn share(ten_thousandths: u64) -> String {
    match ten_thousandths {
        0 => "0".to_owned(),
        WHOLE => "1".to_owned(),
        _ => {
            let digits = format!("{ten_thousandths:04}");
            format!(".{}", digits.trim_end_matches('0'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_track_keeps_what_can_be_seen() {
        let mut track = Track::new((1, 2));
        let [two, four] = [2, 4].map(Symbol::tile);
        for (frame, symbol) in [
            (0, Symbol::NOTHING),
            (0, two),
            (3, two),
            (4, four),
            (4, two),
            (5, four),
        ] {
            track.change(frame, symbol);
        }
        assert_eq!(track.changes, [(0, two), (5, four)]);
    }

    #[test]
    fn shares_are_short() {
        let shares = [0, 7, 120, 5000, 9999, 10_000].map(share);
        assert_eq!(shares, ["0", ".0007", ".012", ".5", ".9999", "1"]);
    }
}
