"""A server on a data directory: started, killed and started again on the same one."""

import asyncio
import os
import re
import signal
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from harness import Failed, Pace, Surroundings, check, within
from raw import get
from servers import NO_RATES

# How long a start may take before it counts as none. Readiness itself is measured, see `ready_in_s`.
START_LIMIT_S = 20.0
POLL_S = 0.004
PANIC = re.compile(r"panicked|RUST_BACKTRACE")
# What the log may say of a fault only where a scenario has caused one.
ERROR = re.compile(r"^\S+\s+ERROR\s")


@dataclass
class Usage:
    """What a process holds."""

    resident_kib: int
    descriptors: int
    threads: int


class Durable:
    """One server after another on one directory and one port."""

    def __init__(self, binary, directory, history=None, options=None, host="127.0.0.1", wrapper=(), environment=None):
        self.binary, self.directory, self.history = binary, Path(directory), history
        self.options = {**NO_RATES, **(options or {})}
        self.host, self.port = host, free_port(host)
        self.wrapper, self.environment = list(wrapper), environment or {}
        self.process = None
        self.asking = Surroundings(self, Pace(limited=False))
        self.log_directory = self.directory.parent
        self.logs, self.ready_in_s, self.lives = [], [], 0

    @property
    def url(self):
        return f"ws://{self.host}:{self.port}"

    @property
    def host_header(self):
        return f"{self.host}:{self.port}"

    async def start(self):
        """Starts the server and waits until it accepts players; enters a life in the history."""
        begun = time.monotonic()
        await self.spawn()
        while not await self.is_ready():
            if self.process.returncode is not None:
                raise Failed(f"the server ended with {self.process.returncode}: {self.log_text()[-600:]}")
            check(
                time.monotonic() < begun + START_LIMIT_S,
                f"not ready after {START_LIMIT_S:g} s: {self.log_text()[-600:]}",
            )
            await asyncio.sleep(POLL_S)
        self.ready_in_s.append(time.monotonic() - begun)

    async def spawn(self):
        """Starts the process, and nothing more."""
        self.lives += 1
        log = self.log_directory / f"{self.directory.name}-{self.port}-{self.lives}.log"
        self.logs.append(log)
        arguments = [word for pair in self.options.items() for word in pair]
        if self.history is not None:
            self.history.started()
        with log.open("wb") as stderr:
            self.process = await asyncio.create_subprocess_exec(
                *self.wrapper,
                self.binary,
                *("--listen", f"{self.host}:{self.port}", "--data-dir", str(self.directory)),
                *arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=stderr,
                env={**os.environ, **self.environment},
            )

    async def is_ready(self):
        try:
            return (await self.get("/readyz")).status == 200
        except (OSError, Failed):
            return False

    async def get(self, path):
        try:
            return await get(self.asking, path)
        finally:
            self.asking.closing.clear()

    async def kill(self):
        """kill -9."""
        return await self.end(signal.SIGKILL)

    async def stop(self, limit=12):
        """SIGTERM; returns the exit code."""
        return await self.end(signal.SIGTERM, limit)

    async def end(self, how, limit=12):
        if self.process is None:
            return None
        self.signal(how)
        try:
            code = await within(self.process.wait(), f"the server to end after {how.name}", limit)
        finally:
            self.signal(signal.SIGKILL)
            await self.process.wait()
        if self.history is not None:
            self.history.ended()
        self.process = None
        return code

    def signal(self, how):
        """Sends a signal, if it still lives. Not by `send_signal`, which may take the exit code away."""
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, how)

    async def exit_code(self, limit=START_LIMIT_S):
        """Waits for an end that the server has come to by itself."""
        code = await within(self.process.wait(), "the server to end by itself", limit)
        self.process = None
        return code

    def log_text(self):
        return self.logs[-1].read_text(encoding="utf-8", errors="replace")

    def sentence(self):
        """What it says on its way out; fails if that is not one that tells what is wrong and what to do."""
        log = self.log_text()
        check("panicked" not in log, f"a panic: {log[-600:]}")
        said = log.strip().rpartition("versus2048-server: ")[2]
        check("versus2048-server: " in log and len(said) > 40, f"it says only {log[-300:]!r}")
        return said

    def log_faults(self, expected=()):
        """Panics in any of the logs, and errors that nobody has caused; `expected` are patterns of caused ones."""
        found = []
        for log in self.logs:
            for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
                bare = re.sub(r"\x1b\[[0-9;]*m", "", line)
                if PANIC.search(bare) or (ERROR.search(bare) and not any(re.search(p, bare) for p in expected)):
                    found.append(f"{log.name}: {bare[:300]}")
        return found

    def usage(self):
        process = Path(f"/proc/{self.process.pid}")
        status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        return Usage(
            resident_kib=int(status["VmRSS"].split()[0]),
            descriptors=len(list((process / "fd").iterdir())),
            threads=int(status["Threads"]),
        )


def free_port(host):
    """A port that nobody has now: below those that the system gives to clients by itself, so that it stays free."""
    for port in range(20000 + os.getpid() * 7 % 8000, 32000):
        with socket.socket() as probe:
            try:
                probe.bind((host if is_local(host) else "127.0.0.1", port))
            except OSError:
                continue
            if port not in GIVEN:
                GIVEN.add(port)
                return port
    raise Failed("no free port")


GIVEN = set()


def is_local(host):
    return host.startswith("127.")
