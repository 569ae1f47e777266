"""`ready`, countdown, moves and their refusals."""

import asyncio
import random

from harness import check, equal, promise
from scenes import (
    QUICK,
    TINY,
    counting_down,
    finished,
    impossible,
    move_somehow,
    play_until_over,
    player,
    playing,
    possible,
    seated,
    start,
    waiting,
)
from wire import REFUSALS


def refusal(answer):
    equal(answer["type"], "rejected", f"the type of {answer}")
    return answer["reason"]


@promise()
async def ready_is_told_to_all_and_the_second_one_begins_the_countdown(env):
    ana, bo = await seated(env, {"countdown_s": 1})
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    game = await ana.get("match", "ready")
    equal((game["phase"], [p["ready"] for p in game["players"]]), ("ready", [True, False]), "phase and who is ready")
    for each in (bo, eve):
        game = await each.take(lambda m: m["type"] == "match" and m["players"][0]["ready"], "match with seat 0 ready")
        equal(game["boards"], None, "the boards before the countdown")
    game = await bo.get("match", "ready")
    check(game["phase"] == "countdown" and 0 < game["starts_in_ms"] <= 1000, f"the countdown {game}")
    for each in (ana, eve):
        await each.wait("match", phase="countdown")
    for each in (ana, bo, eve):
        game = await each.wait("match", phase="playing")
        equal([b["turn"] for b in game["boards"]], [0, 0], "the turns at the start")
        tiles = [[t for row in b["rows"] for t in row if t] for b in game["boards"]]
        equal([len(t) for t in tiles], [2, 2], "the number of first tiles")


@promise()
async def both_phases_are_told_without_a_countdown_too(env):
    ana, bo = await seated(env, {"countdown_s": 0})
    await ana.get("match", "ready")
    game = await bo.get("match", "ready")
    equal((game["phase"], game["starts_in_ms"]), ("countdown", 0), "the countdown")
    await ana.wait("match", phase="countdown")
    for each in (ana, bo):
        check((await each.wait("match", phase="playing"))["elapsed_ms"] < 5000, "match time at the start")


@promise()
async def the_countdown_is_the_same_state_for_all(env):
    ana, bo = await counting_down(env)
    eve = await player(env, "Eve")
    game = await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    check(0 < game["starts_in_ms"] <= 10_000, f"starts_in_ms {game['starts_in_ms']}")
    equal(game["boards"], ana.watcher.snapshot["boards"], "the boards")


@promise()
async def mirrored_boards_begin_alike(env):
    ana, bo = await playing(env, {"tiles": "mirrored", "rows": 8, "cols": 8})
    boards = ana.watcher.snapshot["boards"]
    equal(boards[0], boards[1], "the boards")


@promise()
async def the_first_nonce_holds_and_a_second_ready_is_answered_by_match(env):
    ana, bo = await seated(env)
    first, other = "ab" * 32, "00"
    await ana.get("match", "ready", nonce=first)
    game = await ana.get("match", "ready", nonce=other)
    equal((game["phase"], game["players"][0]["ready"]), ("ready", True), "phase and readiness")
    await bo.get("match", "ready")
    await bo.wait("match", phase="playing")
    over = await ana.get("over", "resign")
    equal(over["nonces"], [first, ""], "the nonces")


@promise()
async def nonces_of_every_length_are_taken(env):
    ana, bo = await seated(env)
    for first, second in (("", "ff"), ("00" * 31, "5a" * 32), (None, "")):
        await start(ana, bo, (first, second))
        over = await ana.get("over", "resign")
        equal(over["nonces"], [first or "", second], "the nonces")
        await bo.wait("over")
        await ana.get("rematch_offered", "rematch")
        await bo.get("match", "rematch")


@promise()
async def being_ready_outlives_a_disconnect(env):
    ana, bo = await seated(env)
    await ana.get("match", "ready", nonce="aa")
    ana.vanish()
    await bo.wait("presence", seat=0, connected=False, forfeit_in_ms=None)
    game = await bo.get("match", "ready")
    equal((game["phase"], game["players"][0]["connected"]), ("countdown", False), "the phase, with an absent seat")
    await bo.wait("match", phase="playing")
    again = await player(env, "Ana", token=ana.token)
    equal((await again.wait("match"))["phase"], "playing", "the phase on return")


@promise()
async def the_secret_stays_secret_until_the_end(env):
    ana, bo = await playing(env, nonces=("01", None))
    await move_somehow(ana)
    before = repr(ana.log)
    over = await ana.get("over", "resign")
    check(not any(over[name] in before for name in ("secret", "seed")), "secret or seed before the end")


@promise()
async def a_move_is_told_to_all_as_the_whole_board(env):
    ana, bo = await playing(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    mine = await move_somehow(bo)
    equal((mine["seat"], mine["turn"]), (1, 1), "seat and turn")
    bare = {name: value for name, value in mine.items() if name != "re"}
    for each in (ana, eve):
        equal(await each.wait("board"), bare, "the board that another sees")


@promise()
async def moves_may_be_sent_ahead(env):
    ana, bo = await playing(env, {"rows": 8, "cols": 8})
    for turn in range(20):
        await ana.send("move", turn=turn, dir=("left", "up", "right", "down")[turn % 4])
    await ana.settled()
    answers = [m for m in ana.log if m["type"] in ("board", "rejected")]
    boards = [m for m in answers if m["type"] == "board"]
    equal(len(answers), 20, "the number of answers")
    equal([b["turn"] for b in boards], list(range(1, len(boards) + 1)), "the turns")
    if len(boards) < 20:
        refusals = [m for m in answers if m["type"] == "rejected"]
        equal(refusals[0]["reason"], "no_change", "the first refusal")
        equal({m["reason"] for m in refusals[1:]} - {"stale"}, set(), "refusals of what was sent ahead")
    await bo.wait("board", seat=0, turn=len(boards))


@promise()
async def a_move_sent_twice_is_made_once(env):
    ana, bo = await playing(env)
    direction = possible(ana.board["rows"])[0]
    first = await ana.move(direction, turn=0)
    second = await ana.move(direction, turn=0)
    equal(first["type"], "board", "the first answer")
    equal(refusal(second), "stale", "the second answer")
    equal((second["turn"], second["dir"]), (0, direction), "what the refusal says of the move")
    equal(ana.board["turn"], 1, "the turn")


@promise()
async def a_wrong_turn_is_stale_too_high_included(env):
    ana, bo = await playing(env)
    await move_somehow(ana)
    direction = possible(ana.board["rows"])[0]
    for turn in (0, 2, 3, 2**31, 2**32 + 1, 2**53 - 1):
        answer = await ana.move(direction, turn=turn)
        equal((refusal(answer), answer["turn"]), ("stale", turn), f"the refusal of turn {turn}")
    await move_somehow(ana)
    await bo.wait("board", turn=2)


@promise()
async def the_turn_is_that_of_the_movers_own_board(env):
    ana, bo = await playing(env)
    await move_somehow(ana)
    await move_somehow(ana)
    answer = await bo.move(possible(bo.board["rows"])[0], turn=2)
    equal(refusal(answer), "stale", "the refusal of the other board's turn")
    equal((await move_somehow(bo))["turn"], 1, "the turn of the second board")


@promise()
async def a_move_that_changes_nothing_is_no_move(env):
    ana, bo = await playing(env)
    # One slide to the left and up leaves no more than these two directions useless, sooner or later.
    for _ in range(200):
        useless = impossible(ana.board["rows"])
        if useless:
            break
        await move_somehow(ana)
    before = ana.board
    answer = await ana.move(useless[0])
    equal((refusal(answer), answer["turn"], answer["dir"]), ("no_change", before["turn"], useless[0]), "the refusal")
    equal(ana.board, before, "the board")
    told = await move_somehow(ana)
    equal(told["turn"], before["turn"] + 1, "the turn of the next move")
    await bo.wait("board", seat=0, turn=told["turn"])
    check(not any(m["type"] == "rejected" for m in bo.log), "the other was told of a refusal")


@promise()
async def stale_comes_before_no_change(env):
    ana, _ = await playing(env)
    for _ in range(200):
        if useless := impossible(ana.board["rows"]):
            break
        await move_somehow(ana)
    answer = await ana.move(useless[0], turn=ana.board["turn"] + 5)
    equal(refusal(answer), "stale", "the refusal")


@promise()
async def before_the_start_a_move_is_not_playing(env):
    alone, _ = await waiting(env)
    equal(refusal(await alone.move("left", turn=0)), "not_playing", "in waiting")
    ana, bo = await seated(env)
    equal(refusal(await ana.move("left", turn=0)), "not_playing", "in ready")
    ana, bo = await counting_down(env)
    for each in (ana, bo):
        for direction in ("left", "up", "right", "down"):
            equal(refusal(await each.move(direction, turn=0)), "not_playing", "in countdown")


@promise()
async def after_the_end_a_move_is_not_playing(env):
    ana, bo = await finished(env)
    for each in (ana, bo):
        for direction in ("left", "up", "right", "down"):
            equal(refusal(await each.move(direction)), "not_playing", "in over")


@promise()
async def on_a_stuck_board_a_move_is_stuck_whatever_its_turn(env):
    for _ in range(30):
        ana, bo = await playing(env, TINY)
        await play_until_over(ana, random.choice)
        equal(ana.board["status"], "stuck", "the status")
        if ana.watcher.current.over is None:
            for turn in (ana.board["turn"], 0, 4711):
                equal(refusal(await ana.move("left", turn=turn)), "stuck", f"the refusal of turn {turn}")
            return
    check(False, "no board was stuck while its match went on")


@promise()
async def refusals_go_to_the_mover_alone(env):
    ana, bo = await playing(env)
    refusal(await ana.move("left", turn=99))
    await move_somehow(ana)
    await bo.wait("board", seat=0, turn=1)
    equal([m for m in bo.log if m["type"] in REFUSALS or m["type"] == "rejected"], [], "refusals that the other heard")


@promise()
async def both_may_move_at_once(env):
    ana, bo = await playing(env, {"rows": 6, "cols": 6})
    await asyncio.gather(*(some_moves(each, 60) for each in (ana, bo)))
    await ana.wait("board", seat=1, turn=60)
    await bo.wait("board", seat=0, turn=60)
    equal(ana.watcher.current.newest(0), bo.watcher.current.newest(0), "the board of seat 0")
    equal(ana.watcher.current.newest(1), bo.watcher.current.newest(1), "the board of seat 1")


async def some_moves(mover, number):
    for _ in range(number):
        await move_somehow(mover)


@promise()
async def match_time_goes_on_from_the_start(env):
    ana, bo = await playing(env, {"time_limit_s": 600})
    first = await move_somehow(ana)
    eve = await player(env, "Eve")
    game = await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    check(game["elapsed_ms"] >= first["at_ms"], f"elapsed {game['elapsed_ms']} after a move at {first['at_ms']}")
    check(game["elapsed_ms"] < 60_000, f"elapsed {game['elapsed_ms']}")
    check((await move_somehow(bo))["at_ms"] >= game["elapsed_ms"], "a move before a snapshot that was told before it")


@promise()
async def quick_options_are_only_about_the_countdown(env):
    ana, _ = await waiting(env)
    equal(ana.watcher.snapshot["options"]["countdown_s"], QUICK["countdown_s"], "countdown_s")
