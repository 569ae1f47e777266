//! A replay as a picture that moves: one SVG file, without a script, that shows the final boards
//! where nothing moves, and where somebody wants nothing to.
//!
//! Every cell, and every digit of a score or of the clock, shows one of a few symbols at a time, and
//! tiles that slide leave their cell for a moment. So a film is a list of changes for each place, in
//! frames, which browsers play by themselves (SMIL). A move on boards of 16 cells takes about 300
//! bytes. It knows no file: it is a pure function of the replay, the theme and the language.

mod layout;
mod reel;
mod scenery;
mod shape;
mod side;
mod symbol;
#[cfg(test)]
mod tests;
mod track;

use versus2048_protocol::game::BySeat;
use versus2048_protocol::wire::BoardView;

use crate::film::layout::Layout;
use crate::film::reel::{Reel, WHOLE};
use crate::film::scenery::Scenery;
use crate::film::side::Side;
use crate::film::symbol::Symbol;
use crate::film::track::{Track, write_animation};

use crate::model::{ColorDepth, ThemeName};
use crate::playback::{Step, Tape};
use crate::text::Language;
use crate::theme::Theme;

/// The most bytes of a film; a longer one does without slides, then with fewer and fewer frames.
const MAX_BYTES: usize = 512 * 1024;
/// How often the clock changes at most, in frames.
const CLOCK_FRAMES: usize = 5;

/// How a film is made.
#[derive(Clone, Copy)]
pub struct Style {
    /// The colours.
    pub theme: ThemeName,
    /// The language.
    pub say: &'static dyn Language,
}

/// The film of a match.
#[must_use]
pub fn film(tape: &Tape, style: Style) -> String {
    film_within(tape, style, MAX_BYTES)
}

/// The film with as many frames as so many bytes allow, and with the fewest where none do.
fn film_within(tape: &Tape, style: Style, max_bytes: usize) -> String {
    let scene = Scene::of(tape, style);
    let mut reel = Reel::of(scene.steps.iter().map(|step| step.at_ms), tape.end_ms());
    loop {
        let film = scene.shoot(&reel);
        if film.len() <= max_bytes {
            return film;
        }
        match reel.coarser() {
            Some(coarser) => reel = coarser,
            None => return film,
        }
    }
}

/// What is filmed.
struct Scene {
    dealt: BySeat<BoardView>,
    steps: Vec<Step>,
    limit_ms: Option<u64>,
    layout: Layout,
    scenery: Scenery,
}

impl Scene {
    fn of(tape: &Tape, style: Style) -> Self {
        let dealt = tape.dealt();
        let steps: Vec<Step> = tape.steps().collect();
        let boards = steps.iter().map(|step| &step.board).chain(&dealt.0);
        let best_tile = boards.map(|board| board.rows.best_tile()).max();
        let theme = Theme::new(style.theme, ColorDepth::True);
        Self {
            scenery: Scenery::new(tape, best_tile.unwrap_or(0), theme, style.say),
            layout: Layout::new(tape.options(), tape.is_solo()),
            limit_ms: tape.options().time_limit_ms(),
            dealt,
            steps,
        }
    }

    /// The end stands still under the film, which is not there where nothing moves.
    fn shoot(&self, reel: &Reel) -> String {
        let mut tracks = self.clock(reel);
        for &seat in self.layout.seats() {
            let mut side = Side::dealt(&self.layout, reel, seat, &self.dealt[seat]);
            side.make_all(self.steps.iter().filter(|step| step.seat == seat));
            tracks.extend(side.into_tracks());
        }
        let mut svg = String::new();
        self.scenery.write_head(&mut svg, &self.layout);
        svg.push_str("<g id=\"scenery\">\n");
        self.scenery.write(&mut svg, &self.layout);
        svg.push_str("</g>\n<g id=\"end\">\n");
        for track in &tracks {
            track.write_end(&mut svg);
        }
        svg.push_str("<g id=\"result\">\n");
        self.scenery.write_result(&mut svg, &self.layout);
        svg.push_str(
            "</g>\n</g>\n<g class=\"film\"><g display=\"none\">\
             <set attributeName=\"display\" to=\"inline\"/>\n<use href=\"#scenery\"/>\n",
        );
        for track in &tracks {
            track.write(&mut svg, reel);
        }
        write_result(&mut svg, reel);
        svg + "</g></g>\n</svg>\n"
    }

    /// The digits of the clock: what is left of the time limit, else the time that has passed.
    fn clock(&self, reel: &Reel) -> Vec<Track> {
        /// Seconds, tens of seconds, minutes, tens of minutes, hundreds of minutes.
        const UNITS_S: [(u64, u64); 5] = [(1, 10), (10, 6), (60, 10), (600, 10), (6000, 10)];
        let mut tracks: Vec<Track> = (0..UNITS_S.len())
            .map(|place| Track::new(self.layout.clock_digit(place)))
            .collect();
        let frames = (0..reel.last()).step_by(CLOCK_FRAMES);
        let times = frames.map(|frame| (frame, reel.match_ms(frame)));
        for (frame, at_ms) in times.chain([(reel.last(), reel.end_match_ms())]) {
            let shown_s = match self.limit_ms {
                Some(limit_ms) => limit_ms.saturating_sub(at_ms).div_ceil(1000),
                None => at_ms / 1000,
            };
            for (track, (unit_s, base)) in tracks.iter_mut().zip(UNITS_S) {
                let is_shown = unit_s <= 60 || shown_s >= unit_s;
                let digit = u8::try_from(shown_s / unit_s % base).ok();
                let digit = digit.filter(|_| is_shown);
                track.change(frame, digit.map_or(Symbol::NOTHING, Symbol::Digit));
            }
        }
        tracks
    }
}

/// Writes the result, which appears at the end.
fn write_result(svg: &mut String, reel: &Reel) {
    svg.push_str("<use href=\"#result\">");
    let [from, until] = reel.result().map(|frame| reel.share(frame));
    let points = [(0, 0), (from, 0), (until, 1), (WHOLE, 1)].into_iter();
    let points = points.map(|(at, opacity)| (at, opacity.to_string()));
    write_animation(svg, "animate attributeName=\"opacity\"", reel, points);
    svg.push_str("</use>\n");
}
