"""A recording of what a server has done to its directory, and of what it has told by then: where the power can fail."""

import asyncio
import json
import os
import re
import time
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

from disk import Disk, Resize, Write
from harness import Failed, check
from history import HEARD, STARTED, History
from order import SENDS, SYNCS, messages_sent
from tracer import CHANGES, LONGEST_STRING, read_calls

# What is between processes alone, and made anew at each start.
VOLATILE = "journal.db-shm"
OFFSET = re.compile(r", (\d+)$")
WRITABLE = ("O_CREAT", "O_TRUNC")
NEVER = float("inf")
# How soon strace ends after the process, and how many bytes tell whether it has.
ENDED_WITHIN_S, POLL_S, LONGEST_END = 20.0, 0.02, 200
# So far apart are the lines of two lives, each of which has a trace of its own: more than a trace has.
BETWEEN_LIVES = 1_000_000_000


def traced(output):
    """The words before a command that is traced. It stays the parent's own child, so that it can be sent signals."""
    return [
        *("strace", "-D", "-f", "--seccomp-bpf", "-y", "-ttt", "-xx", "-s", str(LONGEST_STRING)),
        *("-o", str(output), "-e", f"trace={CHANGES}"),
    ]


async def ended(trace, pid):
    """Waits until a trace tells the end of its process, whose first thread is the last one to end."""
    deadline = time.monotonic() + ENDED_WITHIN_S
    while not re.match(rf"{pid} .*\+\+\+", last_line(trace)):
        check(time.monotonic() < deadline, "strace does not come to an end")
        await asyncio.sleep(POLL_S)


def last_line(trace):
    with trace.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - LONGEST_END))
        return file.read().decode("ascii").rstrip("\n").rpartition("\n")[2]


def files_in(directory):
    """The bytes of each file by its name, but of those that no restart looks at."""
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.name != VOLATILE}


@dataclass
class Cut:
    """A moment between two changes: how many there were, the line of the trace and the time up to which it lasts."""

    changes: int
    line: float
    at: float


class Recording:
    """Changes of a directory in their order, through several lives of a server, and the lines in which all was told."""

    def __init__(self, directory, history):
        self.directory, self.history = Path(directory), history
        self.changes, self.lives = [], 0
        # By the number of an entry that was heard: the line in which it was sent.
        self.lines = {}
        # What the clock of the system says when that of the history says nothing.
        self.epoch = time.time() - time.monotonic()
        self.streams = []

    def add(self, trace, files):
        """Takes in the trace of another life, and demands that it explains what files there were afterwards."""
        self.lives += 1
        first = self.lives * BETWEEN_LIVES
        calls = [replace(c, begun=c.begun + first, ended=c.ended + first) for c in read_calls(trace)]
        # What was sent when the process was killed may have been heard.
        sent = [replace(c, value=len(c.data)) if c.is_cut_off and c.name in SENDS else c for c in calls]
        self.streams += messages_sent(sent).values()
        for call in filter(self.is_change, calls):
            if call.is_done:
                self.changes.append(call)
            elif call.is_cut_off and call.name == "pwrite64":
                self.changes.append(self.as_far_as_done(call, files))
        *_, (_, disk) = self.disks()
        told = disk.kept()
        others = [name for name in sorted({*told, *files}) if told.get(name) != files.get(name)]
        check(not others, f"after life {self.lives} these files are not what the trace tells: {others}")

    def as_far_as_done(self, call, files):
        """A write in which the process was killed, up to the byte that is not in the file."""
        content = files.get(Path(call.path).name, b"")[offset_of(call) :]
        return replace(call, value=len(os.path.commonprefix([call.data, content])))

    def is_change(self, call):
        path = Path(call.path)
        if path.name == VOLATILE or (path != self.directory and path.parent != self.directory):
            return False
        return not call.name.startswith("open") or any(word in call.words for word in WRITABLE)

    def settle(self):
        """Finds what was heard in what was sent, and demands that one change came after the other."""
        for before, after in zip(self.changes, self.changes[1:], strict=False):
            check(before.ended < after.begun, f"{before.name} and {after.name} were under way at once")
        by_first = {key_of(stream[0][0]): stream for stream in self.streams if stream}
        heard = defaultdict(list)
        for entry in self.history.entries:
            if entry.kind == HEARD:
                heard[entry.connection].append(entry)
        for entries in heard.values():
            stream = by_first.get(key_of(entries[0].message), [])
            check(len(stream) >= len(entries), f"{entries[0].who} has heard more than the trace tells")
            for entry, (message, line) in zip(entries, stream, strict=False):
                check(entry.message == message, f"{entry.who} has heard another message than was sent: {message}")
                self.lines[entry.number] = line

    def cuts(self):
        """Each moment, from before the first change to after the last one."""
        for changes, call in enumerate(self.changes):
            # A sync counts when it has ended, anything else from its beginning.
            yield Cut(changes, call.ended if call.name in SYNCS else call.begun, call.at)
        yield Cut(len(self.changes), NEVER, NEVER)

    def history_at(self, cut):
        """What the clients had sent and what they had been told when the power failed."""
        entries = [entry for entry in self.history.entries if self.is_before(entry, cut)]
        history = History(replace(entry, number=number) for number, entry in enumerate(entries))
        history.lives = dict(self.history.lives)
        return history

    def is_before(self, entry, cut):
        if entry.kind == HEARD:
            return self.lines[entry.number] < cut.line
        return entry.at + self.epoch <= cut.at or (entry.kind == STARTED and entry.life == 1)

    # --- what the changes do to a disk

    def do(self, disk, call):
        name = Path(call.path).name
        match call.name:
            case "mkdir":
                pass
            case "openat":
                self.open(disk, name, call)
            case "pwrite64":
                disk.names[name].pending.append(Write(offset_of(call), call.data[: call.value]))
            case "ftruncate":
                disk.names[name].pending.append(Resize(offset_of(call)))
            case "fsync" | "fdatasync" if Path(call.path) == self.directory:
                disk.sync_names()
            case "fsync" | "fdatasync":
                disk.names[name].sync()
            case "rename":
                disk.rename(name, os.path.basename(call.data.decode()))
            case "unlink":
                disk.remove(name)
            case other:
                raise Failed(f"the server calls {other} on {call.path}, of which the model of a disk knows nothing")

    def open(self, disk, name, call):
        if name not in disk.names:
            disk.create(name)
        elif "O_TRUNC" in call.words:
            disk.names[name].pending.append(Resize(0))

    def disks(self):
        """The disk at each cut, which is the same value all the time."""
        disk = Disk()
        for cut, call in zip(self.cuts(), [*self.changes, None], strict=True):
            yield cut, disk
            if call is not None:
                self.do(disk, call)


def offset_of(call):
    """The last number that a call was given: an offset, or a size."""
    return int(OFFSET.search(call.words)[1])


def is_write_at(call, offset):
    return call.name == "pwrite64" and offset_of(call) == offset


def key_of(message):
    return json.dumps(message, sort_keys=True)
