"""Checks a replay by replaying it: everything that it claims has to follow from its secret, nonces and moves."""

import re

from rules import LONGEST_MATCH_MS, MOST_MOVES, Match, commitment_of, higher


class Invalid(Exception):
    """A replay that does not hold; the text says where."""


def demand(condition, why):
    if not condition:
        raise Invalid(why)


def bytes_of(text, what, lengths):
    demand(isinstance(text, str) and re.fullmatch("(?:[0-9a-f]{2})*", text), f"{what} is not lower-case hex: {text!r}")
    value = bytes.fromhex(text)
    demand(len(value) in lengths, f"{what} has {len(value)} bytes")
    return value


def verify(replay):
    """Returns the replayed match, or raises Invalid."""
    demand(replay["format"] == "versus2048-replay" and replay["version"] == 1, "another format or version")
    secret = bytes_of(replay["secret"], "the secret", {32})
    nonces = [bytes_of(nonce, "a nonce", range(33)) for nonce in replay["nonces"]]
    game = Match(replay["options"], secret, nonces)
    demand(commitment_of(secret).hex() == replay["commitment"], "the commitment does not fit the secret")
    demand(game.seed.hex() == replay["seed"], "the seed does not follow from secret and nonces")
    replay_moves(game, replay["moves"])
    check_result(game, replay)
    return game


def replay_moves(game, moves):
    limit, before = game.options["time_limit_s"], 0
    for number, move in enumerate(moves):
        where = f"move {number} ({move})"
        demand(game.result is None, f"{where} comes after the end")
        demand(move["at_ms"] >= before, f"{where}: time falls")
        demand(limit is None or move["at_ms"] < limit * 1000, f"{where} is past the time limit")
        demand(game.move(move["seat"], move["dir"]) is not None, f"{where} changes nothing")
        before = move["at_ms"]


def check_result(game, replay):
    result = replay["result"]
    told = {"winner": result["winner"], "reason": result["reason"]}
    check_end_time(game, replay)
    demand(result["scores"] == game.scores, f"scores are {game.scores}, not {result['scores']}")
    if game.result is not None:
        demand(told == game.result, f"the result is {game.result}, not {told}")
        return
    match result["reason"]:
        case "time":
            bounded = any(board.turn >= MOST_MOVES for board in game.boards)
            bounded = bounded or result.get("ended_at_ms", 0) >= LONGEST_MATCH_MS
            demand(game.options["time_limit_s"] is not None or bounded, "time without a limit")
            demand(told["winner"] == higher(game.scores), "the winner by time is not who has more")
        case "aborted":
            demand(told["winner"] is None, "nobody wins what was aborted")
        case "resigned" | "abandoned":
            demand(told["winner"] in (0, 1), "somebody wins what was given up")
            demand(replay["moves"], "given up before any move is aborted")
        case _:
            raise Invalid(f"{told} does not follow from the moves")


def check_end_time(game, replay):
    """The time of the end, where it is told: not before the last move, and not past the time limit."""
    ended, limit = replay["result"].get("ended_at_ms"), game.options["time_limit_s"]
    if ended is None:
        return
    demand(not replay["moves"] or ended >= replay["moves"][-1]["at_ms"], "the end is before the last move")
    demand(limit is None or ended <= limit * 1000, "the end is past the time limit")
