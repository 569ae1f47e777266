//! What sounds are made of: a few notes each, computed.
#![cfg_attr(
    not(any(feature = "sound", test)),
    expect(dead_code, reason = "only a device plays them")
)]

use std::f32::consts::TAU;

use crate::sound::Sound;

/// Samples a second.
pub(super) const RATE: u16 = 44_100;
/// How loud a note begins, of 1.
const LOUDNESS: f32 = 0.2;
/// How fast a note fades: after so many seconds it has a third of its loudness.
const FADES_S: f32 = 0.12;
/// How long a note rises, so that it begins without a crack, in samples.
const RISES: f32 = 200.0;

/// A note: its frequency in Hz, and in which samples it sounds.
struct Note {
    hz: f32,
    first: u16,
    length: u16,
}

/// The samples of a sound, each from -1 to 1, for one channel.
pub(super) fn samples(sound: Sound) -> Vec<f32> {
    let notes = notes(sound);
    let end = notes.iter().map(|note| note.first + note.length).max();
    let samples = 0..end.unwrap_or(0);
    samples
        .map(|sample| notes.iter().map(|note| note.at(sample)).sum())
        .collect()
}

fn notes(sound: Sound) -> Vec<Note> {
    let note = |hz, first, length| Note { hz, first, length };
    match sound {
        Sound::Merge => vec![note(659.3, 0, 5_000)],
        Sound::Win => vec![
            note(523.3, 0, 12_000),
            note(659.3, 6_000, 12_000),
            note(784.0, 12_000, 12_000),
            note(1046.5, 18_000, 24_000),
        ],
        Sound::End => vec![
            note(392.0, 0, 14_000),
            note(329.6, 9_000, 14_000),
            note(261.6, 18_000, 22_000),
        ],
    }
}

impl Note {
    /// How the note sounds in a sample.
    fn at(&self, sample: u16) -> f32 {
        let Some(since) = sample
            .checked_sub(self.first)
            .filter(|&it| it < self.length)
        else {
            return 0.0;
        };
        let seconds = f32::from(since) / f32::from(RATE);
        let rise = (f32::from(since) / RISES).min(1.0);
        let rest = (f32::from(self.length - since) / RISES).min(1.0);
        let fade = (-seconds / FADES_S).exp();
        LOUDNESS * rise * rest * fade * (TAU * self.hz * seconds).sin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_heard_and_neither_crack_nor_hurt() {
        for sound in [Sound::Merge, Sound::Win, Sound::End] {
            let samples = samples(sound);
            let loudest = samples.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
            assert!((0.05..0.5).contains(&loudest), "{sound:?}: {loudest}");
            let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            let steepest = steps.fold(0.0_f32, f32::max);
            assert!(steepest < 0.06, "{sound:?}: {steepest}");
            let edges = [samples.first(), samples.last()].map(|it| it.copied().unwrap_or(1.0));
            assert!(
                edges.iter().all(|it| it.abs() < 0.01),
                "{sound:?}: {edges:?}"
            );
        }
    }
}
