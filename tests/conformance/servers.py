"""Servers of our own, each with other limits, started when a promise first asks for them."""

import asyncio
import os
import re
import shutil
import signal
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from harness import Failed, Skipped, within

# Rates so high that no test meets them; what they limit is tried on the server `default`.
NO_RATES = {
    "--moves-per-second": "100000",
    "--messages-per-second": "100000",
    "--requests-per-second": "100000",
    "--misses-per-minute": "100000",
    "--bytes-per-second": "100000000",
}

PROFILES = {
    "none": None,
    "default": {},
    "open": NO_RATES,
    "forfeit": {**NO_RATES, "--forfeit-after-s": "0.7"},
    "closing": {
        **NO_RATES,
        "--waiting-timeout-s": "0.8",
        "--ready-timeout-s": "0.8",
        "--over-timeout-s": "0.8",
    },
    "hasty": {
        **NO_RATES,
        "--head-timeout-s": "0.7",
        "--hello-timeout-s": "0.7",
        "--ping-interval-s": "0.3",
        "--silence-timeout-s": "1.2",
    },
    "list": NO_RATES,
    "long_list": NO_RATES,
    "patient": {**NO_RATES, "--send-timeout-s": "60", "--silence-timeout-s": "60"},
    "slow_reader": {**NO_RATES, "--outbox-messages": "8", "--send-timeout-s": "0.5"},
    "few_tables": {**NO_RATES, "--max-tables": "2"},
    "few_connections": {**NO_RATES, "--max-connections": "3"},
    "few_bytes": {**NO_RATES, "--bytes-per-second": "2048"},
    "small_messages": {**NO_RATES, "--max-message-bytes": "256"},
    "short_match": {**NO_RATES, "--max-match-s": "1"},
    "crowd": {**NO_RATES, "--max-connections-per-address": "2"},
}


@dataclass
class Server:
    """Where a server listens, and the process and its log if it is one of ours."""

    url: str
    process: asyncio.subprocess.Process | None = None
    log: Path | None = None

    def __post_init__(self):
        parts = urlsplit(self.url)
        self.host, self.port = parts.hostname, parts.port or 80
        self.host_header = f"{self.host}:{self.port}"

    def log_text(self):
        return self.log.read_text(encoding="utf-8", errors="replace")

    async def stop(self, how=signal.SIGTERM, limit=12):
        """Asks the process to end; returns its exit code, or fails if it does not end."""
        if self.process.returncode is None:
            self.process.send_signal(how)
        try:
            return await within(self.process.wait(), "the server to end after a signal", limit)
        except Failed:
            self.process.kill()
            raise


class Servers:
    """Starts one server a profile, and stops all of them."""

    def __init__(self, binary=None, url=None):
        self.binary, self.url = binary, url
        self.running, self.lock = {}, asyncio.Lock()
        self.processes = []
        self.scratch = Path(tempfile.mkdtemp(prefix="versus2048-conformance-"))

    async def get(self, profile):
        if PROFILES[profile] is None:
            return None
        if self.url is not None:
            if profile not in ("open", "default"):
                raise Skipped("needs a server with other limits (--server)")
            server = Server(self.url)
            if profile == "default" and server.host != "127.0.0.1":
                raise Skipped("needs an address of its own, and has that only toward 127.0.0.1")
            return server
        async with self.lock:
            if profile not in self.running:
                self.running[profile] = await self.start(PROFILES[profile])
            return self.running[profile]

    async def start(self, options, **variables):
        """A new server with these options and environment variables, on a free port."""
        if self.binary is None:
            raise Skipped("needs a server of its own (--server)")
        log = self.scratch / f"{len(self.processes)}.log"
        arguments = [word for pair in options.items() for word in pair]
        with log.open("wb") as stderr:
            process = await asyncio.create_subprocess_exec(
                self.binary,
                *("--listen", "127.0.0.1:0"),
                *arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=stderr,
                cwd=self.scratch,
                env={**os.environ, **variables},
            )
        self.processes.append(process)
        line = (await within(process.stdout.readline(), "the server's first line")).decode()
        found = re.fullmatch(r"listening on (ws://127\.0\.0\.1:\d+)\n", line)
        if not found:
            said = log.read_text(encoding="utf-8", errors="replace")[-300:]
            raise Failed(f"the server said {line!r} and not where it listens: {said}")
        return Server(found[1], process, log)

    async def stop(self):
        for process in self.processes:
            if process.returncode is None:
                process.kill()
                await process.wait()
        shutil.rmtree(self.scratch, ignore_errors=True)
