//! The seat that the player has at a table: remembered while a match may go on in it, and offered again
//! after a crash.

use versus2048_protocol::wire::{Code, Phase};

use crate::effect::Effect;
use crate::held_seat::{HeldSeat, SeatPlace};
use crate::model::{Goal, Mode, Model, Notice, Play, Screen};
use crate::update::fail;

/// Remembers the seat that the player has now, and forgets it when its match or its table is over.
pub(super) fn follow(model: &mut Model) -> Option<Effect> {
    let play = seated(model)?;
    let is_over = play.closed.is_some() || play.session.phase == Phase::Over;
    let seat = seat_at(model, play.session.code)?;
    if is_over {
        return release(model);
    }
    if model.held.as_ref() == Some(&seat) {
        return None;
    }
    model.held = Some(seat.clone());
    Some(Effect::HoldSeat(seat))
}

/// Forgets the seat at the table on the screen: nothing is left to come back to.
pub(super) fn release(model: &mut Model) -> Option<Effect> {
    let code = seated(model)?.session.code;
    let seat = seat_at(model, code);
    model.held.take_if(|held| Some(&*held) == seat.as_ref())?;
    Some(Effect::ReleaseSeat)
}

/// Goes back to the seat that is offered.
pub(super) fn go_back(model: &mut Model) -> Vec<Effect> {
    let Some(HeldSeat { code, at }) = model.held.clone() else {
        return Vec::new();
    };
    model.goal = Some(Goal::Return { code });
    let (server, effect) = match at {
        SeatPlace::Server { server, name } => {
            model.server.clone_from(&server);
            model.name.clone_from(&name);
            (server.clone(), Effect::Connect { server, name })
        }
        SeatPlace::Hosted { listen } => {
            model.listen = listen;
            // The match is waited for where it was.
            let or_next_port = false;
            let host = Effect::Host {
                listen,
                or_next_port,
            };
            (listen.to_string(), host)
        }
    };
    model.screen = Screen::Connecting {
        server,
        due_ms: None,
    };
    vec![effect]
}

/// The server knows of no seat there any more: says so, and offers it no more.
pub(super) fn lost(model: &mut Model, code: Code) -> Vec<Effect> {
    model.held = None;
    let mut effects = vec![Effect::ReleaseSeat];
    effects.extend(fail(model, Notice::SeatLost { code }));
    effects
}

/// The table on the screen, where the player has a seat at it over a network.
fn seated(model: &Model) -> Option<&Play> {
    match &model.screen {
        Screen::Table(play) if play.mode == Mode::Online => {
            play.session.you.is_some().then_some(play)
        }
        _ => None,
    }
}

/// A seat where the player is now; none where nobody could come back to it.
fn seat_at(model: &Model, code: Code) -> Option<HeldSeat> {
    let at = match &model.hosted {
        None => SeatPlace::Server {
            server: model.server.clone(),
            name: model.name.clone(),
        },
        Some(hosted) if hosted.taken_port.is_none() && model.listen.port() != 0 => {
            SeatPlace::Hosted {
                listen: model.listen,
            }
        }
        Some(_) => return None,
    };
    Some(HeldSeat { code, at })
}
