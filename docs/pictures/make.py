"""Renders the real client in a terminal to pictures: python make.py CLIENT FOLDER [match] (see ./make).

Made anew with the same client, every picture is the same to the byte: it shows a game of a fixed secret, or
the match of match.json, at a moment that the clock names. With `match` another match is played first, between
two terminals with tiles that nobody knows before; then match.svg and match.json are new, and what shows them.
"""

import re
import shutil
import subprocess
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


def play(players, rounds, pace):
    """Presses keys for some terminals at once, a round in so many seconds."""
    for turn in range(rounds):
        for terminal, keys in players:
            terminal.press(keys[turn % len(keys)])
        for terminal, _ in players:
            terminal.read(pace)


def menu(studio):
    with studio.start() as terminal:
        terminal.wait_for("V E R S U S")
        studio.keep(terminal, "menu", "The menu of 2048 Versus")


def hot_seat(studio):
    options = ["--countdown", "0", "--theme", "cool", "--secret", SECRET, "--names", "Ana", "Bo"]
    with studio.start("local", *options) as terminal:
        terminal.wait_for("Ana", "Bo")
        play([(terminal, STEADY), (terminal, HASTY)], 70, pace=0.09)
        # Later than any machine takes for the moves.
        terminal.wait_for(" 0:25")
        studio.keep(terminal, "hot-seat", "Two players at one keyboard")


def result(studio):
    """The end of the match of match.json."""
    with studio.start("replay", str(studio.folder / "match.json")) as terminal:
        terminal.wait_for("replay")
        terminal.press("end")
        terminal.wait_for("Fair")
        studio.keep(terminal, "result", "The result of a match")


def film(studio):
    """The whole match of match.json."""
    names = [str(studio.folder / name) for name in ("match.json", "film.svg")]
    source, picture_of_it = names
    command = [studio.client, "replay", source, "--export", picture_of_it]
    subprocess.run(command, env=studio.environment, check=True)


def match(studio):
    """A match between two terminals: what the host sees in play, and its replay."""
    options = ["--listen", "127.0.0.1:0", "--target", "128", "--time-limit", "180", "--countdown", "0"]
    with studio.start("host", *options, "--name", "Ana") as ana:
        ana.wait_for("versus2048 join")
        place = re.search(r"versus2048 join (\S+)", ana.text())[1]
        code = place.rpartition("/")[2]
        port = re.search(r":(\d+)/", place)
        address = f"127.0.0.1:{port[1]}/{code}" if port else f"127.0.0.1/{code}"
        with studio.start("join", address, "--name", "Bo") as bo:
            ana.wait_for("Bo", "Ana (you)")
            bo.wait_for("Bo (you)")
            players = [(ana, STEADY + ["up", "right"]), (bo, HASTY)]
            play(players, 45, pace=0.13)
            studio.keep(ana, "match", "A match in play")
            while "Fair" not in ana.text():
                play(players, 6, pace=0.13)
            ana.press("q")
            ana.wait_for_end()
    [replay] = Path(studio.environment["XDG_STATE_HOME"]).glob("versus2048/replays/*.json")
    shutil.copy(replay, studio.folder / "match.json")


def main():
    client, folder, *more = sys.argv[1:]
    scenes = [menu, hot_seat, result, film]
    with tempfile.TemporaryDirectory() as home:
        studio = Studio(client, folder, home)
        for scene in [match] * ("match" in more) + scenes:
            scene(studio)


if __name__ == "__main__":
    main()
