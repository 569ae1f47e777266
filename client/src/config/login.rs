//! The name to go by where nobody has said one.

use versus2048_protocol::name::{MAX_CHARACTERS, PlayerName};

/// The name of somebody whose system does not tell one.
pub(super) const NAMELESS: &str = "Player";

/// The name that somebody has on this machine, where it makes a name for a player.
pub(super) fn name(variable: impl Fn(&str) -> Option<String>) -> String {
    ["USER", "LOGNAME"]
        .into_iter()
        .filter_map(variable)
        .find_map(|login| made_valid(&login))
        .map_or_else(|| NAMELESS.to_owned(), |name| name.to_string())
}

/// A name without what a name of a player may not have, and no longer than it may be.
fn made_valid(login: &str) -> Option<PlayerName> {
    const JOINTS: [char; 5] = [' ', '-', '_', '.', '\''];
    let is_kept = |character: &char| {
        JOINTS.contains(character) || PlayerName::new(&character.to_string()).is_ok()
    };
    let mut name: String = login.chars().filter(is_kept).take(MAX_CHARACTERS).collect();
    loop {
        if let Ok(name) = PlayerName::new(name.trim_matches(JOINTS)) {
            return Some(name);
        }
        name.pop()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_login(variables: &[(&str, &str)], expected: &str) {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(name(variable), expected, "{variables:?}");
    }

    #[test]
    fn the_login_is_the_name_as_far_as_it_can_be_one() {
        check_login(&[("USER", "ana"), ("LOGNAME", "bo")], "ana");
        check_login(&[("USER", "_build$")], "build");
        check_login(&[("USER", "@@"), ("LOGNAME", "bo")], "bo");
        check_login(&[("USER", &"é".repeat(99))], &"é".repeat(20));
        check_login(&[("USER", &"王".repeat(99))], &"王".repeat(12));
        check_login(&[("USER", "")], NAMELESS);
        check_login(&[], NAMELESS);
    }
}
