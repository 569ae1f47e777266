"""The disk refuses: syncs and writes fail, the file system is full, or takes nothing at all."""

import asyncio
import json
import random
import time
from contextlib import suppress

from harness import Failed, Skipped, check, equal
from history import HEARD
from player import Player
from process import command
from scene import scenario, some_time
from tracer import Tracer

# What the server says of it, once each time.
CAUSED = (r"the journal takes nothing",)
# How soon after the disk takes something again the server does too.
RECOVERED_WITHIN_S = 5.0
# How long it may take until something fails under load.
FAILING_WITHIN_S = 30.0
# A file system that the load can fill.
FULL_KIB = 6 * 1024


async def until(condition, what, limit=FAILING_WITHIN_S):
    """Looks again and again until it is so; gives the seconds that it took."""
    begun = time.monotonic()
    while not await condition():
        check(time.monotonic() < begun + limit, f"waited {limit:g} s in vain until {what}")
        await asyncio.sleep(0.02)
    return time.monotonic() - begun


def moves_made(history, since=0):
    """How many boards were told from an entry on."""
    return sum(1 for e in history.entries[since:] if e.kind == HEARD and e.message["type"] == "board")


def moves_unavailable(history, since=0):
    return sum(
        1
        for e in history.entries[since:]
        if e.kind == HEARD and e.message["type"] == "rejected" and e.message["reason"] == "unavailable"
    )


async def plays_again(place, server):
    """Moves are made again, soon after the cause is gone."""
    begun = time.monotonic()
    await until(server.is_ready, "the server is ready again", RECOVERED_WITHIN_S)
    since = len(place.history.entries)

    async def somebody_moved():
        return moves_made(place.history, since) > 0

    await until(somebody_moved, "somebody moves again", RECOVERED_WITHIN_S)
    worst = place.figures.get("worst time to recovery in s", 0.0)
    place.figures["worst time to recovery in s"] = max(worst, time.monotonic() - begun)


async def failing(place, server, rounds, injections):
    """Injects errors under load, lets the server recover, kills it, and starts it again."""
    crowd = place.crowd(server)
    injected = 0
    for _ in range(rounds):
        await some_time(3.5, 5)
        tracer = await Tracer.attach(place, server, *injections())

        async def something_failed(tracer=tracer):
            return tracer.injected() > 0

        await until(something_failed, "an error was injected")
        await some_time(0.1, 1)
        await tracer.detach()
        injected += tracer.injected()
        await plays_again(place, server)
        await server.kill()
        await place.keep(server)
        await server.start()
    place.figures["injected errors"] = injected
    await place.judge(server, crowd, expected_errors=CAUSED)
    place.figures["unavailable"] = moves_unavailable(place.history)


@scenario("strace")
async def a_sync_that_fails(place):
    server = place.server()
    await server.start()

    def injections():
        when = random.randint(1, 6)
        return ("trace=fdatasync,fsync", f"inject=fdatasync,fsync:error=EIO:when={when}")

    await failing(place, server, 30 if place.is_long else 4, injections)


@scenario("strace")
async def writes_that_fail_now_and_then(place):
    server = place.server()
    await server.start()

    def injections():
        error, first, step = random.choice(("EIO", "ENOSPC")), random.randint(1, 9), random.randint(2, 40)
        return ("trace=pwrite64", f"inject=pwrite64:error={error}:when={first}+{step}")

    await failing(place, server, 30 if place.is_long else 4, injections)


@scenario("strace")
async def a_file_system_that_becomes_read_only(place):
    server = place.server()
    await server.start()

    def injections():
        calls = "pwrite64,ftruncate,fdatasync,fsync,unlink"
        return (f"trace={calls}", f"inject={calls}:error=EROFS")

    await failing(place, server, 10 if place.is_long else 2, injections)


async def small_file_system(place, name):
    """A directory on a small file system of its own."""
    directory = place.scratch / name
    directory.mkdir()
    try:
        await command("mount", "-t", "tmpfs", "-o", f"size={FULL_KIB}k", "faults", str(directory))
    except Failed as why:
        raise Skipped(f"no file system can be mounted here: {why}") from None

    async def unmount():
        await command("umount", "-l", str(directory))

    place.closing.append(unmount)
    return directory


class Filler:
    """Takes all the space there is, and all that becomes free: a server that cuts back its log gains nothing by it."""

    def __init__(self, path):
        self.path = path
        self.task = asyncio.create_task(self.run())

    async def run(self):
        with self.path.open("ab", buffering=0) as file:
            while True:
                for size in (64 * 1024, 4096):
                    with suppress(OSError):
                        while file.write(bytes(size)):
                            pass
                await asyncio.sleep(0.005)

    async def leave(self):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        self.path.unlink()


@scenario("mount", root=True)
async def a_full_disk(place):
    directory = await small_file_system(place, "full")
    server = place.server(directory=directory / "data")
    await server.start()
    crowd = place.crowd(server)
    for _ in range(5 if place.is_long else 2):
        await asyncio.sleep(4)
        filler = Filler(directory / "filler")
        await until(lambda: is_refusing(server), "the server says that it is not ready")
        await nothing_is_promised(place, server, crowd)
        await filler.leave()
        await plays_again(place, server)
    await server.kill()
    await place.keep(server)
    await server.start()
    await place.judge(server, crowd, expected_errors=CAUSED)


async def is_refusing(server):
    return (await server.get("/readyz")).status == 503


async def nothing_is_promised(place, server, crowd):
    """While the disk is full: no move is made and all are refused, the server lives and says why, one can watch."""
    # What was on its way when the server found out.
    await asyncio.sleep(0.5)
    since = len(place.history.entries)
    await asyncio.sleep(2)
    equal(moves_made(place.history, since), 0, "the moves made on a full disk")
    check(moves_unavailable(place.history, since), "no move was refused as unavailable")
    equal((await server.get("/healthz")).status, 200, "the status of /healthz on a full disk")
    response = await server.get("/readyz")
    equal(response.status, 503, "the status of /readyz on a full disk")
    check(len(json.loads(response.body).get("detail") or "") > 10, f"/readyz gives no reason: {response.body[:200]}")
    known, eyes = len(place.history.entries), {eye.who for eye in crowd.eyes}
    for eye in crowd.eyes:
        eye.vanish()

    async def somebody_sees_a_match():
        return any(
            e.kind == HEARD and e.who in eyes and e.message["type"] == "match" and e.message["boards"]
            for e in place.history.entries[known:]
        )

    await until(somebody_sees_a_match, "a spectator who comes while the disk is full sees a match")
    check(await is_refusing(server), "the disk was not full all the time")


@scenario("mount", root=True)
async def a_disk_with_room_for_a_probe_alone(place):
    """What the server sets free by cutting back its log stays free, and is too little for a commit: that is no recovery."""
    directory = await small_file_system(place, "nearly-full")
    server = place.server(directory=directory / "data", history=None)
    await server.start()
    filler = directory / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    creator, another = [await Player.connect(place.surroundings(server)) for _ in range(2)]
    await creator.hello("Ana")
    await another.hello("Bo")
    await creator.send("create", id="first")
    await until(lambda: is_refusing(server), "the server says that it is not ready")
    for _ in range(40):
        check(await is_refusing(server), "it says that it is ready while the disk is full")
        await asyncio.sleep(0.05)
    await another.refused("unavailable", "create")
    filler.unlink()
    await until(server.is_ready, "the server is ready again", RECOVERED_WITHIN_S)
    answer = await creator.take(lambda m: m.get("re") == "first", "the answer to what was asked on the full disk")
    # The table that was made when nobody knew it yet, or a refusal of one who knew.
    check(answer["type"] == "match" or answer["code"] == "unavailable", f"the answer to create is {answer}")
    await another.get("match", "create")
    told = [line for line in server.log_text().splitlines() if "the journal takes nothing" in line]
    check(len(told) <= 2, f"it has told {len(told)} times that nothing is taken")
    await server.stop()


@scenario("mount", root=True)
async def a_directory_that_can_not_be_written(place):
    """A read-only file system: one sentence and exit code 1; once it can be written, everything is there."""
    directory = await small_file_system(place, "read-only")
    server = place.server(directory=directory / "data")
    await server.start()
    crowd = place.crowd(server, pairs=4)
    await asyncio.sleep(3)
    await server.kill()
    await place.keep(server)
    await command("mount", "-o", "remount,ro", str(directory))
    other = place.server(directory=server.directory, history=None)
    await other.spawn()
    equal(await other.exit_code(), 1, "the exit code on a read-only file system")
    other.sentence()
    await command("mount", "-o", "remount,rw", str(directory))
    await server.start()
    await place.judge(server, crowd)


@scenario()
async def two_servers_on_one_directory(place):
    server = place.server()
    await server.start()
    crowd = place.crowd(server, pairs=4)
    await asyncio.sleep(4)
    for _ in range(3):
        second = place.server(directory=server.directory, history=None)
        await second.spawn()
        equal(await second.exit_code(), 1, "the exit code of a second server")
        second.sentence()
        since = len(place.history.entries)

        async def somebody_moved(since=since):
            return moves_made(place.history, since) > 0

        await until(somebody_moved, "somebody moves on the first server")
    await place.judge(server, crowd)
