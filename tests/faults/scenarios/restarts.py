"""What is there after a restart, and what is not: one of everything, before and after."""

import asyncio
import signal
from dataclasses import dataclass

from harness import check, equal
from player import Player
from scene import scenario
from scenes import finished, move_somehow, player, playing, seated, waiting

ALLOWANCE_S, WAITING_S = 8, 1800
# How long a seat had been away before the restart, and how long the server is down.
AWAY_S, DOWN_S = 5, 2.5
SLACK_MS = 1500
LIMIT = {"time_limit_s": 600}


@dataclass
class Before:
    """One of everything, as it was when the server ended."""

    alone: Player
    code: str
    creator: Player
    joiner: Player
    ana: Player
    bo: Player
    last_at_ms: int
    done: Player
    done_id: str
    done_code: str
    queued: Player


async def one_of_everything(env):
    alone, code = await waiting(env)
    creator, joiner = await seated(env)
    await creator.get("match", "ready", nonce="00ff")
    ana, bo = await playing(env, LIMIT)
    await move_somehow(bo)
    last = await move_somehow(ana)
    bo.vanish()
    await ana.wait("presence", seat=1, connected=False)
    done, _ = await finished(env)
    queued = await player(env, "Queue")
    await queued.get("queued", "queue")
    await asyncio.sleep(AWAY_S)
    return Before(
        alone=alone,
        code=code,
        creator=creator,
        joiner=joiner,
        ana=ana,
        bo=bo,
        last_at_ms=last["at_ms"],
        done=done,
        done_id=done.watcher.current.id,
        done_code=done.watcher.snapshot["code"],
        queued=queued,
    )


async def back(env, who):
    """The same player with the same token; and the snapshot, if there is a seat."""
    again = await player(env, who.name, token=who.token)
    equal(again.id, who.id, f"the id of {who.name} after a restart")
    seated_at = next(m["seated"] for m in again.log if m["type"] == "welcome")
    return again, seated_at, (await again.wait("match") if seated_at else None)


async def restarted(place, how):
    server = place.server({"--forfeit-after-s": str(ALLOWANCE_S)}, history=None)
    await server.start()
    env = place.surroundings(server)
    before = await one_of_everything(env)
    code = await server.end(how)
    if how == signal.SIGTERM:
        equal(code, 0, "the exit code after SIGTERM")
        for each in (before.alone, before.creator, before.joiner, before.ana, before.done, before.queued):
            await each.wait_closed(1012)
    await asyncio.sleep(DOWN_S)
    await server.start()
    await the_match_is_paused(env, before)
    await the_waiting_table_is_there(env, before)
    await the_ready_table_is_there(env, before)
    await the_finished_table_is_gone(env, server, before)
    await the_queue_is_empty(env, before)
    await env.close()
    await server.stop()
    equal(server.log_faults(), [], "faults in the log")


async def the_match_is_paused(env, before):
    ana, _, snapshot = await back(env, before.ana)
    equal(snapshot["phase"], "paused", "the phase of the match after a restart")
    equal(
        snapshot["boards"], [before.ana.watcher.current.newest(seat) for seat in (0, 1)], "the boards after a restart"
    )
    equal(snapshot["elapsed_ms"], before.last_at_ms, "the match time after a restart")
    equal(snapshot["remaining_ms"], LIMIT["time_limit_s"] * 1000 - before.last_at_ms, "what is left of the time limit")
    left = snapshot["players"][1]["forfeit_in_ms"]
    check(left is not None and left > ALLOWANCE_S * 1000 - SLACK_MS, f"an absent seat has {left} ms after a restart")
    refused = await ana.move("left")
    equal((refused["type"], refused.get("reason")), ("rejected", "not_playing"), "a move in a match that is paused")
    bo, _, _ = await back(env, before.bo)
    counting = await ana.wait("match", phase="countdown")
    check(counting["starts_in_ms"] > 3000 - SLACK_MS, f"a countdown of {counting['starts_in_ms']} ms after a restart")
    for each in (ana, bo):
        await each.wait("match", phase="playing")
    moved = await move_somehow(ana)
    check(before.last_at_ms <= moved["at_ms"] < before.last_at_ms + SLACK_MS, f"match time ran to {moved['at_ms']}")
    await bo.get("over", "resign")


async def the_waiting_table_is_there(env, before):
    _, seated_at, snapshot = await back(env, before.alone)
    equal((seated_at, snapshot["code"], snapshot["phase"]), (before.code, before.code, "waiting"), "the waiting table")
    check(snapshot["closes_in_ms"] > WAITING_S * 1000 - 30_000, f"it closes in {snapshot['closes_in_ms']} ms")
    other = await player(env, "Other")
    equal((await other.get("match", "join", code=before.code))["phase"], "ready", "the phase after joining it")


async def the_ready_table_is_there(env, before):
    creator, _, snapshot = await back(env, before.creator)
    equal(snapshot["phase"], "ready", "the phase of the ready table")
    equal([p["ready"] for p in snapshot["players"]], [False, False], "who is ready after a restart")
    equal([p["connected"] for p in snapshot["players"]], [True, False], "who is there after a restart")
    joiner, _, _ = await back(env, before.joiner)
    await creator.get("match", "ready")
    await joiner.get("match", "ready")
    await creator.wait("match", phase="playing")
    await move_somehow(creator)


async def the_finished_table_is_gone(env, server, before):
    done, seated_at, _ = await back(env, before.done)
    equal(seated_at, None, "the seat at a finished table after a restart")
    await done.refused("no_such_match", "watch", code=before.done_code)
    equal((await server.get(f"/v1/replays/{before.done_id}")).status, 200, "the status of its replay")


async def the_queue_is_empty(env, before):
    queued, seated_at, _ = await back(env, before.queued)
    equal(seated_at, None, "the seat of who was in the queue")
    other = await player(env, "Other")
    await other.get("queued", "queue")
    await other.settled()
    check(not any(m["type"] == "match" for m in other.log), "somebody was still in the queue after a restart")
    await queued.ask("queue")
    await other.wait("match", phase="ready")


@scenario()
async def everything_is_there_after_sigterm(place):
    await restarted(place, signal.SIGTERM)


@scenario()
async def everything_is_there_after_a_kill(place):
    await restarted(place, signal.SIGKILL)


@scenario()
async def who_does_not_come_back_loses_after_a_full_allowance(place):
    server = place.server({"--forfeit-after-s": str(ALLOWANCE_S)}, history=None)
    await server.start()
    env = place.surroundings(server)
    before = await one_of_everything(env)
    await server.kill()
    await asyncio.sleep(DOWN_S)
    await server.start()
    loop = asyncio.get_running_loop()
    begun = loop.time()
    ana, _, _ = await back(env, before.ana)
    over = await ana.wait("over", limit=ALLOWANCE_S + 10)
    equal((over["winner"], over["reason"]), (0, "abandoned"), "the end of a match to which only one comes back")
    lasted_ms = 1000 * (loop.time() - begun)
    check(lasted_ms > 1000 * ALLOWANCE_S - SLACK_MS, f"the absent seat has lost after {lasted_ms:.0f} ms")
    await env.close()
    await server.stop()
    equal(server.log_faults(), [], "faults in the log")
