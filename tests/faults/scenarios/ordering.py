"""Write, then sync, then send: kill -9 proves nothing about disks, a trace of system calls does."""

import asyncio
from dataclasses import replace

import journal
from harness import check
from order import SYNCS, WRITES, order_faults
from scene import scenario
from tracer import CALLS, Tracer

PAIRS, PLAYED_S = 4, 5
# Of all boards, how many a check must complain of when no sync, or no write, is there at all.
ALL = 1.0


async def traced(place, *injections):
    """A trace of a server under load, from before the load came until it has left, and what was stored."""
    server = place.server()
    await server.start()
    tracer = await Tracer.attach(place, server, f"trace={CALLS}", *injections, data=True)
    crowd = place.crowd(server, pairs=PAIRS)
    await asyncio.sleep(PLAYED_S * (6 if place.is_long else 1))
    await crowd.finish()
    await crowd.leave()
    await server.stop()
    await tracer.detach()
    return await asyncio.to_thread(tracer.calls), server, crowd


@scenario("strace")
async def written_then_synced_then_sent(place):
    calls, server, crowd = await traced(place)
    stored = journal.read(server.directory)
    faults, checked = await asyncio.to_thread(order_faults, calls, stored)
    check(not faults, f"{len(faults)} of {checked} boards: {faults[:3]}")
    check(checked > 100, f"only {checked} boards were in the trace")
    place.figures["boards in the trace"] = checked
    await asyncio.to_thread(finds_what_is_out_of_order, calls, stored, checked)
    await place.settle(server, crowd)


def finds_what_is_out_of_order(calls, stored, checked):
    """The same trace without its syncs, without its writes, and with syncs that end too late."""
    last = max(call.ended for call in calls) + 1
    spoilt = {
        "without syncs": [c for c in calls if c.name not in SYNCS],
        "without writes": [c for c in calls if c.name not in WRITES or "/journal.db" not in c.path],
        "with failed syncs": [replace(c, value=-1) if c.name in SYNCS else c for c in calls],
        "with syncs of another file": [replace(c, path="/else") if c.name in SYNCS else c for c in calls],
        "with syncs that end too late": [replace(c, ended=last) if c.name in SYNCS else c for c in calls],
    }
    for how, trace in spoilt.items():
        faults, _ = order_faults(trace, stored)
        check(len(faults) >= ALL * checked, f"of {checked} boards in a trace {how} only {len(faults)} were found")


@scenario("strace")
async def a_server_that_does_not_sync_is_found(place):
    """The kernel is never asked to sync, and says that it has: as if `synchronous` were off."""
    calls, server, _ = await traced(place, "inject=fdatasync,fsync:retval=0")
    stored = journal.read(server.directory)
    faults, checked = await asyncio.to_thread(order_faults, calls, stored)
    check(checked > 100, f"only {checked} boards were in the trace")
    check(len(faults) >= ALL * checked, f"of {checked} boards that were never synced only {len(faults)} were found")
    place.figures["found"] = len(faults)
