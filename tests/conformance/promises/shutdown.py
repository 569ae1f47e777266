"""What a server does that is asked to end. Each promise starts its own."""

import signal

from harness import PATIENCE_S, Surroundings, check, equal, promise
from raw import Raw
from scenes import finished, move_somehow, player, playing, waiting
from servers import PROFILES, Skipped


async def own_server(env, **variables):
    """Surroundings with a server that this promise may stop."""
    if env.servers.url is not None:
        raise Skipped("stops the server, so it needs one of its own (--server)")
    mine = Surroundings(await env.servers.start(PROFILES["open"], **variables), env.pace)
    env.closing.append(mine)
    return mine


async def ends(env, how):
    mine = await own_server(env)
    lonely, _ = await waiting(mine)
    ana, bo = await playing(mine)
    await move_somehow(ana)
    eve = await player(mine, "Eve")
    await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    done, _ = await finished(mine)
    idle = await player(mine, "Idle")
    silent = await Raw.connect(mine)
    durable = next(m["durable"] for m in idle.log if m["type"] == "welcome")
    equal(await mine.server.stop(how), 0, "the exit code")
    for each in (lonely, ana, bo, eve, done):
        if not durable:
            closed = await each.wait("closed")
            equal(closed["reason"], "shutdown", "the reason in closed")
    for each in (lonely, ana, bo, eve, done, idle):
        await each.wait_closed(1012)
    await silent.ended()


@promise()
async def after_sigterm_all_are_told_and_it_ends(env):
    await ends(env, signal.SIGTERM)


@promise()
async def after_sigint_all_are_told_and_it_ends(env):
    await ends(env, signal.SIGINT)


@promise()
async def a_reader_that_does_not_read_does_not_hold_up_the_end(env):
    mine = await own_server(env)
    raw = await (await Raw.connect(mine)).hello("Slow")
    raw.stop_reading()
    half = await Raw.connect(mine)
    await half.send(b"GET /healthz HTTP/1.1\r\n")
    equal(await mine.server.stop(signal.SIGTERM, limit=PATIENCE_S), 0, "the exit code")
    check(mine.server.process.returncode == 0, "the server did not end by itself")


@promise()
async def tokens_and_secrets_are_not_in_the_log_however_much_it_tells(env):
    mine = await own_server(env, VERSUS2048_LOG="trace")
    ana, bo = await playing(mine)
    again = await player(mine, "Ana", token=ana.token)
    await again.wait("match")
    await move_somehow(again)
    over = await bo.get("over", "resign")
    await mine.server.stop()
    log = mine.server.log_text()
    check(" DEBUG " in log, "the log tells nothing")
    for name, secret in (("a token", ana.token), ("a token", bo.token), ("the secret", over["secret"])):
        check(secret not in log, f"{name} is in the log")
