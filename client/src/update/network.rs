//! What becomes of the connection to a server.

use versus2048_protocol::wire::Code;

use crate::effect::Effect;
use crate::message::{Foreign, Hosted, LinkEnd, NetworkEvent};
use crate::model::{Connection, Goal, Model, Notice, Play, Question, Screen};
use crate::recent_servers;
use crate::session::Happening;
use crate::update::{fail, goal, overlay, seat};

/// How long a server that has greeted may take to answer what it is asked, in milliseconds.
const ANSWER_MS: u64 = 10_000;

/// Takes in what became of the connection.
pub(super) fn receive(model: &mut Model, event: NetworkEvent) -> Vec<Effect> {
    match event {
        NetworkEvent::Welcomed { seated } => {
            let mut effects = remember(model);
            effects.extend(welcomed(model, seated));
            effects
        }
        NetworkEvent::Lost {
            attempt,
            retry_in_ms,
        } => {
            wait_anew(model);
            let retry_at_ms = model.now_ms.saturating_add(retry_in_ms);
            with_table(model, |play| {
                play.session.disconnected();
                play.ready_sent = false;
                play.rtt_ms = None;
                play.connection = Connection::Waiting {
                    attempt,
                    retry_at_ms,
                };
            })
        }
        NetworkEvent::Connecting { attempt } => with_table(model, |play| {
            play.connection = Connection::Trying { attempt };
        }),
        NetworkEvent::RoundTrip { rtt_ms } => with_table(model, |play| {
            play.rtt_ms = Some(rtt_ms);
        }),
        NetworkEvent::Ended(end) => ended(model, end),
    }
}

/// The server in this process is up: connects to it.
pub(super) fn hosted(model: &mut Model, hosted: Hosted) -> Vec<Effect> {
    let server = hosted.url.clone();
    model.hosted = Some(hosted);
    vec![Effect::Connect {
        server,
        name: model.name.clone(),
    }]
}

/// Asks again for what the player wants, where something else stood in the way.
pub(super) fn ask_anew(model: &mut Model) -> Vec<Effect> {
    model.screen = Screen::Connecting {
        server: model.server.clone(),
        due_ms: Some(model.now_ms.saturating_add(ANSWER_MS)),
    };
    goal::pursue(model)
}

/// Leaves a server that says what can't be true.
pub(super) fn contradicted(model: &mut Model) -> Vec<Effect> {
    ended(model, LinkEnd::Foreign(Foreign::Nonsense))
}

/// Gives a server up that has greeted and does not answer.
pub(super) fn expire(model: &mut Model) -> Vec<Effect> {
    let now_ms = model.now_ms;
    match &model.screen {
        Screen::Connecting {
            server,
            due_ms: Some(due_ms),
        } if now_ms >= *due_ms => {
            let server = server.clone();
            let what = Foreign::Silent;
            fail(model, Notice::Foreign { server, what })
        }
        _ => Vec::new(),
    }
}

fn with_table(model: &mut Model, change: impl FnOnce(&mut Play)) -> Vec<Effect> {
    if let Screen::Table(play) = &mut model.screen {
        change(play);
    }
    Vec::new()
}

/// Without its connection nobody is in a queue, and a list is an old one: both are asked for again.
fn wait_anew(model: &mut Model) {
    let wish = match &mut model.screen {
        Screen::Queued { options, .. } => Goal::Queue { options: *options },
        Screen::Tables(_) => Goal::List,
        Screen::Connecting { due_ms, .. } => {
            *due_ms = None;
            return;
        }
        _ => return,
    };
    model.goal = Some(wish);
    model.screen = Screen::Connecting {
        server: model.server.clone(),
        due_ms: None,
    };
}

/// Remembers a server that was connected to on purpose; one in this process ends with it.
fn remember(model: &mut Model) -> Vec<Effect> {
    if model.hosted.is_some() || !matches!(model.screen, Screen::Connecting { .. }) {
        return Vec::new();
    }
    model.usual_server.clone_from(&model.server);
    recent_servers::put_first(&mut model.recent_servers, &model.server);
    vec![Effect::RememberServer(model.server.clone())]
}

/// The first greeting is followed by what was asked for; a later one by going on where it was.
fn welcomed(model: &mut Model, seated: Option<Code>) -> Vec<Effect> {
    let now_ms = model.now_ms;
    if let Screen::Connecting { due_ms, .. } = &mut model.screen {
        *due_ms = Some(now_ms.saturating_add(ANSWER_MS));
    }
    match (&mut model.screen, seated) {
        (Screen::Connecting { .. }, None) => match model.goal {
            Some(Goal::Return { code }) => seat::lost(model, code),
            _ => goal::pursue(model),
        },
        (Screen::Connecting { .. }, Some(code)) => {
            if let Some(hosted) = &mut model.hosted {
                // Nobody else can go on with it, and the other may play already.
                hosted.left = Some(code);
                Vec::new()
            } else if is_wished_for(model, code) {
                model.goal = None;
                Vec::new()
            } else {
                overlay::ask(model, Question::Resume(code))
            }
        }
        (Screen::Table(play), seated) => {
            play.connection = Connection::Up;
            let had_seat = play.session.you.is_some();
            let code = play.session.code;
            if had_seat && seated.is_none() {
                if play.closed.is_some() || play.session.result.is_some() {
                    return Vec::new();
                }
                return fail(model, Notice::TableLost { code });
            }
            play.session.note(Happening::Reconnected, now_ms);
            if had_seat {
                return Vec::new();
            }
            model.goal = Some(Goal::Watch { code });
            goal::pursue(model)
        }
        _ => Vec::new(),
    }
}

/// Whether the player has asked for the very table at which the seat is.
fn is_wished_for(model: &Model, seated: Code) -> bool {
    match model.goal {
        Some(Goal::Return { .. }) => true,
        Some(Goal::Join { code } | Goal::Watch { code }) => code == seated,
        _ => false,
    }
}

fn ended(model: &mut Model, end: LinkEnd) -> Vec<Effect> {
    let server = match &model.screen {
        Screen::Connecting { server, .. } => server.clone(),
        _ => model.server.clone(),
    };
    let is_settled = match &model.screen {
        Screen::Menu(_)
        | Screen::Form(_)
        | Screen::Loading { .. }
        | Screen::Replays(_)
        | Screen::Replay(_)
        | Screen::Notice(_) => true,
        Screen::Table(play) => play.closed.is_some(),
        _ => false,
    };
    if is_settled {
        return Vec::new();
    }
    let notice = match end {
        LinkEnd::Unreachable(why) => Notice::Unreachable { server, why },
        LinkEnd::Foreign(what) => Notice::Foreign { server, what },
        LinkEnd::Replaced => Notice::Replaced,
        LinkEnd::Closed(code) => Notice::ServerGone { code },
        LinkEnd::OtherVersion(message) => Notice::OtherVersion { message },
        LinkEnd::Refused { code, message } => Notice::Refused { code, message },
    };
    fail(model, notice)
}
