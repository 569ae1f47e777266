"""What text is a message: JSON, objects, numbers, names that stand twice, ids."""

import json

from harness import check, equal, promise
from player import Player
from scenes import move_somehow, player, playing

# Under the limit after which a connection is closed.
BAD_PER_CONNECTION = 15

NOT_JSON = [
    "",
    " ",
    "hello",
    "{",
    '{"type":"list"',
    '{"type":"list"}}',
    '{"type":"list"}{"type":"list"}',
    '{"type":"list",}',
    "{'type':'list'}",
    '{type:"list"}',
    '{"type":"list"}//',
    '{"type":"ping","t":01}',
    '{"type":"ping","t":+1}',
    '{"type":"ping","t":.5}',
    '{"type":"ping","t":1.}',
    '{"type":"ping","t":0x1}',
    '{"type":"ping","t":NaN}',
    '{"type":"ping","t":Infinity}',
    '{"type":"ping","t":1,"x":"\\x41"}',
    '{"type":"ping","t":1,"x":"\t"}',
    '{"type":"ping","t":1,"x":"\\u12"}',
    '{"type":"ping","t":1,"x":tru}',
    '{"type" "list"}',
    '\ufeff{"type":"list"}',
    "\u00a0{}",
    "[1,]",
]

NOT_OBJECTS = ["null", "true", "12", '"list"', "[]", '["list"]', '["ping",1]', '[{"type":"list"}]']

# Values that follow the grammar, but that no reader can make anything of, in fields that are read.
UNUSABLE = [
    '{"type":"ping","t":1e400}',
    '{"type":"ping","t":-1e999}',
    '{"type":"ping","t":"\\ud800"}',
    '{"type":"join","code":"\\ud800"}',
    '{"type":"join","code":"\\udc00\\ud800"}',
    '{"type":"join","code":1e400}',
    '{"type":"\\ud800"}',
    '{"type":"ping","t":1,"id":"\\ud800a"}',
    '{"type":"join","code":' + "[" * 200 + "]" * 200 + "}",
    '{"type":"ping","t":' + '{"a":' * 200 + "1" + "}" * 200 + "}",
]

IGNORED = [
    '"x":1',
    '"x":null',
    '"x":{"type":"leave"}',
    '"x":[[[1.5e3]]]',
    '"x":1e400',
    '"x":"\\ud800"',
    '"\\ud800":1',
    '"x":' + "[" * 1500 + "]" * 1500,
    '"x":' + '{"a":' * 500 + "1" + "}" * 500,
]

TWICE = [
    '{"type":"ping","type":"ping","t":1}',
    '{"type":"ping","t":1,"t":1}',
    '{"type":"ping","t":1,"t":2}',
    '{"type":"ping","t":1,"x":1,"x":1}',
    '{"type":"ping","t":1,"\\u0074":1}',
    '{"type":"ping","t":1,"x":{"a":1,"a":1}}',
    '{"type":"ping","t":1,"x":[{"a":1,"a":1}]}',
    '{"type":"ping","t":1,"id":1,"id":1}',
    '{"type":"create","options":{"rows":4,"rows":5}}',
    '{"type":"create","options":{"rows":4,"rows":4}}',
]

NO_TYPE = [
    "{}",
    '{"type":null}',
    '{"type":1}',
    '{"type":["list"]}',
    '{"type":{"list":{}}}',
    '{"type":""}',
    '{"type":"LIST"}',
    '{"type":"no_such_type"}',
    '{"type":"welcome"}',
    '{"Type":"list"}',
    '{"list":{}}',
    '{"list":null}',
]

WRONG_FIELDS = [
    '{"type":"ping"}',
    '{"type":"ping","t":null}',
    '{"type":"ping","t":12.0}',
    '{"type":"ping","t":1e1}',
    '{"type":"ping","t":1E0}',
    '{"type":"ping","t":-1}',
    '{"type":"ping","t":-0}',
    '{"type":"ping","t":"1"}',
    '{"type":"ping","t":9007199254740992}',
    '{"type":"ping","t":99999999999999999999}',
    '{"type":"ping","t":true}',
    '{"type":"ping","t":[1]}',
    '{"type":"join"}',
    '{"type":"join","code":null}',
    '{"type":"join","code":123456}',
    '{"type":"join","code":["K7QX4M"]}',
    '{"type":"watch"}',
    '{"type":"watch","code":{}}',
    '{"type":"create","options":[]}',
    '{"type":"create","options":[4,4]}',
    '{"type":"create","options":"default"}',
    '{"type":"create","options":4}',
    '{"type":"create","listed":1}',
    '{"type":"create","listed":"true"}',
    '{"type":"create","bot":1}',
    '{"type":"create","bot":{"easy":null}}',
    '{"type":"queue","options":[]}',
    '{"type":"queue","options":true}',
    '{"type":"ready","nonce":1}',
    '{"type":"ready","nonce":["00"]}',
    '{"type":"ready","nonce":"0"}',
    '{"type":"ready","nonce":"0g"}',
    '{"type":"ready","nonce":"AB"}',
    '{"type":"ready","nonce":" 00"}',
    '{"type":"ready","nonce":"' + "00" * 33 + '"}',
    '{"type":"move"}',
    '{"type":"move","turn":0}',
    '{"type":"move","dir":"left"}',
    '{"type":"move","turn":null,"dir":"left"}',
    '{"type":"move","turn":0.0,"dir":"left"}',
    '{"type":"move","turn":0e0,"dir":"left"}',
    '{"type":"move","turn":-1,"dir":"left"}',
    '{"type":"move","turn":"0","dir":"left"}',
    '{"type":"move","turn":9007199254740992,"dir":"left"}',
    '{"type":"move","turn":0,"dir":"Left"}',
    '{"type":"move","turn":0,"dir":"l"}',
    '{"type":"move","turn":0,"dir":0}',
    '{"type":"move","turn":0,"dir":null}',
    '{"type":"move","turn":0,"dir":{"left":null}}',
    '{"type":"move","turn":0,"dir":["left"]}',
    '{"type":"emote"}',
    '{"type":"emote","kind":"HELLO"}',
    '{"type":"emote","kind":"rude"}',
    '{"type":"emote","kind":null}',
    '{"type":"emote","kind":{"hello":null}}',
]

GOOD_IDS = ["", "a", "x" * 64, "é" * 32, "😀" * 16, '"\\', "\u0000", 0, 1, 2**53 - 1]
BAD_IDS = ["x" * 65, "é" * 33, "😀" * 17, -1, 2**53, 10**30, True, [], {}, [1]]
BAD_ID_TEXTS = ["1.0", "1e1", "-0", "0.5", "1e400"]


async def all_are(env, code, texts):
    """Every text is answered by this error, on a connection that goes on."""
    for begin in range(0, len(texts), BAD_PER_CONNECTION):
        ana = await player(env)
        for text in texts[begin : begin + BAD_PER_CONNECTION]:
            await ana.messages_pace.take()
            await ana.send_text(text)
            error = await ana.take(lambda _: True, f"an answer to {text[:80]}")
            equal((error["type"], error.get("code")), ("error", code), f"the answer to {text[:80]!r}")
        await ana.settled()
        await ana.close()


@promise()
async def what_is_not_json_is_bad_json(env):
    await all_are(env, "bad_json", NOT_JSON)


@promise()
async def what_is_not_an_object_is_a_bad_message(env):
    await all_are(env, "bad_message", NOT_OBJECTS)


@promise()
async def a_value_that_cannot_be_used_is_a_bad_message(env):
    await all_are(env, "bad_message", UNUSABLE)


@promise()
async def a_name_that_stands_twice_is_a_bad_message(env):
    await all_are(env, "bad_message", TWICE)


@promise()
async def an_unknown_or_missing_type_is_a_bad_message(env):
    await all_are(env, "bad_message", NO_TYPE)


@promise()
async def a_wrong_or_missing_field_is_a_bad_message(env):
    await all_are(env, "bad_message", WRONG_FIELDS)


@promise()
async def unknown_fields_are_ignored_whatever_is_in_them(env):
    ana = await player(env)
    for extra in IGNORED:
        await ana.send_text(f'{{"type":"ping","t":7,{extra}}}')
        equal((await ana.wait("pong"))["t"], 7, f"the answer with {extra[:20]}")


@promise()
async def the_order_of_fields_and_white_space_do_not_matter(env):
    ana = await player(env)
    for text in ('{"t":7,"type":"ping"}', ' \t\r\n{ "t" : 7 ,\n"type":"\\u0070ing" } \n'):
        await ana.send_text(text)
        equal((await ana.wait("pong"))["t"], 7, f"the answer to {text!r}")


@promise()
async def an_optional_field_may_be_null(env):
    ana = await player(env)
    game = await ana.get("match", "create", options=None, listed=None, bot=None)
    equal(game["options"]["rows"], 4, "rows by default")
    await ana.get("left", "leave")
    await ana.get("queued", "queue", options=None)


@promise()
async def whole_numbers_up_to_the_greatest_come_back(env):
    ana = await player(env)
    for t in (0, 1, 2**31, 2**32, 2**53 - 1):
        equal((await ana.get("pong", "ping", t=t))["t"], t, "pong.t")


@promise()
async def a_right_id_comes_back_as_re(env):
    ana = await player(env)
    for message_id in GOOD_IDS:
        for text, kind in (('{"type":"ping","t":1,"id":%s}', "pong"), ('{"type":"leave","id":%s}', "error")):
            await ana.messages_pace.take()
            await ana.send_text(text % json.dumps(message_id))
            answer = await ana.wait(kind)
            check("re" in answer, f"no `re` in the answer to id {message_id!r}")
            equal((type(answer["re"]), answer["re"]), (type(message_id), message_id), "`re`")


@promise()
async def a_wrong_id_is_a_bad_message_without_re(env):
    for message_id in [json.dumps(bad) for bad in BAD_IDS] + BAD_ID_TEXTS:
        ana = await player(env)
        await ana.send_text(f'{{"type":"ping","t":1,"id":{message_id}}}')
        error = await ana.wait("error")
        equal(error["code"], "bad_message", f"the answer to id {message_id[:40]}")
        check("re" not in error, f"`re` for the wrong id {message_id[:40]}")
        await ana.close()


@promise()
async def without_an_id_or_with_null_there_is_no_re(env):
    ana = await player(env)
    for text in ('{"type":"ping","t":1}', '{"type":"ping","t":1,"id":null}'):
        await ana.send_text(text)
        check("re" not in await ana.wait("pong"), f"`re` in the answer to {text}")


@promise()
async def a_bad_message_with_a_right_id_is_answered_with_re(env):
    ana = await player(env)
    for text in (
        '{"type":"nothing","id":"a"}',
        '{"type":"move","id":"a"}',
        '{"id":"a"}',
        '{"type":"ping","t":-1,"id":"a"}',
    ):
        error = await ana.answer_to(text, "a")
        equal(error.get("code"), "bad_message", f"the answer to {text}")


@promise()
async def re_goes_to_the_sender_alone(env):
    ana, bo = await playing(env)
    mine = await move_somehow(ana)
    check("re" in mine, "the mover's board has no `re`")
    theirs = await bo.wait("board", seat=0, turn=1)
    check("re" not in theirs, "the other's board has `re`")
    await ana.get("emote", "emote", kind="nice")
    check("re" not in await bo.wait("emote"), "the other's emote has `re`")
    await ana.get("over", "resign")
    check("re" not in await bo.wait("over"), "the other's over has `re`")


@promise()
async def answers_come_in_the_order_of_the_commands(env):
    ana, bo = await playing(env)
    commands = [
        {"type": "ping", "t": 1},
        {"type": "list"},
        {"type": "move", "turn": 7, "dir": "left"},
        {"type": "rematch"},
        {"type": "emote", "kind": "wow"},
        {"type": "unqueue"},
        {"type": "join", "code": "000000"},
        {"type": "move", "turn": 0, "dir": "left"},
        {"type": "nonsense"},
        {"type": "ping", "t": 2},
        {"type": "create"},
        {"type": "resign"},
        {"type": "list"},
        {"type": "resign"},
        {"type": "leave"},
        {"type": "leave"},
        {"type": "ping", "t": 3},
    ]
    for number, command in enumerate(commands):
        await ana.messages_pace.take()
        await ana.send_text(json.dumps({**command, "id": number}))
    await ana.take(lambda m: m.get("re") == len(commands) - 1, "the last answer")
    start = next(i for i, m in enumerate(ana.log) if m["type"] == "pong" and m["t"] == 1)
    answers = [m["re"] for m in ana.log[start:] if "re" in m]
    equal(answers, list(range(len(commands))), "the order of answers")


@promise()
async def commands_need_not_wait_for_welcome(env):
    ana = await Player.connect(env)
    for number, command in enumerate(
        ({"type": "hello", "protocol": 1, "name": "Ana"}, {"type": "create"}, {"type": "leave"})
    ):
        await ana.send_text(json.dumps({**command, "id": number}))
    await ana.take(lambda m: m.get("re") == 2, "the last answer")
    equal([m["type"] for m in ana.log], ["welcome", "match", "left"], "the answers")


@promise()
async def the_twentieth_message_that_does_not_parse_closes_with_1008(env):
    for text in ("no json", '{"type":"nothing"}'):
        ana = await player(env)
        for _ in range(19):
            await ana.send_text(text)
            await ana.wait("error")
        await ana.settled()
        await ana.send_text(text)
        await ana.wait_closed(1008)
