"""What a scenario is written with: registration, a place of its own, and the judgement at its end."""

import asyncio
import fnmatch
import os
import random
import shutil
import signal
import tempfile
import time
from pathlib import Path

import journal
import replays
from checker import check_run
from crowd import Crowd
from durable import Durable
from harness import Failed, Pace, Skipped, Surroundings, check
from history import History

SCENARIOS = []
# What the load may leave behind in the server: caches of the allocator, threads that end a little later.
LEFT_KIB, LEFT_DESCRIPTORS, LEFT_THREADS = 48 * 1024, 4, 4
# How long after the load has left its traces may still be there.
FORGETTING_S = 20.0


def scenario(*tools, root=False, alone=False, limit_s=240, long_limit_s=3600):
    """Registers a function as a scenario; without these tools, or root, it is skipped and says why."""

    def register(function):
        function.tools, function.root, function.alone = tools, root, alone
        function.limit_s, function.long_limit_s = limit_s, long_limit_s
        function.title = f"{function.__module__.removeprefix('scenarios.')}.{function.__name__}"
        SCENARIOS.append(function)
        return function

    return register


def selected(pattern):
    return [s for s in SCENARIOS if pattern is None or fnmatch.fnmatch(s.title, f"*{pattern}*")]


def demand_tools(function):
    if function.root and os.geteuid() != 0:
        raise Skipped("needs root")
    for tool in function.tools:
        if shutil.which(tool, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") is None:
            raise Skipped(f"needs {tool}, which is not installed")


def memory():
    """A file system in memory, if there is one: a kill leaves there what it leaves on a disk, without the waiting."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


class Place:
    """A directory, a history and servers of its own, all gone at the end; figures that the runner prints."""

    def __init__(self, binary, is_long, scratch=None):
        self.binary, self.is_long = binary, is_long
        self.scratch = Path(tempfile.mkdtemp(prefix="versus2048-faults-", dir=scratch or memory()))
        self.history = History()
        self.servers, self.crowds, self.closing = [], [], []
        self.at_ends = {}
        self.figures = {}

    def server(self, options=None, **more):
        """A server on a directory of its own, not started yet; what its clients see goes into the history."""
        directory = more.pop("directory", self.scratch / f"data{len(self.servers)}")
        history = more.pop("history", self.history)
        server = Durable(self.binary, directory, history, options, **more)
        server.log_directory = self.scratch
        self.servers.append(server)
        return server

    def surroundings(self, server):
        """Where players of a story come from."""
        return Surroundings(server, Pace(limited=False))

    def crowd(self, server, **more):
        crowd = Crowd(self.history, server, **more)
        self.crowds.append(crowd)
        crowd.come()
        return crowd

    async def keep(self, server):
        """Notes what is stored now, at the end of a life of the server."""
        self.at_ends[self.history.life] = await asyncio.to_thread(journal.read_ending, server.directory)

    async def judge(self, server, crowd, *, forfeit_ms=45_000, expected_errors=(), usage=None):
        """Plays everything to its end, ends the server, and demands that the checker finds nothing."""
        await crowd.finish()
        await crowd.leave()
        if usage is not None:
            await self.is_back_to(usage, server)
        await server.stop()
        await self.settle(server, crowd, forfeit_ms=forfeit_ms, expected_errors=expected_errors)

    async def settle(self, server, crowd=None, *, forfeit_ms=45_000, expected_errors=()):
        """Demands that the checker finds nothing, now that the server has ended; then reads all replays."""
        stored = journal.read(server.directory)
        await self.keep(server)
        faults, figures = await asyncio.to_thread(check_run, self.history, stored, self.at_ends, forfeit_ms)
        self.figures.update(figures)
        faults += crowd.faults if crowd else []
        faults += server.log_faults(expected_errors)
        if faults:
            raise Failed(f"{len(faults)} faults: " + "; ".join(faults[:4]))
        check(figures["acknowledged moves"], "nobody has made a move")
        await server.start()
        await replays.are_as_stored(server, stored)
        await server.stop()
        faults = server.log_faults(expected_errors)
        check(not faults, f"in the log: {faults[:3]}")
        return stored

    async def is_back_to(self, before, server):
        """Memory, descriptors and threads are near to what they were before the load came."""
        deadline = time.monotonic() + FORGETTING_S
        while True:
            now = server.usage()
            over = {
                "KiB": now.resident_kib - before.resident_kib - LEFT_KIB,
                "descriptors": now.descriptors - before.descriptors - LEFT_DESCRIPTORS,
                "threads": now.threads - before.threads - LEFT_THREADS,
            }
            if all(more <= 0 for more in over.values()):
                self.figures["KiB left"] = now.resident_kib - before.resident_kib
                return
            check(time.monotonic() < deadline, f"after the load {now}, before it {before}")
            await asyncio.sleep(0.5)

    async def close(self):
        for crowd in self.crowds:
            for line in crowd.lines:
                line.stopping = True
            for task in crowd.tasks:
                task.cancel()
            await asyncio.gather(*crowd.tasks, return_exceptions=True)
        for thing in reversed(self.closing):
            await thing()
        for server in self.servers:
            if server.process is not None:
                server.signal(signal.SIGKILL)
                await server.process.wait()

    def forget(self):
        shutil.rmtree(self.scratch, ignore_errors=True)


async def some_time(least, most):
    """A random moment."""
    await asyncio.sleep(random.uniform(least, most))
