//! Forms stand still while they are filled in.

use versus2048_protocol::name::NameError;

use super::fixtures::form;
use super::{drawn, text};
use crate::model::{FormKind, FormProblem, Lang, Model, Screen};
use crate::nearby::NearbyTable;

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
