//! What is seen of a change of the boards.

use versus2048_protocol::game::Seat;

use crate::model::{Model, Screen};
use crate::session::{Happening, Session};

/// Lets what is shown of the boards follow what they are.
pub(super) fn follow(model: &mut Model) {
    let now_ms = model.now_ms;
    let play = match &mut model.screen {
        Screen::Table(play) => play.as_mut(),
        Screen::Replay(viewing) => &mut viewing.play,
        _ => return,
    };
    for seat in Seat::ALL {
        let board = play.session.shown(seat);
        if model.settings.animation {
            play.motion[seat].follow(board, now_ms);
            play.motion[seat].refuse(refused_ms(&play.session, seat));
        } else {
            play.motion[seat].jump(board);
        }
    }
}

/// When a move of a seat was refused last, as far as that is known.
fn refused_ms(session: &Session, seat: Seat) -> Option<u64> {
    let is_refusal = |what: &Happening| match what {
        Happening::Refused { seat: refused, .. } => *refused == seat,
        _ => false,
    };
    let mut happenings = session.happenings.iter();
    let last = happenings.rfind(|happened| is_refusal(&happened.what));
    last.map(|refusal| refusal.at_ms)
}
