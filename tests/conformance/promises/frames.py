"""WebSocket framing, sizes, close codes, and which browsers are let in."""

import json

from harness import check, equal, promise
from player import Player
from raw import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Raw
from scenes import player


def ping_of_size(size):
    """A ping message that is exactly this many bytes long."""
    empty = json.dumps({"type": "ping", "t": 5, "x": ""})
    return json.dumps({"type": "ping", "t": 5, "x": "x" * (size - len(empty))}).encode()


async def raw_player(env):
    return await (await Raw.connect(env)).hello()


async def is_alive(raw):
    await raw.text({"type": "ping", "t": 77})
    equal(await raw.message(), {"type": "pong", "t": 77}, "the answer to ping")


@promise()
async def a_binary_frame_is_closed_with_1003(env):
    for payload in (b"", b'{"type":"list"}'):
        raw = await raw_player(env)
        await raw.frame(BINARY, payload)
        await raw.closes(1003)


@promise()
async def before_hello_it_is_closed_with_1003_as_well(env):
    raw = await (await Raw.connect(env)).upgrade()
    await raw.frame(BINARY, b"\0")
    await raw.closes(1003)


@promise()
async def text_that_is_not_utf8_is_closed_with_1007(env):
    for payload in (
        b"\xff",
        b'{"type":"ping","t":1,"x":"\xc3\x28"}',
        b"\xed\xa0\x80",
        b"\xc0\xaf",
        b"\xf4\x90\x80\x80",
    ):
        raw = await raw_player(env)
        await raw.frame(TEXT, payload)
        await raw.closes(1007)


@promise()
async def a_character_may_be_split_over_fragments(env):
    raw = await raw_player(env)
    whole = '{"type":"ping","t":5,"id":"é"}'.encode()
    at = whole.index("é".encode()) + 1
    await raw.frame(TEXT, whole[:at], fin=False)
    await raw.frame(CONTINUATION, whole[at:])
    equal(await raw.message(), {"type": "pong", "t": 5, "re": "é"}, "the answer")


@promise()
async def a_message_of_4_kib_is_taken_and_a_longer_one_closed_with_1009(env):
    raw = await raw_player(env)
    await raw.frame(TEXT, ping_of_size(4096))
    equal((await raw.message())["type"], "pong", "the answer to 4096 bytes")
    await raw.frame(TEXT, ping_of_size(4097))
    await raw.closes(1009)


@promise()
async def the_size_is_that_of_all_frames_together(env):
    raw = await raw_player(env)
    for total in (4096, 4097):
        text = ping_of_size(total)
        await raw.frame(TEXT, text[:2000], fin=False)
        await raw.frame(CONTINUATION, text[2000:4000], fin=False)
        await raw.frame(CONTINUATION, text[4000:])
        if total == 4096:
            equal((await raw.message())["type"], "pong", "the answer to 4096 bytes in three frames")
    await raw.closes(1009)


@promise()
async def a_claimed_length_is_refused_at_the_header(env):
    for claim in (5000, 70_000, 2**32, 2**62):
        raw = await raw_player(env)
        await raw.frame(TEXT, b"", claim=claim)
        await raw.closes(1009)


@promise("small_messages")
async def the_size_of_messages_is_an_option_of_the_server(env):
    raw = await raw_player(env)
    await raw.frame(TEXT, ping_of_size(256))
    equal((await raw.message())["type"], "pong", "the answer to 256 bytes")
    await raw.frame(TEXT, ping_of_size(257))
    await raw.closes(1009)


@promise()
async def control_frames_may_stand_between_fragments(env):
    raw = await raw_player(env)
    await raw.frame(TEXT, b'{"type":"pi', fin=False)
    await raw.frame(PING, b"between")
    equal(await raw.next_frame(), (PONG, b"between"), "the answer to the ping")
    await raw.frame(CONTINUATION, b'ng","t":8}')
    equal((await raw.message())["t"], 8, "the answer")


@promise()
async def a_ping_frame_is_answered_with_the_same_bytes(env):
    raw = await raw_player(env)
    for payload in (b"", b"\0\xff", b"x" * 125):
        await raw.frame(PING, payload)
        equal(await raw.next_frame(), (PONG, payload), "the answer")
    await raw.frame(PONG, b"unasked")
    await is_alive(raw)


@promise()
async def wrong_framing_is_closed_with_1002(env):
    for name, opcode, payload, wrong in (
        ("an unmasked frame", TEXT, b'{"type":"list"}', {"mask": False}),
        ("a reserved bit", TEXT, b'{"type":"list"}', {"reserved": 0x40}),
        ("an unknown opcode", 0x3, b"", {}),
        ("an unknown control opcode", 0xB, b"", {}),
        ("a continuation of nothing", CONTINUATION, b"x", {}),
        ("a fragmented ping", PING, b"x", {"fin": False}),
        ("a ping of 126 bytes", PING, b"x" * 126, {}),
        ("a close of one byte", CLOSE, b"x", {}),
        ("a close code that does not exist", CLOSE, b"\x03\xed", {}),
    ):
        raw = await raw_player(env)
        await raw.frame(opcode, payload, **wrong)
        code = await raw.close_code()
        check(code == 1002, f"{name} is closed with {code}, not 1002")


@promise()
async def a_control_frame_that_is_too_big_is_wrong_framing_and_no_big_message(env):
    for opcode in (PING, PONG, CLOSE):
        for claim in (126, 4097, 65_536, 2**30, 2**62):
            raw = await raw_player(env)
            await raw.frame(TEXT, b'{"type":"ping","t":1}')
            await raw.frame(opcode, b"", claim=claim)
            if claim <= 4096:
                await raw.send(b"x" * claim)
            code = await raw.close_code()
            check(code == 1002, f"a control frame {opcode} that claims {claim} bytes is closed with {code}, not 1002")


@promise()
async def a_new_message_inside_of_another_is_closed_with_1002(env):
    raw = await raw_player(env)
    await raw.frame(TEXT, b'{"type":', fin=False)
    await raw.frame(TEXT, b'{"type":"list"}')
    await raw.closes(1002)


@promise()
async def a_close_is_answered_and_ends_the_connection(env):
    raw = await raw_player(env)
    await raw.frame(CLOSE, b"\x03\xe8bye")
    frame = await raw.next_frame()
    equal((frame[0], frame[1][:2]), (CLOSE, b"\x03\xe8"), "the answer to a close")
    equal(await raw.next_frame(), None, "what comes after it")


@promise()
async def faults_of_one_connection_do_not_touch_another(env):
    ana = await player(env)
    raw = await raw_player(env)
    await raw.send(b"\xff" * 64)
    await raw.ended()
    await ana.settled()


# --- the upgrade


@promise()
async def without_an_origin_the_upgrade_is_accepted(env):
    equal((await (await Raw.connect(env)).try_upgrade()).status, 101, "the status")


@promise()
async def the_own_origin_is_accepted(env):
    host = env.server.host_header
    for origin in (f"http://{host}", f"https://{host}"):
        equal((await (await Raw.connect(env)).try_upgrade(Origin=origin)).status, 101, f"the status for {origin}")
    for origin, named in (
        ("http://Play.example", "play.example"),
        ("http://play.example", "PLAY.example:80"),
        ("http://play.example:80", "play.example"),
        ("https://play.example", "play.example:443"),
        ("https://play.example", "play.example"),
        ("https://play.example:8443", "play.example:8443"),
        ("http://[::1]:2048", "[::1]:2048"),
    ):
        response = await (await Raw.connect(env)).try_upgrade(Origin=origin, Host=named)
        equal(response.status, 101, f"the status for Origin {origin} and Host {named}")


@promise()
async def another_origin_is_refused_with_403(env):
    host, port = env.server.host, env.server.port
    for origin in (
        "null",
        "http://evil.example",
        f"http://evil.example:{port}",
        f"http://{host}",
        f"http://{host}:{port + 1}",
        f"http://{host}.evil.example:{port}",
        f"http://evil.example#{host}:{port}",
        f"http://{host}:{port}@evil.example",
        "",
        "file://",
        "nonsense",
    ):
        response = await (await Raw.connect(env)).try_upgrade(Origin=origin)
        check(response.status == 403, f"Origin {origin!r}: status {response.status}")
        response.problem(403)


@promise()
async def what_is_no_upgrade_gets_an_error(env):
    raw = await Raw.connect(env)
    response = await raw.request("/v1/ws")
    check(400 <= response.status < 500, f"the status {response.status}")
    response.problem(response.status)


@promise()
async def other_versions_of_websocket_are_refused(env):
    response = await (await Raw.connect(env)).try_upgrade(Sec_WebSocket_Version="8")
    check(400 <= response.status < 500, f"the status {response.status}")


@promise()
async def compression_is_not_agreed_to_silently(env):
    raw = await Raw.connect(env)
    response = await raw.try_upgrade(Sec_WebSocket_Extensions="permessage-deflate")
    equal(response.status, 101, "the status")
    check("sec-websocket-extensions" not in response.headers, "an extension that the contract does not have")
    await raw.text({"type": "hello", "protocol": 1, "name": "Raw"})
    equal((await raw.message())["type"], "welcome", "the answer")


@promise()
async def a_token_has_no_place_in_the_url(env):
    ana = await player(env)
    raw = await Raw.connect(env)
    equal((await raw.try_upgrade(f"/v1/ws?token={ana.token}")).status, 101, "the status")
    await raw.text({"type": "hello", "protocol": 1, "name": "Ana"})
    check((await raw.message())["player"]["id"] != ana.id, "a token in the URL was taken")
    stranger = await Player.connect(env)
    await stranger.hello("Bo")
    await ana.settled()
