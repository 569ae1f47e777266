"""Frames that are none, upgrades from wrong pages, and text of every wrong kind."""

import itertools
import json
import random

from harness import Failed, check
from raw import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Raw
from siege import attack

# Below the number with which a connection is closed.
BAD_PER_CONNECTION = 19


async def both(siege):
    """A connection before hello, and one after it."""
    return [await siege.stranger(greeted=greeted) for greeted in (False, True)]


async def closes(siege, what, code, send):
    for raw in await both(siege):
        try:
            await send(raw)
        except (ConnectionError, Failed):
            pass
        told = await raw.close_code()
        check(told == code, f"{what}: closed with {told}, not {code}")


@attack()
async def frames_that_claim_a_gibibyte(siege):
    for _ in siege.rounds(3):
        for opcode, code in ((TEXT, 1009), (BINARY, 1009), (PING, 1002), (CLOSE, 1002)):
            for claim in (2**30, 2**63 - 1, 2**64 - 1):
                what = f"a frame {opcode} that claims {claim} bytes"
                await closes(siege, what, code, lambda raw, o=opcode, c=claim: raw.frame(o, b"x" * 100, claim=c))


@attack()
async def gibibytes_after_a_fragment(siege):
    async def send(raw):
        await raw.frame(TEXT, b'{"type":', fin=False)
        await raw.frame(CONTINUATION, b"x" * 100, claim=2**30)

    for _ in siege.rounds(10):
        await closes(siege, "a fragment that claims a gibibyte", 1009, send)


@attack()
async def text_that_is_not_utf8(siege):
    for text in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b'{"type":"\x80"}'):
        await closes(siege, f"the text {text!r}", 1007, lambda raw, t=text: raw.frame(TEXT, t))
        for cut in range(1, len(text)):

            async def fragments(raw, text=text, cut=cut):
                await raw.frame(TEXT, text[:cut], fin=False)
                await raw.frame(CONTINUATION, text[cut:])

            await closes(siege, f"{text!r} in fragments", 1007, fragments)


@attack()
async def reserved_bits_and_opcodes_and_no_mask(siege):
    kinds = itertools.product((TEXT, CONTINUATION, PING, PONG, CLOSE), (0x10, 0x20, 0x40, 0x70))
    for opcode, bits in kinds:
        what = f"reserved bits {bits:#x} on a frame {opcode}"
        await closes(siege, what, 1002, lambda raw, o=opcode, b=bits: raw.frame(o, b"", reserved=b))
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        await closes(siege, f"opcode {opcode}", 1002, lambda raw, o=opcode: raw.frame(o, b""))
    for opcode in (TEXT, PING, CLOSE):
        what = f"a frame {opcode} without a mask"
        await closes(siege, what, 1002, lambda raw, o=opcode: raw.frame(o, b"", mask=False))
    await closes(siege, "a continuation of nothing", 1002, lambda raw: raw.frame(CONTINUATION, b"x"))
    await closes(siege, "a ping in fragments", 1002, lambda raw: raw.frame(PING, b"x", fin=False))


@attack()
async def bytes_at_random(siege):
    chance = random.Random(2048)
    for _ in siege.rounds(40):
        noise = chance.randbytes(chance.choice((1, 2, 10, 100, 1000, 5000)))
        for raw in await both(siege):
            try:
                await raw.send(noise)
                raw.writer.write_eof()
                code = await raw.close_code()
            except (ConnectionError, Failed):
                continue
            check(code in (None, 1002, 1003, 1007, 1009), f"{noise!r} is closed with {code}")


def look_alikes(host, port):
    """Origins that are not this server's, however they are read."""
    return (
        "null", "Null", "", " ", "*", "http://", "https://", "//", host, f"{host}:{port}", "http://localhost",
        f"http://localhost:{port}", f"http://{host}.", f"http://{host}.:{port}", f"http://{host}:{port}.evil.example",
        f"http://evil.example/{host}:{port}", f"http://{host}:{port}/", f"http://{host}:{port}@evil.example",
        f"http://evil.example#{host}:{port}", f"http://evil.example?{host}:{port}", f"http://x@{host}:{port}",
        f"http://{host}:{port}, http://evil.example", f"http://{host}:0{port}", f"http://{host}:{port}0",
        f"http://0x7f.1:{port}", f"http://2130706433:{port}", f"http://[::ffff:{host}]:{port}", f"ws://{host}:{port}x",
        f"file:///{host}:{port}", f"javascript:{host}:{port}", f"http://{host}\u0000:{port}", f"http://{host} :{port}",
        f"http://{host}:{port}\u00a0", f"http\u00a0://{host}:{port}", "http://xn--evil.example", "data:text/html,x",
    )  # fmt: skip


@attack(requests_per_second="100000")
async def pages_that_look_like_this_server(siege):
    env = siege.address()
    for _ in siege.rounds(1):
        for origin in look_alikes(env.server.host, env.server.port):
            raw = await Raw.connect(env)
            status = (await raw.try_upgrade(Origin=origin)).status
            check(status in (400, 403), f"the page of {origin!r} is answered with {status}")
            await raw.close()


WRONG = [
    None, True, False, 0, -1, 1, 1.5, -0.0, 1e308, 2**53, 2**64, -(2**63), "", "x", "\u0000", "\u202e", "x" * 500,
    "00" * 32, [], [1], [[]], ["left"], {}, {"left": None}, {"type": "list"}, {"": ""},
]  # fmt: skip
MESSAGES = [
    {"type": "hello", "protocol": 1, "name": "Mal", "client": "x", "token": None},
    {"type": "create", "options": {}, "listed": True, "bot": None},
    {"type": "join", "code": "000000"},
    {"type": "watch", "code": "000000"},
    {"type": "queue", "options": {"rows": 4}},
    {"type": "ready", "nonce": ""},
    {"type": "move", "turn": 0, "dir": "left"},
    {"type": "emote", "kind": "hello"},
    {"type": "ping", "t": 1, "id": 1},
]
OPTIONS = ["rows", "cols", "target", "time_limit_s", "four_permille", "tiles", "scoring", "countdown_s", "watchable"]


def wrong_texts():
    """Every field of every message with every wrong kind of value; nests; texts as long as may be."""
    for message in MESSAGES:
        for field, value in itertools.product(message, WRONG):
            yield json.dumps({**message, field: value})
    for option, value in itertools.product(OPTIONS, WRONG):
        yield json.dumps({"type": "create", "options": {option: value}})
    yield from map(json.dumps, WRONG)
    for open_, close in (("[", "]"), ('{"a":', "}"), ("[{}, [", "]]")):
        depth = 4000 // (len(open_) + len(close))
        nest = open_ * depth + ("0" if open_[0] == "{" else "") + close * depth
        yield from (nest, open_ * depth, f'{{"type":{nest}}}'[:4096], f'{{"type":"ping","t":{nest[:4000]}}}'[:4096])
    yield from ("9" * 4096, '"' + "\\u0000" * 680 + '"', '{"type":"list",' + " " * 4080 + "}", '{"x":1,' * 500)
    yield '{"type":"ping","t":1,"id":' + "1" * 4000 + "}"
    yield "{" + ",".join(f'"{number}":0' for number in range(500)) + "}"


async def are_answered(siege, texts, greeted):
    """Each text is answered, and by nothing that the contract does not have; the connection outlives it."""
    raw = None
    for number, text in enumerate(texts):
        if raw is None or number % BAD_PER_CONNECTION == 0:
            raw = await siege.stranger(greeted=greeted)
        await raw.text(text)
        await raw.text({"type": "ping", "t": number, "id": f"after {number}"})
        answers = [await raw.message()]
        while answers[-1].get("re") != f"after {number}":
            check(len(answers) < 8, f"{text[:100]} is answered by {answers}")
            answers.append(await raw.message())
        check(len(answers) > 1, f"{text[:100]} is not answered")
        check(all(answer.get("code") != "internal" for answer in answers), f"{text[:100]}: {answers}")


@attack(messages_per_second="1000", misses_per_minute="100000")
async def json_of_every_wrong_kind(siege):
    await are_answered(siege, wrong_texts(), greeted=True)


@attack(messages_per_second="1000")
async def json_of_every_wrong_kind_before_hello(siege):
    # An unsupported version would end the connection, which is not what this is about.
    texts = (text for text in wrong_texts() if '"protocol"' not in text)
    await are_answered(siege, texts, greeted=False)
