"""Whether each acknowledged move was written, then synced, then sent: read from a trace of system calls."""

import json
import re
import struct
from bisect import bisect_left, bisect_right
from collections import defaultdict
from contextlib import suppress

from journal import Fold, move_of

WRITES = ("write", "writev", "pwrite64", "pwritev")
SYNCS = ("fdatasync", "fsync")
SENDS = ("write", "writev", "sendto", "sendmsg")
# How a row of the log begins, as it stands in a page.
BEGINNING = re.compile(r'(?=\[\["[0-9A-Z]{6}",\[)')
READER = json.JSONDecoder()


def order_faults(calls, stored):
    """What was sent before it was safe, as sentences, and how many boards were held against the trace."""
    written, synced, messages = moves_written(calls), syncs(calls), messages_sent(calls)
    folds = {id: Fold(match) for id, match in stored.matches.items()}
    faults, checked = [], 0
    for game, seat, turn, begun in boards_sent(messages):
        move = folds[game].moves[seat][turn] if game in folds and turn in folds[game].moves[seat] else None
        where = f"turn {turn} of seat {seat} of {game}"
        if move is None:
            faults.append(f"{where} was sent and is not stored")
            continue
        checked += 1
        fault = fault_of(written.get(key_of(stored.matches[game].code, seat, move)), synced, begun)
        if fault:
            faults.append(f"{where} {fault}")
    return faults, checked


def fault_of(write, synced, sent):
    """What is wrong with a move that was written by this call and told of from this line on."""
    if write is None or write.ended >= sent:
        return "was sent before it was written"
    begins, ends = synced[write.path]
    after = bisect_right(begins, write.ended)
    if after == len(begins) or ends[after] >= sent:
        return "was sent before it was synced"
    return None


def moves_written(calls):
    """The first call that wrote each move, in whatever row of the log."""
    written, seen = {}, set()
    for call in calls:
        if call.name in WRITES and call.is_done and "/journal.db" in call.path:
            page = call.data[: call.value].decode("latin-1")
            for found in BEGINNING.finditer(page):
                with suppress(ValueError):
                    entries, end = READER.raw_decode(page, found.start())
                    if page[found.start() : end] not in seen:
                        seen.add(page[found.start() : end])
                        note(entries, call, written)
    return written


def note(entries, call, written):
    for code, writes in entries:
        for write in writes:
            if isinstance(write, list):
                move = move_of(*write)
                written.setdefault(key_of(code, move["seat"], {"moved": move, "at_ms": move["at_ms"]}), call)


def key_of(code, seat, move):
    """What no other move has."""
    moved = move["moved"]
    spawn = moved["spawn"]
    return (code, seat, moved["dir"], moved["gained"], spawn["row"], spawn["col"], spawn["value"], move["at_ms"])


def syncs(calls):
    """By file: in which lines its syncs began and ended, those that the kernel has really made."""
    lines = defaultdict(list)
    for call in calls:
        if call.name in SYNCS and call.is_done:
            lines[call.path].append((call.begun, call.ended))
    return defaultdict(
        lambda: ([], []), {path: tuple(zip(*sorted(spans), strict=True)) for path, spans in lines.items()}
    )


def messages_sent(calls):
    """By connection: its messages, each with the line in which its first byte began to be sent."""
    streams = defaultdict(lambda: (bytearray(), [], []))
    for call in calls:
        if call.name in SENDS and call.value > 0 and call.path.startswith(("socket:", "TCP")):
            data, offsets, lines = streams[call.path]
            offsets.append(len(data))
            lines.append(call.begun)
            data += call.data[: call.value]
    return {path: list(messages_of(*stream)) for path, stream in streams.items()}


def messages_of(data, offsets, lines):
    head, at = data.find(b"\r\n\r\n"), 0
    if not data.startswith(b"HTTP/1.1 101") or head < 0:
        return
    at = head + 4
    while at + 2 <= len(data):
        start, opcode, length = at, data[at] & 0x0F, data[at + 1]
        at += 2
        if length == 126:
            (length,) = struct.unpack_from(">H", data, at)
            at += 2
        elif length == 127:
            (length,) = struct.unpack_from(">Q", data, at)
            at += 8
        if opcode == 1 and at + length <= len(data):
            yield json.loads(data[at : at + length]), lines[bisect_left(offsets, start + 1) - 1]
        at += length


def boards_sent(messages):
    """Every board that was sent, also those in snapshots: its match, seat, turn, and line."""
    for stream in messages.values():
        game = None
        for message, line in stream:
            if message["type"] == "match":
                game = message["id"]
                for seat, board in enumerate(message["boards"] or ()):
                    if board["turn"]:
                        yield game, seat, board["turn"], line
            elif message["type"] == "board":
                yield game, message["seat"], message["turn"], line
