//! A table that is played at: the boards, what stands over them, and what just happened.

mod bottom;
mod header;
mod middle;
mod panel;
mod parts;
mod plan;

use ratatui::layout::Rect;
use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::Board;
use versus2048_protocol::wire::Phase;

use crate::model::{Overlay, Play, Question};
use crate::text::{Asked, Word, people};
use crate::view::canvas::Canvas;
use crate::view::cells::{Place, draw_board};
use crate::view::look::Look;
use crate::view::page::Page;
use crate::view::pages;
pub(super) use bottom::SHOWN_MS;
use plan::{Plan, Wanted};

/// A table, with what lies over it.
pub(super) struct Table<'a> {
    look: &'a Look,
    play: &'a Play,
    overlay: Option<&'a Overlay>,
    /// The names of the seats, safe to show.
    names: BySeat<String>,
}

impl<'a> Table<'a> {
    /// A table, with what lies over it.
    pub(super) fn new(look: &'a Look, play: &'a Play, overlay: Option<&'a Overlay>) -> Self {
        Self {
            look,
            play,
            overlay,
            names: people::names(look.say, play),
        }
    }

    /// Draws the table into an area.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if self.play.session.phase == Phase::Waiting {
            self.waiting_page().draw(self.look, canvas, area);
            return;
        }
        match (Plan::new(area, self.wanted()), self.overlay) {
            (Ok(places), _) => self.draw_parts(canvas, &places),
            (Err(_), Some(Overlay::Question { about, .. })) => {
                pages::question(self.look, self.asked(*about)).draw(self.look, canvas, area);
            }
            (Err(needed), _) => pages::too_small(self.look, canvas, area, needed),
        }
    }

    /// Whether the boards can be shown in an area, or none are to be shown yet.
    pub(super) fn has_room(&self, area: Rect) -> bool {
        self.play.session.phase == Phase::Waiting || Plan::new(area, self.wanted()).is_ok()
    }

    fn waiting_page(&self) -> Page<'a> {
        match self.overlay {
            Some(Overlay::Question { about, .. }) => pages::question(self.look, self.asked(*about)),
            _ if self.is_watching() => pages::watched(self.look, self.play),
            _ => pages::waiting(self.look, self.play),
        }
    }

    fn wanted(&self) -> Wanted {
        Wanted {
            rows: self.play.session.options.rows.into(),
            cols: self.play.session.options.cols.into(),
            seats: u16::try_from(self.play.seats_shown().len()).unwrap_or(2),
        }
    }

    fn draw_parts(&self, canvas: &mut Canvas<'_>, plan: &Plan) {
        self.draw_header(canvas, plan.header);
        for (&seat, place) in self.play.seats_shown().iter().zip(&plan.seats) {
            let leant = canvas.beside(place.board, self.play.motion[seat].lean(self.look.now_ms));
            self.draw_board(canvas, plan.cell.at(leant), seat);
            self.draw_panel(canvas, place.panel, seat);
        }
        self.draw_middle(canvas, plan.stage());
        self.draw_bottom(canvas, plan);
    }

    fn draw_board(&self, canvas: &mut Canvas<'_>, place: Place, seat: Seat) {
        let options = &self.play.session.options;
        let shown = self.play.session.shown(seat);
        let empty = || Board::empty(options.rows, options.cols);
        let board = shown.map_or_else(empty, |board| board.rows);
        let motion = &self.play.motion[seat];
        draw_board(self.look, canvas, place, (&board, motion));
    }

    /// Whose seat it is: the viewer's own, or that of a name.
    fn side(&self, seat: Seat) -> &str {
        if self.play.session.you == Some(seat) {
            self.look.say.word(Word::OwnSide)
        } else {
            &self.names[seat]
        }
    }

    fn is_solo(&self) -> bool {
        self.play.is_solo()
    }

    fn asked(&self, question: Question) -> Asked {
        people::asked(self.play, question)
    }
}
