//! The sound device of the machine.

use std::fs::{File, OpenOptions};
use std::io::BufReader;
use std::num::NonZero;
use std::path::Path;

use rodio::buffer::SamplesBuffer;
use rodio::{Decoder, DeviceSinkBuilder, MixerDeviceSink, Source as _};
use rustix::stdio;

use crate::sound::Silence;
use crate::sound::notes::RATE;

/// How loud music is, of 1: a match is heard over it.
const MUSIC_LOUDNESS: f32 = 0.5;

/// The sound device of the machine; it is silent when this is dropped.
pub(super) struct Device {
    sink: MixerDeviceSink,
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
        Ok(Self { sink })
    }

    pub(super) fn repeat(&self, path: &Path) -> Result<(), Silence> {
        let cannot = |cause: String| Silence::Music(format!("{}: {cause}", path.display()));
        let file = File::open(path).map_err(|error| cannot(error.to_string()))?;
        let music = Decoder::new_looped(BufReader::new(file));
        let music = music.map_err(|error| cannot(error.to_string()))?;
        self.sink.mixer().add(music.amplify(MUSIC_LOUDNESS));
        Ok(())
    }

    pub(super) fn play(&self, samples: Vec<f32>) {
        let rate = NonZero::new(u32::from(RATE)).expect("there are samples in a second");
        let samples = SamplesBuffer::new(NonZero::<u16>::MIN, rate, samples);
        self.sink.mixer().add(samples);
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
