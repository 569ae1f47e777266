//! How single values are written, and what is said of wrong ones: what would be right.

use std::ffi::OsString;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use tracing_subscriber::EnvFilter;

use crate::config::{LogFormat, Network, NetworkError};

/// A time that is written in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Milliseconds(pub(super) u64);

impl fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, thousandths) = (self.0 / 1_000, self.0 % 1_000);
        if thousandths == 0 {
            write!(f, "{whole}")
        } else {
            let text = format!("{whole}.{thousandths:03}");
            f.write_str(text.trim_end_matches('0'))
        }
    }
}

/// Seconds with at most three decimal places, within bounds in milliseconds, which the error names.
pub(super) fn seconds(least_ms: u64, most_ms: u64) -> impl TypedValueParser<Value = Milliseconds> {
    move |text: &str| {
        milliseconds(text)
            .filter(|ms| (least_ms..=most_ms).contains(ms))
            .map(Milliseconds)
            .ok_or_else(|| {
                let (least, most) = (Milliseconds(least_ms), Milliseconds(most_ms));
                format!("it takes seconds from {least} to {most}, such as 30 or 0.5")
            })
    }
}

/// The milliseconds of a number of seconds such as `15` or `0.5`.
pub(super) fn milliseconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if !is_digits(whole) || !is_digits(fraction) || fraction.len() > 3 {
        return None;
    }
    let thousandths: u64 = format!("{fraction:0<3}").parse().ok()?;
    whole
        .parse::<u64>()
        .ok()?
        .checked_mul(1_000)?
        .checked_add(thousandths)
}

/// A whole number within bounds, which the error names.
pub(super) fn count<T>(least: u64, most: u64) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        Some(text)
            .filter(|text| is_digits(text))
            .and_then(|text| text.parse().ok())
            .filter(|number| (least..=most).contains(number))
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("it takes a whole number from {least} to {most}"))
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// An address with a port.
pub(super) fn socket_address(text: &str) -> Result<SocketAddr, &'static str> {
    let here = text
        .strip_prefix("localhost:")
        .and_then(|port| port.parse().ok());
    let here = here.map(|port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    here.or_else(|| text.parse().ok()).ok_or(
        "it takes an address and a port, such as 0.0.0.0:2048 for everybody or 127.0.0.1:2048 for this machine alone",
    )
}

/// The network of some proxies. That of all addresses is none: whoever connects would be believed.
pub(super) fn proxies(text: &str) -> Result<Network, String> {
    match text
        .parse()
        .map_err(|error: NetworkError| error.to_string())?
    {
        network if network == Network::ALL_V4 || network == Network::ALL_V6 => {
            Err("it takes the networks of your proxies, not all addresses".into())
        }
        network => Ok(network),
    }
}

/// A directory, which need not be there.
pub(super) fn directory() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|text: OsString| {
        if text.is_empty() {
            Err("it takes a directory, such as /var/lib/versus2048")
        } else {
            Ok(PathBuf::from(text))
        }
    })
}

/// A filter of the log, as tracing-subscriber reads it.
pub(super) fn log_filter(text: &str) -> Result<String, String> {
    match EnvFilter::try_new(text) {
        Ok(_) => Ok(text.into()),
        Err(error) => Err(format!(
            "it takes a level such as info, or directives such as warn,versus2048_server=debug ({error})"
        )),
    }
}

/// How a line of the log is written.
pub(super) fn log_format(text: &str) -> Result<LogFormat, &'static str> {
    match text {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("it takes text or json"),
    }
}
