"""The checker is checked first: it finds each fault that is planted in the recording of a good run."""

import asyncio

import planted  # noqa: F401
import planted_restarts  # noqa: F401
from checker import check_run
from crowd import KINDS
from harness import Failed, check
from recording import PLANTS, Recording
from scene import scenario

# Pairs and seconds enough for everything to happen at least once.
PAIRS, PLAYED_S, COUNTDOWN_S = 5, 1.5, 3.5
AT_ONCE = [{**kind, "countdown_s": 0} for kind in KINDS]


def find_each(recording):
    """Plants one fault after another, and demands that each is found as what it is."""
    faults, _ = check_run(recording.history, recording.stored, recording.at_ends)
    check(not faults, f"{len(faults)} faults in a run in which nothing was planted: {faults[:3]}")
    for plant in PLANTS:
        run = recording.copy()
        try:
            plant(run)
        except LookupError as why:
            raise Failed(f"{plant.__name__}: {why}") from why
        faults, _ = check_run(run.history, run.stored, run.at_ends)
        check(any(plant.found in fault for fault in faults), f"{plant.__name__} was not found; found were {faults[:3]}")


@scenario()
async def each_planted_fault_is_found(place):
    server = place.server()
    await server.start()
    crowd = place.crowd(server, pairs=PAIRS, kinds=AT_ONCE)
    waiting = place.crowd(server, pairs=1, first=100, has_eyes=False)
    await waiting.send_away(waiting.seat("Bo 100"))
    await asyncio.sleep(PLAYED_S)
    for line in crowd.lines:
        line.vanish()
    await asyncio.sleep(PLAYED_S)
    await server.kill()
    await place.keep(server)
    await server.start()
    await asyncio.sleep(PLAYED_S + COUNTDOWN_S)
    waiting.call_back(waiting.seat("Bo 100"))
    await asyncio.gather(crowd.finish(), waiting.finish())
    await asyncio.gather(crowd.leave(), waiting.leave())
    await server.stop()
    stored = await place.settle(server, crowd)
    await asyncio.to_thread(find_each, Recording(place.history, stored, place.at_ends))
    place.figures["planted and found"] = len(PLANTS)
