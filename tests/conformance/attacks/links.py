"""Lines that are cut, lost, or lead to somebody who is not there any more."""

import asyncio
import dataclasses
import socket
import struct

from websockets.exceptions import WebSocketException

from cutting import Line
from harness import Failed, Skipped, check, equal
from player import Player
from raw import PING, TEXT, Raw, encode
from scenes import move_somehow, player, playing
from siege import attack

QUICK = {"ping_interval_s": "0.3", "silence_timeout_s": "1.2"}
UNLIMITED = {"requests_per_second": "100000", "messages_per_second": "100000", "moves_per_second": "100000"}
# How many moves the recorded session makes.
MOVES = 4
# In the short form each so manieth byte of the session is the last one.
STRIDE = 11


@attack(**QUICK)
async def peers_that_are_reset(siege):
    """At any moment of a connection: before the request, in its middle, after the upgrade, in a match."""

    async def one(number):
        raw = await Raw.connect(siege.address())
        stage = number % 5
        if stage == 1:
            await raw.send(b"GET /v1/ws HTTP/1.1\r\nHost:")
        if stage >= 2:
            await raw.upgrade()
        if stage >= 3:
            await raw.text({"type": "hello", "protocol": 1, "name": "Mal"})
        if stage == 4:
            await raw.text({"type": "watch", "code": siege.innocents.code})
            await raw.send(encode(TEXT, b'{"type":"list"}')[:-3])
        raw.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raw.writer.transport.abort()

    for _ in siege.rounds(4):
        await asyncio.gather(*map(one, range(50)))


@attack(**QUICK)
async def peers_that_just_stop(siege):
    """They are not closed and say nothing more; the server finds out, and so do their opponents."""

    async def one(greeted):
        raw = await siege.stranger(greeted=greeted)
        if not greeted:
            raw.stop_reading()
            return
        await raw.text({"type": "watch", "code": siege.innocents.code})
        await raw.send(encode(PING, b"x" * 100)[:50])
        while await raw.next_frame() is not None:
            pass

    for _ in range(siege.times(2)):
        await asyncio.gather(*(one(number % 2 == 0) for number in range(30)))


async def play_through(siege, ana, up, down):
    """The recorded session: comes, joins, plays, through a line that is cut. Says what was promised by then."""
    line = Line(siege.server, siege.address().source(), up, down)
    env = siege.address()
    env.server = dataclasses.replace(siege.server, url=f"ws://127.0.0.1:{await line.open()}")
    bo = None
    try:
        bo = await Player.connect(env)
        await bo.hello("Bo")
        await bo.get("match", "join", code=ana.watcher.snapshot["code"])
        await ana.get("match", "ready")
        await bo.get("match", "ready")
        await bo.wait("match", phase="playing")
        for _ in range(MOVES):
            await move_somehow(bo)
    except (Failed, OSError, EOFError, WebSocketException):
        check(up is not None or down is not None, "the session fails without a cut")
    finally:
        await line.close()
    if bo is not None:
        await asyncio.wait((bo.reader,), timeout=5)
        bo.healthy()
    return bo, line.passed


async def one_cut(siege, up=None, down=None):
    """A session that is cut there; afterwards the player comes back to whatever it had been promised."""
    ana = await player(siege.address(), "Ana")
    code = (await ana.get("match", "create", options={"countdown_s": 0, "target": None}))["code"]
    bo, passed = await play_through(siege, ana, up, down)
    promised = bo.board if bo is not None and bo.watcher.current is not None and bo.watcher.current.boards[1] else None
    if bo is not None and bo.token is not None:
        await comes_back(siege, bo, promised, code)
    # The table is closed: they would be as many as there are bytes.
    await ana.get("left", "leave")
    ana.healthy()
    for env in siege.surroundings[1:]:
        if env is not siege.innocents.env:
            await env.close()
    del siege.surroundings[1:]
    return passed


async def comes_back(siege, bo, promised, code):
    again = await player(siege.address(), "Bo", token=bo.token)
    equal(again.id, bo.id, "the player of a cut connection")
    seated = again.log[0]["seated"]
    if bo.watcher.snapshot is not None:
        equal(seated, code, "the table where who was cut off has a seat")
    if seated is None:
        return
    game = await again.wait("match", code=code)
    equal(game["you"], 1, "the seat of who comes back")
    if promised is not None:
        check(game["boards"][1]["turn"] >= promised["turn"], f"turn {game['boards'][1]['turn']} after {promised}")
    if game["phase"] == "playing":
        await move_somehow(again)
    await again.settled()


@attack(**UNLIMITED)
async def cut_at_every_byte_to_the_server(siege):
    await cut_everywhere(siege, "up")


@attack(**UNLIMITED)
async def cut_at_every_byte_to_the_client(siege):
    await cut_everywhere(siege, "down")


async def cut_everywhere(siege, way):
    whole = (await one_cut(siege))[way]
    check(whole > 500, f"the whole session is {whole} bytes")
    for place in range(1, whole, 1 if siege.long else STRIDE):
        await one_cut(siege, **{way: place})


@attack(apart=True)
async def a_link_that_loses_one_packet_in_twenty(siege):
    """Both ways of a match lose packets; every move is acknowledged all the same."""
    env = siege.address()
    for side in ("--source", "--destination"):
        lose = ("--match", "statistic", "--mode", "random", "--probability", "0.05", "--jump", "DROP")
        await command("iptables", "--append", "INPUT", side, env.address, *lose)
    ana, bo = await playing(env, {"rows": 8, "cols": 8, "target": None})
    for _ in range(siege.times(10)):
        for mover, other in ((ana, bo), (bo, ana)):
            board = await move_somehow(mover)
            await other.wait("board", seat=board["seat"], turn=board["turn"])


async def command(*words):
    try:
        process = await asyncio.create_subprocess_exec(
            *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
    except FileNotFoundError:
        raise Skipped(f"there is no {words[0]} here") from None
    said, _ = await process.communicate()
    if process.returncode:
        raise Skipped(f"{words[0]} can't be used here: {said.decode().strip()}")
