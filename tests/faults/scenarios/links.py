"""Links that die without a word, and links that lose packets."""

import asyncio
import time

from harness import check
from history import HEARD
from network import Network
from scene import scenario

ENDLESS = ({"rows": 8, "cols": 8, "target": None, "countdown_s": 0},)
PING_S, SILENCE_S, ALLOWANCE_S = 1, 3, 4
# What a message takes on a busy machine: nothing comes sooner than it should by as much as one could come late.
SLACK_S, LATE_S = 1.5, 8
LOST = 0.05


async def connected(place, pairs, **more):
    """A server behind a link, and pairs who come from addresses of their own."""
    network = await Network.make(place)
    addresses = await network.addresses(4 * pairs)
    options = {
        "--ping-interval-s": str(PING_S),
        "--silence-timeout-s": str(SILENCE_S),
        "--forfeit-after-s": str(ALLOWANCE_S),
    }
    server = place.server(options, host=network.host, wrapper=network.wrapper)
    await server.start()
    crowd = place.crowd(server, pairs=pairs, addresses=iter(addresses), **more)
    for line in crowd.lines:
        line.is_link_good = False
    return network, server, crowd


async def hears(history, who, since, limit, what, wanted):
    """The first entry from there on that is wanted, waited for."""
    deadline = time.monotonic() + limit
    while True:
        for entry in history.entries[since:]:
            if entry.kind == HEARD and entry.who == who and wanted(entry.message):
                return entry
        check(time.monotonic() < deadline, f"{who} waited {limit:g} s in vain for {what}")
        await asyncio.sleep(0.02)


def presence(is_connected):
    return lambda m: m["type"] == "presence" and m["connected"] is is_connected


@scenario("ip", "iptables", root=True)
async def a_dead_link(place):
    network, server, crowd = await connected(place, pairs=3, kinds=ENDLESS, is_restless=False)
    history = place.history
    await asyncio.sleep(3)
    back, gone = crowd.seat("Bo 0"), crowd.seat("Bo 1")
    since, cut_at = len(history.entries), time.monotonic()
    for seat in (back, gone):
        await network.cut(seat.address)
    limit = SILENCE_S + PING_S + LATE_S
    for ana in ("Ana 0", "Ana 1"):
        absent = await hears(history, ana, since, limit, "the absence of the other", presence(False))
        check(absent.at - cut_at >= SILENCE_S - PING_S - SLACK_S, "told absent before the time of silence")
        left = absent.message["forfeit_in_ms"]
        check(abs(left - ALLOWANCE_S * 1000) < 1000, f"the absent seat has {left} ms")
    await network.mend(back.address)
    back.vanish()
    await hears(history, "Ana 0", since, ALLOWANCE_S, "the return of the other", presence(True))
    over = await hears(history, "Ana 1", since, ALLOWANCE_S + LATE_S, "the end", lambda m: m["type"] == "over")
    check(over.message["reason"] == "abandoned", f"the end is {over.message['reason']}")
    lasted = over.at - absent.at
    check(lasted >= ALLOWANCE_S - SLACK_S, f"an absence of {lasted:.1f} s has lost, not of {ALLOWANCE_S} s")
    mine = crowd.seat("Ana 1").game["you"]
    moved = [
        e
        for e in history.entries[absent.number : over.number]
        if e.kind == HEARD and e.who == "Ana 1" and e.message["type"] == "board" and e.message["seat"] == mine
    ]
    check(moved, "the other did not play on")
    await network.mend(gone.address)
    gone.vanish()
    await place.judge(server, crowd, forfeit_ms=ALLOWANCE_S * 1000)


@scenario("ip", "iptables", root=True)
async def a_link_that_loses_packets(place):
    network, server, crowd = await connected(place, pairs=5)
    await network.lose(LOST)
    for _ in range(6 if place.is_long else 2):
        await asyncio.sleep(8)
        await server.kill()
        await place.keep(server)
        await server.start()
    await asyncio.sleep(5)
    # Replays are asked for once, and what is asked is whether they are right.
    await network.lose_no_more()
    await place.judge(server, crowd, forfeit_ms=ALLOWANCE_S * 1000)
