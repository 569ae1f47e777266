//! What is seen of a change of the boards.

use versus2048_protocol::game::Seat;

use crate::model::{Model, Screen};

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
        } else {
            play.motion[seat].jump(board);
        }
    }
}
