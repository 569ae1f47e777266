"""Every way in which a match ends, what is told then, rematches and the series."""

import random

from harness import check, equal, promise
from rules import higher
from scenes import (
    TINY,
    counting_down,
    finished,
    move_somehow,
    play_until_over,
    player,
    playing,
    seated,
    start,
    until_over,
)

# So much room that no board is stuck before a small target is reached, however it is played.
ROOMY = {"rows": 8, "cols": 8}
# A tiny match has any one of its ends in a few per cent of all tries at least.
TRIES = 150


async def rematched(ana, bo):
    """The next match at the same table, running."""
    for each in (ana, bo):
        each.forget()
    await ana.get("rematch_offered", "rematch")
    await bo.get("match", "rematch")
    await ana.wait("match", phase="ready")
    await start(ana, bo)


def outcome(over):
    return over["winner"], over["reason"]


@promise()
async def who_reaches_the_target_wins_at_once(env):
    for seat in (0, 1):
        pair = await playing(env, {**ROOMY, "target": 16})
        await move_somehow(pair[1 - seat])
        await play_until_over(pair[seat])
        over = await until_over(*pair)
        equal(outcome(over), (seat, "target"), "the end")
        equal(pair[seat].board["status"], "reached", "the status of the board")
        kinds = [m["type"] for m in pair[1 - seat].log]
        last_board = len(kinds) - 1 - kinds[::-1].index("board")
        check(last_board < kinds.index("over"), "a board after over")


@promise()
async def the_target_counts_by_sum_too(env):
    ana, bo = await playing(env, {**ROOMY, "target": 8, "scoring": "sum"})
    await play_until_over(bo)
    over = await until_over(ana, bo)
    equal(outcome(over), (1, "target"), "the end")


@promise()
async def two_stuck_boards_with_equal_scores_are_a_draw(env):
    ana, bo = await playing(env, TINY)
    await play_until_over(ana)
    directions = [ana.watcher.current.moves[0][turn]["dir"] for turn in sorted(ana.watcher.current.moves[0])]
    for turn, direction in enumerate(directions):
        equal((await bo.move(direction, turn=turn))["type"], "board", "the answer to the same move on the same board")
    over = await until_over(ana, bo)
    equal(outcome(over), (None, "stuck"), "the end")
    equal(over["scores"][0], over["scores"][1], "the scores")
    equal((over["series"]["wins"], over["series"]["draws"]), ([0, 0], 1), "the series")


async def tiny_matches_until(env, wanted, options=TINY):
    """Plays tiny matches, one side first, then the other, until one has the wanted end; checks the rules of all."""
    ana, bo = await playing(env, options)
    for number in range(TRIES):
        first, second = (ana, bo) if number % 2 else (bo, ana)
        await play_until_over(first, random.choice)
        if first.watcher.current.over is None:
            await second.wait("board", seat=first.seat, turn=first.board["turn"]) if first.board["turn"] else None
            await play_until_over(second, random.choice)
        over = await until_over(ana, bo)
        boards = [ana.watcher.current.newest(seat) for seat in (0, 1)]
        check_stuck_or_outscored(over, boards)
        if wanted(over):
            return over
        await rematched(ana, bo)
    check(False, f"{TRIES} matches without the wanted end")


def check_stuck_or_outscored(over, boards):
    scores, statuses = [b["score"] for b in boards], [b["status"] for b in boards]
    equal(over["scores"], scores, "the scores")
    if statuses == ["stuck", "stuck"]:
        equal(outcome(over), (higher(scores), "stuck"), f"the end with {statuses} and {scores}")
    else:
        loser = statuses.index("stuck")
        check(scores[1 - loser] > scores[loser], f"an end with {statuses} and {scores}")
        equal(outcome(over), (1 - loser, "outscored"), f"the end with {statuses} and {scores}")


@promise()
async def two_stuck_boards_are_won_by_the_higher_score(env):
    await tiny_matches_until(env, lambda over: over["reason"] == "stuck" and over["winner"] is not None)


@promise()
async def a_stuck_board_is_outscored_at_once_and_not_by_an_equal_score(env):
    await tiny_matches_until(env, lambda over: over["reason"] == "outscored")


@promise()
async def outscored_and_stuck_follow_the_sum_as_well(env):
    sums = {**TINY, "scoring": "sum", "tiles": "independent"}
    await tiny_matches_until(env, lambda over: over["reason"] == "outscored", sums)


@promise()
async def the_time_limit_gives_the_match_to_the_higher_score(env):
    ana, bo = await playing(env, {"time_limit_s": 10})
    while not ana.board["score"]:
        await move_somehow(ana)
    over = await until_over(ana, bo)
    equal(outcome(over), (0, "time"), "the end")
    game = await snapshot(env, ana)
    equal((game["elapsed_ms"], game["remaining_ms"]), (10_000, 0), "match time at the end")


async def snapshot(env, seat):
    eve = await player(env, "Eve")
    return await eve.get("match", "watch", code=seat.watcher.snapshot["code"])


@promise()
async def equal_scores_at_the_time_limit_are_a_draw(env):
    ana, bo = await playing(env, {"time_limit_s": 10})
    over = await until_over(ana, bo)
    equal((outcome(over), over["series"]["draws"]), ((None, "time"), 1), "the end and the draws")


@promise("short_match")
async def a_match_past_its_bounds_ends_as_time(env):
    ana, bo = await playing(env)
    over = await until_over(ana, bo)
    equal(outcome(over), (None, "time"), "the end")


@promise()
async def who_resigns_loses_even_when_ahead(env):
    ana, bo = await playing(env)
    while not ana.board["score"]:
        await move_somehow(ana)
    await ana.get("over", "resign")
    over = await bo.wait("over")
    equal((outcome(over), over["series"]["wins"]), ((1, "resigned"), [0, 1]), "the end and the wins")


@promise()
async def resigning_before_either_side_has_moved_aborts(env):
    for scene in (playing, counting_down):
        ana, bo = await scene(env)
        over = await bo.get("over", "resign")
        equal(outcome(over), (None, "aborted"), "the end")
        equal((over["series"]["wins"], over["series"]["draws"]), ([0, 0], 0), "the series")
        await ana.wait("over")


@promise()
async def one_move_of_either_side_is_enough_to_resign(env):
    ana, bo = await playing(env)
    await move_somehow(bo)
    equal(outcome(await ana.get("over", "resign")), (1, "resigned"), "the end")


@promise()
async def the_end_happens_once(env):
    ana, bo = await playing(env)
    await move_somehow(ana)
    await ana.send("resign")
    await bo.send("resign")
    over = await until_over(ana, bo)
    check(over["winner"] in (0, 1), "nobody has won")
    for each in (ana, bo):
        await each.settled()
        equal(sum(m["type"] == "over" for m in each.log), 1, "how often the end was told")


@promise()
async def after_the_end_the_snapshot_has_the_result(env):
    ana, bo = await finished(env)
    game = await snapshot(env, ana)
    check(0 < game["closes_in_ms"] <= 300_000, f"closes_in_ms {game['closes_in_ms']}")
    equal([b["turn"] for b in game["boards"]], [1, 1], "the turns of the boards")
    again = await player(env, "Ana", token=ana.token)
    equal((await again.wait("match"))["result"]["reason"], "resigned", "the result that a seat sees on return")


@promise()
async def a_rematch_needs_both_and_moves_everyone(env):
    ana, bo = await finished(env)
    eve = await player(env, "Eve")
    before = await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    equal((await ana.get("rematch_offered", "rematch"))["seat"], 0, "the seat of the offer")
    for each in (bo, eve):
        await each.wait("rematch_offered", seat=0)
    again = await ana.get("rematch_offered", "rematch")
    equal(again["seat"], 0, "the seat of the repeated offer")
    for each in (bo, eve):
        await each.wait("rematch_offered", seat=0)
    game = await bo.get("match", "rematch")
    equal((game["phase"], game["you"], game["boards"]), ("ready", 1, None), "the new match")
    for each, seat in ((ana, 0), (eve, None)):
        other = await each.wait("match", phase="ready")
        equal((other["you"], other["id"], other["code"]), (seat, game["id"], before["code"]), "seat, id and code")
        check(not any(m["type"] == "rematch_offered" and m["seat"] == 1 for m in each.log), "an offer beside the match")
    check(game["id"] != before["id"] and game["commitment"] != before["commitment"], "an old id or commitment")
    equal(game["options"], before["options"], "the options")
    equal([(p["ready"], p["rematch"]) for p in game["players"]], [(False, False)] * 2, "ready and rematch")
    equal(game["watching"], 1, "the spectators")
    equal(game["series"], before["series"], "the series before the new match has begun")
    await start(ana, bo)
    equal(ana.watcher.snapshot["series"]["game"], before["series"]["game"] + 1, "the number of matches begun")
    await move_somehow(bo)
    await eve.wait("board", seat=1, turn=1)


@promise()
async def an_offer_is_in_the_snapshot_and_outlives_a_disconnect(env):
    ana, bo = await finished(env)
    await ana.get("rematch_offered", "rematch")
    equal([p["rematch"] for p in (await snapshot(env, ana))["players"]], [True, False], "who has offered")
    ana.vanish()
    await bo.wait("presence", seat=0, connected=False, forfeit_in_ms=None)
    game = await bo.get("match", "rematch")
    equal((game["phase"], game["players"][0]["connected"]), ("ready", False), "phase and presence")
    again = await player(env, "Ana", token=ana.token)
    equal((await again.wait("match"))["id"], game["id"], "the match on return")


@promise()
async def the_series_counts_wins_and_draws_by_seat(env):
    ana, bo = await seated(env, TINY)
    expected = {"wins": [0, 0], "draws": 0}
    for number in range(4):
        await start(ana, bo)
        await move_somehow(ana)
        loser = ana if number % 2 else bo
        await loser.get("over", "resign")
        over = await until_over(*(each for each in (ana, bo) if each is not loser))
        expected["wins"][over["winner"]] += 1
        equal({k: over["series"][k] for k in expected}, expected, f"the series after match {number + 1}")
        for each in (ana, bo):
            each.forget()
        await bo.get("rematch_offered", "rematch")
        await ana.get("match", "rematch")
        await bo.wait("match", phase="ready")
