//! Words one after the other that lead to nothing for one reason: they are told in one sentence.

use crate::plain::Obstacle;
use crate::text::Language;

/// The most words that are told by themselves; of what a script has said too much, a number is enough.
const MAX_WORDS: usize = 4;

/// Words one after the other that lead to nothing for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    obstacle: Obstacle,
    words: Vec<String>,
    more: usize,
}

impl Refused {
    /// The first word.
    #[must_use]
    pub(super) fn new(word: &str, obstacle: Obstacle) -> Self {
        Self {
            obstacle,
            words: vec![word.to_owned()],
            more: 0,
        }
    }

    /// Takes another word in, where its reason is the same.
    pub(super) fn takes_in(&mut self, word: &str, obstacle: Obstacle) -> bool {
        if obstacle != self.obstacle {
            return false;
        }
        if self.words.len() < MAX_WORDS {
            self.words.push(word.to_owned());
        } else {
            self.more += 1;
        }
        true
    }

    /// The sentence.
    #[must_use]
    pub(super) fn sentence(&self, say: &dyn Language) -> String {
        say.impossible(&self.words, self.more, self.obstacle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;
    use crate::text;

    #[test]
    fn words_are_told_together_as_long_as_the_reason_is_one() {
        let mut refused = Refused::new("left", Obstacle::Over);
        assert!(!refused.takes_in("yes", Obstacle::NothingAsked));
        let words = ["up", "right", "down", "left", "up"];
        assert!(
            words
                .iter()
                .all(|word| refused.takes_in(word, Obstacle::Over))
        );
        let sentence = refused.sentence(text::of(Lang::En));
        assert_eq!(
            sentence,
            "left, up, right, down and 2 more: the match is over"
        );
    }
}
