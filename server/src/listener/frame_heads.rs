//! The heads of WebSocket frames as they pass by, for what the socket does not tell: it refuses by size
//! before it looks at the kind of frame, and a control frame that is too big is another fault than a
//! message that is.

/// The most bytes that a control frame may carry (RFC 6455, section 5.5).
const MAX_CONTROL_BYTES: u8 = 125;
/// What the request ends with that frames follow.
const END_OF_REQUEST: &[u8; 4] = b"\r\n\r\n";
/// The most bytes of a head: two, eight of a length, four of a mask.
const MAX_HEAD_BYTES: usize = 14;

/// Whether the control frames so far are as small as they have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// They are.
    Small,
    /// One is not; what comes behind it is not looked at.
    TooBig,
}

/// Where the bytes of one connection are: in its request, in the head of a frame, in what it carries.
#[derive(Debug)]
pub(super) enum FrameHeads {
    /// In the request, with so many bytes of its end.
    Request { ended: usize },
    /// In a head, so many bytes of which are here.
    Head {
        bytes: [u8; MAX_HEAD_BYTES],
        here: usize,
    },
    /// In what a frame carries, so many bytes of which are still to come.
    Payload { left: u64 },
    /// At a control frame that is too big.
    Broken,
}

impl Default for FrameHeads {
    /// At the beginning of a connection.
    fn default() -> Self {
        Self::Request { ended: 0 }
    }
}

impl FrameHeads {
    /// Follows the bytes that come next.
    pub(super) fn read(&mut self, mut bytes: &[u8]) -> Control {
        while let [first, rest @ ..] = bytes {
            bytes = match self {
                Self::Payload { left } => {
                    let passed = bytes
                        .len()
                        .min(usize::try_from(*left).unwrap_or(usize::MAX));
                    *self = Self::in_payload(*left - u64::try_from(passed).unwrap_or(*left));
                    &bytes[passed..]
                }
                Self::Broken => return Control::TooBig,
                Self::Request { .. } | Self::Head { .. } => {
                    self.take(*first);
                    rest
                }
            };
        }
        match self {
            Self::Broken => Control::TooBig,
            _ => Control::Small,
        }
    }

    /// Takes a byte of a request or a head.
    fn take(&mut self, byte: u8) {
        match self {
            Self::Request { ended } if byte == END_OF_REQUEST[*ended] => *ended += 1,
            Self::Request { ended } => *ended = usize::from(byte == END_OF_REQUEST[0]),
            Self::Head { bytes, here } => {
                bytes[*here] = byte;
                *here += 1;
            }
            Self::Payload { .. } | Self::Broken => {}
        }
        match self {
            Self::Request { ended } if *ended == END_OF_REQUEST.len() => *self = Self::at_head(),
            Self::Head { bytes, here } => {
                if let Some(after) = Self::after_head(&bytes[..*here]) {
                    *self = after;
                }
            }
            _ => {}
        }
    }

    /// What follows a head, if it is whole.
    fn after_head(head: &[u8]) -> Option<Self> {
        let &[first, second, ref rest @ ..] = head else {
            return None;
        };
        let is_control = first & 0x08 != 0;
        let short = second & 0x7F;
        if is_control && short > MAX_CONTROL_BYTES {
            return Some(Self::Broken);
        }
        let length_bytes = match short {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mask_bytes = if second & 0x80 == 0 { 0 } else { 4 };
        if rest.len() < length_bytes + mask_bytes {
            return None;
        }
        let long = rest[..length_bytes]
            .iter()
            .fold(0, |length, &byte| length << 8 | u64::from(byte));
        let length = if length_bytes == 0 {
            short.into()
        } else {
            long
        };
        Some(Self::in_payload(length))
    }

    fn in_payload(left: u64) -> Self {
        if left == 0 {
            Self::at_head()
        } else {
            Self::Payload { left }
        }
    }

    fn at_head() -> Self {
        Self::Head {
            bytes: [0; MAX_HEAD_BYTES],
            here: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\r\n\r\n";

    /// Checks what is said of these frames after a request, whichever pieces they come in.
    #[track_caller]
    fn check(frames: &[&[u8]], expected: Control) {
        let bytes = [REQUEST, &frames.concat()].concat();
        for piece in 1..=bytes.len() {
            let mut heads = FrameHeads::default();
            let said = bytes.chunks(piece).map(|piece| heads.read(piece)).last();
            assert_eq!(said, Some(expected), "in pieces of {piece}");
        }
    }

    fn masked(first: u8, length: u8, long: &[u8], payload: usize) -> Vec<u8> {
        let head = [first, 0x80 | length];
        [&head, long, &[0xFF; 4], &vec![0x89; payload]].concat()
    }

    #[test]
    fn small_control_frames_pass_behind_messages_of_any_length() {
        let ping = masked(0x89, 125, &[], 125);
        let messages = [
            masked(0x81, 0, &[], 0),
            masked(0x81, 125, &[], 125),
            masked(0x01, 126, &[1, 0], 256),
            masked(0x80, 127, &[0, 0, 0, 0, 0, 0, 1, 1], 257),
        ];
        for message in &messages {
            check(&[message, &ping, message, &ping], Control::Small);
        }
    }

    #[test]
    fn a_control_frame_that_is_too_big_is_seen_in_its_second_byte() {
        for first in [0x88, 0x89, 0x8A] {
            for length in [126, 127] {
                check(&[&[first, 0x80 | length]], Control::TooBig);
                let message = masked(0x81, 126, &[1, 0], 256);
                check(&[&message, &[first, length], &message], Control::TooBig);
            }
        }
    }

    #[test]
    fn a_message_that_is_too_big_hides_what_is_behind_it() {
        let claim = masked(0x82, 127, &[0x40, 0, 0, 0, 0, 0, 0, 0], 0);
        check(&[&claim, &[0x89, 0xFF]], Control::Small);
    }

    #[test]
    fn nothing_is_a_frame_before_the_request_has_ended() {
        let mut heads = FrameHeads::default();
        assert_eq!(heads.read(b"\x89\xFF\r\n\r\x89\xFF\r\n"), Control::Small);
    }
}
