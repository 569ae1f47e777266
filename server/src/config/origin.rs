//! Where a web page comes from, and which pages may connect.

use std::str::FromStr;

/// An origin in its normal form: scheme, host and port, lower case, without the scheme's own port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    scheme: String,
    authority: String,
}

/// The text is no origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an origin is a scheme, a host and perhaps a port, such as https://play.example.org or http://localhost:8080"
)]
pub struct OriginError;

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        let text = text.to_ascii_lowercase();
        let (scheme, authority) = text.split_once("://").ok_or(OriginError)?;
        let is_host = |c: char| c.is_ascii_alphanumeric() || "-._~:[]".contains(c);
        if scheme.is_empty() || authority.is_empty() || !authority.chars().all(is_host) {
            return Err(OriginError);
        }
        Ok(Self {
            scheme: scheme.into(),
            authority: without_own_port(scheme, authority).into(),
        })
    }
}

impl Origin {
    /// Whether a page of this origin was served under the `Host` of the request that it makes.
    pub(crate) fn is_at(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        without_own_port(&self.scheme, &host) == self.authority
    }
}

fn without_own_port<'a>(scheme: &str, authority: &'a str) -> &'a str {
    let own_port = match scheme {
        "http" => ":80",
        "https" => ":443",
        _ => return authority,
    };
    authority.strip_suffix(own_port).unwrap_or(authority)
}

/// Whether an upgrade may come from a page of this `Origin`, as the header has it.
pub(crate) fn may_connect(origin: &str, host: Option<&str>, allowed: &[Origin]) -> bool {
    let Ok(origin) = origin.parse::<Origin>() else {
        return false;
    };
    host.is_some_and(|host| origin.is_at(host)) || allowed.contains(&origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(origin: &str, host: &str, expected: bool) {
        let allowed = ["https://play.example.org".parse().unwrap()];
        let actual = may_connect(origin, Some(host), &allowed);
        assert_eq!(actual, expected, "{origin} to {host}");
    }

    #[test]
    fn host_and_port_have_to_be_those_of_the_request() {
        check("http://game.example:2048", "game.example:2048", true);
        check("http://game.example:2048", "GAME.example:2048", true);
        check("http://game.example:2049", "game.example:2048", false);
        check("http://game.example", "game.example:2048", false);
        check("http://evil.example:2048", "game.example:2048", false);
        check("http://[::1]:2048", "[::1]:2048", true);
    }

    #[test]
    fn the_port_of_the_scheme_need_not_be_written() {
        check("https://game.example", "game.example", true);
        check("https://game.example", "game.example:443", true);
        check("http://game.example:80", "game.example", true);
        check("https://game.example", "game.example:80", false);
    }

    #[test]
    fn allowed_origins_may_connect_anywhere() {
        check("https://play.example.org", "game.example:2048", true);
        check("https://PLAY.example.org:443", "game.example:2048", true);
        check("http://play.example.org", "game.example:2048", false);
    }

    #[test]
    fn what_is_no_origin_may_not() {
        for origin in [
            "null",
            "",
            "://",
            "game.example:2048",
            "http://game.example:2048/",
            "http://a@game.example:2048",
        ] {
            check(origin, "game.example:2048", false);
        }
    }

    #[test]
    fn without_a_host_only_allowed_ones_may() {
        assert!(!may_connect("http://game.example", None, &[]));
    }
}
