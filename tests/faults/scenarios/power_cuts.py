"""The power fails: the server starts on whatever a disk may hold then, and nothing that was told is lost."""

import asyncio
import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from harness import check
from outage import Outage
from power import Recording, ended, files_in, is_write_at, traced
from power_planted import PLANTS
from scene import scenario
from scenarios.writing import until

PAIRS = 3
# How long the first and the second life are played. Between them the server is killed, so that the second one begins
# with a log that is not empty.
FIRST_S, SECOND_S = 4.0, 2.0
KINDS = (
    {"target": 64, "countdown_s": 0},
    {"target": None, "countdown_s": 0},
    {"rows": 2, "cols": 2, "target": None, "countdown_s": 0},
)
# Pairs enough to fill the log soon; a checkpoint begins when a thousand pages are in it, and the log begins anew.
CROWDED, FILLED_WITHIN_S, AFTERWARDS_S = 12, 60.0, 0.5
# How many changes before and after the checkpoint belong to it.
AROUND = 30
# How many states are tried; the long form tries every prefix, and all that was synced at each of them, besides.
STATES, CHECKPOINT_STATES, LONG_TORN, LONG_CHECKPOINT_STATES = 50, 20, 600, 200
# How many servers are tried at once.
AT_ONCE = 2


@dataclass(frozen=True)
class State:
    """What is on the disk after a number of changes: all that was done, what was synced alone, or something between."""

    changes: int
    kind: str
    seed: str = ""

    def files(self, disk):
        return disk.torn(self.seed) if self.kind == "torn" else getattr(disk, self.kind)()


async def record(place, plays, **crowded):
    """A server from its first start on, killed after each play but the last, after which it is asked to end."""
    server, crowd = place.server(), None
    recording = Recording(server.directory, place.history)
    for life, play in enumerate(plays, 1):
        trace = place.scratch / f"trace{life}"
        server.wrapper = traced(trace)
        await server.start()
        pid = server.process.pid
        crowd = crowd or place.crowd(server, **{"pairs": PAIRS, "kinds": KINDS, **crowded})
        await play(server)
        if life < len(plays):
            await server.kill()
        else:
            await crowd.finish()
            await crowd.leave()
            await server.stop()
        await ended(trace, pid)
        await asyncio.to_thread(recording.add, trace, files_in(server.directory))
    server.wrapper = []
    recording.settle()
    await place.settle(server, crowd)
    return recording


class Choice:
    """Where the power may fail: after how many changes, and where there is more than one state then."""

    def __init__(self, recording, first=0, last=None):
        self.everywhere, self.uncertain, self.unnamed = [], [], []
        self.seed = random.getrandbits(32)
        for cut, disk in recording.disks():
            if first <= cut.changes <= (len(recording.changes) if last is None else last):
                self.everywhere.append(cut.changes)
                self.uncertain += [] if disk.is_certain else [cut.changes]
                self.unnamed += [cut.changes] if disk.pending else []

    def some(self, count):
        """So many states, all over the recording, and where names are not synced."""
        few = count // 10
        chosen = [State(n, "lost") for n in spread(self.unnamed, few)] + self.torn(self.unnamed, few)
        chosen += [State(n, "kept") for n in spread(self.everywhere, count // 5)]
        chosen += [State(n, "lost") for n in spread(self.uncertain, count // 5)]
        return in_order(chosen + self.torn(self.uncertain, count - len(chosen)))

    def all(self, torn):
        """Every prefix; what was synced alone, wherever that is something else; and so many torn ones."""
        prefixes = [State(n, "kept") for n in self.everywhere]
        return in_order(prefixes + [State(n, "lost") for n in self.uncertain] + self.torn(self.uncertain, torn))

    def torn(self, places, count):
        return [State(n, "torn", f"{self.seed} {number}") for number, n in enumerate(spread(places, count))]


def in_order(states):
    return sorted(set(states), key=lambda state: state.changes)


def spread(values, count):
    """So many of them, evenly, from a random one on; some twice if there are fewer."""
    step = len(values) / max(count, 1)
    at = random.uniform(0, step)
    return [values[min(int(at + n * step), len(values) - 1)] for n in range(count if values else 0)]


async def hold(place, recording, states):
    """Starts a server on each state, and demands that nothing is wrong."""
    free, faults, figures, trials, disks = asyncio.Queue(), [], Counter(), [], set()
    for _ in range(AT_ONCE):
        free.put_nowait(place.server(history=None))

    async def attempt(server, cut, state, files):
        try:
            found, told = await Outage(place, recording, server).run(cut, files)
        finally:
            free.put_nowait(server)
        faults.extend(f"{state}: {fault}" for fault in found)
        figures.update(told)

    waiting = states[::-1]
    for cut, disk in recording.disks():
        while waiting and waiting[-1].changes == cut.changes:
            state = waiting.pop()
            files = state.files(disk)
            disks.add(hash(frozenset(files.items())))
            trials.append(asyncio.create_task(attempt(await free.get(), cut, state, files)))
    await asyncio.gather(*trials)
    figures.update({"changes": len(recording.changes), "states": len(states), "different disks": len(disks)})
    place.figures.update(sorted(figures.items()))
    check(not faults, f"{len(faults)} in {len(states)} states: " + "; ".join(faults[:4]))
    check(figures["moves that were told"], "nobody had been told anything when the power failed")


@scenario("strace", limit_s=300, long_limit_s=7200)
async def nothing_that_was_told_is_lost(place):
    recording = await record(place, [lambda _: asyncio.sleep(FIRST_S), lambda _: asyncio.sleep(SECOND_S)])
    choice = Choice(recording)
    await hold(place, recording, choice.all(LONG_TORN) if place.is_long else choice.some(STATES))
    await finds_what_is_planted(place, recording)


async def finds_what_is_planted(place, recording):
    """A disk that has not kept what was synced, and a server that tells too early, are found."""
    server = place.server(history=None)
    for plant in PLANTS:
        doctored, cut, files = plant(recording)
        faults, _ = await Outage(place, doctored, server).run(cut, files)
        found = any(re.search(plant.found, fault) for fault in faults)
        check(found, f"{plant.__name__} was not found; found were {faults[:3]}")
    place.figures["planted and found"] = len(PLANTS)


@scenario("strace", limit_s=300)
async def in_a_checkpoint_under_load(place):
    recording = await record(place, [until_a_checkpoint], pairs=CROWDED, has_eyes=False)
    first, last = checkpoint(recording)
    choice = Choice(recording, first - AROUND, last + AROUND)
    await hold(place, recording, choice.some(LONG_CHECKPOINT_STATES if place.is_long else CHECKPOINT_STATES))


async def until_a_checkpoint(server):
    """Plays until the log was emptied into the database, and a little more."""

    def changed():
        return (server.directory / "journal.db").stat().st_mtime_ns

    before = changed()

    async def has_changed():
        return changed() != before

    await until(has_changed, "the log is full", FILLED_WITHIN_S)
    await asyncio.sleep(AFTERWARDS_S)


def checkpoint(recording):
    """The first and the last change of the database between two of its log, which begins anew behind them."""
    names = [Path(call.path).name for call in recording.changes]
    begun = names.index("journal.db-wal")
    first = names.index("journal.db", begun)
    last = names.index("journal.db-wal", first)
    check(is_write_at(recording.changes[last], 0), "after the checkpoint the log did not begin anew")
    return first, last
