"""A directory as a disk may have it after a power cut, worked out from what was written to it and what was synced.

A sync of a file brings its bytes and its size to the disk, a sync of the directory the names in it. What was written
since may be there wholly, in part or not at all: of the bytes any sectors, each as some write has left it; of the sizes
of a file, and of the names in a directory, as many as a journalling file system has got to, in their order.
"""

import random
from dataclasses import dataclass, field

SECTOR = 512


@dataclass(slots=True)
class Write:
    """Bytes that were written at an offset."""

    offset: int
    data: bytes


@dataclass(slots=True)
class Resize:
    """A size that a file was given."""

    size: int


@dataclass
class File:
    """A file, whatever its name: what is on disk for certain, and what was done since, in order."""

    synced: bytes = b""
    pending: list = field(default_factory=list)

    def sync(self):
        self.synced, self.pending = self.kept(), []

    def kept(self):
        """With everything that was done."""
        content = bytearray(self.synced)
        for change in self.pending:
            apply(content, change)
        return bytes(content)

    def torn(self, chance):
        """With the first of the changes of its size, and some of the sectors that were written."""
        resized = chance.randint(0, len(self.pending))
        likely = chance.choice((0.1, 0.5, 0.9))
        cached, content = bytearray(self.synced), bytearray(self.synced)
        for number, change in enumerate(self.pending):
            apply(cached, change)
            if isinstance(change, Resize):
                if number >= resized:
                    # What is written after it goes to blocks that the file has not on the disk.
                    break
                resize(content, change.size)
                continue
            end = change.offset + len(change.data)
            if number < resized and end > len(content):
                resize(content, end)
            for start in range(change.offset // SECTOR * SECTOR, min(end, len(content)), SECTOR):
                if chance.random() < likely:
                    content[start : start + SECTOR] = cached[start : min(start + SECTOR, len(content))]
        return bytes(content)


def apply(content, change):
    if isinstance(change, Resize):
        resize(content, change.size)
    else:
        end = change.offset + len(change.data)
        resize(content, max(end, len(content)))
        content[change.offset : end] = change.data


def resize(content, size):
    del content[size:]
    content.extend(bytes(size - len(content)))


class Disk:
    """The files of one directory."""

    def __init__(self):
        # The names on the disk, the changes of them that may be, and the names as the programs see them.
        self.synced, self.pending, self.names = {}, [], {}

    def create(self, name):
        self.change(name, File())

    def remove(self, name):
        self.change(name, None)

    def rename(self, old, new):
        self.change((old, new), None)

    def change(self, name, file):
        self.pending.append((name, file))
        change_names(self.names, name, file)

    def sync_names(self):
        self.synced, self.pending = dict(self.names), []

    @property
    def is_certain(self):
        """Whether there is only one state in which it can be."""
        files = {id(file): file for names in (self.synced, self.names) for file in names.values()}
        return not self.pending and not any(file.pending for file in files.values())

    # --- what there may be after a power cut: the bytes of each file by its name

    def kept(self):
        """All of it, as after a kill."""
        return {name: file.kept() for name, file in self.names.items()}

    def lost(self):
        """What was synced alone."""
        return {name: file.synced for name, file in self.synced.items()}

    def torn(self, seed):
        """Some of what was not synced."""
        chance = random.Random(seed)
        names = dict(self.synced)
        for name, file in self.pending[: chance.randint(0, len(self.pending))]:
            change_names(names, name, file)
        return {name: file.torn(chance) for name, file in sorted(names.items())}


def change_names(names, name, file):
    if isinstance(name, tuple):
        old, new = name
        names[new] = names.pop(old)
    elif file is None:
        del names[name]
    else:
        names[name] = file
