"""Options: defaults, ranges, and errors that name field, value and range."""

import json

from harness import check, equal, promise
from rules import DEFAULT_OPTIONS
from scenes import player

RIGHT = {
    "rows": [2, 8],
    "cols": [2, 8],
    "target": [8, 16, 2048, 65536, 131072, None],
    "time_limit_s": [10, 3600, None],
    "four_permille": [0, 1, 1000],
    "tiles": ["mirrored", "independent"],
    "scoring": ["merges", "sum"],
    "countdown_s": [0, 10],
    "watchable": [True, False],
}

# Wrong values as JSON text, and what the message has to say of the range.
WRONG = {
    "rows": (
        ["1", "9", "0", "-1", "null", '"4"', "4.0", "4e0", "4.5", "[4]", "{}", "true", "99999999999999999999"],
        "28",
    ),
    "cols": (["1", "9", "300", "null", '"4"', "4.0"], "28"),
    "target": (
        ["4", "0", "2", "7", "100", "2047", "262144", "-8", "8.0", '"2048"', "true", "[8]", "4294967296"],
        "8 131072",
    ),
    "time_limit_s": (["9", "0", "3601", "-1", "10.5", "60.0", '"60"', "true"], "10 3600"),
    "four_permille": (["1001", "-1", "0.1", "null", '"100"', "1e2"], "0 1000"),
    "tiles": (
        ['"Mirrored"', '"shared"', "null", "0", '["mirrored"]', '{"mirrored":null}', '""'],
        "mirrored independent",
    ),
    "scoring": (['"score"', "null", "1", '{"sum":null}'], "merges sum"),
    "countdown_s": (["11", "-1", "null", "0.5", '"3"', "true"], "0 10"),
    "watchable": (["null", "0", '"yes"', '"true"', "[]"], "true false"),
}


@promise()
async def options_left_out_have_the_defaults(env):
    ana = await player(env)
    equal((await ana.get("match", "create"))["options"], DEFAULT_OPTIONS, "the options")
    await ana.get("left", "leave")
    equal((await ana.get("match", "create", options={}))["options"], DEFAULT_OPTIONS, "the options of {}")
    await ana.get("left", "leave")
    options = (await ana.get("match", "create", options={"rows": 5}))["options"]
    equal(options, {**DEFAULT_OPTIONS, "rows": 5}, "the options of one field")


@promise()
async def unknown_options_are_ignored(env):
    ana = await player(env)
    options = (await ana.get("match", "create", options={"depth": 3, "cols": 3}))["options"]
    equal(options, {**DEFAULT_OPTIONS, "cols": 3}, "the options")


@promise()
async def every_right_value_is_taken_and_told(env):
    ana = await player(env)
    for field, values in RIGHT.items():
        for value in values:
            options = (await ana.get("match", "create", options={field: value}))["options"]
            equal(options, {**DEFAULT_OPTIONS, field: value}, "the options")
            await ana.get("left", "leave")


@promise()
async def both_sides_of_the_table_get_the_same_options(env):
    ana, bo = await player(env, "Ana"), await player(env, "Bo")
    wanted = {
        "rows": 3,
        "cols": 7,
        "target": 64,
        "time_limit_s": 90,
        "four_permille": 333,
        "tiles": "independent",
        "scoring": "sum",
        "countdown_s": 0,
        "watchable": False,
    }
    code = (await ana.get("match", "create", options=wanted))["code"]
    joined = await bo.get("match", "join", code=code)
    equal(joined["options"], wanted, "the options that the other sees")
    await ana.get("match", "ready")
    await bo.get("match", "ready")
    for each in (ana, bo):
        game = await each.wait("match", phase="playing")
        equal([len(game["boards"][s]["rows"]) for s in (0, 1)], [3, 3], "the rows of both boards")
        equal([len(game["boards"][s]["rows"][0]) for s in (0, 1)], [7, 7], "the columns of both boards")


async def are_refused(env, kind):
    ana = await player(env)
    for field, (values, said) in WRONG.items():
        for value in values:
            text = f'{{"type":"{kind}","id":"{field}","options":{{"{field}":{value}}}}}'
            error = await ana.answer_to(text, field)
            equal((error["type"], error.get("code")), ("error", "options_invalid"), f"the answer to {text}")
            names_all(error["message"], field, value, said)
    await ana.refused("not_seated", "leave")


def names_all(message, field, value, said):
    """Whether an error names the field, the value (a string, or a number that is not huge) and its range."""
    check(field in message, f"{message!r} does not name {field}")
    ends = said.split() if " " in said else list(said)
    missing = [end for end in ends if end not in message]
    check(not missing, f"{message!r} does not name the range of {field}: {missing}")
    sent = json.loads(value)
    if isinstance(sent, str) or (type(sent) is int and sent < 2**63):
        check(str(sent) in message, f"{message!r} does not name the value {value}")


@promise()
async def wrong_options_are_refused_by_create(env):
    await are_refused(env, "create")


@promise()
async def wrong_options_are_refused_by_queue(env):
    await are_refused(env, "queue")


@promise()
async def the_first_wrong_option_is_enough(env):
    ana = await player(env)
    await ana.refused("options_invalid", "create", options={"rows": 4, "cols": 4, "target": 5})
    await ana.refused("options_invalid", "create", options={"watchable": "no", "rows": 99})


@promise()
async def an_unknown_bot_is_options_invalid(env):
    ana = await player(env)
    for bot in ("", "Easy", "stockfish"):
        error = await ana.refused("options_invalid", "create", bot=bot)
        check("bot" in error["message"], f"{error['message']!r} does not name the bot")
    await ana.refused("not_seated", "leave")


@promise()
async def a_known_bot_takes_seat_1_or_the_server_says_that_it_has_none(env):
    ana = await player(env)
    for bot in ("easy", "normal", "hard", "expert"):
        answer = await ana.ask("create", bot=bot)
        if answer["type"] == "error":
            equal(answer["code"], "options_invalid", "the answer of a server without bots")
            continue
        equal((answer["phase"], answer["you"]), ("ready", 0), "phase and seat")
        equal(answer["players"][1]["kind"], "bot", "the kind of seat 1")
        await ana.get("left", "leave")
