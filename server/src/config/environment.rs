//! The environment variables that are meant for this program.

use std::ffi::OsString;

use crate::config::UsageError;
use crate::config::definitions::{Definitions, FILE_KEY, VARIABLE_PREFIX, variable_name};
use crate::config::source::{Given, Source};

/// What a container platform adds to the names of a service, to say where it is: one that is called
/// like this program is no mistake of the operator's.
const OF_A_SERVICE: [&str; 4] = ["SERVICE_HOST", "SERVICE_PORT", "_TCP", "_UDP"];

/// The variables whose names begin like those of this program's settings; an empty one is none.
#[derive(Clone, Debug)]
pub(super) struct Environment(Vec<(String, OsString)>);

impl Environment {
    /// Those among all.
    pub(super) fn among(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        let named = variables.into_iter().map(|(name, value)| {
            let name: String = name.to_string_lossy().escape_debug().collect();
            (name, value)
        });
        let ours = named.filter(|(name, value)| !value.is_empty() && is_ours(name, value));
        Self(ours.collect())
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&OsString> {
        let name = variable_name(key);
        let mut ours = self.0.iter();
        ours.find_map(|(other, value)| (*other == name).then_some(value))
    }

    /// What it gives the settings.
    ///
    /// # Errors
    /// There is a variable of no setting, nor the one that names the file.
    pub(super) fn settings(&self, definitions: &Definitions) -> Result<Vec<Given>, UsageError> {
        let keys = definitions.all().map(|option| option.get_id().as_str());
        let keys: Vec<&str> = keys.collect();
        let known = keys.iter().chain([&FILE_KEY]);
        let known: Vec<String> = known.map(|key| variable_name(key)).collect();
        if let Some((name, _)) = self.0.iter().find(|(name, _)| !known.contains(name)) {
            let source = Source::Variable(name.clone());
            return Err(UsageError::wrong(&source, unknown(name, definitions)));
        }
        let given = keys.into_iter().filter_map(|key| {
            Some(Given {
                key: key.into(),
                values: vec![self.get(key)?.clone()],
                source: Source::Variable(variable_name(key)),
            })
        });
        Ok(given.collect())
    }
}

fn is_ours(name: &str, value: &OsString) -> bool {
    let Some((prefix, rest)) = name.split_at_checked(VARIABLE_PREFIX.len()) else {
        return false;
    };
    let is_address = value.to_str().is_some_and(|value| value.contains("://"));
    let is_of_a_service =
        OF_A_SERVICE.iter().any(|part| rest.contains(part)) || rest.ends_with("PORT") && is_address;
    prefix.eq_ignore_ascii_case(VARIABLE_PREFIX) && !is_of_a_service
}

fn unknown(name: &str, definitions: &Definitions) -> String {
    let hint = definitions.similar_variable(name).map_or_else(
        || "--print-config shows all there are".into(),
        |similar| format!("did you mean {similar}?"),
    );
    format!("there is no such setting; {hint}")
}
