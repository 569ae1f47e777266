//! Waiting for many connections and for a time, in one place.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Instant;

use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create,
    timerfd_settime,
};

/// How many events are taken at once.
const MAX_EVENTS: usize = 1024;
/// Stands for the timer among the numbers of connections.
const TIMER: u64 = u64::MAX;
const NO_TIME: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 0,
};

/// An epoll with a timer that is exact, where epoll's own timeout counts milliseconds.
pub(super) struct Poller {
    epoll: OwnedFd,
    timer: OwnedFd,
    armed_until: Option<Instant>,
    events: Vec<Event>,
}

impl Poller {
    /// One that waits for nothing yet.
    pub(super) fn new() -> io::Result<Self> {
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        let timer = timerfd_create(
            TimerfdClockId::Monotonic,
            TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK,
        )?;
        epoll::add(&epoll, &timer, EventData::new_u64(TIMER), EventFlags::IN)?;
        Ok(Self {
            epoll,
            timer,
            armed_until: None,
            events: Vec::with_capacity(MAX_EVENTS),
        })
    }

    /// Waits for what this source has to read, from now on.
    pub(super) fn add(&self, source: impl AsFd, number: usize) -> io::Result<()> {
        let data = EventData::new_u64(number as u64);
        Ok(epoll::add(&self.epoll, source, data, EventFlags::IN)?)
    }

    /// Waits for room to write too, or no longer.
    pub(super) fn watch_room(
        &self,
        source: impl AsFd,
        number: usize,
        is_wanted: bool,
    ) -> io::Result<()> {
        let mut flags = EventFlags::IN;
        flags.set(EventFlags::OUT, is_wanted);
        let data = EventData::new_u64(number as u64);
        Ok(epoll::modify(&self.epoll, source, data, flags)?)
    }

    /// Puts the numbers of all sources that have something into `ready`, at the latest when this time
    /// has come.
    pub(super) fn wait(&mut self, until: Instant, ready: &mut Vec<usize>) -> io::Result<()> {
        let timeout = self.arm(until)?;
        self.events.clear();
        match epoll::wait(&self.epoll, spare_capacity(&mut self.events), timeout) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let numbers = self.events.iter().map(|event| event.data.u64());
        ready.extend(
            numbers.filter_map(|number| usize::try_from(number).ok().filter(|_| number != TIMER)),
        );
        Ok(())
    }

    /// Sets the timer and returns the timeout of the wait: none, or no time at all.
    fn arm(&mut self, until: Instant) -> io::Result<Option<&'static Timespec>> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(Some(&NO_TIME));
        }
        if self.armed_until != Some(until) {
            let it_value = Timespec::try_from(left).map_err(io::Error::other)?;
            let time = Itimerspec {
                it_interval: NO_TIME,
                it_value,
            };
            timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &time)?;
            self.armed_until = Some(until);
        }
        Ok(None)
    }
}
