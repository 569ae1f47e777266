"""The server is killed, or asked to end, at random moments under load, and starts again on the same directory."""

import asyncio
import statistics
import time

from harness import check, equal
from history import CLOSED
from scene import scenario, some_time

# A restart is done when the server accepts players; it is measured where no other scenario runs beside it. Half of all
# restarts are within a second; one alone may have to wait for the disk of a busy machine.
READY_WITHIN_S, READY_AT_LAST_S = 1.0, 5.0
# How long a client may take to notice that its connection is closed.
CLOSED_WITHIN_S = 5.0
# A life ends somewhere between its first connection and well after the countdown of three seconds.
SHORTEST_LIFE_S, LONGEST_LIFE_S = 0.05, 5.0


def note_readiness(place, server):
    # The first start makes the journal; it is no restart.
    took = server.ready_in_s[1:]
    place.figures["median time to readiness in s"] = statistics.median(took)
    place.figures["worst time to readiness in s"] = max(took)
    check(
        statistics.median(took) <= READY_WITHIN_S, f"half of the restarts took {statistics.median(took):.3f} s or more"
    )
    check(max(took) <= READY_AT_LAST_S, f"a restart took {max(took):.3f} s")


@scenario(limit_s=300, alone=True)
async def killed_at_random_moments(place):
    server = place.server()
    await server.start()
    usage = server.usage()
    crowd = place.crowd(server)
    for _ in range(200 if place.is_long else 20):
        await some_time(SHORTEST_LIFE_S, LONGEST_LIFE_S)
        await server.kill()
        await place.keep(server)
        await server.start()
    await place.judge(server, crowd, usage=usage)
    note_readiness(place, server)


@scenario()
async def asked_to_end(place):
    server = place.server()
    await server.start()
    crowd = place.crowd(server)
    for _ in range(20 if place.is_long else 4):
        await some_time(1, LONGEST_LIFE_S)
        connected = {line.connection for line in crowd.lines if line.socket is not None}
        equal(await server.stop(), 0, "the exit code after SIGTERM")
        await were_told_to_come_back(place.history, connected.difference(*(line.cut for line in crowd.lines)))
        await place.keep(server)
        await server.start()
    await place.judge(server, crowd)


async def were_told_to_come_back(history, connected):
    """Who was connected when the server was asked to end has been told 1012."""

    def codes():
        return {
            e.connection: e.message["code"] for e in history.entries if e.kind == CLOSED and e.connection in connected
        }

    deadline = time.monotonic() + CLOSED_WITHIN_S
    while len(codes()) < len(connected):
        check(time.monotonic() < deadline, f"{len(connected) - len(codes())} connections outlive the server")
        await asyncio.sleep(0.02)
    others = {connection: code for connection, code in codes().items() if code != 1012}
    check(not others, f"of {len(connected)} connections some were closed otherwise than by 1012: {others}")
