//! Forms stand still while they are filled in.

use unicode_width::UnicodeWidthStr as _;
use versus2048_protocol::name::NameError;

use super::fixtures::form;
use super::{drawn, text};
use crate::model::{
    AddressProblem, CodeProblem, ColorDepth, Form, FormKind, FormProblem, Lang, Model, Screen,
    ThemeName,
};
use crate::nearby::NearbyTable;
use crate::theme::Theme;

/// Where a label of a form is: its column and its row.
#[track_caller]
fn place(model: &Model, size: (u16, u16), label: &str) -> (usize, usize) {
    let text = text(&drawn(model, size));
    let found = text
        .lines()
        .enumerate()
        .find_map(|(row, line)| Some((line.split_once(label)?.0.chars().count(), row)));
    found.expect("the label is there")
}

/// The form to join, with as many tables in the same network.
fn join(tables: usize, focus: usize, problem: Option<FormProblem>) -> Model {
    let mut model = form(FormKind::Join, focus, problem);
    let Screen::Form(form) = &mut model.screen else {
        panic!("no form");
    };
    let table = |number| NearbyTable {
        name: "Bartholomew-the-Grea".to_owned(),
        server: format!("ws://192.168.100.{number}:2048"),
        code: "K7QX4M".parse().expect("a code"),
    };
    form.nearby = Some((100..).take(tables).map(table).collect());
    form.recent = vec!["ws://play.example:2048".to_owned()];
    model
}

#[test]
fn nothing_moves_when_something_is_wrong_or_found_or_another_field_is_chosen() {
    let problem = Some(FormProblem::Name(NameError::Character));
    for size in [(80, 24), (120, 40)] {
        for lang in Lang::ALL {
            let label = crate::text::of(lang).field(crate::model::FieldName::Name);
            let place = |mut model: Model| {
                model.settings.lang = lang;
                place(&model, size, label)
            };
            let first = place(join(0, 0, None));
            for model in [
                join(0, 0, problem),
                join(0, 2, None),
                join(1, 0, None),
                join(3, 3, None),
            ] {
                assert_eq!(place(model), first, "{lang:?} {size:?}");
            }
            let hosted = |problem| place(form(FormKind::Host, 0, problem));
            assert_eq!(hosted(problem), hosted(None), "{lang:?} {size:?}");
        }
    }
}

#[test]
fn every_field_of_every_form_is_explained_and_nothing_moves_from_field_to_field() {
    for kind in FormKind::ALL {
        let fields = Form::new(kind, &form(kind, 0, None)).fields;
        for field in &fields {
            let note = |lang| crate::text::of(lang).field_note(kind, field.name);
            assert!(
                note(Lang::En) != note(Lang::Zh),
                "{kind:?} {:?}",
                field.name
            );
        }
        for lang in Lang::ALL {
            let say = crate::text::of(lang);
            let title = say.menu_item(kind.menu_item());
            for size in [(40, 30), (80, 24), (120, 40)] {
                let at = |focus| {
                    let mut model = form(kind, focus, None);
                    model.settings.lang = lang;
                    model
                };
                let first = place(&at(0), size, title);
                for (focus, field) in fields.iter().enumerate() {
                    let model = at(focus);
                    assert_eq!(
                        place(&model, size, title),
                        first,
                        "{kind:?} {lang:?} {size:?}"
                    );
                    let note = say.field_note(kind, field.name);
                    assert!(note.width() <= 64, "{lang:?}: {note}");
                    let shown = text(&drawn(&model, size));
                    let is_whole = size.0 < 80 || shown.contains(note);
                    assert!(is_whole, "{kind:?} {lang:?} {size:?}: {note}\n{shown}");
                }
            }
        }
    }
}

#[test]
fn what_is_wrong_is_told_to_its_end_in_a_narrow_window() {
    let address = FormProblem::Address;
    for problem in [
        address(AddressProblem::Code(CodeProblem::Missing)),
        address(AddressProblem::Code(CodeProblem::Length(3))),
        address(AddressProblem::Code(CodeProblem::Character('U'))),
        address(AddressProblem::Port),
        address(AddressProblem::Server),
        FormProblem::Name(NameError::Character),
    ] {
        for lang in Lang::ALL {
            let mut model = form(FormKind::Watch, 0, Some(problem));
            model.settings.lang = lang;
            let joined = |text: &str| text.split_whitespace().collect::<String>();
            let shown = joined(&text(&drawn(&model, (40, 20))));
            let sentence = joined(&crate::text::of(lang).problem(problem));
            assert!(shown.contains(&sentence), "{sentence} in {shown}");
        }
    }
}

#[test]
fn a_theme_is_seen_on_every_tile_while_it_is_chosen() {
    for theme in ThemeName::ALL {
        let mut model = form(FormKind::Settings, 3, None);
        model.settings.theme = theme;
        model.settings.color = ColorDepth::True;
        let shown = Theme::of(&model.settings);
        for size in [(80, 24), (120, 40), (60, 40)] {
            let buffer = drawn(&model, size);
            for exponent in 1..=11 {
                let ground = shown.tile(1 << exponent).bg;
                let is_seen = buffer.content.iter().any(|cell| Some(cell.bg) == ground);
                assert!(is_seen, "{theme:?} {size:?} 2^{exponent}");
            }
        }
    }
}
