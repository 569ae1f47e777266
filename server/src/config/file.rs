//! The file of settings: TOML, one key a setting.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use clap::Arg;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::UsageError;
use crate::config::definitions::{Definitions, Kind};
use crate::config::line::{LIST, TEXT, misread};
use crate::config::source::{Given, Source};

/// What a file says.
///
/// # Errors
/// It can't be read, is no TOML, or has a key or a type of value that no setting has.
pub(super) fn read(path: &Path, definitions: &Definitions) -> Result<Vec<Given>, UsageError> {
    let shown: Arc<str> = path
        .to_string_lossy()
        .escape_debug()
        .collect::<String>()
        .into();
    match fs::read_to_string(path) {
        Ok(text) => File { path: shown, text }.settings(definitions),
        Err(error) => Err(UsageError::Unreadable { path: shown, error }),
    }
}

struct File {
    path: Arc<str>,
    text: String,
}

impl File {
    fn settings(&self, definitions: &Definitions) -> Result<Vec<Given>, UsageError> {
        let table =
            DeTable::parse(&self.text).map_err(|error| self.no_toml(&error, definitions))?;
        table
            .get_ref()
            .iter()
            .map(|(key, value)| self.setting(key, value, definitions))
            .collect()
    }

    fn no_toml(&self, error: &toml::de::Error, definitions: &Definitions) -> UsageError {
        let offset = error.span().map_or(0, |span| span.start);
        let source = self.line_at(offset);
        let before = self.text.get(..offset).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        misread(line, &source, definitions)
            .unwrap_or_else(|| UsageError::wrong(&source, error.message().replace('\n', "; ")))
    }

    fn setting(
        &self,
        key: &Spanned<impl AsRef<str>>,
        value: &Spanned<DeValue<'_>>,
        definitions: &Definitions,
    ) -> Result<Given, UsageError> {
        let source = self.line_at(key.span().start);
        let key = key.get_ref().as_ref();
        let Some(option) = definitions.get(key) else {
            let said = unknown_key(key, definitions);
            return Err(UsageError::wrong(&source, said));
        };
        let values = texts(option, value.get_ref());
        let values = values.map_err(|said| UsageError::wrong(&source, format!("{key} {said}")))?;
        Ok(Given {
            key: key.into(),
            values: values.into_iter().map(Into::into).collect(),
            source,
        })
    }

    fn line_at(&self, offset: usize) -> Source {
        let before = self.text.bytes().take(offset);
        Source::File {
            path: Arc::clone(&self.path),
            line: 1 + before.filter(|byte| *byte == b'\n').count(),
        }
    }
}

fn unknown_key(key: &str, definitions: &Definitions) -> String {
    let hint = definitions.similar(key).map_or_else(
        || "--print-config shows all there are".into(),
        |similar| format!("did you mean {similar}?"),
    );
    format!("there is no setting {key:?}; {hint}")
}

/// The values as an option has them.
///
/// # Errors
/// Says that the setting takes another type.
fn texts(option: &Arg, value: &DeValue<'_>) -> Result<Vec<String>, String> {
    let text = match (Kind::of(option), value) {
        (Kind::List, DeValue::Array(items)) => {
            let texts = items.iter().map(|item| item.get_ref().as_str());
            let texts: Option<Vec<&str>> = texts.collect();
            return texts
                .map(|texts| texts.into_iter().map(Into::into).collect())
                .ok_or_else(|| "takes a list of strings alone".into());
        }
        (Kind::List, _) => return Err(mistyped(LIST, value)),
        (Kind::Text, DeValue::String(text)) => text.to_string(),
        (Kind::Text, _) => return Err(mistyped(TEXT, value)),
        (Kind::Count | Kind::Seconds, DeValue::Integer(number)) => {
            i128::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| number.to_string(), |number| number.to_string())
        }
        (Kind::Seconds, DeValue::Float(number)) => number
            .as_str()
            .parse()
            .map_or_else(|_| number.to_string(), |number: f64| number.to_string()),
        // The setting itself says what it takes, with the range.
        (Kind::Count | Kind::Seconds, _) => type_name(value),
    };
    Ok(vec![text])
}

fn mistyped(wanted: &str, value: &DeValue<'_>) -> String {
    format!("takes {wanted}, not {}", type_name(value))
}

fn type_name(value: &DeValue<'_>) -> String {
    let name = value.type_str();
    let article = if name.starts_with(['a', 'i']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}
