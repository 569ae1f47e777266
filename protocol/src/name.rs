//! The name of a player, and the characters that it may hold so that every terminal can show it.

use std::fmt;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The most characters of a name, as a reader counts them.
pub const MAX_CHARACTERS: usize = 20;
/// The most terminal columns of a name.
pub const MAX_COLUMNS: usize = 24;
/// The most combining marks on one letter or digit.
const MAX_MARKS: usize = 2;

/// A name in its normal form, safe on any terminal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerName(String);

/// Why a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The text is empty or holds only spaces.
    #[error("the name is empty; it takes 1 to {MAX_CHARACTERS} letters or digits")]
    Empty,
    /// More characters or columns than fit.
    #[error(
        "the name is too long; it takes at most {MAX_CHARACTERS} characters and {MAX_COLUMNS} terminal columns"
    )]
    TooLong,
    /// A character that is not allowed where it stands.
    #[error(
        "the name has a character that is not allowed there; it takes letters and digits, at most two marks on each, \
         and between them spaces, '-', '_', '.' and an apostrophe"
    )]
    Character,
}

impl PlayerName {
    /// Trims, folds runs of spaces to one, composes (NFC) and checks.
    ///
    /// # Errors
    /// Says which rule the text breaks.
    pub fn new(text: &str) -> Result<Self, NameError> {
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let name: String = words.join(" ").nfc().collect();
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        check_characters(&name)?;
        if name.graphemes(true).count() > MAX_CHARACTERS || name.width() > MAX_COLUMNS {
            return Err(NameError::TooLong);
        }
        Ok(Self(name))
    }

    /// The name that a text is, or none where nothing is left of it.
    ///
    /// # Errors
    /// Says which rule the text breaks.
    pub fn optional(text: &str) -> Result<Option<Self>, NameError> {
        match Self::new(text) {
            Err(NameError::Empty) => Ok(None),
            name => name.map(Some),
        }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PlayerName {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, NameError> {
        Self::new(&text)
    }
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> Self {
        name.0
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The part that a character plays in a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A letter or a digit.
    Base,
    /// A mark that combines with the base before it.
    Mark,
    /// A character that is allowed only between bases.
    Joint,
}

fn check_characters(name: &str) -> Result<(), NameError> {
    let mut marks = None;
    let mut last = Part::Joint;
    for character in name.chars() {
        last = part(character).ok_or(NameError::Character)?;
        marks = match (last, marks) {
            (Part::Base, _) => Some(0),
            (Part::Mark, Some(count)) if count < MAX_MARKS => Some(count + 1),
            (Part::Joint, _) => None,
            (Part::Mark, _) => return Err(NameError::Character),
        };
    }
    let first = name.chars().next().and_then(part);
    if first == Some(Part::Joint) || last == Part::Joint {
        Err(NameError::Character)
    } else {
        Ok(())
    }
}

fn part(character: char) -> Option<Part> {
    if is_invisible(character) {
        return None;
    }
    if is_joining(character) {
        return Some(Part::Mark);
    }
    match character.general_category() {
        GeneralCategory::UppercaseLetter
        | GeneralCategory::LowercaseLetter
        | GeneralCategory::TitlecaseLetter
        | GeneralCategory::ModifierLetter
        | GeneralCategory::OtherLetter
        | GeneralCategory::DecimalNumber => Some(Part::Base),
        GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark => Some(Part::Mark),
        _ if matches!(character, ' ' | '-' | '_' | '.' | '\'') => Some(Part::Joint),
        _ => None,
    }
}

/// Letters and marks that show nothing: fillers, joiners and selectors
/// (`Default_Ignorable_Code_Point` of the Unicode Character Database, as far as its categories are
/// letters and marks, and the blanks among letters).
#[must_use]
pub fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{34F}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FFA0}'
            | '\u{13441}'..='\u{13442}'
            | '\u{16FE4}'
            | '\u{E0100}'..='\u{E01EF}'
    )
}

/// Letters that take no column of their own, such as the vowels and finals of Hangul that are spelt
/// out: alone they show little or nothing, and a run of them is one character to a reader.
#[must_use]
pub fn is_joining(character: char) -> bool {
    character.is_alphabetic() && character.width() == Some(0)
}
