"""What server messages have to look like, checked on every message that any player receives."""

import re

from harness import check, equal
from rules import DEFAULT_OPTIONS, slide, status_of

HEX_32 = re.compile("[0-9a-f]{64}")
UUID_V7 = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
CODE = re.compile("[0-9A-HJKMNP-TV-Z]{6}")
CODES = {
    "bad_json", "bad_message", "hello_required", "unsupported_protocol", "name_invalid", "no_such_match",
    "match_full", "not_watchable", "already_seated", "not_seated", "wrong_phase", "options_invalid",
    "rate_limited", "unavailable", "server_full", "shutting_down", "internal",
}  # fmt: skip
PHASES = ("waiting", "ready", "countdown", "playing", "paused", "over")
REFUSALS = ("rate_limited", "unavailable", "not_playing", "stuck", "stale", "no_change")
REASONS = ("target", "stuck", "outscored", "time", "resigned", "abandoned", "aborted")
FIELDS = {
    "welcome": "protocol player token server durable seated",
    "match": "code id phase options you players boards commitment starts_in_ms elapsed_ms remaining_ms closes_in_ms "
    "series watching result",
    "board": "seat turn rows score status moved at_ms",
    "rejected": "turn dir reason",
    "presence": "seat connected forfeit_in_ms",
    "audience": "watching",
    "over": "id winner reason scores series secret nonces seed",
    "queued": "options",
    "unqueued": "",
    "rematch_offered": "seat",
    "left": "code",
    "closed": "code reason",
    "emote": "seat kind",
    "matches": "matches",
    "pong": "t",
    "error": "code message",
}


def whole(value, most=2**53 - 1):
    return type(value) is int and 0 <= value <= most


def has(value, fields, what):
    check(isinstance(value, dict), f"{what} is not an object: {value!r}")
    missing = [field for field in fields.split() if field not in value]
    check(not missing, f"{what} lacks {missing}: {value}")


def check_message(message):
    """Checks the form of a server message; messages of unknown types are let pass, as the contract wants."""
    has(message, "type", "a message")
    kind = message["type"]
    check("re" not in message or message["re"] is not None, f"`re` is null in {message}")
    if kind in FIELDS:
        has(message, FIELDS[kind], kind)
        SHAPES.get(kind, lambda _: None)(message)


def check_welcome(message):
    equal(message["protocol"], 1, "welcome.protocol")
    has(message["player"], "id name", "welcome.player")
    check(HEX_32.fullmatch(message["token"]), "welcome.token is not 32 bytes of lower-case hex")
    check(isinstance(message["durable"], bool), "welcome.durable is not a bool")
    check(isinstance(message["server"], str), "welcome.server is not a string")
    check(message["seated"] is None or CODE.fullmatch(message["seated"]), "welcome.seated is not a code")


def check_match(message):
    check(CODE.fullmatch(message["code"]), f"code {message['code']!r}")
    check(UUID_V7.fullmatch(message["id"]), f"id {message['id']!r} is not a UUIDv7")
    phase, options = message["phase"], message["options"]
    check(phase in PHASES, f"phase {phase!r}")
    equal(sorted(options), sorted(DEFAULT_OPTIONS), "the fields of match.options")
    check(HEX_32.fullmatch(message["commitment"]), "the commitment is not 32 bytes of lower-case hex")
    check(message["you"] in (0, 1, None), f"you is {message['you']!r}")
    check_players(message)
    check_boards(message)
    check_times(message)
    check_series(message["series"])
    check(whole(message["watching"]), "watching is not a number")
    check((message["result"] is not None) == (phase == "over"), f"result {message['result']} in {phase}")
    if message["result"] is not None:
        has(message["result"], FIELDS["over"], "match.result")
        check("type" not in message["result"], "match.result has a type")


def check_players(message):
    players, phase = message["players"], message["phase"]
    equal(len(players), 2, "the number of players")
    check((None in players) == (phase == "waiting"), f"players {players} in {phase}")
    for player in filter(None, players):
        has(player, "id name kind connected ready rematch forfeit_in_ms", "a player")
        check(player["kind"] in ("human", "bot"), f"kind {player['kind']!r}")
        flags = (player["connected"], player["ready"], player["rematch"])
        check(all(isinstance(flag, bool) for flag in flags), f"flags of {player}")
        check_forfeit(player, phase)


def check_forfeit(player, phase):
    forfeit = player["forfeit_in_ms"]
    if player["connected"] or phase in ("ready", "over"):
        equal(forfeit, None, f"forfeit_in_ms in {phase}, connected {player['connected']}")
    else:
        check(forfeit is None or whole(forfeit), f"forfeit_in_ms {forfeit!r}")


def check_boards(message):
    boards, phase = message["boards"], message["phase"]
    if phase in ("waiting", "ready"):
        equal(boards, None, f"boards in {phase}")
        return
    equal(len(boards), 2, "the number of boards")
    for board in boards:
        has(board, "turn rows score status", "a board")
        check_board(board, message["options"])


def check_board(board, options):
    """A board by itself: its size, tiles, status, and under `sum` its score."""
    rows = board["rows"]
    equal([len(row) for row in rows], [options["cols"]] * options["rows"], "the size of a board")
    tiles = [tile for row in rows for tile in row]
    check(all(t == 0 or (whole(t) and t >= 2 and t & (t - 1) == 0) for t in tiles), f"tiles {rows}")
    check(whole(board["turn"]) and whole(board["score"]), f"turn and score of {board}")
    equal(board["status"], status_of(rows, options["target"]), f"the status of {rows}")
    if options["scoring"] == "sum":
        equal(board["score"], sum(tiles), f"the score of {rows}")


def check_times(message):
    phase, limit = message["phase"], message["options"]["time_limit_s"]
    for name, present in (
        ("starts_in_ms", phase == "countdown"),
        ("closes_in_ms", phase in ("waiting", "ready", "over")),
        ("remaining_ms", limit is not None),
    ):
        value = message[name]
        check(whole(value) if present else value is None, f"{name} is {value!r} in {phase}")
    check(whole(message["elapsed_ms"]), f"elapsed_ms {message['elapsed_ms']!r}")
    if phase in ("waiting", "ready"):
        equal(message["elapsed_ms"], 0, f"elapsed_ms in {phase}")
    if limit is not None and phase in ("playing", "over"):
        rest = max(0, limit * 1000 - message["elapsed_ms"])
        check(abs(message["remaining_ms"] - rest) <= 1, f"remaining_ms {message['remaining_ms']}, not {rest}")


def check_series(series):
    has(series, "game wins draws", "series")
    numbers = [series["game"], series["draws"], *series["wins"]]
    check(len(series["wins"]) == 2 and all(map(whole, numbers)), f"series {series}")


def check_board_message(message):
    check(message["seat"] in (0, 1) and whole(message["turn"]) and whole(message["at_ms"]), f"numbers in {message}")
    moved = message["moved"]
    has(moved, "dir gained spawn", "board.moved")
    has(moved["spawn"], "row col value", "board.moved.spawn")
    spawn = moved["spawn"]
    check(spawn["value"] in (2, 4), f"a new tile of {spawn['value']}")
    equal(message["rows"][spawn["row"]][spawn["col"]], spawn["value"], "the cell of the new tile")


def check_rejected(message):
    check(message["reason"] in REFUSALS, f"reason {message['reason']!r}")


def check_over(message):
    check(message["reason"] in REASONS, f"reason {message['reason']!r}")
    check(message["winner"] in (0, 1, None), f"winner {message['winner']!r}")
    equal(len(message["scores"]), 2, "the number of scores")
    check(HEX_32.fullmatch(message["secret"]) and HEX_32.fullmatch(message["seed"]), "secret or seed is no hex")
    check(all(re.fullmatch("([0-9a-f]{2}){0,32}", nonce) for nonce in message["nonces"]), "nonces are no hex")
    check_series(message["series"])


def check_error(message):
    check(message["code"] in CODES, f"code {message['code']!r}")
    check(isinstance(message["message"], str) and len(message["message"]) > 10, f"no sentence in {message}")
    if message["code"] == "already_seated":
        check(CODE.fullmatch(message.get("table") or ""), f"already_seated without the code as `table`: {message}")


def check_closed(message):
    check(message["reason"] in ("left", "not_ready", "idle", "shutdown"), f"closed as {message['reason']!r}")


def check_matches(message):
    check(len(message["matches"]) <= 50, f"{len(message['matches'])} matches in the list")
    for entry in message["matches"]:
        has(entry, "code phase names options watching", "an entry of the list")
        equal(len(entry["names"]), 2, "the number of names")
        check(entry["phase"] in PHASES and entry["phase"] != "over", f"phase {entry['phase']!r} in the list")


def check_move(before, message, options):
    """A `board` against the same board one turn earlier."""
    moved = message["moved"]
    slid = slide(before["rows"], moved["dir"])
    check(slid is not None, f"{moved['dir']} changes nothing on {before['rows']}")
    rows, gained = slid
    spawn = moved["spawn"]
    equal(rows[spawn["row"]][spawn["col"]], 0, f"the cell of the new tile {spawn} after the slide {rows}")
    rows[spawn["row"]][spawn["col"]] = spawn["value"]
    equal(message["rows"], rows, f"the board after {moved} from {before['rows']}")
    equal(moved["gained"], gained, f"gained by {moved['dir']} on {before['rows']}")
    if options["scoring"] == "merges":
        equal(message["score"], before["score"] + gained, f"the score after {moved}")


SHAPES = {
    "welcome": check_welcome,
    "match": check_match,
    "board": check_board_message,
    "rejected": check_rejected,
    "over": check_over,
    "error": check_error,
    "closed": check_closed,
    "matches": check_matches,
}
