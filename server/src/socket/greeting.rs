//! Reads a hello and checks it.

use versus2048_protocol::name::PlayerName;
use versus2048_protocol::wire::{
    ClientMessage, CloseCode, ErrorCode, MessageId, PROTOCOL, Received, ServerMessage, encode,
};

use crate::session::Hello;

/// The most characters of what a client calls itself that are logged.
const LOGGED_CHARACTERS: usize = 40;

/// The reply to anything but a valid hello.
#[derive(Debug)]
pub(super) struct BadHello {
    /// The kind of the error.
    pub(super) code: ErrorCode,
    /// The error.
    pub(super) text: String,
    /// The code to close the connection with, if the fault ends it.
    pub(super) close: Option<CloseCode>,
}

/// Reads the hello, the first thing that a connection may say.
///
/// # Errors
/// Anything else, another version of the protocol, a name that breaks a rule.
pub(super) fn read(received: Received) -> Result<Hello, BadHello> {
    let re = received.id;
    match received.message {
        Err(error) => Err(bad_hello(error.code(), error.to_string(), re.as_ref())),
        Ok(ClientMessage::Hello { protocol, .. }) if protocol != PROTOCOL => Err(BadHello {
            close: Some(CloseCode::UnsupportedProtocol),
            ..bad_hello(
                ErrorCode::UnsupportedProtocol,
                both_versions(protocol),
                re.as_ref(),
            )
        }),
        Ok(ClientMessage::Hello {
            name,
            client,
            token,
            ..
        }) => {
            log_client(client.as_deref());
            let name = PlayerName::new(&name).map_err(|error| {
                bad_hello(ErrorCode::NameInvalid, error.to_string(), re.as_ref())
            })?;
            Ok(Hello { name, token, re })
        }
        Ok(_) => {
            let message = "hello has to come first";
            Err(bad_hello(
                ErrorCode::HelloRequired,
                message.into(),
                re.as_ref(),
            ))
        }
    }
}

fn bad_hello(code: ErrorCode, message: String, re: Option<&MessageId>) -> BadHello {
    BadHello {
        code,
        text: encode(&ServerMessage::error(code, message), re),
        close: None,
    }
}

fn both_versions(protocol: u64) -> String {
    format!("you speak version {protocol} of the protocol, this server speaks version {PROTOCOL}")
}

fn log_client(client: Option<&str>) {
    let client: String = client
        .unwrap_or_default()
        .chars()
        .take(LOGGED_CHARACTERS)
        .collect();
    tracing::debug!(?client, "hello");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, code: &str, close: Option<CloseCode>) {
        let bad = read(Received::parse(text)).expect_err(text);
        let answer: serde_json::Value = serde_json::from_str(&bad.text).unwrap();
        assert_eq!(answer["code"], code, "{text}");
        assert_eq!(answer["re"], 7, "{text}");
        assert_eq!(bad.close, close, "{text}");
    }

    #[test]
    fn a_hello_has_to_hold() {
        check_refused(r#"{"type":"list","id":7}"#, "hello_required", None);
        check_refused(r#"{"type":"hello","id":7}"#, "bad_message", None);
        let name = r#"{"type":"hello","protocol":1,"name":"<b>","id":7}"#;
        check_refused(name, "name_invalid", None);
        let version = r#"{"type":"hello","protocol":2,"name":"<b>","id":7}"#;
        check_refused(
            version,
            "unsupported_protocol",
            Some(CloseCode::UnsupportedProtocol),
        );
    }

    #[test]
    fn both_versions_are_named() {
        let version = r#"{"type":"hello","protocol":9,"name":"Ana"}"#;
        let bad = read(Received::parse(version)).unwrap_err();
        assert!(bad.text.contains("version 9") && bad.text.contains("version 1"));
    }

    #[test]
    fn a_hello_that_holds_is_read() {
        let text = r#"{"type":"hello","protocol":1,"name":" Ana  B ","token":"t","id":"x"}"#;
        let hello = read(Received::parse(text)).unwrap();
        assert_eq!(hello.name.as_str(), "Ana B");
        assert_eq!(hello.token.as_deref(), Some("t"));
        assert_eq!(hello.re, Some(MessageId::Text("x".into())));
    }
}
