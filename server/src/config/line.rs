//! A line of the file that is no TOML, told in the words of the setting that it is meant for.

use crate::config::UsageError;
use crate::config::definitions::{Definitions, Kind};
use crate::config::source::{Given, Source};

/// How a text is written.
pub(super) const TEXT: &str = "a string in quotes";
/// How several texts are written.
pub(super) const LIST: &str = "a list of strings, such as [\"…\"]";

/// What is wrong with a line at which TOML ends, and what would be right; `None` where it is not the
/// line of a setting, or TOML itself says it best.
pub(super) fn misread(
    line: &str,
    source: &Source,
    definitions: &Definitions,
) -> Option<UsageError> {
    let line = line.trim();
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let (key, rest) = line.split_at(end.unwrap_or(line.len()));
    let kind = Kind::of(definitions.get(key)?);
    let wrong = |said: String| Some(UsageError::wrong(source, said));
    let Some(value) = rest.trim_start().strip_prefix('=') else {
        return wrong(format!("{key} has no =; a line is a key, = and a value"));
    };
    let (value, _) = value.split_once('#').unwrap_or((value, ""));
    let value = value.trim();
    match kind {
        Kind::Text if value.starts_with(['"', '\'']) => None,
        Kind::List if value.starts_with('[') => None,
        Kind::Count | Kind::Seconds => {
            let values = vec![value.into()];
            let (key, source) = (key.into(), source.clone());
            let given = Given {
                key,
                values,
                source,
            };
            definitions.check(&given).err()
        }
        Kind::Text => wrong(format!("{key} takes {TEXT}")),
        Kind::List => wrong(format!("{key} takes {LIST}")),
    }
}
