"""This client's own rules against docs/vectors: what follows relies on them."""

import copy
import json
from pathlib import Path

import replay
from harness import check, equal, promise
from rules import DIRECTIONS, Match, commitment_of, is_stuck, slide, slide_line

VECTORS = Path(__file__).parents[3] / "docs" / "vectors"


def cases(name):
    found = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    check(found, f"{name} is empty")
    return found


def match_of(case):
    return Match(case["options"], bytes.fromhex(case["secret"]), [bytes.fromhex(n) for n in case["nonces"]])


@promise("none")
async def rows(_):
    for case in cases("rows.json"):
        left, right = slide_line(case["row"]), slide_line(case["row"][::-1])
        equal(left, (case["left"], case["gained_left"]), f"{case['row']} to the left")
        equal((right[0][::-1], right[1]), (case["right"], case["gained_right"]), f"{case['row']} to the right")


@promise("none")
async def boards(_):
    for case in cases("boards.json"):
        for direction in DIRECTIONS:
            after = slide(case["rows"], direction)
            told = None if after is None else {"rows": after[0], "gained": after[1]}
            equal(told, case["moves"][direction], f"{direction} on {case['rows']}")
        equal(is_stuck(case["rows"]), case["stuck"], f"whether {case['rows']} is stuck")


@promise("none")
async def tiles(_):
    for case in cases("tiles.json"):
        match = match_of(case)
        equal(commitment_of(bytes.fromhex(case["secret"])).hex(), case["commitment"], "the commitment")
        equal(match.seed.hex(), case["seed"], "the seed")
        equal([board.view() for board in match.boards], case["first"], "the first boards")
        for step in case["steps"]:
            check_step(match, step)


def check_step(match, step):
    seat, direction = step["seat"], step["dir"]
    equal(match.refusal(seat, direction), step.get("rejected"), f"the refusal of {step}")
    if "rejected" not in step:
        equal(match.move(seat, direction)["spawn"], step["spawn"], f"the new tile of {step}")
        board = {name: step[name] for name in ("turn", "rows", "score", "status")}
        equal(match.boards[seat].view(), board, f"the board after {step}")


@promise("none")
async def matches(_):
    for case in cases("matches.json"):
        equal(played(case).result, case["result"], "the result")


def played(case):
    match = match_of(case)
    equal(match.seed.hex(), case["seed"], "the seed")
    for move in case["moves"]:
        equal(match.result, None, "the result before the last move")
        seat, direction = moved(move)
        check(match.move(seat, direction), f"{move} changes nothing")
    equal([board.view() for board in match.boards], case["boards"], "the final boards")
    return match


def moved(move):
    return int(move[0]), next(d for d in DIRECTIONS if d[0] == move[1])


def replay_of(case):
    match = played(case)
    seats_and_directions = map(moved, case["moves"])
    return {
        "format": "versus2048-replay",
        "version": 1,
        "options": match.options,
        "secret": case["secret"],
        "commitment": commitment_of(bytes.fromhex(case["secret"])).hex(),
        "nonces": case["nonces"],
        "seed": case["seed"],
        "moves": [{"at_ms": 10 * n, "seat": s, "dir": d} for n, (s, d) in enumerate(seats_and_directions)],
        "result": {**case["result"], "scores": match.scores},
    }


@promise("none")
async def replays_made_of_them_are_valid(_):
    for case in cases("matches.json"):
        if case["result"] is not None:
            replay.verify(replay_of(case))


FORGERIES = {
    "another secret": lambda r: r.update(secret="00" * 32),
    "another nonce": lambda r: r["nonces"].__setitem__(0, "00"),
    "another seed": lambda r: r.update(seed="00" * 32),
    "another commitment": lambda r: r.update(commitment="00" * 32),
    "the last move left out": lambda r: r["moves"].pop(),
    "a move after the end": lambda r: r["moves"].append(r["moves"][-1]),
    "time that falls": lambda r: r["moves"][-1].update(at_ms=0),
    "another winner": lambda r: r["result"].update(winner=1 - (r["result"]["winner"] or 0)),
    "another reason": lambda r: r["result"].update(reason="time"),
    "other scores": lambda r: r["result"]["scores"].__setitem__(0, 2),
    "another target": lambda r: r["options"].update(target=8),
}


@promise("none")
async def forged_replays_are_found(_):
    case = next(c for c in cases("matches.json") if c["result"] and c["result"]["reason"] == "target")
    for name, forge in FORGERIES.items():
        forged = copy.deepcopy(replay_of(case))
        forge(forged)
        try:
            replay.verify(forged)
        except replay.Invalid:
            continue
        check(False, f"{name} was not found")
