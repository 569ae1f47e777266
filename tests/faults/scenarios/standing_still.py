"""The process is stopped for longer than anybody may be absent: for the match that time has not been."""

import asyncio
import signal
import time

from harness import check
from history import CLOSED, HEARD
from scene import scenario

# A board so large that nobody comes to its end by himself.
ENDLESS = ({"rows": 8, "cols": 8, "target": None, "countdown_s": 0},)
# What the clock may count of a standstill, and what messages need; on a machine so busy that the process does not run
# for seconds, an absence lasts longer by as much.
SLACK_S, LATE_S = 2.5, 10


def ends(history, since, reasons=("abandoned", "aborted")):
    return [
        e
        for e in history.entries[since:]
        if e.kind == HEARD and e.message["type"] == "over" and e.message["reason"] in reasons
    ]


def closed(history, since):
    return [e for e in history.entries[since:] if e.kind == CLOSED]


def last_board(history, who, upto=None):
    return next(
        e for e in reversed(history.entries[:upto]) if e.kind == HEARD and e.who == who and e.message["type"] == "board"
    )


async def stand_still(place, allowance_s, stopped_s, options=None):
    """Two seats go away, the server is stopped, one of them comes back: only the other loses, and in its time."""
    history = place.history
    server = place.server({"--forfeit-after-s": str(allowance_s), **(options or {})})
    await server.start()
    crowd = place.crowd(server, pairs=4, kinds=ENDLESS, is_restless=False)
    for line in crowd.lines:
        line.patience_s = stopped_s + 20
    await asyncio.sleep(3)
    away = time.monotonic()
    for name in ("Bo 0", "Bo 1"):
        await crowd.send_away(crowd.seat(name))
    await asyncio.sleep(allowance_s / 4)
    before, since = last_board(history, "Ana 2"), len(history.entries)
    server.signal(signal.SIGSTOP)
    await asyncio.sleep(stopped_s)
    server.signal(signal.SIGCONT)
    await asyncio.sleep(allowance_s / 4)
    check(not ends(history, since), f"somebody has lost while the server stood still: {ends(history, since)[:1]}")
    check(
        not closed(history, since),
        f"a connection was closed for the silence of the server: {closed(history, since)[:1]}",
    )
    after = last_board(history, "Ana 2")
    check_match_time(before, after, stopped_s)
    crowd.call_back(crowd.seat("Bo 0"))
    await loses_in_its_time(history, since, away + stopped_s, allowance_s)
    check(len({e.message["id"] for e in ends(history, since)}) == 1, "somebody has lost who was there")
    crowd.call_back(crowd.seat("Bo 1"))
    await place.judge(server, crowd, forfeit_ms=int(allowance_s * 1000))


def check_match_time(before, after, stopped_s):
    ran_s = after.at - before.at - stopped_s
    told_s = (after.message["at_ms"] - before.message["at_ms"]) / 1000
    check(
        after.number > before.number and told_s <= ran_s + SLACK_S, f"match time ran by {told_s:.1f} s in {ran_s:.1f} s"
    )


async def loses_in_its_time(history, since, gone_at, allowance_s):
    """The seat that is still away loses when it was away for its allowance, the standstill not counted."""
    deadline = time.monotonic() + allowance_s + LATE_S
    while not ends(history, since):
        check(time.monotonic() < deadline, "a seat that stays away has not lost")
        await asyncio.sleep(0.05)
    lasted = ends(history, since)[0].at - gone_at
    check(lasted >= allowance_s - SLACK_S, f"a seat has lost after {lasted:.1f} s of absence, not {allowance_s:g}")
    check(ends(history, since)[0].message["reason"] == "abandoned", "the end is not told as abandoned")


@scenario()
async def stopped_for_longer_than_an_absence(place):
    """In the long form with the usual limits."""
    if place.is_long:
        await stand_still(place, allowance_s=45, stopped_s=90)
    else:
        options = {"--silence-timeout-s": "6", "--ping-interval-s": "2"}
        await stand_still(place, allowance_s=8, stopped_s=12, options=options)


@scenario()
async def stopped_for_half_a_minute(place):
    await stand_still(place, allowance_s=20, stopped_s=30)
