"""Too much, too fast, and nobody who reads."""

import asyncio
from contextlib import suppress

from harness import PATIENCE_S, Failed, check
from raw import CONTINUATION, PING, PONG, TEXT, Raw, encode
from siege import attack

# How many attack at once.
CROWD = 8
# Sent in one piece.
PIECE_BYTES = 16 * 1024


def filled(frame):
    """So many of a frame that they are worth a call to the kernel."""
    return frame * max(1, PIECE_BYTES // len(frame))


async def pour(raw, piece, most):
    """Sends a piece over and over until the server has had enough; says how many went out."""
    for number in range(most):
        if raw.writer.is_closing():
            return number
        try:
            await raw.send(piece)
        except (ConnectionError, Failed):
            return number
    return most


async def end_of(raw):
    """The close code, or None where it did not get through."""
    try:
        return await raw.close_code()
    except (ConnectionError, asyncio.IncompleteReadError):
        return None


async def crowd(siege, greeted, what, **stranger):
    """Several at once, some of whom have said hello."""
    strangers = [await siege.stranger(greeted and number % 2 == 0, **stranger) for number in range(CROWD)]
    return await asyncio.gather(*map(what, strangers))


async def is_cut(siege, greeted, begin, piece, codes=(4008, 4000, 4003, None)):
    """Each of a crowd pours this, and is cut before it has poured some megabytes: for the flood, or because no hello
    has come meanwhile, or because it does not read the answers."""

    async def one(raw):
        await raw.send(begin)
        poured = await pour(raw, piece, 2_000)
        check(poured < 2_000, f"the server has taken {poured} pieces of {len(piece)} bytes")
        code = await end_of(raw)
        check(code in codes, f"a flood is closed with {code}")

    for _ in siege.rounds(1):
        await crowd(siege, greeted, one)


@attack()
async def pings_of_strangers(siege):
    await is_cut(siege, False, b"", filled(encode(PING, b"x" * 125)))


@attack()
async def pings_of_players(siege):
    await is_cut(siege, True, b"", filled(encode(PING, b"x" * 125)))


@attack()
async def pongs_that_nobody_asked_for(siege):
    await is_cut(siege, True, b"", filled(encode(PONG, b"")))


@attack()
async def pings_just_below_the_rate_without_reading(siege):
    async def one(raw):
        raw.stop_reading()
        # 48 KiB/s of the 64 KiB/s that pass; the answers are as many and lie on the way.
        piece = encode(PING, b"x" * 125) * 94
        for _ in range(siege.times(6) * 4):
            try:
                await raw.send(piece)
            except (ConnectionError, Failed):
                return
            await asyncio.sleep(0.25)

    await crowd(siege, True, one, receive_buffer=4096)


@attack()
async def endless_empty_fragments(siege):
    begin, piece = encode(TEXT, b"", fin=False), filled(encode(CONTINUATION, b"", fin=False))
    await is_cut(siege, True, begin, piece)


@attack()
async def endless_tiny_fragments_of_a_stranger(siege):
    begin, piece = encode(TEXT, b"", fin=False), filled(encode(CONTINUATION, b"x", fin=False))
    await is_cut(siege, False, begin, piece, codes=(4008, 4000, 1009, None))


@attack()
async def endless_tiny_fragments_with_pings_between(siege):
    begin = encode(TEXT, b"", fin=False)
    piece = filled(encode(CONTINUATION, b"", fin=False) + encode(PING, b"") + encode(PONG, b""))
    await is_cut(siege, True, begin, piece)


@attack(bytes_per_second="100000000")
async def ten_thousand_messages_a_second(siege):
    for message in (b'{"type":"list"}', b'{"type":"move","turn":0,"dir":"left"}', b'{"type":"create"}'):
        await is_cut(siege, True, b"", filled(encode(TEXT, message)))


@attack(bytes_per_second="100000000")
async def ten_thousand_texts_a_second_that_are_no_message(siege):
    await is_cut(siege, True, b"", filled(encode(TEXT, b"[" * 64)), codes=(4008, 4003, 1008, None))


@attack()
async def spectators_who_never_read(siege):
    async def one(raw):
        await raw.text({"type": "watch", "code": siege.innocents.code})
        raw.stop_reading()

    await crowd(siege, True, one, receive_buffer=4096)
    before = siege.innocents.moves
    # As long as the match beside it takes for so many boards that nobody's buffers hold them.
    while siege.innocents.moves < before + siege.times(150):
        await asyncio.sleep(0.1)


@attack(send_timeout_s="1", outbox_messages="16")
async def questions_of_who_never_reads(siege):
    async def one(raw):
        raw.stop_reading()
        for _ in range(siege.times(6)):
            with suppress(ConnectionError, Failed):
                await raw.send(encode(TEXT, b'{"type":"list"}') * 5)
            await asyncio.sleep(1)

    await crowd(siege, True, one, receive_buffer=4096)


@attack(head_timeout_s="2")
async def silence_and_half_heads(siege):
    async def one(number):
        raw = await Raw.connect(siege.address())
        head = b"GET /v1/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nX-Long: " + b"x" * 9_000
        await raw.send(head[: (0, 1, 30, len(head))[number % 4]])
        try:
            await asyncio.wait_for(raw.reader.read(), PATIENCE_S)
        except ConnectionError:
            pass
        except TimeoutError:
            raise Failed("half a head is not dropped") from None

    await asyncio.gather(*map(one, range(siege.times(40))))


@attack(head_timeout_s="2", max_connections_per_address="100000")
async def heads_that_are_too_long(siege):
    async def one(_):
        raw = await Raw.connect(siege.address())
        await raw.send(b"GET / HTTP/1.1\r\nHost: x\r\n")
        poured = await pour(raw, b"X-Long: " + b"x" * 4_000 + b"\r\n", 2_000)
        check(poured < 2_000, "a head of 8 MB is read")

    for _ in siege.rounds(1):
        await asyncio.gather(*map(one, range(8)))


@attack(hello_timeout_s="2")
async def upgrades_without_a_hello(siege):
    async def one(_):
        raw = await siege.stranger(greeted=False)
        code = await end_of(raw)
        check(code == 4000, f"silence after the upgrade is closed with {code}")

    await asyncio.gather(*map(one, range(siege.times(40))))
