//! The replays that were told last. A finished match does not change, and to prove one again takes as
//! long as to play it: whoever asks for the same long one again and again holds nobody else up.

use std::collections::VecDeque;

use uuid::Uuid;

/// The most bytes of all texts: more than the longest replay takes.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Replays by the ids of their matches, the one that was told last at the end.
#[derive(Debug, Default)]
pub(super) struct Texts {
    texts: VecDeque<(Uuid, String)>,
    bytes: usize,
}

impl Texts {
    /// The replay of a match, if it is one of the last.
    pub(super) fn get(&mut self, game: Uuid) -> Option<&str> {
        let place = self.texts.iter().position(|(other, _)| *other == game)?;
        let told = self.texts.remove(place)?;
        self.texts.push_back(told);
        self.texts.back().map(|(_, text)| text.as_str())
    }

    /// Keeps a replay that was not kept, in the place of those that were told the longest ago.
    pub(super) fn keep(&mut self, game: Uuid, text: String) {
        self.bytes += text.len();
        self.texts.push_back((game, text));
        while self.bytes > MAX_BYTES {
            let Some((_, oldest)) = self.texts.pop_front() else {
                break;
            };
            self.bytes -= oldest.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    #[test]
    fn those_that_were_told_the_longest_ago_make_room() {
        let mut texts = Texts::default();
        let text = |number: u128| number.to_string().repeat(MAX_BYTES / 3);
        for number in 1..=3 {
            texts.keep(id(number), text(number));
        }
        assert_eq!(texts.get(id(1)), Some(text(1).as_str()));
        texts.keep(id(4), text(4));
        assert_eq!(texts.get(id(2)), None);
        for number in [1, 3, 4] {
            assert_eq!(texts.get(id(number)), Some(text(number).as_str()));
        }
        texts.keep(id(5), "5".repeat(MAX_BYTES + 1));
        assert!((1..=5).all(|number| texts.get(id(number)).is_none()));
        texts.keep(id(6), text(6));
        assert!(texts.get(id(6)).is_some());
    }
}
