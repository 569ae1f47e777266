#!/usr/bin/env python3
"""Holds a match server against docs/protocol.md, promise by promise. See README.md."""

import argparse
import asyncio
import importlib
import pkgutil
import sys
import traceback
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import promises  # noqa: E402
from harness import Failed, Pace, Skipped, Surroundings, selected  # noqa: E402
from servers import Servers  # noqa: E402

# The longest promise plays out a time limit of ten seconds.
PROMISE_LIMIT_S = 90


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--url", help="a server that runs, such as ws://127.0.0.1:2048")
    where.add_argument("--server", help="the binary of a server, to be started with several sets of limits")
    parser.add_argument("--only", metavar="PATTERN", help="run promises with this in their name (wildcards allowed)")
    parser.add_argument("--list", action="store_true", help="print the names of all promises")
    parser.add_argument("--jobs", type=int, help="promises tried at once (24, with --url 8)")
    return parser.parse_args()


class Runner:
    """Runs promises, several at once, and prints a line for each."""

    def __init__(self, servers, limited, jobs):
        self.servers = servers
        self.pace = Pace(limited)
        self.free = asyncio.Semaphore(jobs)
        self.passed = self.failed = self.skipped = 0

    async def run(self, promise):
        async with self.free:
            try:
                await asyncio.wait_for(self.attempt(promise), PROMISE_LIMIT_S)
                self.passed += 1
                print(f"ok {promise.title}", flush=True)
            except Skipped as why:
                self.skipped += 1
                print(f"SKIPPED {promise.title}: {why}", flush=True)
            except Exception as fault:
                self.failed += 1
                print(f"FAILED {promise.title}: {explain(fault)}", flush=True)

    async def attempt(self, promise):
        surroundings = Surroundings(await self.servers.get(promise.server), self.pace)
        surroundings.servers = self.servers
        try:
            await promise(surroundings)
        except BaseException:
            with suppress(Exception):
                await surroundings.close()
            raise
        await surroundings.close()


def explain(fault):
    """Why a promise failed, and where in its text."""
    frames = traceback.extract_tb(fault.__traceback__)
    where = next((f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames) if "promises" in f.filename), "")
    if isinstance(fault, TimeoutError):
        return f"not done after {PROMISE_LIMIT_S} s"
    return f"{fault} ({where})" if isinstance(fault, Failed) else f"{fault!r} ({where})"


async def main():
    options = arguments()
    for module in sorted(m.name for m in pkgutil.iter_modules(promises.__path__)):
        importlib.import_module(f"promises.{module}")
    chosen = selected(options.only)
    if options.list:
        print(*(p.title for p in chosen), sep="\n")
        return 0
    servers = Servers(options.server and str(Path(options.server).resolve()), options.url)
    runner = Runner(servers, limited=options.url is not None, jobs=options.jobs or (8 if options.url else 24))
    try:
        await asyncio.gather(*map(runner.run, chosen))
    finally:
        await servers.stop()
    if runner.skipped:
        print(f"{runner.skipped} SKIPPED, the reasons stand above")
    print(f"{runner.passed} passed, {runner.failed} failed")
    return 0 if runner.passed and not runner.failed else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
