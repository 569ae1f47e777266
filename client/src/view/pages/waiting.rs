//! Waiting: for a connection, for an opponent, for the other player.

use ratatui::text::{Line, Span};
use versus2048_protocol::rules::Options;

use crate::address::Reach;
use crate::model::{Connection, Play};
use crate::text::wrap::{wrap_command, wrap_parts};
use crate::text::{self, Hint, Word, clean};
use crate::view::big;
use crate::view::canvas::{padded, width};
use crate::view::hints::Key;
use crate::view::look::Look;
use crate::view::page::Page;
use crate::view::pages::TEXT_WIDTH;

/// The most addresses that are shown; the likeliest are first.
const MAX_TARGETS: usize = 4;

/// The columns that stay empty beside a command.
const MARGINS: u16 = 2;

/// The connection is not up yet.
pub(in crate::view) fn connecting<'a>(look: &Look, server: &str) -> Page<'a> {
    Page {
        has_logo: true,
        body: vec![
            Line::from(look.say.word(Word::Connecting)).centered(),
            Line::styled(clean(server), look.theme.strong()).centered(),
        ],
        keys: vec![Key::new("Esc", Hint::Back), Key::new("Q", Hint::Quit)],
        ..Page::default()
    }
}

/// The queue.
pub(in crate::view) fn queued<'a>(look: &Look, options: &Options, waited_ms: u64) -> Page<'a> {
    let waited = look.say.waited(&text::passed(waited_ms));
    Page {
        has_logo: true,
        head: vec![
            Line::styled(look.say.word(Word::LookingForOpponent), look.theme.strong()).centered(),
        ],
        body: vec![
            Line::from(look.say.options(options)).centered(),
            Line::styled(waited, look.theme.muted()).centered(),
        ],
        keys: vec![Key::new("Esc", Hint::Back), Key::new("Q", Hint::Quit)],
        ..Page::default()
    }
}

/// One's own table, whose other seat is free: its code, to be read aloud or copied.
pub(in crate::view) fn waiting<'a>(look: &Look, play: &Play) -> Page<'a> {
    let session = &play.session;
    let mut body = big_code(look, session.code.as_str());
    body.push(Line::default());
    body.extend(invitation(look, play));
    Page {
        head: vec![
            Line::styled(look.say.word(Word::WaitingForOther), look.theme.strong()).centered(),
        ],
        focus: body.len(),
        body,
        foot: foot(look, play),
        keys: vec![
            Key::new(
                "C",
                if play.is_copied {
                    Hint::Copied
                } else {
                    Hint::Copy
                },
            ),
            Key::new("Esc", Hint::Back),
            Key::new("?", Hint::Help),
            Key::new("Q", Hint::Quit),
        ],
        ..Page::default()
    }
}

/// Somebody else's table, whose other seat is free.
pub(in crate::view) fn watched<'a>(look: &Look, play: &Play) -> Page<'a> {
    let session = &play.session;
    let player = session.players.0.iter().flatten().next();
    let nobody = || look.say.word(Word::Nobody).to_owned();
    let name = player.map_or_else(nobody, |player| clean(&player.name));
    let text = look.say.watched_waits(session.code, &name);
    Page {
        has_logo: true,
        body: look.sentence(&text, look.theme.strong()),
        foot: foot(look, play),
        keys: vec![Key::new("?", Hint::Help), Key::new("Q", Hint::Leave)],
        ..Page::default()
    }
}

/// The code in large letters, or spread out where these have no room.
fn big_code<'a>(look: &Look, code: &str) -> Vec<Line<'a>> {
    let mut rows = big::letters(code, look.half_blocks);
    if rows.iter().any(|row| width(row) > look.columns) {
        rows = vec![code.chars().map(String::from).collect::<Vec<_>>().join(" ")];
    }
    rows.into_iter()
        .map(|row| Line::styled(row, look.theme.strong()).centered())
        .collect()
}

fn invitation<'a>(look: &Look, play: &Play) -> Vec<Line<'a>> {
    let Some(invitation) = &play.invitation else {
        return Vec::new();
    };
    let title = Line::from(look.say.word(Word::TheyType)).centered();
    let targets = commands(look, &invitation.targets);
    let from_source = invitation.targets.first().into_iter().flat_map(|target| {
        let command = format!("cargo run --release -- join {}", clean(target));
        from_source(look, &command)
    });
    let menu = Line::styled(look.say.word(Word::OrByMenu), look.theme.muted()).centered();
    let commands = [title].into_iter().chain(targets);
    commands.chain(from_source).chain([menu]).collect()
}

/// What to type to join; of several targets each with from where it can be reached.
fn commands<'a>(look: &Look, targets: &[String]) -> Vec<Line<'a>> {
    let targets: Vec<String> = targets
        .iter()
        .take(MAX_TARGETS)
        .map(|it| clean(it))
        .collect();
    let labels: Vec<String> = targets
        .iter()
        .map(|target| format!("{} ", look.say.reach(Reach::of(target))))
        .collect();
    let has_labels = targets.len() > 1;
    let commands: Vec<String> = targets
        .iter()
        .map(|target| format!("versus2048 join {target}"))
        .collect();
    let widest = |texts: &[String]| texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let columns = look.columns.saturating_sub(MARGINS);
    let is_beside = widest(&labels) + widest(&commands) <= columns;
    let mut lines = Vec::new();
    for (label, command) in labels.iter().zip(&commands) {
        let muted = |text: String| Span::styled(text, look.theme.muted());
        if has_labels && is_beside {
            let command = padded(command, widest(&commands));
            let label = muted(padded(label, widest(&labels)));
            lines.push(Line::from(vec![label, look.badge(&command)]).centered());
            continue;
        }
        if has_labels {
            lines.push(Line::from(muted(label.trim_end().to_owned())).centered());
        }
        let pieces = wrap_command(command, columns).into_iter();
        lines.extend(pieces.map(|piece| Line::from(look.badge(&piece)).centered()));
    }
    lines
}

/// The same command for who has only the source: in one line or two, or not at all, since cut in the
/// middle it would be of no use.
fn from_source<'a>(look: &Look, command: &str) -> Vec<Line<'a>> {
    let columns = look.columns.saturating_sub(MARGINS);
    let word = look.say.word(Word::OrFromSource);
    let one = format!("{word} {command}");
    let lines = if width(&one) <= columns {
        vec![one]
    } else if width(command) <= columns {
        vec![word.to_owned(), command.to_owned()]
    } else {
        Vec::new()
    };
    let muted = |line| Line::styled(line, look.theme.muted()).centered();
    lines.into_iter().map(muted).collect()
}

/// What will be played, and until when somebody has to come; or that the connection is lost.
fn foot<'a>(look: &Look, play: &Play) -> Vec<Line<'a>> {
    if play.connection != Connection::Up {
        let text = format!(" {} ", connection(look, play.connection));
        return vec![Line::styled(text, look.theme.alarm()).centered()];
    }
    let options = look.say.options(&play.session.options);
    let closes = play.session.closes_in_ms(look.now_ms);
    let closes = closes.map(|left_ms| look.say.closes_in(&text::left(left_ms)));
    let parts: Vec<String> = [options].into_iter().chain(closes).collect();
    let invitation = play.invitation.as_ref();
    let taken = invitation.and_then(|invitation| invitation.taken_port);
    let taken = taken.map(|port| look.say.port_taken(port));
    let muted = |line| Line::styled(line, look.theme.muted()).centered();
    taken
        .into_iter()
        .flat_map(|text| look.sentence(&text, look.theme.muted()))
        .chain(
            wrap_parts(&parts.join(" · "), TEXT_WIDTH.min(look.columns))
                .into_iter()
                .map(muted),
        )
        .collect()
}

/// How the connection is, where it is not up.
pub(in crate::view) fn connection(look: &Look, connection: Connection) -> String {
    let until_ms = match connection {
        Connection::Waiting { retry_at_ms, .. } => retry_at_ms.saturating_sub(look.now_ms),
        Connection::Up | Connection::Trying { .. } => 0,
    };
    look.say.connection(connection, &text::left(until_ms))
}
