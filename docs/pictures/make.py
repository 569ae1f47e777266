"""Renders the real client in a terminal to pictures: python make.py CLIENT FOLDER (see ./make)."""

import re
import sys
import tempfile
from pathlib import Path

from svg import picture
from terminal import Terminal

SECRET = "07" * 32
# Cycles that get far without a thought, and not equally far.
STEADY = ["down", "left", "down", "right"]
HASTY = ["d", "s", "a", "s", "d", "w"]
HALF_A_SECOND = 0.5


class Studio:
    """Where clients are started, for one person without a past, and pictures kept."""

    def __init__(self, client, folder, home):
        self.client, self.folder = client, Path(folder)
        self.environment = {
            "HOME": home, "XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home, "LANG": "C.UTF-8", "LC_ALL": "",
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "",
        }  # fmt: skip

    def start(self, *arguments, size=(80, 24)):
        return Terminal([self.client, *arguments], size, self.environment)

    def keep(self, terminal, name, title):
        # What moves has come to rest, and what was just said is still there.
        terminal.read(HALF_A_SECOND * 3)
        (self.folder / f"{name}.svg").write_text(picture(terminal.screen, title))
        print(name)


def play(players, rounds):
    """Presses keys for some terminals at once, at the pace of quick hands."""
    for turn in range(rounds):
        for terminal, keys in players:
            terminal.press(keys[turn % len(keys)])
        for terminal, _ in players:
            terminal.read(0.09)


def menu(studio):
    with studio.start() as terminal:
        terminal.wait_for("V E R S U S")
        studio.keep(terminal, "menu", "The menu of 2048 Versus")


def hot_seat(studio):
    with studio.start("local", "--countdown", "0", "--theme", "cool", "--secret", SECRET) as terminal:
        terminal.wait_for("Player 2")
        play([(terminal, STEADY), (terminal, HASTY)], 70)
        studio.keep(terminal, "hot-seat", "Two players at one keyboard")


def match(studio):
    """A match between two terminals to its end: what the host sees in play, and the result."""
    options = ["--listen", "127.0.0.1:0", "--target", "256", "--time-limit", "180", "--countdown", "0"]
    with studio.start("host", *options, "--name", "Ana") as ana:
        ana.wait_for("versus2048 join")
        place = re.search(r"versus2048 join (\S+)", ana.text())[1]
        code = place.rpartition("/")[2]
        port = re.search(r":(\d+)/", place)
        address = f"127.0.0.1:{port[1]}/{code}" if port else f"127.0.0.1/{code}"
        with studio.start("join", address, "--name", "Bo") as bo:
            ana.wait_for("Bo", "Ana (you)")
            bo.wait_for("Bo (you)")
            play([(ana, STEADY), (bo, HASTY)], 75)
            studio.keep(ana, "match", "A match in play")
            rounds = 0
            while "wins" not in ana.text() and "win!" not in ana.text() and rounds < 60:
                play([(ana, STEADY + ["up", "right"]), (bo, HASTY)], 12)
                rounds += 1
            ana.wait_for("Fair")
            studio.keep(ana, "result", "The result of a match")


def main():
    client, folder = sys.argv[1:]
    with tempfile.TemporaryDirectory() as home:
        studio = Studio(client, folder, home)
        for scene in (menu, hot_seat, match):
            scene(studio)


if __name__ == "__main__":
    main()
