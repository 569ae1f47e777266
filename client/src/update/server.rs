//! What a table says, on a server or in this process.

use rand::Rng as _;
use versus2048_protocol::rules::{Nonce, Options};
use versus2048_protocol::wire::{
    BoardUpdate, ClientMessage, ClosedReason, Code, ErrorCode, Phase, ServerMessage, Snapshot,
};

use crate::address;
use crate::effect::{Effect, Title};
use crate::local::LocalKind;
use crate::model::{Goal, Invitation, Mode, Model, Notice, Play, Question, Screen, Tables};
use crate::session::{Session, is_possible};
use crate::update::{fail, keep, leave, local, network, overlay, seat, sound};

/// The bytes of the nonce that this client is ready with.
const NONCE_BYTES: usize = 16;

/// Takes in what the server says.
pub(super) fn receive(model: &mut Model, message: ServerMessage) -> Vec<Effect> {
    match message {
        ServerMessage::Match(snapshot) if !is_possible(&snapshot) => network::contradicted(model),
        ServerMessage::Match(snapshot) => take_snapshot(model, *snapshot),
        ServerMessage::Board(update) if !could_be(model, &update) => network::contradicted(model),
        ServerMessage::Queued { options } => {
            model.goal = None;
            model.screen = Screen::Queued {
                options,
                since_ms: model.now_ms,
            };
            Vec::new()
        }
        ServerMessage::Matches { matches } => {
            model.goal = None;
            let selected = match &model.screen {
                Screen::Tables(tables) => tables.selected.min(matches.len().saturating_sub(1)),
                _ => 0,
            };
            model.screen = Screen::Tables(Tables {
                server: model.server.clone(),
                tables: Some(matches),
                selected,
            });
            Vec::new()
        }
        ServerMessage::Left { .. } if model.goal.is_some() => {
            let mut effects: Vec<Effect> = seat::release(model).into_iter().collect();
            effects.extend(network::ask_anew(model));
            effects
        }
        ServerMessage::Left { .. } => leave::leave(model, false),
        ServerMessage::Closed { code, reason } => closed(model, code, reason),
        // Whoever asks for the list too often still has the last one.
        ServerMessage::Error {
            code: ErrorCode::RateLimited,
            ..
        } if model.goal == Some(Goal::List) && matches!(model.screen, Screen::Tables(_)) => {
            Vec::new()
        }
        // At a table it is the answer to what was asked for only where something still is.
        ServerMessage::Error { code, message, .. }
            if model.goal.is_some() || !matches!(model.screen, Screen::Table(_)) =>
        {
            fail(model, Notice::Refused { code, message })
        }
        message => pass_on(model, message),
    }
}

/// Whether a board can be one of the table on the screen; where none is, it is of one that was left.
fn could_be(model: &Model, update: &BoardUpdate) -> bool {
    match &model.screen {
        Screen::Table(play) => play.session.could_have(update),
        _ => true,
    }
}

/// The table in this process is there: shows it.
pub(super) fn show_local(model: &mut Model, kind: LocalKind, snapshot: Snapshot) -> Vec<Effect> {
    let mode = match kind {
        LocalKind::HotSeat => Mode::HotSeat {
            best: model.best_scores.get(kind, &snapshot.options),
        },
        LocalKind::Solo => {
            let goal = model.solo_options.target;
            let options = Options {
                target: goal,
                ..snapshot.options
            };
            Mode::Solo {
                best: model.best_scores.get(kind, &options),
                goal,
                is_told: false,
                is_undone: false,
            }
        }
    };
    let session = Session::new(snapshot, model.now_ms);
    model.screen = Screen::Table(Box::new(Play::new(session, mode)));
    Vec::new()
}

/// The table in this process is there with a game that was kept: asks whether it goes on.
pub(super) fn show_saved(model: &mut Model, snapshot: Snapshot, undone: bool) -> Vec<Effect> {
    let effects = show_local(model, LocalKind::Solo, snapshot);
    let Screen::Table(play) = &mut model.screen else {
        return effects;
    };
    let (tile, reached) = (local::tile_of(play), local::score_of(play));
    if let Mode::Solo {
        best,
        goal,
        is_told,
        is_undone,
    } = &mut play.mode
    {
        *is_undone = undone;
        *is_told = goal.is_some_and(|goal| goal <= tile);
        if !undone {
            *best = reached.max(*best);
        }
    }
    overlay::ask(model, Question::ResumeSolo);
    effects
}

fn take_snapshot(model: &mut Model, snapshot: Snapshot) -> Vec<Effect> {
    if snapshot.phase == Phase::Over && overlay::asks_to_resume(model) {
        // A match that is over is left by what was asked for.
        model.overlay = None;
        return network::ask_anew(model);
    }
    let opponent_came = opponent_comes(model, &snapshot);
    match &model.screen {
        Screen::Table(_) => {
            // A spectator who has come back has what was asked for; whoever leaves this table for
            // something else has not.
            let code = snapshot.code;
            model.goal.take_if(|goal| *goal == Goal::Watch { code });
            let effects = pass_on(model, ServerMessage::Match(Box::new(snapshot)));
            return [effects, after_snapshot(model, opponent_came)].concat();
        }
        Screen::Menu(_)
        | Screen::Form(_)
        | Screen::Loading { .. }
        | Screen::Replays(_)
        | Screen::Replay(_)
        | Screen::Notice(_) => return Vec::new(),
        Screen::Connecting { .. } | Screen::Queued { .. } | Screen::Tables(_) => {}
    }
    if is_of_no_use(model, &snapshot) {
        return vec![Effect::Send(ClientMessage::Leave {})];
    }
    if !overlay::asks_to_resume(model) {
        model.goal = None;
    }
    let mut play = Play::new(Session::new(snapshot, model.now_ms), Mode::Online);
    play.invitation = Some(invitation(model, play.session.code));
    play.server = model.hosted.is_none().then(|| model.server.clone());
    model.origin = None;
    model.screen = Screen::Table(Box::new(play));
    after_snapshot(model, opponent_came)
}

/// Whether a host's table of before is no match that still runs and not what is wished for now.
fn is_of_no_use(model: &Model, snapshot: &Snapshot) -> bool {
    let left = model.hosted.as_ref().and_then(|hosted| hosted.left);
    let is_idle = matches!(snapshot.phase, Phase::Waiting | Phase::Over);
    let is_wished_for = match &model.goal {
        Some(Goal::Create { options, .. }) => *options == snapshot.options,
        _ => true,
    };
    left == Some(snapshot.code) && is_idle && !is_wished_for
}

/// Says that it is ready as soon as both are there, and that the other has come.
pub(super) fn after_snapshot(model: &mut Model, opponent_came: bool) -> Vec<Effect> {
    let mut effects = Vec::new();
    if opponent_came {
        overlay::opponent_is_here(model);
        effects.extend([Effect::Bell, Effect::Title(Title::OpponentHere)]);
    }
    if overlay::asks_to_resume(model) {
        return effects;
    }
    let fresh = fresh_nonce(model);
    let Screen::Table(play) = &mut model.screen else {
        return effects;
    };
    match (play.session.phase, play.session.you) {
        (Phase::Waiting, _) => play.ready_sent = false,
        (Phase::Ready, Some(seat)) if play.mode == Mode::Online && !play.ready_sent => {
            play.ready_sent = true;
            effects.push(Effect::Send(play.session.ready(seat, fresh)));
        }
        (Phase::Countdown | Phase::Playing | Phase::Paused | Phase::Over, _) => {
            play.ready_sent = false;
            effects.push(Effect::Title(Title::Plain));
        }
        _ => {}
    }
    effects
}

/// Gives the session what concerns it.
fn pass_on(model: &mut Model, message: ServerMessage) -> Vec<Effect> {
    let now_ms = model.now_ms;
    let Screen::Table(play) = &mut model.screen else {
        return Vec::new();
    };
    let best_tile = local::tile_of(play);
    let was_over = play.session.phase == Phase::Over;
    let is_wanted = wants_another(&message, play);
    let merge = sound::of_merge(&message, play);
    play.session.receive(message, now_ms);
    let is_over = play.session.phase == Phase::Over;
    let has_ended = !was_over && is_over;
    if !is_over {
        play.keeping = None;
    }
    let mut effects = local::follow(model, best_tile);
    if has_ended {
        overlay::match_is_over(model);
        effects.extend(tell_replay(model));
    }
    effects.extend(sound::follow(model, merge, has_ended));
    // Whoever has turned away after a match may come back for another.
    if is_wanted {
        effects.extend([Effect::Bell, Effect::Title(Title::RematchWanted)]);
    }
    effects
}

/// Whether the other offers another match.
fn wants_another(message: &ServerMessage, play: &Play) -> bool {
    match message {
        ServerMessage::RematchOffered { seat } => play.session.you == Some(seat.other()),
        _ => false,
    }
}

/// Where the replay is, for the shell; that of a match on the server in this process is kept, for the
/// server ends before anybody could ask it.
fn tell_replay(model: &mut Model) -> Option<Effect> {
    keep::unasked(model).or_else(|| match &model.screen {
        Screen::Table(play) => play.replay().map(Effect::TellReplay),
        _ => None,
    })
}

/// Boards stay to be seen, with their result if there is one; before there are any, there is nothing
/// to stay for.
fn closed(model: &mut Model, code: Code, reason: ClosedReason) -> Vec<Effect> {
    let now_ms = model.now_ms;
    let Screen::Table(play) = &mut model.screen else {
        return Vec::new();
    };
    if play.session.code != code {
        return Vec::new();
    }
    play.closed = Some(reason);
    let mut effects = match (&play.server, reason) {
        (Some(server), ClosedReason::Shutdown) => vec![Effect::ForgetReplays(server.clone())],
        _ => Vec::new(),
    };
    if matches!(play.session.phase, Phase::Waiting | Phase::Ready) {
        effects.extend(fail(model, Notice::TableClosed { code, reason }));
        return effects;
    }
    play.session.close(now_ms);
    overlay::match_is_over(model);
    if reason == ClosedReason::Shutdown {
        // Nobody is there to come back to.
        effects.extend([Effect::Disconnect, Effect::Title(Title::Plain)]);
    }
    effects
}

/// Whether a snapshot shows both seats taken for the first time to one who waited for that.
fn opponent_comes(model: &Model, snapshot: &Snapshot) -> bool {
    let is_complete = snapshot.you.is_some() && snapshot.phase == Phase::Ready;
    is_complete
        && match &model.screen {
            Screen::Queued { .. } => true,
            Screen::Table(play) => play.session.phase == Phase::Waiting,
            _ => false,
        }
}

fn invitation(model: &Model, code: Code) -> Invitation {
    let targets = match &model.hosted {
        Some(hosted) => hosted
            .addresses
            .iter()
            .map(|address| format!("{address}/{code}"))
            .collect(),
        None => vec![address::shown(&model.server, code)],
    };
    Invitation {
        taken_port: model.hosted.as_ref().and_then(|hosted| hosted.taken_port),
        targets,
    }
}

fn fresh_nonce(model: &mut Model) -> Nonce {
    let mut bytes = [0; NONCE_BYTES];
    model.rng.fill_bytes(&mut bytes);
    Nonce::new(bytes.to_vec()).unwrap_or_default()
}
