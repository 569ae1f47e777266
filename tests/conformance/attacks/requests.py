"""HTTP that is none, that is too much, or that asks for what is not there."""

import asyncio
import random

from harness import PATIENCE_S, Failed, check
from raw import Raw
from siege import attack

HURRY = {"head_timeout_s": "1", "requests_per_second": "100000"}


async def answer_to(siege, data, env=None):
    """What comes back for these bytes, up to the end of the connection."""
    raw = await Raw.connect(env or siege.address())
    try:
        await raw.send(data)
        return await asyncio.wait_for(raw.reader.read(), PATIENCE_S)
    except ConnectionError:
        return b""
    except TimeoutError:
        raise Failed(f"{data[:100]!r} is neither answered nor dropped") from None
    finally:
        await raw.close()


def status_of(answer):
    return int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else None


@attack(**HURRY)
async def bytes_that_are_no_request(siege):
    chance = random.Random(2048)
    noise = [chance.randbytes(chance.choice((1, 16, 300, 5000))) for _ in range(siege.times(20))]
    tls = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500)
    for data in (
        *noise,
        tls,
        b"\r\n" * 500,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET\r\n\r\n",
    ):
        status = status_of(await answer_to(siege, data))
        check(status is None or 400 <= status < 600, f"{data[:40]!r} is answered with {status}")


@attack(**HURRY)
async def requests_within_requests(siege):
    """Two lengths, a length and chunks, one request behind another: one answer at most, then the end."""
    hidden = b"GET /v1/matches HTTP/1.1\r\nHost: x\r\n\r\n"
    for _ in siege.rounds(1):
        await ask_twice(siege, hidden)


async def ask_twice(siege, hidden):
    for headers in (
        b"Content-Length: 5\r\nContent-Length: 50\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: 99999999999999999999\r\n",
        b"",
    ):
        for method in (b"GET", b"POST"):
            head = method + b" /healthz HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n"
            answer = await answer_to(siege, head + b"0\r\n\r\n" + hidden * 10)
            check(answer.count(b"HTTP/1.1 ") <= 1, f"{headers!r} has {answer.count(b'HTTP/1.1 ')} answers")


@attack(requests_per_second="100000")
async def bodies_that_never_end(siege):
    async def one(number):
        raw = await Raw.connect(siege.address())
        length = b"Content-Length: 1073741824" if number % 2 else b"Transfer-Encoding: chunked"
        await raw.send(b"POST /v1/matches HTTP/1.1\r\nHost: x\r\n" + length + b"\r\n\r\n")
        chunk = b"x" * 4096 if number % 2 else b"1000\r\n" + b"x" * 4096 + b"\r\n"
        try:
            for _ in range(4_000):
                await raw.send(chunk)
        except (ConnectionError, Failed):
            return
        raise Failed("a body of 16 MB is read")

    for _ in siege.rounds(1):
        await asyncio.gather(*map(one, range(8)))


@attack(**HURRY)
async def paths_that_lead_nowhere(siege):
    long = "x" * 6000
    replays = ["..", "%2e%2e%2f", "0", "%00", "%ff", "'--", "null", long, "00000000-0000-0000-0000-000000000000"]
    limits = ["-1", "0", "101", "1e9", "18446744073709551616", "x", "1&limit=2", long]
    paths = [
        "*",
        "//",
        "/../etc/passwd",
        "/%2e%2e/",
        "/v1/ws/",
        "/v1/ws%00",
        "/v1/" + long,
        "http://evil.example/",
        "/?" + long,
    ]
    paths += [f"/v1/replays/{replay}" for replay in replays] + [f"/v1/replays?limit={limit}" for limit in limits]
    paths += [f"/v1/replays?player={replay}" for replay in replays]
    for path in paths * siege.times(1):
        answer = await answer_to(siege, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        status = status_of(answer)
        lenient = path.startswith("/v1/replays?player=") and status == 200
        check(lenient or status in (400, 404, 414, 426, 431), f"{path[:60]} is answered with {status}")


@attack()
async def lists_as_fast_as_they_are_given(siege):
    """Within the rate of each address, from many: of replays, tables, and the schema."""

    async def come(env):
        for number in range(siege.times(25)):
            path = ("/v1/replays?limit=100", "/v1/matches", "/v1/schema")[number % 3]
            answer = await answer_to(siege, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode(), env)
            check(status_of(answer) == 200, f"{path} is answered with {status_of(answer)}")

    await asyncio.gather(*(come(siege.address(limited=True)) for _ in range(10)))
