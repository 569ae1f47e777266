//! Byte strings as lower-case hexadecimal digits.

use std::fmt;

/// The text is not pairs of lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotHex;

/// Writes two digits a byte.
pub(crate) fn write(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Reads pairs of digits; capitals are refused, since every byte string has one spelling.
pub(crate) fn read(text: &str) -> Result<Vec<u8>, NotHex> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        return Err(NotHex);
    };
    pairs
        .iter()
        .map(|&[high, low]| Ok(digit(high)? << 4 | digit(low)?))
        .collect()
}

fn digit(byte: u8) -> Result<u8, NotHex> {
    match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(NotHex),
    }
}
