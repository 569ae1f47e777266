#!/usr/bin/env python3
"""Does to a match server what a machine can do to it, and checks what its clients were told. See README.md."""

import argparse
import asyncio
import importlib
import pkgutil
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "conformance")]

import scenarios  # noqa: E402
from harness import Failed, Skipped  # noqa: E402
from scene import Place, demand_tools, selected  # noqa: E402

# How a scenario has gone, as the exit code of its process.
OK, FAILED, SKIPPED = 0, 1, 77


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", help="the binary of the server")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--short", action="store_true", help="the form for continuous integration (the default)")
    form.add_argument("--long", action="store_true", help="more of everything: 200 kills, 90 seconds of standing still")
    parser.add_argument("--only", metavar="PATTERN", help="run scenarios with this in their name (wildcards allowed)")
    parser.add_argument("--list", action="store_true", help="print the names of all scenarios")
    parser.add_argument("--jobs", type=int, default=4, help="scenarios that run at once (4)")
    parser.add_argument("--seed", type=int, help="the seed of what is chosen at random; it is printed")
    parser.add_argument("--scratch", metavar="DIR", help="where data and logs go, on a disk to be measured (in memory)")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    return parser.parse_args()


class Runner:
    """Runs scenarios, several at once, each in a process of its own, so that none has to wait for another's work."""

    def __init__(self, options, seed):
        self.options, self.seed = options, seed
        self.free = asyncio.Semaphore(options.jobs)
        self.codes = Counter()

    async def run(self, function):
        # What measures time has the machine for itself.
        places = self.options.jobs if function.alone else 1
        for _ in range(places):
            await self.free.acquire()
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, __file__, "--one", function.title, "--server", self.options.server),
                *("--seed", str(self.seed), *(["--long"] if self.options.long else [])),
                *(["--scratch", self.options.scratch] if self.options.scratch else []),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
            )
            said, _ = await process.communicate()
        finally:
            for _ in range(places):
                self.free.release()
        self.codes[process.returncode if process.returncode in (OK, SKIPPED) else FAILED] += 1
        print(said.decode().rstrip() or f"FAILED {function.title}: ended with {process.returncode}", flush=True)


async def run_one(function, options):
    """Runs a scenario in this process; says how it went, and gives the exit code."""
    begun = time.monotonic()
    place = Place(options.server, options.long, options.scratch)
    limit = function.long_limit_s if options.long else function.limit_s
    try:
        demand_tools(function)
        try:
            await asyncio.wait_for(function(place), limit)
        finally:
            await place.close()
    except Skipped as why:
        print(f"SKIPPED {function.title}: {why}")
        place.forget()
        return SKIPPED
    except Exception as fault:
        place.history.save(place.scratch / "history.jsonl")
        print(f"FAILED {function.title}: {explain(fault, limit)}")
        print(f"       its history, data and logs are in {place.scratch}")
        return FAILED
    print(f"ok {function.title} ({time.monotonic() - begun:.0f} s{figures(place)})")
    place.forget()
    return OK


def figures(place):
    return "".join(
        f", {name} {value:.3f}" if isinstance(value, float) else f", {name} {value}"
        for name, value in place.figures.items()
    )


def explain(fault, limit):
    """Why a scenario failed, and where in its text."""
    frames = traceback.extract_tb(fault.__traceback__)
    where = next((f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames) if "scenarios" in f.filename), "")
    if isinstance(fault, TimeoutError):
        return f"{fault or f'not done after {limit} s'} ({where})"
    return f"{fault} ({where})" if isinstance(fault, Failed) else f"{fault!r} ({where})"


async def run_all(chosen, options):
    seed = options.seed if options.seed is not None else random.randrange(2**32)
    print(f"seed {seed}", flush=True)
    runner = Runner(options, seed)
    # Those that need the machine for themselves come first, so that nobody waits for them.
    await asyncio.gather(*map(runner.run, sorted(chosen, key=lambda function: not function.alone)))
    if runner.codes[SKIPPED]:
        print(f"{runner.codes[SKIPPED]} SKIPPED, the reasons stand above")
    print(f"{runner.codes[OK]} passed, {runner.codes[FAILED]} failed")
    return 0 if runner.codes[OK] and not runner.codes[FAILED] else 1


def main():
    options = arguments()
    for module in sorted(m.name for m in pkgutil.iter_modules(scenarios.__path__)):
        importlib.import_module(f"scenarios.{module}")
    chosen = selected(options.only)
    if options.list:
        print(*(s.title for s in chosen), sep="\n")
        return 0
    if options.server is None:
        sys.exit("run.py: which server? Give its binary with --server")
    options.server = str(Path(options.server).resolve())
    if options.one is None:
        return asyncio.run(run_all(chosen, options))
    (function,) = (s for s in chosen if s.title == options.one)
    random.seed(f"{options.seed} {options.one}")
    return asyncio.run(run_one(function, options))


if __name__ == "__main__":
    sys.exit(main())
