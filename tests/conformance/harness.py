"""What a promise is written with: registration, checks, and the surroundings that a promise runs in."""

import asyncio
import fnmatch
import itertools
from contextlib import suppress

# No wait is longer than this. It is far above what anything here takes, so that a busy machine fails nothing.
PATIENCE_S = 15.0
PROMISES = []


class Failed(AssertionError):
    """The server did not do what the contract says."""


class Skipped(Exception):
    """The promise cannot be tried here; the text says why."""


def promise(server="open"):
    """Registers a function as a test of one promise, run against a server with the limits of that name."""

    def register(function):
        function.server = server
        function.title = f"{function.__module__.removeprefix('promises.')}.{function.__name__}"
        PROMISES.append(function)
        return function

    return register


def check(condition, why):
    if not condition:
        raise Failed(why)


def equal(actual, expected, what):
    if actual != expected:
        raise Failed(f"{what} is {short(actual)}, not {short(expected)}")


def short(value):
    text = repr(value)
    return text if len(text) <= 400 else f"{text[:400]}…"


async def limited(awaitable, limit):
    """As `asyncio.wait_for`, which before Python 3.12 forgets to be cancelled in the moment in which it is done."""
    async with asyncio.timeout(limit):
        return await asyncio.ensure_future(awaitable)


async def within(awaitable, what, limit=PATIENCE_S):
    try:
        return await limited(awaitable, limit)
    except TimeoutError:
        raise Failed(f"waited {limit:g} s in vain for {what}") from None


class Bucket:
    """Lets `rate` things a second pass, and `burst` at once; None lets everything pass."""

    def __init__(self, rate, burst):
        self.rate, self.burst, self.level, self.at = rate, burst, burst, None

    async def take(self):
        if self.rate is None:
            return
        now = asyncio.get_running_loop().time()
        if self.at is not None:
            self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        self.level -= 1
        if self.level < 0:
            await asyncio.sleep(-self.level / self.rate)


class Pace:
    """How fast a client may go without meeting a limit; on a server of our own with open limits, as fast as it can."""

    def __init__(self, limited):
        self.limited = limited
        self.connections = self.bucket(15, 80)

    def bucket(self, rate, burst):
        return Bucket(rate if self.limited else None, burst)

    def moves(self):
        return self.bucket(18, 30)

    def messages(self):
        return self.bucket(4.5, 15)


class Surroundings:
    """What one promise gets: a server, an address of its own to come from, and players that are closed at its end."""

    numbers = itertools.count(1)

    def __init__(self, server, pace):
        self.server = server
        self.pace = pace
        number = next(self.numbers)
        self.address = f"127.{1 + number // 250}.{1 + number % 250}.1"
        self.closing = []

    def source(self):
        """The local address to connect from: per-address limits then count each promise by itself."""
        return (self.address, 0) if self.server.host == "127.0.0.1" else None

    async def close(self):
        """Closes what was opened, then fails if any message on the way broke the contract."""
        for thing in self.closing:
            with suppress(Exception):
                await asyncio.wait_for(thing.close(), 3)
        for thing in self.closing:
            broken = getattr(thing, "broken", None)
            if broken:
                raise Failed(broken[0])


def selected(pattern):
    return [p for p in PROMISES if pattern is None or fnmatch.fnmatch(p.title, f"*{pattern}*")]
