//! Filling in a form.

use std::net::{Ipv4Addr, SocketAddr};

use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::Code;

use crate::address::{self, Place};
use crate::effect::Effect;
use crate::message::Action;
use crate::model::{
    AddressProblem, Choice, FieldName, FieldValue, Form, FormKind, FormProblem, Goal, Model,
    Origin, Screen, Start, TextField,
};
use crate::replay_source::ReplaySource;
use crate::update::{leave, overlay, replay, settings::Before, start::start};

/// Which field has something wrong, and what.
type Wrong = (FieldName, FormProblem);

/// What an action means in a form.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Submit => return submit(model),
        Action::Back => return go_back(model),
        Action::Help => return overlay::help(model),
        Action::Interrupt => return leave::leave(model, true),
        _ => {}
    }
    let Screen::Form(form) = &mut model.screen else {
        return Vec::new();
    };
    match action {
        Action::Focus(Direction::Up) => step_focus(form, -1),
        Action::Focus(Direction::Down) => step_focus(form, 1),
        _ => {
            edit(form, action);
            return take_hold(model);
        }
    }
    Vec::new()
}

/// What is chosen among the settings holds at once, so that it is seen before the page is left.
fn take_hold(model: &mut Model) -> Vec<Effect> {
    let form = match &model.screen {
        Screen::Form(form) if form.kind == FormKind::Settings => form.clone(),
        _ => return Vec::new(),
    };
    let before = Before::of(model);
    take_settings(&form, model);
    before.keep(model)
}

/// Goes back. Settings that were typed are kept if they can be; nothing else is.
fn go_back(model: &mut Model) -> Vec<Effect> {
    let Screen::Form(form) = &model.screen else {
        return Vec::new();
    };
    let mut effects = Vec::new();
    if form.kind == FormKind::Settings {
        effects = submit(model);
    }
    effects.extend(back(model));
    effects
}

fn edit(form: &mut Form, action: Action) {
    form.problem = None;
    let Some(field) = form.fields.get_mut(form.focus) else {
        return;
    };
    match (&mut field.value, action) {
        (FieldValue::Choice { choices, selected }, Action::Focus(Direction::Left)) => {
            step(selected, choices.len(), -1);
        }
        (FieldValue::Choice { choices, selected }, Action::Focus(Direction::Right)) => {
            step(selected, choices.len(), 1);
        }
        (FieldValue::Text(text), Action::Recent(step)) if field.name == FieldName::Server => {
            recall(text, &form.recent, step);
        }
        (FieldValue::Text(text), _) => edit_text(text, action),
        _ => {}
    }
}

fn edit_text(field: &mut TextField, action: Action) {
    match action {
        Action::Text(character) => field.insert(character),
        Action::Backspace => field.backspace(),
        Action::Delete => field.delete(),
        Action::Clear => field.clear(),
        Action::Focus(Direction::Left) => field.left(),
        Action::Focus(Direction::Right) => field.right(),
        Action::Start => field.home(),
        Action::End => field.end(),
        _ => {}
    }
}

/// Gives the field another of the servers of before: older ones first, then the newest again.
fn recall(field: &mut TextField, recent: &[String], by: isize) {
    let found = recent.iter().position(|server| server == field.text());
    let mut place = match found {
        Some(place) => place,
        // Before the first or behind the last.
        None if by > 0 => recent.len().saturating_sub(1),
        None => 0,
    };
    step(&mut place, recent.len(), by);
    if let Some(server) = recent.get(place) {
        field.give(server);
    }
}

/// From field to field, and on to the tables in the same network.
fn step_focus(form: &mut Form, by: isize) {
    let places = form.places();
    step(&mut form.focus, places, by);
}

/// One step in a circle.
fn step(place: &mut usize, count: usize, by: isize) {
    *place = place
        .checked_add_signed(by)
        .map_or(count.saturating_sub(1), |next| next % count.max(1));
}

/// Goes back to the menu, or to the list in which a replay was not found.
fn back(model: &mut Model) -> Vec<Effect> {
    if matches!(&model.screen, Screen::Form(form) if form.kind == FormKind::Replays) {
        return replay::list(model);
    }
    model.screen = Screen::Menu(model.menu);
    Vec::new()
}

/// Takes what the form has into the model and begins; a problem goes to the field that has it.
fn submit(model: &mut Model) -> Vec<Effect> {
    let Screen::Form(form) = &model.screen else {
        return Vec::new();
    };
    let form = form.clone();
    let before = Before::of(model);
    match accept(&form, model) {
        Ok(begin) => {
            let mut effects = before.keep(model);
            effects.extend(match begin {
                Some(begin) => {
                    model.origin = Some(Origin::Form(form));
                    start(model, begin)
                }
                None => back(model),
            });
            effects
        }
        Err((name, problem)) => {
            if let Screen::Form(form) = &mut model.screen {
                form.problem = Some(problem);
                let place = form.fields.iter().position(|field| field.name == name);
                form.focus = place.unwrap_or(form.focus);
            }
            before.keep(model)
        }
    }
}

/// Takes what is right, whatever else is wrong: what was typed into one field is not lost by another.
fn accept(form: &Form, model: &mut Model) -> Result<Option<Start>, Wrong> {
    let taken = [
        take_name(form, model),
        take_pair(form, &mut model.pair),
        take_server(form, model),
        take_listen(form, model),
    ];
    if let Some(text) = form.text(FieldName::Music) {
        text.trim().clone_into(&mut model.music);
    }
    take_settings(form, model);
    taken.into_iter().collect::<Result<(), _>>()?;
    if form.kind == FormKind::Solo {
        let mut options = model.solo_options;
        take_options(form, &mut options);
        return Ok(Some(Start::Solo { options }));
    }
    take_options(form, &mut model.options);
    let listed = form.choice(FieldName::Listed) != Some(Choice::No);
    let options = model.options;
    Ok(match form.kind {
        FormKind::Host => Some(Start::Host { listed }),
        FormKind::Create => Some(Start::Online(Goal::Create { options, listed })),
        FormKind::Quick => Some(Start::Online(Goal::Queue { options })),
        FormKind::Join => Some(Start::Online(Goal::Join {
            code: take_table(form, model)?,
        })),
        FormKind::Watch => Some(Start::Online(Goal::Watch {
            code: take_place(form, model)?,
        })),
        FormKind::Tables => Some(Start::Online(Goal::List)),
        FormKind::Replays => Some(replays(form, &model.server)),
        FormKind::HotSeat => Some(Start::HotSeat),
        FormKind::Solo | FormKind::Settings => None,
    })
}

fn take_name(form: &Form, model: &mut Model) -> Result<(), Wrong> {
    if let Some(text) = form.text(FieldName::Name) {
        let name = PlayerName::new(text);
        let name = name.map_err(|error| (FieldName::Name, FormProblem::Name(error)))?;
        name.as_str().clone_into(&mut model.name);
    }
    Ok(())
}

/// A server is what other forms begin with only where it is a setting; elsewhere it first has to answer.
fn take_server(form: &Form, model: &mut Model) -> Result<(), Wrong> {
    if let Some(text) = form.text(FieldName::Server) {
        let server = address::server(text);
        model.server =
            server.map_err(|problem| (FieldName::Server, FormProblem::Address(problem)))?;
        if form.kind == FormKind::Settings {
            model.usual_server.clone_from(&model.server);
        }
    }
    Ok(())
}

/// The names of two at one keyboard; one that is left out is none.
fn take_pair(form: &Form, pair: &mut BySeat<Option<String>>) -> Result<(), Wrong> {
    let seats = [
        (FieldName::LeftName, Seat::One),
        (FieldName::RightName, Seat::Zero),
    ];
    for (field, seat) in seats {
        if let Some(text) = form.text(field) {
            let name = PlayerName::optional(text);
            let name = name.map_err(|error| (field, FormProblem::Name(error)))?;
            pair[seat] = name.map(String::from);
        }
    }
    Ok(())
}

/// Where the server in this process is to listen; an address that was chosen before stays one where
/// it fits.
fn take_listen(form: &Form, model: &mut Model) -> Result<(), Wrong> {
    let Some(text) = form.text(FieldName::Port) else {
        return Ok(());
    };
    // A word is no more a port than a number that is too large.
    let problem = FormProblem::Address(AddressProblem::Port);
    let port = address::port(text.trim()).map_err(|_| (FieldName::Port, problem))?;
    let before = model.listen.ip();
    let stays_here = form.choice(FieldName::Reach) == Some(Choice::ThisMachine);
    let ip = match (stays_here, before.is_loopback()) {
        (true, false) => Ipv4Addr::LOCALHOST.into(),
        (false, true) => Ipv4Addr::UNSPECIFIED.into(),
        _ => before,
    };
    model.listen = SocketAddr::new(ip, port);
    Ok(())
}

/// The replay that is named, else the list of the server's.
fn replays(form: &Form, server: &str) -> Start {
    match form.text(FieldName::Replay).unwrap_or_default().trim() {
        "" => Start::Replays,
        text => Start::Replay(ReplaySource::new(text, server)),
    }
}

/// The table in the same network that was chosen, else the one whose code was typed.
fn take_table(form: &Form, model: &mut Model) -> Result<Code, Wrong> {
    let Some(table) = form.chosen_table() else {
        return take_place(form, model);
    };
    table.server.clone_into(&mut model.server);
    Ok(table.code)
}

/// The code; a server written before it is the one to connect to.
fn take_place(form: &Form, model: &mut Model) -> Result<Code, Wrong> {
    let text = form.text(FieldName::Code).unwrap_or_default();
    let place: Result<Place, AddressProblem> = text.parse();
    let place = place.map_err(|problem| (FieldName::Code, FormProblem::Address(problem)))?;
    if let Some(server) = place.server {
        model.server = server;
    }
    Ok(place.code)
}

fn take_options(form: &Form, options: &mut Options) {
    for field in &form.fields {
        let Some(choice) = form.choice(field.name) else {
            continue;
        };
        match (field.name, choice) {
            (FieldName::Rows, Choice::Number(rows)) => {
                options.rows = u8::try_from(rows).unwrap_or(options.rows);
            }
            (FieldName::Cols, Choice::Number(cols)) => {
                options.cols = u8::try_from(cols).unwrap_or(options.cols);
            }
            (FieldName::Target, Choice::Number(target)) => options.target = Some(target),
            (FieldName::Target, _) => options.target = None,
            (FieldName::TimeLimit, Choice::Seconds(limit)) => options.time_limit_s = Some(limit),
            (FieldName::TimeLimit, _) => options.time_limit_s = None,
            (FieldName::Fours, Choice::Permille(fours)) => options.four_permille = fours,
            (FieldName::Tiles, Choice::Tiles(tiles)) => options.tiles = tiles,
            (FieldName::Scoring, Choice::Scoring(scoring)) => options.scoring = scoring,
            (FieldName::Countdown, Choice::Seconds(seconds)) => {
                options.countdown_s = u8::try_from(seconds).unwrap_or(options.countdown_s);
            }
            (FieldName::Watchable, choice) => options.watchable = choice == Choice::Yes,
            _ => {}
        }
    }
}

fn take_settings(form: &Form, model: &mut Model) {
    if let Some(Choice::Keys(keys)) = form.choice(FieldName::Keys) {
        model.settings.keys = keys;
    }
    if let Some(Choice::Theme(theme)) = form.choice(FieldName::Theme) {
        model.settings.theme = theme;
    }
    if let Some(Choice::Color(color)) = form.choice(FieldName::Color) {
        model.color = color;
        model.settings.color = color.depth(model.terminal_color);
    }
    if let Some(Choice::Lang(lang)) = form.choice(FieldName::Lang) {
        model.settings.lang = lang;
    }
    if let Some(choice) = form.choice(FieldName::Ascii) {
        model.settings.ascii = choice == Choice::Yes;
    }
    if let Some(choice) = form.choice(FieldName::Sound) {
        model.settings.sound = choice == Choice::Yes;
    }
    if let Some(choice) = form.choice(FieldName::Discovery) {
        model.settings.discovery = choice == Choice::Yes;
    }
    if let Some(choice) = form.choice(FieldName::Animation) {
        model.settings.animation = choice == Choice::Yes;
    }
}
