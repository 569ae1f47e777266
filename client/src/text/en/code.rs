//! English about codes that are none.

use crate::model::CodeProblem;
use crate::text::clean;

/// Why a text is no code.
pub(super) fn problem(problem: CodeProblem) -> String {
    match problem {
        CodeProblem::Missing => {
            "A code has six letters or digits, like K7QX4M, alone or as HOST/CODE".into()
        }
        CodeProblem::Length(length) => {
            format!("A code has six letters or digits, like K7QX4M; this has {length}")
        }
        CodeProblem::Character('u' | 'U') => "No code has a U: it may be a V".into(),
        CodeProblem::Character(character) => {
            let found = clean(&character.to_string());
            format!("A code has only letters and digits, like K7QX4M, and no “{found}”")
        }
    }
}
