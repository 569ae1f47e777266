"""Where promises begin: players who have said hello, a table of two, a match that runs or is over."""

import asyncio

from harness import check, equal
from player import Player
from rules import DIRECTIONS, slide

# Small, quick, and over after a few moves.
TINY = {"rows": 2, "cols": 2, "target": None, "countdown_s": 0}
QUICK = {"countdown_s": 0}


async def player(env, name="Ana", **hello):
    """A player who has been welcomed."""
    new = await Player.connect(env)
    await new.hello(name, **hello)
    return new


async def players(env, *names):
    return await asyncio.gather(*(player(env, name) for name in names))


async def waiting(env, options=None, **create):
    """A player alone at a table of their own, and its code."""
    ana = await player(env, "Ana")
    game = await ana.get("match", "create", options={**QUICK, **(options or {})}, **create)
    equal(game["phase"], "waiting", "the phase of a new table")
    return ana, game["code"]


async def seated(env, options=None, **create):
    """Two players at one table in phase `ready`."""
    ana, code = await waiting(env, options, **create)
    bo = await player(env, "Bo")
    await bo.get("match", "join", code=code)
    await ana.wait("match", phase="ready")
    ana.forget()
    bo.forget()
    return ana, bo


async def start(ana, bo, nonces=(None, None)):
    """Both become ready, and the match starts."""
    await ana.get("match", "ready", nonce=nonces[0])
    await bo.get("match", "ready", nonce=nonces[1])
    for each in (ana, bo):
        await each.wait("match", phase="playing")
        each.forget()


async def playing(env, options=None, nonces=(None, None), **create):
    """Two players in a running match in which nobody has moved."""
    ana, bo = await seated(env, options, **create)
    await start(ana, bo, nonces)
    return ana, bo


async def counting_down(env, **options):
    """Two players in a countdown that outlasts the promise."""
    ana, bo = await seated(env, {**options, "countdown_s": 10})
    await ana.get("match", "ready")
    await bo.get("match", "ready")
    await ana.wait("match", phase="countdown")
    ana.forget()
    return ana, bo


async def finished(env, options=None):
    """Two players at a table whose match is over, each having made a move; seat 1 has resigned."""
    ana, bo = await playing(env, options)
    await move_somehow(ana)
    await move_somehow(bo)
    await bo.get("over", "resign")
    await ana.wait("over")
    ana.forget()
    bo.forget()
    return ana, bo


def possible(rows):
    return [direction for direction in DIRECTIONS if slide(rows, direction) is not None]


def impossible(rows):
    return [direction for direction in DIRECTIONS if slide(rows, direction) is None]


async def move_somehow(mover):
    """Makes the first move that changes something; returns its `board`."""
    answer = await mover.move(possible(mover.board["rows"])[0])
    equal(answer["type"], "board", "the answer to a possible move")
    return answer


async def play_until_over(mover, choose=lambda possible: possible[0]):
    """Moves until the match is over or the board is stuck; leaves `over` in the inbox."""
    while mover.watcher.current.over is None and mover.board["status"] == "playing":
        answer = await mover.move(choose(possible(mover.board["rows"])))
        if answer["type"] == "rejected":
            equal(answer["reason"], "not_playing", "the refusal of a right move")
            return


async def until_over(*everyone):
    """Waits until everyone has been told the end; returns what they were told."""
    told = [await each.wait("over") for each in everyone]
    bare = [{name: value for name, value in over.items() if name != "re"} for over in told]
    for over in bare:
        equal(over, bare[0], "what one was told of the end, compared with another")
    check(bare, "nobody was asked")
    return bare[0]
