"""`hello`, `welcome`, names, tokens and coming back."""

from harness import check, equal, promise
from player import Player
from scenes import move_somehow, player, playing, seated, waiting

VALID_NAMES = {
    "Ana": "Ana",
    "7": "7",
    "x" * 20: "x" * 20,
    "  Ana  ": "Ana",
    "Ana   Maria": "Ana Maria",
    "J.Doe": "J.Doe",
    "O'Neil": "O'Neil",
    "Jean-Luc": "Jean-Luc",
    "snake_case": "snake_case",
    "Zoe\u0301": "Zo\u00e9",
    "e\u0301" * 20: "\u00e9" * 20,
    "Ångström": "Ångström",
    "\u212bke": "Åke",
    "Ольга": "Ольга",
    "李小龍": "李小龍",
    "界" * 12: "界" * 12,
    "नमस्ते": "नमस्ते",
    "ไทย": "ไทย",
    "علي": "علي",
    "٣٤": "٣٤",
    "김철수": "김철수",
    "q\u0323\u0307": "q\u0323\u0307",
}

INVALID_NAMES = [
    "",
    " ",
    "   ",
    "x" * 21,
    "界" * 13,
    "-Ana",
    "Ana-",
    "'",
    "_",
    ".Ana",
    "Ana.",
    "Ana!",
    "a/b",
    "a@b",
    "<b>",
    "a\tb",
    "a\nb",
    "a\u0000b",
    "\u001b[31mred",
    "a\u007fb",
    "a\u009bb",
    "a\u202eb",
    "a\u2066b",
    "a\u200bb",
    "a\u200db",
    "a\u2060b",
    "a\ufeffb",
    "a\u00adb",
    "a\u00a0b",
    "a\u2003b",
    "a\u3000b",
    "a\u3164b",
    "\u3164",
    "\u115fa",
    "a\uffa0b",
    "a\u2800b",
    "a\u034fb",
    "a\ufe0f",
    "a\U000e0041b",
    "😀",
    "a😀",
    "👨\u200d👩\u200d👧",
    "🇫🇷",
    "q\u0323\u0307\u0301",
    "q" + "\u0301" * 9,
    "\ue000",
    "\ufffe",
]

# As many as are tried before the time for `hello` is up, even at the usual rate of messages.
NAMES_PER_CONNECTION = 12

# Every client message but hello, with right fields.
OTHERS = {
    "create": {},
    "join": {"code": "K7QX4M"},
    "watch": {"code": "K7QX4M"},
    "queue": {},
    "unqueue": {},
    "ready": {},
    "move": {"turn": 0, "dir": "left"},
    "resign": {},
    "rematch": {},
    "leave": {},
    "emote": {"kind": "hello"},
    "list": {},
    "ping": {"t": 1},
}


@promise()
async def welcome_gives_a_player_a_token_and_no_seat(env):
    ana = await Player.connect(env)
    welcome = await ana.hello("Ana", client="conformance/1", token=None)
    equal(welcome["player"]["name"], "Ana", "the name")
    equal(welcome["seated"], None, "seated")


@promise()
async def client_and_token_may_be_left_out_and_unknown_fields_are_ignored(env):
    ana = await Player.connect(env)
    await ana.get("welcome", "hello", protocol=1, name="Ana", shoe_size=44, extras={"a": [1]})


@promise()
async def right_names_are_welcome_in_their_regular_form(env):
    for name, regular in VALID_NAMES.items():
        ana = await player(env, name)
        equal(ana.name, regular, f"the regular form of {name!r}")
        await ana.close()


@promise()
async def wrong_names_are_refused_and_hello_may_be_sent_again(env):
    for begin in range(0, len(INVALID_NAMES), NAMES_PER_CONNECTION):
        ana = await Player.connect(env)
        for name in INVALID_NAMES[begin : begin + NAMES_PER_CONNECTION]:
            await ana.refused("name_invalid", "hello", protocol=1, name=name)
        await ana.hello("Ana")
        await ana.close()


@promise()
async def two_players_may_have_the_same_name(env):
    first, second = await player(env, "Ana"), await player(env, "Ana")
    check(first.id != second.id, "two players have one id")
    check(first.token != second.token, "two players have one token")


@promise()
async def everything_before_hello_is_refused(env):
    ana = await Player.connect(env)
    for kind, fields in OTHERS.items():
        await ana.refused("hello_required", kind, **fields)
    await ana.hello("Ana")


@promise()
async def a_second_hello_is_a_bad_message(env):
    ana = await player(env, "Ana")
    await ana.refused("bad_message", "hello", protocol=1, name="Bo")
    await ana.settled()


@promise()
async def another_protocol_is_refused_and_closed_with_4002(env):
    for number in (0, 2, 4711):
        ana = await Player.connect(env)
        error = await ana.refused("unsupported_protocol", "hello", protocol=number, name="Ana")
        check("1" in error["message"] and str(number) in error["message"], f"not both versions: {error['message']}")
        await ana.wait_closed(4002)


@promise()
async def protocol_and_name_have_to_be_there_with_their_types(env):
    ana = await Player.connect(env)
    right = {"protocol": 1, "name": "Ana"}
    for wrong in (
        {"protocol": None},
        {"protocol": "1"},
        {"protocol": [1]},
        {"protocol": True},
        {"name": None},
        {"name": 7},
        {"name": ["Ana"]},
        {"client": 5},
        {"token": 5},
        {"token": False},
        {"token": ["a"]},
        {"token": {}},
    ):
        await ana.refused("bad_message", "hello", **{**right, **wrong})
    await ana.refused("bad_message", "hello", protocol=1)
    await ana.refused("bad_message", "hello", name="Ana")
    await ana.hello("Ana")


@promise()
async def with_the_token_the_same_player_comes_back(env):
    first = await player(env, "Ana")
    await first.close()
    again = await Player.connect(env)
    welcome = await again.hello("Anna", token=first.token)
    equal(again.id, first.id, "player.id after coming back")
    equal(again.token, first.token, "the token after coming back")
    equal(welcome["player"]["name"], "Anna", "the name, which is taken at each hello")


@promise()
async def anything_else_as_a_token_gets_a_fresh_player(env):
    first = await player(env, "Ana")
    for token in ("", "zz", "00" * 32, first.token.upper(), first.token[:-1], first.token + "0", "x" * 500):
        if token == first.token:
            continue
        other = await player(env, "Ana", token=token)
        check(other.id != first.id and other.token != first.token, f"{token!r} is the same player")
        check(other.token != token, "the token that the client made up was taken")
    await first.settled()


@promise()
async def the_new_connection_wins_and_the_old_one_is_closed_with_4001(env):
    old = await player(env, "Ana")
    new = await player(env, "Ana", token=old.token)
    equal(new.id, old.id, "player.id")
    await old.wait_closed(4001)
    await new.settled()


@promise()
async def a_seat_is_found_again_with_a_snapshot_at_once(env):
    ana, bo = await playing(env)
    await move_somehow(ana)
    board, code = ana.board, ana.watcher.snapshot["code"]
    await bo.wait("board", seat=0)
    ana.vanish()
    await bo.wait("presence", seat=0, connected=False)
    again = await Player.connect(env)
    welcome = await again.hello("Other", token=ana.token)
    equal(welcome["seated"], code, "seated")
    snapshot = await again.wait("match")
    equal(again.log[1]["type"], "match", "the first message after welcome")
    equal((snapshot["you"], snapshot["phase"]), (0, "playing"), "seat and phase")
    equal(snapshot["boards"][0], board, "the own board")
    equal(snapshot["players"][0]["name"], "Ana", "the name of a seat in an unfinished match")
    equal(welcome["player"]["name"], "Other", "the name in welcome")
    await bo.wait("presence", seat=0, connected=True, forfeit_in_ms=None)
    await move_somehow(again)
    await bo.wait("board", seat=0, turn=2)


@promise()
async def a_seat_moves_to_the_new_connection_while_the_old_one_stands(env):
    ana, bo = await playing(env)
    again = await player(env, "Ana", token=ana.token)
    await ana.wait_closed(4001)
    equal((await again.wait("match"))["you"], 0, "the seat")
    await move_somehow(again)
    await bo.wait("board", seat=0, turn=1)


@promise()
async def a_table_that_waits_is_found_again(env):
    ana, code = await waiting(env)
    ana.vanish()
    again = await Player.connect(env)
    welcome = await again.hello("Ana", token=ana.token)
    equal(welcome["seated"], code, "seated")
    equal((await again.wait("match"))["phase"], "waiting", "the phase")


@promise()
async def watching_is_not_taken_up_again(env):
    ana, bo = await seated(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    await eve.close()
    again = await Player.connect(env)
    welcome = await again.hello("Eve", token=eve.token)
    equal(welcome["seated"], None, "seated of a spectator")
    await again.refused("not_seated", "leave")


@promise("hasty")
async def without_hello_the_connection_is_closed_with_4000(env):
    silent = await Player.connect(env)
    await silent.wait_closed(4000)


@promise("hasty")
async def other_messages_do_not_stand_in_for_hello(env):
    chatty = await Player.connect(env)
    await chatty.refused("hello_required", "list")
    await chatty.refused("name_invalid", "hello", protocol=1, name="")
    await chatty.wait_closed(4000)


@promise("hasty")
async def with_hello_the_connection_stays(env):
    ana = await player(env, "Ana")
    other = await Player.connect(env)
    await other.wait_closed(4000)
    await ana.settled()
