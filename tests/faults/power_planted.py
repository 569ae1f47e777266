"""Faults that a power cut would show, planted in a recording: disks that lose what was synced, and early messages."""

import copy
from bisect import bisect_left
from pathlib import Path

from history import HEARD
from order import SYNCS
from power import BETWEEN_LIVES
from recording import some

PLANTS = []


def plant(found):
    """Registers what gives a doctored recording, a cut, and the files then; `found` is a pattern of the fault."""

    def register(function):
        function.found = found
        PLANTS.append(function)
        return function

    return register


def doctored(recording, keeps):
    """The same with these changes alone."""
    other = copy.copy(recording)
    other.changes = [call for call in recording.changes if keeps(call)]
    return other


def at(recording, wanted, how):
    """The first cut at which that is so, and the files at it."""
    cut, files = some((cut, how(disk)) for cut, disk in recording.disks() if wanted(cut))
    return recording, cut, files


def is_sync_of(call, name):
    return call.name in SYNCS and Path(call.path).name == name


def lines_of_boards(recording):
    """The lines in which boards of moves were sent, in order."""
    heard = recording.history.entries
    return sorted(recording.lines[e.number] for e in heard if e.kind == HEARD and e.message["type"] == "board")


def three_quarters(recording):
    """The line in which three quarters of all boards have been told."""
    lines = lines_of_boards(recording)
    return lines[len(lines) * 3 // 4]


def lost(disk):
    return disk.lost()


def kept(disk):
    return disk.kept()


@plant("is not stored")
def a_log_that_was_never_synced(recording):
    other = doctored(recording, lambda call: not is_sync_of(call, "journal.db-wal"))
    line = three_quarters(recording)
    return at(other, lambda cut: cut.line > line, lost)


@plant("is not stored")
def names_that_were_never_synced(recording):
    other = doctored(recording, lambda call: not is_sync_of(call, recording.directory.name))
    line = three_quarters(recording)
    return at(other, lambda cut: cut.line > line, lost)


@plant("is not stored|can't be read|ended with 3")
def a_checkpoint_that_was_never_synced(recording):
    """The second life begins with one, and empties the log after it."""
    return without_checkpoints(recording, lost)


@plant("is not stored|can't be read|ended with 3")
def a_checkpoint_that_is_torn(recording):
    return without_checkpoints(recording, lambda disk: disk.torn("a checkpoint"))


def without_checkpoints(recording, how):
    other = doctored(recording, lambda call: not is_sync_of(call, "journal.db"))
    return at(other, lambda cut: cut.line > lines_of_boards(recording)[-1], how)


@plant("ended with 3")
def a_page_that_was_dropped(recording):
    pages = [c for c in recording.changes if c.name == "pwrite64" and c.path.endswith("-wal") and len(c.data) == 4096]
    first_life = [page for page in pages if page.ended < 2 * BETWEEN_LIVES]
    dropped = first_life[len(first_life) // 2]
    other = doctored(recording, lambda call: call is not dropped)
    return at(other, lambda cut: cut.line > first_life[-1].ended, kept)


@plant("is not stored")
def a_move_that_was_told_while_it_was_synced(recording):
    other = copy.copy(recording)
    ends = [call.ended for call in recording.changes if call.name in SYNCS]
    entry = some(e for e in recording.history.entries if is_new_board(recording, e))
    sync = ends[bisect_left(ends, recording.lines[entry.number]) - 1]
    other.lines = {**recording.lines, entry.number: sync - 1}
    return at(other, lambda cut: cut.line >= sync, lost)


def is_new_board(recording, entry):
    """Whether it is told to its player, in the second half of the run."""
    return (
        entry.kind == HEARD
        and entry.message["type"] == "board"
        and "re" in entry.message
        and entry.number > len(recording.history.entries) // 2
    )


@plant("is stored and was not sent")
def a_disk_of_another_time(recording):
    lines = lines_of_boards(recording)
    _, early, _ = at(recording, lambda cut: cut.line > lines[len(lines) // 2], kept)
    _, _, late = at(recording, lambda cut: cut.line > lines[len(lines) * 3 // 4], kept)
    return recording, early, late
