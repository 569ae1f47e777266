//! Which fields each form has, and what can be chosen in them.

use std::net::SocketAddr;

use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::name::MAX_CHARACTERS;
use versus2048_protocol::rules::options::{MAX_COUNTDOWN_S, MAX_SIDE, MIN_SIDE, TARGETS};
use versus2048_protocol::rules::{Options, Scoring, TileSource};

use crate::model::{
    Choice, ColorChoice, Field, FieldName, FieldValue, FormKind, KeyLayout, Lang, Model, TextField,
    ThemeName,
};

/// The most characters of a server's address.
const MAX_SERVER_CHARS: usize = 128;
/// The most characters of a port.
const MAX_PORT_CHARS: usize = 5;
/// The most characters of a table's address; a whole command has room in it.
const MAX_PLACE_CHARS: usize = 256;
/// The most characters of a path or a URL.
const MAX_PATH_CHARS: usize = 400;
/// Time limits to choose from, in seconds.
const TIME_LIMITS_S: [u64; 9] = [30, 60, 120, 180, 300, 600, 900, 1800, 3600];
/// Chances of a 4 to choose from, of 1000.
const FOURS: [u16; 6] = [0, 100, 200, 250, 500, 1000];

/// The fields of a form, from top to bottom, with what the model has already.
pub(super) fn of(kind: FormKind, model: &Model) -> Vec<Field> {
    let name = || text(FieldName::Name, &model.name, MAX_CHARACTERS);
    let server = || text(FieldName::Server, &model.usual_server, MAX_SERVER_CHARS);
    let code = || text(FieldName::Code, "", MAX_PLACE_CHARS);
    let listed = || flag(FieldName::Listed, true);
    let watchable = || flag(FieldName::Watchable, model.options.watchable);
    let board = board(&model.options);
    let versus = versus(&model.options);
    match kind {
        FormKind::Host => [
            vec![name()],
            reach(model.listen),
            board,
            versus,
            vec![listed(), watchable()],
        ]
        .concat(),
        FormKind::Create => [
            vec![name(), server()],
            board,
            versus,
            vec![listed(), watchable()],
        ]
        .concat(),
        FormKind::Quick => [vec![name(), server()], board, versus, vec![watchable()]].concat(),
        FormKind::Join | FormKind::Watch => vec![code(), name(), server()],
        FormKind::Tables => vec![server(), name()],
        FormKind::Replays => vec![text(FieldName::Replay, "", MAX_PATH_CHARS), server()],
        FormKind::HotSeat => [pair(&model.pair), board, versus].concat(),
        // A game that was kept is found again where the form is as it was then.
        FormKind::Solo => self::board(&model.solo_options),
        FormKind::Settings => vec![
            name(),
            server(),
            choice(
                FieldName::Keys,
                KeyLayout::ALL.map(Choice::Keys),
                Choice::Keys(model.settings.keys),
            ),
            choice(
                FieldName::Theme,
                ThemeName::ALL.map(Choice::Theme),
                Choice::Theme(model.settings.theme),
            ),
            choice(
                FieldName::Color,
                ColorChoice::ALL.map(Choice::Color),
                Choice::Color(model.color),
            ),
            choice(
                FieldName::Lang,
                Lang::ALL.map(Choice::Lang),
                Choice::Lang(model.settings.lang),
            ),
            flag(FieldName::Animation, model.settings.animation),
            flag(FieldName::Ascii, model.settings.ascii),
            flag(FieldName::Sound, model.settings.sound),
            text(FieldName::Music, &model.music, MAX_PATH_CHARS),
            flag(FieldName::Discovery, model.settings.discovery),
        ],
    }
}

/// Where a server in this process listens.
fn reach(listen: SocketAddr) -> Vec<Field> {
    let chosen = if listen.ip().is_loopback() {
        Choice::ThisMachine
    } else {
        Choice::Network
    };
    let port = listen.port().to_string();
    vec![
        choice(
            FieldName::Reach,
            [Choice::Network, Choice::ThisMachine],
            chosen,
        ),
        text(FieldName::Port, &port, MAX_PORT_CHARS),
    ]
}

/// The names of two at one keyboard, as they sit.
fn pair(names: &BySeat<Option<String>>) -> Vec<Field> {
    let name = |field, seat| {
        let name = names[seat].as_deref().unwrap_or_default();
        text(field, name, MAX_CHARACTERS)
    };
    vec![
        name(FieldName::LeftName, Seat::One),
        name(FieldName::RightName, Seat::Zero),
    ]
}

/// What every board has.
fn board(options: &Options) -> Vec<Field> {
    let sides = || (MIN_SIDE..=MAX_SIDE).map(|side| Choice::Number(side.into()));
    let targets = (0..u64::BITS)
        .map(|exponent| 1 << exponent)
        .filter(|target| TARGETS.contains(target))
        .map(Choice::Number);
    let scorings = [Scoring::Merges, Scoring::Sum].map(Choice::Scoring);
    vec![
        choice(
            FieldName::Rows,
            sides(),
            Choice::Number(options.rows.into()),
        ),
        choice(
            FieldName::Cols,
            sides(),
            Choice::Number(options.cols.into()),
        ),
        choice(
            FieldName::Target,
            [Choice::Without].into_iter().chain(targets),
            options.target.map_or(Choice::Without, Choice::Number),
        ),
        choice(
            FieldName::TimeLimit,
            [Choice::Without]
                .into_iter()
                .chain(TIME_LIMITS_S.map(Choice::Seconds)),
            options
                .time_limit_s
                .map_or(Choice::Without, Choice::Seconds),
        ),
        choice(
            FieldName::Fours,
            FOURS.map(Choice::Permille),
            Choice::Permille(options.four_permille),
        ),
        choice(
            FieldName::Scoring,
            scorings,
            Choice::Scoring(options.scoring),
        ),
    ]
}

/// What a match of two has beside that.
fn versus(options: &Options) -> Vec<Field> {
    let sources = [TileSource::Mirrored, TileSource::Independent].map(Choice::Tiles);
    let seconds = (0..=MAX_COUNTDOWN_S).map(|seconds| Choice::Seconds(seconds.into()));
    vec![
        choice(FieldName::Tiles, sources, Choice::Tiles(options.tiles)),
        choice(
            FieldName::Countdown,
            seconds,
            Choice::Seconds(options.countdown_s.into()),
        ),
    ]
}

fn text(name: FieldName, text: &str, max_chars: usize) -> Field {
    Field {
        name,
        value: FieldValue::Text(TextField::new(text, max_chars)),
    }
}

fn flag(name: FieldName, is_set: bool) -> Field {
    let chosen = if is_set { Choice::Yes } else { Choice::No };
    choice(name, [Choice::Yes, Choice::No], chosen)
}

/// A choice; a value that is not among the usual ones comes last.
fn choice(name: FieldName, usual: impl IntoIterator<Item = Choice>, chosen: Choice) -> Field {
    let mut choices: Vec<Choice> = usual.into_iter().collect();
    let selected = choices.iter().position(|&choice| choice == chosen);
    let selected = selected.unwrap_or_else(|| {
        choices.push(chosen);
        choices.len() - 1
    });
    Field {
        name,
        value: FieldValue::Choice { choices, selected },
    }
}
