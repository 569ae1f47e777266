//! The output of a program, drawn on an emulated screen as it comes.

use std::io::Read;
use std::num::NonZeroU16;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use vt100::{Parser, Screen};

use crate::LIMIT;

/// What a screen is wiped by before everything is drawn anew.
const WIPE: [u8; 4] = *b"\x1b[2J";

pub(super) struct Watched {
    shared: Arc<Shared>,
    reader: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    parser: Parser,
    /// Whether the other screen was ever entered.
    was_entered: bool,
    /// How often everything was drawn anew.
    redraws: usize,
    /// The last bytes, among which the sequence before that is looked for.
    last: [u8; WIPE.len()],
    reading: Reading,
}

/// Whether the output is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    On,
    /// Not behind the next output, until it goes on.
    HoldsNext,
    /// Not now.
    Held,
    /// Not behind the next output, and never again.
    StopsNext,
}

impl Watched {
    /// Reads until the terminal is closed, or is told to stop.
    pub(super) fn start(
        reader: Box<dyn Read + Send>,
        (cols, rows): (NonZeroU16, NonZeroU16),
    ) -> Self {
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                parser: Parser::new(rows, cols, 0),
                was_entered: false,
                redraws: 0,
                last: [0; WIPE.len()],
                reading: Reading::On,
            }),
            changed: Condvar::new(),
        });
        let for_reader = shared.clone();
        Self {
            shared,
            reader: Some(thread::spawn(move || for_reader.read(reader))),
        }
    }

    pub(super) fn look<T>(&self, look: impl FnOnce(&Screen) -> T) -> T {
        look(self.shared.lock().parser.screen())
    }

    pub(super) fn was_entered(&self) -> bool {
        self.shared.lock().was_entered
    }

    #[track_caller]
    pub(super) fn wait_until(&self, awaited: &str, is_so: impl Fn(&Screen) -> bool) {
        let state = self.shared.lock();
        let waited = self
            .shared
            .changed
            .wait_timeout_while(state, LIMIT, |state| !is_so(state.parser.screen()));
        let (state, result) = waited.expect("the reader does not panic");
        let shown = state.parser.screen().contents();
        drop(state);
        let in_time = !result.timed_out();
        assert!(in_time, "awaited {awaited}, but the screen shows\n{shown}");
    }

    /// How often everything was drawn anew.
    pub(super) fn redraws(&self) -> usize {
        self.shared.lock().redraws
    }

    /// Waits until everything was drawn anew more often than that.
    #[track_caller]
    pub(super) fn wait_for_redraw(&self, redraws: usize) {
        let state = self.shared.lock();
        let waited = self
            .shared
            .changed
            .wait_timeout_while(state, LIMIT, |state| state.redraws <= redraws);
        let state = waited.expect("the reader does not panic").0;
        assert!(state.redraws > redraws, "nothing is drawn anew");
    }

    pub(super) fn resize(&self, (cols, rows): (NonZeroU16, NonZeroU16)) {
        self.shared.lock().parser.set_size(rows, cols);
    }

    /// Reads nothing behind the next output.
    pub(super) fn hold_at_next_output(&self) {
        self.shared.lock().reading = Reading::HoldsNext;
    }

    /// Waits until nothing is read for now.
    #[track_caller]
    pub(super) fn wait_until_holding(&self) {
        let state = self.shared.lock();
        let waited = self
            .shared
            .changed
            .wait_timeout_while(state, LIMIT, |state| state.reading != Reading::Held);
        let reading = waited.expect("the reader does not panic").0.reading;
        assert_eq!(
            reading,
            Reading::Held,
            "nothing comes that could be the last"
        );
    }

    /// Reads on.
    pub(super) fn go_on(&self) {
        self.shared.lock().reading = Reading::On;
        self.shared.changed.notify_all();
    }

    pub(super) fn stop_at_next_output(&self) {
        self.shared.lock().reading = Reading::StopsNext;
    }

    /// Waits until nothing is read any more.
    pub(super) fn join(&mut self) {
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the reader does not panic");
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .expect("nobody panics with the screen in hand")
    }

    fn read(&self, mut reader: Box<dyn Read + Send>) {
        let mut bytes = [0; 4096];
        while let Ok(length) = reader.read(&mut bytes)
            && length > 0
        {
            let mut state = self.lock();
            for byte in &bytes[..length] {
                state.parser.process(&[*byte]);
                state.was_entered |= state.parser.screen().alternate_screen();
                state.last.rotate_left(1);
                state.last[WIPE.len() - 1] = *byte;
                state.redraws += usize::from(state.last == WIPE);
            }
            match state.reading {
                Reading::StopsNext => return,
                Reading::HoldsNext => state.reading = Reading::Held,
                Reading::On | Reading::Held => {}
            }
            self.changed.notify_all();
            let held = self
                .changed
                .wait_while(state, |state| state.reading == Reading::Held);
            drop(held.expect("nobody panics with the screen in hand"));
        }
    }
}
