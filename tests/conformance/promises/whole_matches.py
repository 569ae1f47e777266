"""Whole matches under all kinds of options, every board, tile, score, status and result checked, and the replay too."""

import asyncio
import random

from harness import check, equal, promise
from http_client import replay_of
from rules import DIRECTIONS, Match, slide
from scenes import player, playing, possible, until_over

# Moves that a player sends before waiting for their answers.
AHEAD = 6


def cautious(rows):
    """Keeps to the left and the floor while that is possible: long matches with high tiles."""
    return next(d for d in ("left", "down", "right", "up") if d in possible(rows))


def reckless(rows):
    return random.choice(possible(rows))


async def play(mover, choose, thinking_s):
    """Plays to the end, sending moves ahead by guessing, as a quick human does."""
    while mover.watcher.current.over is None and mover.board["status"] == "playing":
        board = mover.board
        for turn, direction in enumerate(guesses(board["rows"], choose), board["turn"]):
            await mover.send("move", turn=turn, dir=direction)
        await mover.take(is_news(mover, board["turn"]), "an answer to a move")
        await asyncio.sleep(thinking_s)


def guesses(rows, choose):
    """A move that is right, and some that follow if no new tile is in the way."""
    for _ in range(random.randint(1, AHEAD)):
        if not possible(rows):
            return
        direction = choose(rows)
        yield direction
        rows, _ = slide(rows, direction)


def is_news(mover, turn):
    """Whether a message says that the mover's board has gone on or is at its end."""

    def wanted(message):
        if message["type"] == "board" and message["seat"] == mover.seat:
            return message["turn"] > turn
        return message["type"] == "over"

    return wanted


async def whole_match(env, options, first=reckless, second=reckless, nonces=("", ""), thinking_s=0):
    ana, bo = await playing(env, {"countdown_s": 0, **options}, nonces)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    await asyncio.gather(play(ana, first, thinking_s), play(bo, second, thinking_s))
    for each in (ana, bo, eve):
        if each.watcher.current.over is None:
            await until_over(each)
    over = ana.watcher.current.over
    for each in (bo, eve):
        equal(each.watcher.current.over, over, "the end as another saw it")
    await matches_its_replay(env, (ana, bo, eve))
    return over


async def matches_its_replay(env, viewers):
    """The replay holds by itself, and every viewer saw the boards that follow from it."""
    replay = await replay_of(env, viewers[0].watcher.current.id)
    boards = boards_of(replay)
    for viewer in viewers:
        seen = viewer.watcher.current
        equal(seen.over["scores"], replay["result"]["scores"], "the scores of the replay")
        for seat in (0, 1):
            for turn, board in seen.boards[seat].items():
                equal(board, boards[seat].get(turn), f"board {seat} at turn {turn}, compared with the replay")
            equal(max(seen.boards[seat]), max(boards[seat]), f"the last turn of seat {seat}")


def boards_of(replay):
    """Every board of a replay, by seat and turn."""
    match = Match(replay["options"], bytes.fromhex(replay["secret"]), [bytes.fromhex(n) for n in replay["nonces"]])
    boards = [{0: copy_of(match.boards[seat])} for seat in (0, 1)]
    for move in replay["moves"]:
        check(move["dir"] in DIRECTIONS and match.move(move["seat"], move["dir"]), f"{move} changes nothing")
        board = match.boards[move["seat"]]
        boards[move["seat"]][board.turn] = copy_of(board)
    return boards


def copy_of(board):
    return {**board.view(), "rows": [row[:] for row in board.rows]}


def options(**fields):
    return fields


WHOLE = {
    "standard": (options(target=256), cautious, cautious),
    "mirrored_boards_played_alike": (options(rows=3, cols=3, target=None), cautious, cautious),
    "independent": (options(tiles="independent", target=128), cautious, reckless),
    "sum": (options(scoring="sum", target=128), cautious, cautious),
    "sum_independent": (options(scoring="sum", tiles="independent", rows=3, cols=4, target=None), reckless, cautious),
    "only_twos": (options(four_permille=0, target=64), cautious, cautious),
    "only_fours": (options(four_permille=1000, target=128), reckless, cautious),
    "half_fours": (options(four_permille=500, target=None, rows=4, cols=3), reckless, reckless),
    "smallest": (options(rows=2, cols=2, target=8), reckless, reckless),
    "smallest_for_score": (options(rows=2, cols=2, target=None, scoring="sum"), cautious, cautious),
    "flat": (options(rows=2, cols=8, target=None), reckless, cautious),
    "tall": (options(rows=8, cols=2, target=64, tiles="independent"), reckless, reckless),
    "largest": (options(rows=8, cols=8, target=256), cautious, reckless),
    "least_target": (options(target=8), reckless, reckless),
    "target_out_of_reach": (options(rows=3, cols=3, target=131072), cautious, reckless),
    "with_time_to_spare": (options(rows=3, cols=3, target=64, time_limit_s=3600), cautious, cautious),
}


def register(name, wanted, first, second):
    async def whole(env):
        nonces = (random.randbytes(random.randint(0, 32)).hex(), random.randbytes(random.randint(0, 32)).hex())
        await whole_match(env, wanted, first, second, nonces)

    whole.__name__ = name
    whole.__module__ = __name__
    promise()(whole)


for _name, (_options, _first, _second) in WHOLE.items():
    register(_name, _options, _first, _second)


@promise()
async def cut_off_by_the_time_limit(env):
    wanted = options(rows=8, cols=8, target=None, time_limit_s=10)
    over = await whole_match(env, wanted, cautious, reckless, thinking_s=0.05)
    equal(over["reason"], "time", "the reason on a board too large to be filled in ten seconds")
