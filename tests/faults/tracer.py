"""strace on a running server: what it asks of the kernel, in order, and errors in the place of answers."""

import asyncio
import os
import re
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from harness import Failed, Skipped, within

# What a server writes, syncs and sends with.
CALLS = "write,writev,pwrite64,pwritev,fdatasync,fsync,sendto,sendmsg"
# What changes the files of a directory, and what sends.
CHANGES = (
    f"{CALLS},pwritev2,openat,open,creat,mkdir,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,"
    "ftruncate,truncate,fallocate,copy_file_range,sendfile,splice,sync_file_range,sync,syncfs"
)
# Longer than anything that is written or sent at once.
LONGEST_STRING = 1_000_000

LINE = re.compile(r"(?P<thread>\d+) +(?:(?P<at>\d+\.\d+) )?(?P<rest>.*)")
START = re.compile(r"(?P<name>\w+)\((?P<fd>\d+)<(?P<path>[^>]*)>(?P<rest>.*)", re.DOTALL)
# A call that is given names of files.
NAMED = re.compile(r"(?P<name>\w+)\((?:AT_FDCWD<[^>]*>, )?(?P<rest>\".*)", re.DOTALL)
RESUMED = re.compile(r"<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)", re.DOTALL)
RESULT = re.compile(r"(?: <unfinished \.\.\.>)?\) += (?P<value>-?\d+|\?)(?P<error>[^\n]*)$")
STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(slots=True)
class Call:
    """A system call on a file: the lines of the trace in which it begins and ends say what came before what."""

    name: str
    path: str
    data: bytes
    begun: int
    ended: int
    value: int
    is_injected: bool
    # When, by the clock of the system, if the trace says so; and what else the call was given.
    at: float = 0.0
    words: str = ""
    # Whether the process was killed in it: then nobody knows what of it was done.
    is_cut_off: bool = False

    @property
    def is_done(self):
        """Whether the kernel has really done it."""
        return self.value >= 0 and not self.is_injected


class Tracer:
    """strace, attached to all threads of a server."""

    def __init__(self, process, output):
        self.process, self.output = process, output

    @classmethod
    async def attach(cls, place, server, *expressions, data=False):
        output = place.scratch / f"trace{len(place.closing)}"
        words = [word for expression in expressions for word in ("-e", expression)]
        process = await asyncio.create_subprocess_exec(
            *("strace", "-f", "-y", "-o", str(output), "-p", str(server.process.pid)),
            *(("-xx", "-s", str(LONGEST_STRING)) if data else ()),
            *words,
            stdin=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        tracer = cls(process, output)
        place.closing.append(tracer.detach)
        line = (await within(process.stderr.readline(), "strace to attach")).decode()
        if "not permitted" in line:
            raise Skipped(f"strace may not attach to a process here: {line.strip()}")
        if "attached" not in line:
            raise Failed(f"strace says {line!r}")
        tracer.reader = asyncio.create_task(process.stderr.read())
        return tracer

    async def detach(self):
        """Lets go of the server, which runs on."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGINT)
        await within(self.process.wait(), "strace to end")

    def injected(self):
        """How many calls were answered by an injected error so far."""
        return self.output.read_text(errors="replace").count("(INJECTED)")

    def calls(self):
        return read_calls(self.output)


def read_calls(path: Path):
    """The calls of a trace, in the order of their ends."""
    calls, unfinished = [], {}
    with path.open(encoding="ascii", errors="replace") as file:
        for number, text in enumerate(file):
            line = LINE.match(text)
            if line is None:
                continue
            thread, at, rest = line["thread"], float(line["at"] or 0), line["rest"]
            if rest.endswith("<unfinished ...>"):
                unfinished[thread] = (number, rest.removesuffix("<unfinished ...>"))
                continue
            resumed, begun = RESUMED.match(rest), number
            if resumed is not None:
                begun, start = unfinished.pop(thread, (number, ""))
                rest = start + resumed["rest"]
            call = read_call(rest, begun, number, at)
            if call is not None:
                calls.append(call)
    return calls


def read_call(text, begun, ended, at):
    result = RESULT.search(text)
    start = START.match(text) or NAMED.match(text)
    if start is None or result is None:
        return None
    rest = start["rest"][: result.start() - start.start("rest")]
    strings = [bytes.fromhex(found.replace("\\x", "")) for found in STRING.findall(rest)]
    # What is given names has them in the place of a file.
    path = path_of(start["path"]) if "path" in start.groupdict() else strings.pop(0).decode()
    return Call(
        name=start["name"],
        path=path,
        data=b"".join(strings),
        begun=begun,
        ended=ended,
        value=-1 if result["value"] == "?" else int(result["value"]),
        is_cut_off=result["value"] == "?" and not result["error"].strip(),
        is_injected="INJECTED" in result["error"],
        at=at,
        words=STRING.sub("", rest).strip(),
    )


def path_of(text):
    return bytes.fromhex(text.replace("\\x", "")).decode() if text.startswith("\\x") else text
