//! The sequence that asks a terminal to copy a text (OSC 52).

/// The digits of base 64 (RFC 4648).
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The sequence that copies a text to the clipboard.
pub(super) fn copying(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", base64(text.as_bytes()))
}

/// Three bytes are four digits; what is missing of the last three is told by equals signs.
fn base64(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for three in bytes.chunks(3) {
        let byte = |place: usize| usize::from(three.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = char::from(DIGITS[(bits >> (18 - 6 * place)) & 63]);
            digits.push(if place > three.len() { '=' } else { digit });
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648.
    #[test]
    fn bytes_are_written_in_base_64() {
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    #[test]
    fn a_text_is_copied_by_one_sequence() {
        assert_eq!(copying("foo"), "\x1b]52;c;Zm9v\x07");
    }
}
