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
    """Runs statements; `:game` is a match that is not over, `:done` one that is, `:seq` an event in their middle."""

    def do(directory, truth):
        connection = sqlite3.connect(directory / DATABASE)
        open_game, done = truth.an_open_match, truth.a_finished_match
        values = {
            "game": open_game.bytes_of_id,
            "done": done.bytes_of_id,
            "seq": max(2, min(len(open_game.events), len(done.events)) // 2),
            "last": len(open_game.events),
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


EVENT = "UPDATE events SET {} WHERE game = :{} AND seq = :seq"
SWAP = (
    "UPDATE events SET seq = -1 WHERE game = :{0} AND seq = :seq",
    "UPDATE events SET seq = :seq WHERE game = :{0} AND seq = :seq + 1",
    "UPDATE events SET seq = :seq + 1 WHERE game = :{0} AND seq = -1",
)
OTHER_DIRECTION = "body = replace(replace(body, '\"left\"', '\"right\"'), '\"up\"', '\"down\"') || ' '"


def swap(game):
    return sql(*(statement.format(game) for statement in SWAP))


def in_rows():
    """Rows changed by SQL: what a checksum, the numbers and the rules have to find."""
    yield Damage(
        "an event of an open match deleted", sql("DELETE FROM events WHERE game = :game AND seq = :seq"), codes=(3,)
    )
    yield Damage("the first event deleted", sql("DELETE FROM events WHERE game = :game AND seq = 1"), codes=(3,))
    yield Damage("the last event deleted", sql("DELETE FROM events WHERE game = :game AND seq = :last"), codes=(3,))
    yield Damage("all events deleted", sql("DELETE FROM events WHERE game = :game"), codes=(3,))
    yield Damage("two events swapped", swap("game"), codes=(3,))
    yield Damage("a body changed", sql(EVENT.format(OTHER_DIRECTION, "game")), codes=(3,))
    yield Damage("a checksum changed", sql(EVENT.format("checksum = x'0011223344556677'", "game")), codes=(3,))
    yield Damage("another format", sql(EVENT.format("format = 2", "game")))
    yield Damage(
        "an event of another match",
        sql(
            "DELETE FROM events WHERE game = :game AND seq = :seq",
            "INSERT INTO events SELECT :game, seq, body, format, checksum FROM events"
            " WHERE game = :done AND seq = :seq",
        ),
        codes=(3,),
    )
    yield Damage("a match deleted", sql("DELETE FROM matches WHERE id = :game"))
    yield Damage("a table changed", sql("UPDATE tables SET body = replace(body, 'true', 'false') || ' '"), codes=(3,))
    yield Damage("a table of an unknown match", sql("UPDATE matches SET id = x'00' WHERE id = :game"))
    yield Damage("an event of a finished match deleted", sql("DELETE FROM events WHERE game = :done AND seq = :seq"))
    yield Damage("two events of a finished match swapped", swap("done"))
    yield Damage("a body of a finished match changed", sql(EVENT.format(OTHER_DIRECTION, "done")))
    yield Damage("a result changed", sql("UPDATE results SET body = replace(body, '0', '1') WHERE game = :done"))
    yield Damage("a result deleted", sql("DELETE FROM results WHERE game = :done"))
    yield Damage("players deleted", sql("DELETE FROM players"))
    yield Damage("a newer version", sql("PRAGMA user_version = 4711"), may_start=False, codes=(1,))
    yield Damage("no version", sql("PRAGMA user_version = 0"), may_start=False)
    yield Damage("another program's number", sql("PRAGMA application_id = 1"), may_start=False, codes=(1,))
    yield Damage("an index dropped", sql("DROP INDEX results_by_end"))
    yield Damage("a column more", sql("ALTER TABLE events ADD COLUMN more TEXT"))


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
