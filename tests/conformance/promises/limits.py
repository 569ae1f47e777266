"""The table of limits, each tried with its own value or with a shorter one."""

import asyncio

from websockets.exceptions import InvalidStatus

from harness import PATIENCE_S, Bucket, Failed, Pace, Surroundings, check, equal, promise
from player import Player
from raw import CONTINUATION, PING, PONG, TEXT, Raw, encode, get
from scenes import move_somehow, player, playing, waiting


def kinds(messages):
    return [m.get("code") or m.get("reason") or m["type"] for m in messages]


@promise("default")
async def moves_past_the_burst_are_rejected_as_rate_limited(env):
    ana, bo = await playing(env)
    for _ in range(60):
        await ana.send_text('{"type":"move","turn":4711,"dir":"left"}')
    answers = [await ana.wait("rejected") for _ in range(60)]
    reasons = kinds(answers)
    # A burst of forty, and what has come in since the first.
    check(40 <= reasons.count("stale") <= 55, f"{reasons.count('stale')} of 60 moves were looked at")
    equal(set(reasons), {"stale", "rate_limited"}, "the reasons")
    await ana.settled()
    await bo.settled()


@promise("default")
async def other_messages_past_the_burst_are_rate_limited(env):
    ana = await player(env)
    for number in range(40):
        await ana.send_text(f'{{"type":"ping","t":{number},"id":"p{number}"}}')
    answers = [await ana.take(lambda m, n=n: m.get("re") == f"p{n}", f"answer {n}") for n in range(40)]
    codes = kinds(answers)
    # A burst of twenty of which hello has used one, and what has come in since.
    check(18 <= codes.count("pong") <= 32, f"{codes.count('pong')} of 40 pings were answered")
    equal(set(codes), {"pong", "rate_limited"}, "the answers")


@promise("default")
async def moves_and_other_messages_are_counted_apart(env):
    ana, bo = await playing(env)
    for _ in range(45):
        await ana.send_text('{"type":"list"}')
    for _ in range(30):
        await ana.send_text('{"type":"move","turn":4711,"dir":"left"}')
    reasons = kinds([await ana.wait("rejected") for _ in range(30)])
    equal(set(reasons), {"stale"}, "the reasons of moves after too many other messages")


@promise("default")
async def what_is_rate_limited_changes_nothing(env):
    ana, code = await waiting(env)
    for _ in range(40):
        await ana.send_text('{"type":"list"}')
    error = await ana.refused("rate_limited", "leave")
    check("re" in error, "a refusal without `re`")
    other = await player(env, "Bo")
    await other.get("match", "join", code=code)


@promise("default")
async def messages_that_do_not_parse_do_not_count_for_the_rate(env):
    ana = await player(env)
    for _ in range(18):
        await ana.send_text("no json")
    for number in range(15):
        await ana.send_text(f'{{"type":"ping","t":{number}}}')
    for number in range(15):
        await ana.wait("pong", t=number)
    equal(set(kinds(m for m in ana.log if m["type"] == "error")), {"bad_json"}, "the errors")


@promise("default")
async def two_hundred_refusals_for_rate_are_closed_with_4008(env):
    ana = await player(env)
    try:
        for _ in range(320):
            await ana.send_text('{"type":"ping","t":1}')
    except Failed:
        pass  # It was closed while we were still sending.
    await ana.wait_closed(4008)
    refusals = kinds(ana.log).count("rate_limited")
    check(200 <= refusals <= 201, f"{refusals} refusals before the close")


@promise("default")
async def joins_of_unknown_codes_are_limited_by_address(env):
    codes = []
    for _ in range(4):
        ana = await player(env)
        for kind in ("join", "watch") * 6:
            codes.append((await ana.ask(kind, code="000000"))["code"])
        await ana.close()
    equal(codes[:30], ["no_such_match"] * 30, "the first thirty answers")
    check("rate_limited" in codes[30:33], f"the answers after them: {codes[30:]}")
    limited = await player(env)
    await limited.refused("rate_limited", "join", code="000000")


@promise("default")
async def another_address_has_its_own_count_of_misses(env):
    ana = await player(env)
    await ana.refused("no_such_match", "join", code="000000")


@promise("default")
async def requests_from_one_address_are_limited_with_429(env):
    hasty, answered = Surroundings(env.server, Pace(limited=False)), 0
    while (response := await get(hasty, "/healthz")).status == 200:
        answered += 1
        check(answered < 1000, "a thousand requests in a row were answered")
    # A burst of a hundred, in which a connection and the request on it may count as two.
    check(answered >= 49, f"only {answered} requests were answered")
    response.problem(429)


@promise("default")
async def connections_from_one_address_are_limited_with_429(env):
    # Slowly, so that it is not the rate of new connections that is met.
    slowly = Bucket(9, 40)
    for _ in range(64):
        await slowly.take()
        await player(env)
    await slowly.take()
    await refused_with(env, 429)
    elsewhere = Surroundings(env.server, env.pace)
    env.closing.append(elsewhere)
    await player(elsewhere)


@promise("crowd")
async def a_connection_that_ends_makes_room_for_another(env):
    first, _ = await player(env), await player(env)
    await refused_with(env, 429)
    await first.close()
    await eventually_let_in(env)


async def eventually_let_in(env):
    deadline = asyncio.get_running_loop().time() + PATIENCE_S
    while asyncio.get_running_loop().time() < deadline:
        try:
            return await player(env)
        except InvalidStatus:
            continue
    raise Failed("no room though a connection has ended")


async def refused_with(env, status):
    try:
        await Player.connect(env)
    except InvalidStatus as refused:
        equal(refused.response.status_code, status, "the HTTP status")
        kind = refused.response.headers.get("Content-Type", "").split(";")[0]
        equal(kind, "application/problem+json", "the content type of the refusal")
        return
    raise Failed("a connection past the limit was let in")


@promise("few_connections")
async def connections_past_the_greatest_number_are_refused_with_503(env):
    first = await player(env)
    await player(env)
    await player(env)
    await refused_with(env, 503)
    equal((await get(env, "/healthz")).status, 200, "the status of /healthz")
    await first.close()
    await eventually_let_in(env)


# --- time


@promise("hasty")
async def a_connection_that_sends_nothing_is_dropped(env):
    raw = await Raw.connect(env)
    await dropped(raw)


@promise("hasty")
async def half_a_request_head_is_dropped(env):
    raw = await Raw.connect(env)
    await raw.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    await dropped(raw)


@promise("hasty")
async def a_request_head_that_drips_is_dropped(env):
    raw = await Raw.connect(env)
    await raw.send(b"GET /healthz HTTP/1.1\r\n")
    ending = asyncio.create_task(dropped(raw))
    number = 0
    while not ending.done() and number < 200:
        try:
            await raw.send(f"X-{number}: drip\r\n".encode())
        except (ConnectionError, Failed):
            break
        await asyncio.wait([ending], timeout=0.1)
        number += 1
    await ending


async def dropped(raw):
    """The server ends the connection; it may say so in HTTP first."""
    try:
        await asyncio.wait_for(raw.reader.read(), PATIENCE_S)
    except ConnectionError:
        pass
    except TimeoutError:
        raise Failed(f"the connection still stands after {PATIENCE_S:g} s") from None


@promise("hasty")
async def a_silent_connection_is_dropped_and_its_seat_absent(env):
    ana, code = await waiting(env, {"countdown_s": 10})
    raw = await (await Raw.connect(env)).hello("Silent")
    await raw.text({"type": "join", "code": code})
    await ana.wait("match", phase="ready")
    pinged = False
    while (frame := await raw.next_frame()) is not None:
        pinged = pinged or frame[0] == PING
    check(pinged, "no ping from the server before it dropped the connection")
    await ana.wait("presence", seat=1, connected=False)


@promise("hasty")
async def any_frame_is_a_sign_of_life(env):
    ana, _ = await waiting(env)
    raw = await (await Raw.connect(env)).hello("Alive")
    silent = await (await Raw.connect(env)).hello("Silent")
    await asyncio.gather(silent.ended(), answer_pings(raw, 9))
    await raw.text({"type": "ping", "t": 9})
    equal((await raw.message())["t"], 9, "the answer")
    await ana.settled()


async def answer_pings(raw, number):
    """With nine of them, twice as long as silence is borne: pings come every 0.3 s, silence ends after 1.2 s."""
    while number:
        frame = await raw.next_frame()
        check(frame is not None, "dropped though every ping was answered")
        if frame[0] == PING:
            number -= 1
            await raw.frame(PONG, frame[1])


async def ends_without_delaying_anybody(env, opcode, payload):
    """Sends this over and over and never reads; the server has to end it, and the others have to play on."""
    ana, bo = await playing(env, {"rows": 8, "cols": 8, "target": None})
    # A small buffer, so that the answers don't simply all fit into it.
    raw = await (await Raw.connect(env, receive_buffer=4096)).hello("Slow")
    await raw.text({"type": "watch", "code": ana.watcher.snapshot["code"]})
    equal((await raw.message())["type"], "match", "the snapshot")
    raw.stop_reading()
    sending = asyncio.create_task(flood(raw, opcode, payload))
    for _ in range(50):
        await move_somehow(ana)
    await bo.wait("board", seat=0, turn=50)
    await ana.wait("audience", watching=0)
    await sending


async def flood(raw, opcode, payload):
    try:
        for _ in range(200_000):
            await raw.frame(opcode, payload)
    except (ConnectionError, Failed):
        return


@promise("slow_reader")
async def who_asks_and_does_not_read_is_closed_and_delays_nobody(env):
    await ends_without_delaying_anybody(env, TEXT, b'{"type":"list"}')


@promise("slow_reader")
async def who_sends_pings_and_does_not_read_is_closed_and_delays_nobody(env):
    await ends_without_delaying_anybody(env, PING, b"x" * 125)


@promise("slow_reader")
async def who_reads_too_slowly_is_closed_with_4003(env):
    ana, _ = await waiting(env)
    raw = await (await Raw.connect(env, receive_buffer=4096)).hello("Slow")
    await raw.text({"type": "watch", "code": ana.watcher.snapshot["code"]})
    equal((await raw.message())["type"], "match", "the snapshot")
    raw.stop_reading()
    # The answers fill what the kernels hold, and then the outbox.
    for _ in range(2000):
        raw.writer.write(encode(TEXT, b'{"type":"list"}'))
    await ana.wait("audience", watching=0)
    raw.read_on()
    code = await end_of(raw)
    check(code in (4003, None), f"closed with {code}, not 4003 if that still gets through")


@promise("patient")
async def a_slow_reader_gets_whole_boards_their_newest_and_the_end(env):
    ana, bo = await playing(env, {"rows": 8, "cols": 8, "target": None})
    raw = await (await Raw.connect(env, receive_buffer=4096)).hello("Slow")
    await raw.text({"type": "watch", "code": ana.watcher.snapshot["code"]})
    equal((await raw.message())["type"], "match", "the snapshot")
    raw.stop_reading()
    moves = 500
    for _ in range(moves):
        await move_somehow(ana)
    await ana.get("over", "resign")
    await bo.wait("over")
    raw.read_on()
    told = []
    while not told or told[-1]["type"] != "over":
        told.append(await raw.message())
    turns = [m["turn"] for m in told if m["type"] == "board"]
    equal(turns, sorted(set(turns)), "the turns, which only rise")
    equal(turns[-1], moves, "the turn of the last board before the end")
    equal(next(m for m in reversed(told) if m["type"] == "board")["rows"], ana.board["rows"], "the last board")


@promise("few_bytes")
async def a_flood_below_the_message_layer_is_dropped(env):
    for opcode, payload, fin in ((PONG, b"x" * 100, True), (CONTINUATION, b"", False)):
        raw = await (await Raw.connect(env)).hello("Flood")
        if opcode == CONTINUATION:
            await raw.frame(TEXT, b"", fin=False)
        try:
            for _ in range(20_000):
                await raw.frame(opcode, payload, fin=fin)
        except (ConnectionError, Failed):
            pass
        code = await end_of(raw)
        check(code in (None, 4008), f"closed with {code}, not 4008")


async def end_of(raw):
    try:
        return await raw.close_code()
    except ConnectionError:
        return None


@promise("few_bytes")
async def who_stays_below_the_rate_of_bytes_is_left_alone(env):
    ana, bo = await playing(env)
    for _ in range(5):
        await move_somehow(ana)
    await bo.wait("board", seat=0, turn=5)
