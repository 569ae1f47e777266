//! The frames of a WebSocket client (RFC 6455), as far as this protocol uses them: whole text frames,
//! pings and closes.

use std::ops::Range;

/// The mask of every frame that is sent. It protects proxies from browsers, and none are here.
const MASK: [u8; 4] = [0x5a, 0x0f, 0xc3, 0x96];
/// The largest frame that is taken, far above every message of the server.
const MAX_FRAME_BYTES: usize = 1 << 20;
const FINAL: u8 = 0x80;
const MASKED: u8 = 0x80;
/// What stands for the length where two bytes after it say it.
const TWO_BYTES: u8 = 0x7e;
/// What stands for the length where eight bytes after it say it.
const EIGHT_BYTES: u8 = 0x7f;

/// What a frame is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A message.
    Text,
    /// The peer ends the connection.
    Close,
    /// The peer wants an answer.
    Ping,
    /// The peer answers.
    Pong,
}

/// A frame of the server, by its place in the bytes it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// What it is for.
    pub(super) kind: Kind,
    /// Where its payload is. The frame ends with it.
    pub(super) payload: Range<usize>,
}

/// The bytes are no frame that this protocol has.
#[derive(Debug, thiserror::Error)]
#[error(
    "the server sent a frame that starts with {0:02x?}; expected a whole text, ping, pong or close frame"
)]
pub(super) struct BadFrame([u8; 2]);

/// Reads the frame that starts at `start`, or returns `None` where its end has not come yet.
pub(super) fn read_frame(bytes: &[u8], start: usize) -> Result<Option<Frame>, BadFrame> {
    let rest = &bytes[start..];
    let &[first, second, ..] = rest else {
        return Ok(None);
    };
    let bad = BadFrame([first, second]);
    let kind = match first {
        0x81 => Kind::Text,
        0x88 => Kind::Close,
        0x89 => Kind::Ping,
        0x8a => Kind::Pong,
        _ => return Err(bad),
    };
    let (head, length) = match (second, rest) {
        (0..=125, _) => (2, usize::from(second)),
        (TWO_BYTES, &[_, _, a, b, ..]) => (4, usize::from(u16::from_be_bytes([a, b]))),
        (EIGHT_BYTES, &[_, _, 0, 0, 0, 0, a, b, c, d, ..]) => (
            10,
            usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or(usize::MAX),
        ),
        (TWO_BYTES, _) => return Ok(None),
        (EIGHT_BYTES, _) if rest.len() < 10 => return Ok(None),
        _ => return Err(bad),
    };
    if length > MAX_FRAME_BYTES {
        return Err(bad);
    }
    let payload = start + head..start + head + length;
    Ok((payload.end <= bytes.len()).then_some(Frame { kind, payload }))
}

/// Appends a frame with this payload, masked.
pub(super) fn write_frame(kind: Kind, payload: &[u8], out: &mut Vec<u8>) {
    let opcode = match kind {
        Kind::Text => 0x1,
        Kind::Close => 0x8,
        Kind::Ping => 0x9,
        Kind::Pong => 0xa,
    };
    out.push(FINAL | opcode);
    match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
        (Ok(length @ ..=125), _) => out.push(MASKED | length),
        (_, Ok(length)) => {
            out.push(MASKED | TWO_BYTES);
            out.extend(length.to_be_bytes());
        }
        _ => {
            out.push(MASKED | EIGHT_BYTES);
            out.extend((payload.len() as u64).to_be_bytes());
        }
    }
    out.extend(MASK);
    out.extend(
        payload
            .iter()
            .zip(MASK.iter().cycle())
            .map(|(byte, mask)| byte ^ mask),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], kind: Kind, payload: &[u8]) {
        for end in 0..bytes.len() {
            assert_eq!(read_frame(&bytes[..end], 0).unwrap(), None, "{end} bytes");
        }
        let frame = read_frame(bytes, 0).unwrap().unwrap();
        assert_eq!((frame.kind, &bytes[frame.payload]), (kind, payload));
    }

    #[test]
    fn frames_are_read_when_they_are_whole() {
        check(b"\x81\x02hi", Kind::Text, b"hi");
        check(b"\x89\x00", Kind::Ping, b"");
        check(b"\x88\x02\x03\xe8", Kind::Close, b"\x03\xe8");
        let long = [b"\x81\x7e\x01\x00".as_slice(), &[b'x'; 256]].concat();
        check(&long, Kind::Text, &[b'x'; 256]);
        let payload = "x".repeat(65_536);
        let longer = [b"\x81\x7f\0\0\0\0\0\x01\0\0", payload.as_bytes()].concat();
        let frame = read_frame(&longer, 0).unwrap().unwrap();
        assert_eq!(frame.payload.len(), 65_536);
    }

    #[test]
    fn what_this_protocol_lacks_is_refused() {
        for bytes in [b"\x82\x00", b"\x01\x00", b"\x81\x80", b"\xc1\x00"] {
            assert!(read_frame(bytes, 0).is_err(), "{bytes:02x?}");
        }
    }

    #[test]
    fn what_is_written_is_masked_and_has_its_length() {
        let mut out = Vec::new();
        write_frame(Kind::Text, b"abcde", &mut out);
        assert_eq!(out[..6], [0x81, 0x85, 0x5a, 0x0f, 0xc3, 0x96]);
        assert_eq!(out[6..], [0x3b, 0x6d, 0xa0, 0xf2, 0x3f]);
        out.clear();
        write_frame(Kind::Text, &[0; 300], &mut out);
        assert_eq!(out[..4], [0x81, 0xfe, 0x01, 0x2c]);
        assert_eq!(out.len(), 308);
    }
}
