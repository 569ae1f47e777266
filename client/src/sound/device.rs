//! The sound device of the machine.

use std::fs::{File, OpenOptions};
use std::io::BufReader;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rodio::buffer::SamplesBuffer;
use rodio::decoder::LoopedDecoder;
use rodio::source::Done;
use rodio::{Decoder, DeviceSinkBuilder, MixerDeviceSink, Source as _};
use rustix::stdio;

use crate::sound::notes::{self, RATE};
use crate::sound::{Silence, Sound, no_music, read};

/// How loud music is, of 1: a match is heard over it.
const MUSIC_LOUDNESS: f32 = 0.5;

/// The most merges that are heard at once; of fast moves some are left out.
const MAX_MERGES: usize = 3;
/// The most sounds at once, so that an end is heard over merges: together they stay below full loudness,
/// and a device that takes none leaves no more waiting.
const MAX_SOUNDING: usize = MAX_MERGES + 1;

/// The sound device of the machine; it is silent when this is dropped.
pub(super) struct Device {
    sink: MixerDeviceSink,
    /// How many sounds are heard or wait for the device.
    sounding: Arc<AtomicUsize>,
}

impl Device {
    pub(super) fn open() -> Result<Self, Silence> {
        let opened = quietly(|| {
            DeviceSinkBuilder::from_default_device()?
                // What goes wrong later is heard.
                .with_error_callback(|_| {})
                .open_sink_or_fallback()
        });
        let mut sink = opened.map_err(|error| Silence::NoDevice(error.to_string()))?;
        // The screen is not there for that.
        sink.log_on_drop(false);
        Ok(Self {
            sink,
            sounding: Arc::default(),
        })
    }

    pub(super) fn repeat(&self, music: Music) {
        self.sink.mixer().add(music.0.amplify(MUSIC_LOUDNESS));
    }

    /// Lets a sound be heard beside what is heard already; what would be too much is left out.
    pub(super) fn play(&self, sound: Sound) {
        let most = match sound {
            Sound::Merge => MAX_MERGES,
            Sound::Win | Sound::End => MAX_SOUNDING,
        };
        if self.sounding.load(Ordering::Relaxed) >= most {
            return;
        }
        self.sounding.fetch_add(1, Ordering::Relaxed);
        let rate = NonZero::new(u32::from(RATE)).expect("there are samples in a second");
        let samples = SamplesBuffer::new(NonZero::<u16>::MIN, rate, notes::samples(sound));
        // It counts down when the last sample is taken.
        let samples = Done::new(samples, Arc::clone(&self.sounding));
        self.sink.mixer().add(samples);
    }
}

/// Music that can be played.
pub(super) struct Music(LoopedDecoder<BufReader<File>>);

impl Music {
    pub(super) fn read(path: &Path) -> Result<Self, Silence> {
        let music = Decoder::new_looped(BufReader::new(read(path)?));
        let music = music.map_err(|error| no_music(path, &error))?;
        Ok(Self(music))
    }
}

/// Does something while nothing is said to the shell: ALSA writes lines of its own where there is no
/// device.
fn quietly<T>(act: impl FnOnce() -> T) -> T {
    let aside = rustix::io::dup(stdio::stderr());
    let nowhere = OpenOptions::new().write(true).open("/dev/null");
    if let (Ok(aside), Ok(nowhere)) = (&aside, &nowhere)
        && stdio::dup2_stderr(nowhere).is_ok()
    {
        let done = act();
        // It has worked a moment ago.
        let _ = stdio::dup2_stderr(aside);
        return done;
    }
    act()
}
