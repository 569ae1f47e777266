//! A board that shivers, since a move was refused: nothing else happens then.

/// How long a board shivers, in milliseconds.
pub(super) const SHIVER_MS: u64 = 120;
/// How long it leans to one side, in milliseconds.
const LEAN_MS: u64 = 40;

/// A board that shivers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shiver {
    began_ms: Option<u64>,
    /// When a move was refused last.
    refused_ms: Option<u64>,
}

impl Shiver {
    /// Takes in when a move was refused last. A key that is held down is refused again and again, each
    /// time before the board has come to rest: it shivers once.
    pub(super) fn follow(&mut self, refused_ms: Option<u64>) {
        let before = std::mem::replace(&mut self.refused_ms, refused_ms);
        let rests = |at_ms: u64| before.is_none_or(|before| before + SHIVER_MS <= at_ms);
        if let Some(at_ms) = refused_ms.filter(|&at_ms| rests(at_ms)) {
            self.began_ms = Some(at_ms);
        }
    }

    /// How often it has changed sides at this time, while it shivers.
    pub(super) fn step(self, now_ms: u64) -> Option<u8> {
        let past_ms = now_ms.saturating_sub(self.began_ms?);
        let step = u8::try_from(past_ms / LEAN_MS).ok();
        step.filter(|_| past_ms < SHIVER_MS)
    }

    /// When it changes sides or comes to rest, while it shivers.
    pub(super) fn next_ms(self, now_ms: u64) -> Option<u64> {
        let step = self.step(now_ms)?;
        Some(self.began_ms? + LEAN_MS * (u64::from(step) + 1))
    }
}

/// Columns to the right: first to the left, last to the left again.
pub(super) const fn lean(step: u8) -> i16 {
    if step.is_multiple_of(2) { -1 } else { 1 }
}
