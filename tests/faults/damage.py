"""Ways to damage the files of a journal. Each is given a copy of its directory and changes it."""

import random
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from journal import DATABASE

PAGE = 4096
LOG = f"{DATABASE}-wal"


@dataclass
class Damage:
    name: str
    do: Callable
    # Whether what is missing is missing at the end, so that what is left may be all of an earlier time.
    cuts_the_end: bool = False
    # The exit codes with which a server may refuse; None where it must not start.
    may_start: bool = True
    codes: tuple = (1, 3)


def flip_bits(name):
    def do(directory, _):
        content = bytearray((directory / name).read_bytes())
        for _ in range(random.choice((1, 1, 2, 8))):
            content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        (directory / name).write_bytes(content)

    return do


def flip_in_the_first_frame(directory, _):
    content = bytearray((directory / LOG).read_bytes())
    content[32 + 24 + random.randrange(PAGE)] ^= 1 << random.randrange(8)
    (directory / LOG).write_bytes(content)


def truncate(name):
    def do(directory, _):
        content = (directory / name).read_bytes()
        (directory / name).write_bytes(content[: random.randrange(1, len(content))])

    return do


def zero_page(name):
    def do(directory, _):
        content = bytearray((directory / name).read_bytes())
        start = random.randrange(max(1, len(content) // PAGE)) * PAGE
        content[start : start + PAGE] = bytes(len(content[start : start + PAGE]))
        (directory / name).write_bytes(content)

    return do


def sql(*statements):
    """Runs statements; `:done` is a match that is over, `:first` to `:last` are the rows of the log, `:middle` one between."""

    def do(directory, truth):
        connection = sqlite3.connect(directory / DATABASE)
        first, last = connection.execute("SELECT min(number), max(number) FROM log").fetchone()
        values = {
            "done": truth.a_finished_match.bytes_of_id,
            "first": first,
            "middle": (first + last) // 2,
            "last": last,
        }
        with connection:
            for statement in statements:
                changed = connection.execute(statement, values).rowcount
                assert changed != 0, f"nothing to damage by {statement}"
        connection.close()

    return do


def remove(name):
    return lambda directory, _: (directory / name).unlink()


def replace_by(name, content):
    return lambda directory, _: (directory / name).write_bytes(content)


def log_of_another(directory, truth):
    (directory / LOG).write_bytes((truth.other_directory / LOG).read_bytes())


def other_database(directory, _):
    for name in (DATABASE, LOG):
        (directory / name).unlink(missing_ok=True)
    connection = sqlite3.connect(directory / DATABASE)
    connection.execute("CREATE TABLE events (game, seq, body)")
    connection.commit()
    connection.close()


def directory_in_its_place(directory, _):
    (directory / DATABASE).unlink()
    (directory / DATABASE).mkdir()


def in_rows():
    """Rows changed by SQL: what a checksum, the numbers and the rules have to find."""
    for name, rows in (
        ("the first row", "number = :first"),
        ("the first rows", "number <= :middle"),
        ("a row", "number = :middle"),
        ("the last row", "number = :last"),
        ("the last rows", "number >= :last - 1"),
        ("all rows", "number >= :first"),
    ):
        yield Damage(f"{name} of the log deleted", sql(f"DELETE FROM log WHERE {rows}"), codes=(3,))
    yield Damage(
        "two rows of the log swapped",
        sql(
            "UPDATE log SET number = -1 WHERE number = :middle",
            "UPDATE log SET number = :middle WHERE number = :middle + 1",
            "UPDATE log SET number = :middle + 1 WHERE number = -1",
        ),
        codes=(3,),
    )
    for name, change in (
        ("a body", "body = replace(body, '[', '[ ')"),
        ("a checksum", "checksum = x'0011223344556677'"),
        ("a format", "format = 2"),
    ):
        yield Damage(f"{name} of the log changed", sql(f"UPDATE log SET {change} WHERE number = :middle"), codes=(3,))
    for name, change in (
        ("the moves", "moves = replace(moves, 'left', 'right')"),
        ("the header", "header = replace(header, '0', '1')"),
        ("the id", "game = x'00112233445566778899aabbccddeeff'"),
        ("the format", "format = 2"),
    ):
        yield Damage(f"{name} of a finished match changed", sql(f"UPDATE finished SET {change} WHERE game = :done"))
    yield Damage("a finished match deleted", sql("DELETE FROM finished WHERE game = :done"))
    yield Damage("players deleted", sql("DELETE FROM players"))
    yield Damage("a newer version", sql("PRAGMA user_version = 4711"), may_start=False, codes=(1,))
    yield Damage("no version", sql("PRAGMA user_version = 0"), may_start=False)
    yield Damage("another program's number", sql("PRAGMA application_id = 1"), may_start=False, codes=(1,))
    yield Damage("an index dropped", sql("DROP INDEX finished_by_end"))
    yield Damage("a column more", sql("ALTER TABLE log ADD COLUMN more TEXT"))


def in_files(times):
    """Bytes changed, by chance or by somebody who has the wrong file."""
    for n in range(10 * times):
        yield Damage(f"flipped bits {n}", flip_bits(DATABASE))
    for n in range(5 * times):
        # A frame of the log that does not hold ends the log.
        yield Damage(f"flipped bits of the log {n}", flip_bits(LOG), cuts_the_end=True)
        yield Damage(f"a zeroed page {n}", zero_page(DATABASE))
    for n in range(3 * times):
        yield Damage(f"truncated {n}", truncate(DATABASE))
        yield Damage(f"a truncated log {n}", truncate(LOG), cuts_the_end=True)
        yield Damage(f"a zeroed page of the log {n}", zero_page(LOG), cuts_the_end=True)
    yield Damage("a flipped bit in the log's first frame", flip_in_the_first_frame, may_start=False, codes=(3,))
    yield Damage("no log", remove(LOG), cuts_the_end=True)
    yield Damage("the log of another", log_of_another, cuts_the_end=True)
    yield Damage("no database", remove(DATABASE), may_start=False, codes=(3,))
    yield Damage("an empty file", replace_by(DATABASE, b""), may_start=False)
    yield Damage("a text", replace_by(DATABASE, b"Dear diary,\n" * 2000), may_start=False)
    yield Damage("another program's database", other_database, may_start=False, codes=(1,))
    yield Damage("a directory", directory_in_its_place, may_start=False)
