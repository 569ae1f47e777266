"""Judges a run: acknowledged ⊆ stored ⊆ sent, each once and in order, and everybody was told the same.

It is given the history of the clients and what was stored at the end of each life of the server, and trusts neither.
"""

from bisect import bisect_left
from collections import Counter, defaultdict

from harness import Failed
from history import HEARD, SENT, STARTED
from journal import Fold, Impossible
from rules import commitment_of, seed_of
from wire import check_message

BOARD = ("turn", "rows", "score", "status")
# The countdown after a restart is three seconds: as it is told to who saw the pause before, and as a client can measure
# it, to whom its first message may have come late.
LEAST_COUNTDOWN_MS, LEAST_COUNTDOWN_S = 2900, 2.0
# What is left of an allowance may be less than all of it by as much as the start has taken.
SOME_MS = 3000


def check_run(history, stored, at_ends=None, forfeit_ms=45_000):
    """All faults of a run, as sentences, and its figures.

    `stored` is what there was at the end, `at_ends` what there was after each life of the server, by its number.
    """
    checker = Checker(history, stored, at_ends or {}, forfeit_ms)
    checker.run()
    return checker.faults, checker.figures


class View:
    """What one connection has been told of the match that it looks at."""

    def __init__(self):
        self.player = self.game = self.snapshot = None
        self.turns, self.at_ms, self.over = {}, {}, set()
        self.phase, self.phase_at, self.was_paused = None, None, False
        # What was sent, by its id; how often each was answered; the last one that was, in order.
        self.sent, self.answered, self.last_re = {}, Counter(), 0
        # The number of the entry before which everything must be in the next snapshot.
        self.asked = None


class Checker:
    """Goes through the history once, comparing as it goes; then through what is stored, and each life of the server."""

    def __init__(self, history, stored, at_ends, forfeit_ms):
        self.history, self.stored, self.at_ends, self.forfeit_ms = history, stored, at_ends, forfeit_ms
        self.faults, self.figures = [], Counter()
        self.views = defaultdict(View)
        # What was told of a board, by match, seat and turn: the message, who was told, when.
        self.told = {}
        # By match and seat: the turns that were new to all when they were told, and the entries' numbers.
        self.news = defaultdict(lambda: ([], []))
        # By match and player: the moves that were sent, in order.
        self.moves_sent = defaultdict(list)
        self.ends_told = {}
        self.identities = {}
        # By life and match: the first snapshot, and whether there was a paused one.
        self.first_snapshots, self.paused = {}, set()
        self.folds = {}

    def fault(self, text, entry=None):
        where = f" (entry {entry.number}, life {entry.life}, {entry.who})" if entry else ""
        self.faults.append(text + where)

    def run(self):
        self.fold_all()
        for entry in self.history.entries:
            if entry.kind == SENT:
                self.sent(entry)
            elif entry.kind == HEARD:
                self.heard(entry)
            elif entry.kind == STARTED and entry.life > 1:
                self.figures["restarts"] += 1
        self.check_stored_was_sent()
        self.check_results()
        for life in sorted(self.at_ends):
            self.check_life(life, self.at_ends[life])
        self.figures["acknowledged moves"] = sum(1 for _, _, turn in self.told if turn)
        self.figures["stored moves"] = sum(len(fold.moves[0]) + len(fold.moves[1]) for fold in self.folds.values())
        self.figures["matches"] = len(self.stored.matches)
        self.figures["finished"] = sum(match.result is not None for match in self.stored.matches.values())

    def fold_all(self):
        for id, match in self.stored.matches.items():
            try:
                self.folds[id] = Fold(match)
            except (Impossible, KeyError, TypeError, IndexError) as why:
                self.fault(f"the stored events of {id} do not replay: {why!r}")

    # --- what was sent

    def sent(self, entry):
        view, message = self.views[entry.connection], entry.message
        view.sent[message["id"]] = message
        if message["type"] in ("hello", "watch", "join"):
            view.asked = entry.number
        if message["type"] == "move":
            self.figures["sent moves"] += 1
            self.moves_sent[view.game, view.player].append(entry)

    # --- what was heard

    def heard(self, entry):
        message, view = entry.message, self.views[entry.connection]
        try:
            check_message(message)
        except (Failed, KeyError, TypeError, IndexError) as why:
            self.fault(f"a message of the wrong form: {why}", entry)
            return
        self.answer(view, message, entry)
        handler = {
            "welcome": self.welcome,
            "match": self.snapshot,
            "board": self.board,
            "over": self.over,
        }.get(message["type"])
        if handler is not None:
            handler(view, message, entry)

    def answer(self, view, message, entry):
        """`re` belongs to something that was sent, comes once, and in the order of what was sent."""
        if "re" not in message:
            return
        re, sent = message["re"], view.sent.get(message["re"])
        if sent is None:
            self.fault(f"an answer to {re}, which was not sent on this connection", entry)
            return
        view.answered[re] += 1
        if view.answered[re] > 1:
            self.fault(f"a second answer to {sent}", entry)
        passes = message.get("reason", message.get("code")) in ("rate_limited", "unavailable")
        if not passes:
            if re < view.last_re:
                self.fault(f"the answer to {sent} comes after that to {view.last_re}", entry)
            view.last_re = re
        if message["type"] == "board" and (sent.get("turn"), sent.get("dir")) != (
            message["turn"] - 1,
            message["moved"]["dir"],
        ):
            self.fault(f"{sent} was answered by the board of another move", entry)
        if message["type"] == "rejected" and (sent.get("turn"), sent.get("dir")) != (message["turn"], message["dir"]):
            self.fault(f"{sent} was answered by the refusal of another move", entry)

    def welcome(self, view, message, entry):
        view.player = message["player"]["id"]
        hello = view.sent.get(message.get("re"), {})
        known = self.identities.get(hello.get("token"))
        if known is not None and known != view.player:
            self.fault(f"a token that was valid belongs to nobody now: {known} became {view.player}", entry)
        if known is not None and message["token"] != hello["token"]:
            self.fault("a player who came back got another token", entry)
        self.identities[message["token"]] = view.player

    def snapshot(self, view, message, entry):
        game = message["id"]
        self.figures["snapshots"] += 1
        if view.game != game:
            view.turns, view.at_ms = {}, {}
        view.game, view.snapshot = game, message
        for seat, board in enumerate(message["boards"] or ()):
            if board["turn"] < view.turns.get(seat, 0):
                self.fault(f"a snapshot of turn {board['turn']} after a board of turn {view.turns[seat]}", entry)
            view.turns[seat] = board["turn"]
            self.see(game, seat, {name: board[name] for name in BOARD}, entry)
            self.check_not_behind(game, seat, board["turn"], view.asked, entry)
        if game in view.over and message["phase"] != "over":
            self.fault(f"{message['phase']} after the end", entry)
        if message["result"] is not None:
            self.end_told(game, message["result"], entry)
        self.first_snapshots.setdefault((entry.life, game), entry)
        if message["phase"] == "paused":
            self.paused.add((entry.life, game))
        self.check_countdown(view, message, entry)

    def check_not_behind(self, game, seat, turn, asked, entry):
        """What anybody was told before this viewer asked is in its snapshot."""
        turns, numbers = self.news[game, seat]
        known = bisect_left(numbers, asked or 0)
        if known and turns[known - 1] > turn:
            self.fault(f"a snapshot at turn {turn} of seat {seat}, when {turns[known - 1]} had been told before", entry)

    def check_countdown(self, view, message, entry):
        phase = message["phase"]
        if phase == view.phase:
            return
        if view.phase == "paused" and phase == "playing":
            self.fault("no countdown between the pause and the play", entry)
        if view.phase == "countdown" and view.was_paused and phase == "playing":
            lasted = entry.at - view.phase_at
            self.figures["countdowns after a restart"] += 1
            if lasted < LEAST_COUNTDOWN_S:
                self.fault(f"a countdown of {lasted:.2f} s after a restart", entry)
        view.was_paused = view.phase == "paused"
        if view.was_paused and phase == "countdown" and message["starts_in_ms"] < LEAST_COUNTDOWN_MS:
            self.fault(f"a countdown of {message['starts_in_ms']} ms after a restart", entry)
        view.phase, view.phase_at = phase, entry.at

    def board(self, view, message, entry):
        game, seat, turn = view.game, message["seat"], message["turn"]
        if game is None:
            self.fault("a board without a match", entry)
            return
        if turn <= view.turns.get(seat, -1):
            self.fault(f"a board of turn {turn} after turn {view.turns[seat]}", entry)
        if message["at_ms"] < view.at_ms.get(game, 0):
            self.fault(f"at_ms falls from {view.at_ms[game]} to {message['at_ms']}", entry)
        if game in view.over:
            self.fault("a board after the end", entry)
        view.turns[seat], view.at_ms[game] = turn, message["at_ms"]
        self.see(game, seat, {name: message[name] for name in (*BOARD, "moved", "at_ms")}, entry)

    def see(self, game, seat, board, entry):
        """A board is what others were told of it, and what is stored."""
        self.figures["boards told"] += 1
        turn = board["turn"]
        known = self.told.get((game, seat, turn))
        if known is None or (len(board) > len(known[0])):
            if known is None:
                turns, numbers = self.news[game, seat]
                if not turns or turn > turns[-1]:
                    turns.append(turn)
                    numbers.append(entry.number)
            self.told[game, seat, turn] = (board, entry)
            self.check_stored(game, seat, board, entry)
        if known is not None and any(known[0].get(name, board[name]) != board[name] for name in board):
            self.fault(f"turn {turn} of seat {seat} of {game} is not what {known[1].who} was told", entry)

    def check_stored(self, game, seat, board, entry):
        fold = self.folds.get(game)
        if fold is None:
            if game not in self.stored.matches:
                self.fault(f"a board of {game}, which is not stored", entry)
            return
        turn = board["turn"]
        stored = fold.boards[seat].get(turn)
        if stored is None:
            self.fault(f"turn {turn} of seat {seat} of {game} was told and is not stored", entry)
            return
        move = fold.moves[seat].get(turn, {})
        for name, value in board.items():
            right = stored.get(name, move.get(name))
            if value != right:
                self.fault(f"{name} of turn {turn} of seat {seat} of {game} is {value}, stored is {right}", entry)

    # --- the end

    def over(self, view, message, entry):
        if view.game != message["id"]:
            self.fault(f"the end of {message['id']} was told to who looks at {view.game}", entry)
        if message["id"] in view.over:
            self.fault("a second end", entry)
        view.over.add(message["id"])
        self.end_told(message["id"], message, entry)

    def end_told(self, game, message, entry):
        end = {name: value for name, value in message.items() if name not in ("type", "re")}
        known = self.ends_told.setdefault(game, (end, entry))
        if known[0] != end:
            self.fault(f"the end of {game} is not what {known[1].who} was told", entry)

    def check_results(self):
        for game, (end, entry) in self.ends_told.items():
            match, fold = self.stored.matches.get(game), self.folds.get(game)
            if match is None:
                # Nothing of a match is stored that has ended before it began.
                self.fault(f"the end of {game} was told and the match is not stored", entry)
                continue
            if match.result is None:
                self.fault(f"the end of {game} was told and is not stored", entry)
                continue
            for name in ("winner", "reason", "scores"):
                if end[name] != match.result[name]:
                    self.fault(f"{name} of {game} was told as {end[name]}, stored is {match.result[name]}", entry)
            self.check_secret(end, match, fold, entry)
        for game, fold in self.folds.items():
            self.check_result(game, fold)

    def check_secret(self, end, match, fold, entry):
        if fold is None or fold.nonces is None:
            return
        secret, nonces = bytes.fromhex(end["secret"]), [bytes.fromhex(nonce) for nonce in end["nonces"]]
        if end["secret"] != match.secret or end["nonces"] != fold.nonces:
            self.fault(f"secret or nonces of {match.id} are not those that are stored", entry)
        if seed_of(secret, nonces).hex() != end["seed"]:
            self.fault(f"the seed of {match.id} does not follow from secret and nonces", entry)
        for told in self.first_snapshots.values():
            if told.message["id"] == match.id and told.message["commitment"] != commitment_of(secret).hex():
                self.fault(f"the commitment to the secret of {match.id} does not hold", told)

    def check_result(self, game, fold):
        result = fold.stored.result
        if (result is None) != (fold.phase != "over"):
            self.fault(f"{game} is {fold.phase} by its events, and its stored result is {result}")
        elif result is not None:
            if {name: result[name] for name in ("winner", "reason")} != fold.outcome:
                self.fault(f"the stored result of {game} is {result}, by its events {fold.outcome}")
            if result["scores"] != fold.match.scores:
                self.fault(f"the stored scores of {game} are {result['scores']}, by its events {fold.match.scores}")

    # --- stored ⊆ sent

    def check_stored_was_sent(self):
        refused = {
            (entry.connection, entry.message["re"])
            for entry in self.history.entries
            if entry.kind == HEARD and entry.message["type"] in ("rejected", "error") and "re" in entry.message
        }
        for game, fold in self.folds.items():
            for seat in (0, 1):
                sends = self.moves_sent[game, fold.stored.players[seat]]
                self.match_sends(game, seat, fold, [s for s in sends if (s.connection, s.message["id"]) not in refused])

    def match_sends(self, game, seat, fold, sends):
        """Each stored move was sent and not refused, and they are stored in the order in which they were sent."""
        at = 0
        for turn, move in sorted(fold.moves[seat].items()):
            wanted = (turn - 1, move["moved"]["dir"])
            while at < len(sends) and (sends[at].message["turn"], sends[at].message["dir"]) != wanted:
                at += 1
            if at == len(sends):
                where = f"turn {turn} of seat {seat} of {game}"
                self.fault(f"{where} is stored and was not sent, or refused, or in another order")
                return
            told = self.told.get((game, seat, turn))
            if told is not None and told[1].number < sends[at].number:
                self.fault(f"turn {turn} of seat {seat} of {game} was told before it was sent", told[1])
            at += 1

    # --- over a restart

    def check_life(self, life, ending):
        """What was stored when a life ended: all that had been told by then, and where what is stored now begins."""
        for id, (count, rows) in ending.events.items():
            now = self.stored.matches.get(id)
            if now is None or len(now.events) < count or now.hash_of(count) != rows:
                self.fault(f"events of {id} that were stored when life {life} ended are not there any more, or others")
        for (game, seat, turn), (_, entry) in self.told.items():
            if entry.life == life and game in self.folds:
                self.check_was_stored(game, seat, turn, entry, ending.events.get(game, (0, None))[0])
        self.check_return(life, ending)

    def check_was_stored(self, game, seat, turn, entry, count):
        move = self.folds[game].moves[seat].get(turn)
        if count == 0 or (move is not None and move["seq"] > count):
            self.fault(f"turn {turn} of seat {seat} of {game} was told, and not stored when the life ended", entry)

    def check_return(self, life, ending):
        """Every unfinished match comes back paused, with its boards, at the match time of its last move."""
        open_games = set(ending.tables.values())
        for id in ending.unfinished:
            if id not in open_games:
                self.fault(f"{id} was not over when life {life} ended, and no table has it")
            # A life may be too short for anybody to come back to this table.
            back = next((n for n in range(life + 1, self.history.life + 1) if (n, id) in self.first_snapshots), None)
            if back is None and life != self.history.life:
                self.fault(f"{id} was not over when life {life} ended, and never came back")
            elif back is None:
                self.fault(f"{id} is not over at the end")
            elif back == life + 1 and id in self.folds:
                self.figures["matches that came back"] += 1
                self.check_paused(life + 1, id, *self.folds[id].after(ending.events[id][0]))
        for code, id in ending.tables.items():
            entry = self.first_snapshots.get((life + 1, id))
            if id not in ending.events and entry is not None:
                self.check_unbegun(entry, entry.message, code)

    def check_paused(self, life, id, boards, at_ms):
        entry, snapshot = self.first_snapshots[life, id], self.first_snapshots[life, id].message
        if (life, id) not in self.paused:
            self.fault(f"{id} came back as {snapshot['phase']}, and nobody saw it paused", entry)
        for seat, board in enumerate(snapshot["boards"] or (None, None)):
            if board != boards[seat]:
                self.fault(f"board {seat} of {id} came back as {board}, stored was {boards[seat]}", entry)
        if snapshot["elapsed_ms"] != at_ms:
            self.fault(f"{id} came back at {snapshot['elapsed_ms']} ms, not at {at_ms}", entry)
        if [player["id"] for player in snapshot["players"]] != self.stored.matches[id].players:
            self.fault(f"{id} came back with other players", entry)
        for player in snapshot["players"]:
            left = player["forfeit_in_ms"]
            if left is not None and not self.forfeit_ms - SOME_MS <= left <= self.forfeit_ms:
                self.fault(f"an absent seat has {left} ms after a restart, not {self.forfeit_ms}", entry)

    def check_unbegun(self, entry, snapshot, code):
        self.figures["tables that came back"] += 1
        if snapshot["code"] != code:
            self.fault(f"the table {code} came back as {snapshot['code']}", entry)
        if snapshot["phase"] not in ("waiting", "ready"):
            self.fault(f"a table that had not begun came back as {snapshot['phase']}", entry)
        if any(player and player["ready"] for player in snapshot["players"]):
            self.fault("a player was ready before having said so after a restart", entry)
