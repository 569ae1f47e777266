"""The time of day jumps by a day, forth and back: matches and absences know nothing of it, seats keep their tokens."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from harness import Skipped, check, equal
from history import HEARD
from scene import scenario

ENDLESS = ({"rows": 8, "cols": 8, "target": None, "countdown_s": 0},)
JUMPS = ("+1d", "-1d", "+0", "-1d", "+1d", "+3d")
BETWEEN_S = 3.0
# What messages may take on a busy machine; a jump is far more.
SLACK_S = 5.0


def library():
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    if not found:
        raise Skipped("needs libfaketimeMT.so.1 (package faketime)")
    return str(found[0])


def server_with_a_clock(place):
    """A server whose time of day is what a file says; monotonic time is left as it is."""
    clock = place.scratch / "clock"
    clock.write_text("+0\n")
    environment = {
        "LD_PRELOAD": library(),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
    }
    return place.server(environment=environment), clock


def check_match_times(history, since):
    """Between any two boards of a match, match time has run as long as the clients' own clock."""
    first = {}
    for entry in history.entries[since:]:
        if entry.kind != HEARD or entry.message["type"] not in ("board", "match"):
            continue
        if entry.message["type"] == "match":
            first.pop(entry.connection, None)
            continue
        begun = first.setdefault(entry.connection, entry)
        told, ran = (entry.message["at_ms"] - begun.message["at_ms"]) / 1000, entry.at - begun.at
        check(abs(told - ran) <= SLACK_S, f"match time ran by {told:.2f} s in {ran:.2f} s")
    check(first, "nobody has moved")


def check_jumped(server, jump):
    """The server's own log has the day that the clock was set to."""
    day = datetime.now(UTC) + timedelta(days=int(jump.strip("+d")))
    check(server.log_text().startswith(f"{day:%Y-%m-%d}"), f"the time of day has not jumped: {server.log_text()[:60]}")


@scenario()
async def the_time_of_day_jumps(place):
    server, clock = server_with_a_clock(place)
    await server.start()
    crowd = place.crowd(server, pairs=4, kinds=ENDLESS, has_eyes=False, is_restless=False)
    await asyncio.sleep(BETWEEN_S)
    for jump in JUMPS:
        since = len(place.history.entries)
        clock.write_text(f"{jump}\n")
        await asyncio.sleep(BETWEEN_S)
        check_match_times(place.history, since)
        ends = [e for e in place.history.entries[since:] if e.kind == HEARD and e.message["type"] == "over"]
        equal(ends, [], "the matches that ended when the clock jumped")
    for jump in ("+0", "+3d", "-1d"):
        clock.write_text(f"{jump}\n")
        await server.kill()
        await place.keep(server)
        await server.start()
        check_jumped(server, jump)
        await asyncio.sleep(BETWEEN_S + 2)
    await place.judge(server, crowd)
