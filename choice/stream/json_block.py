"""JSON objects in the text: where one may begin, and whether it asks something."""

import re

from choice.dialects.text.json_choice import read_json
from choice.stream.held_text import HOLD_LIMIT
from choice.stream.json_scan import JsonScan
from choice.stream.reader import Deciding, Reader
from choice.stream.watch import Search

OPENERS = "{["
_WHITE = re.compile("[ \t\r\n]{0,200}").match
LONGEST_KEY = 80
_CLOSER: Search = re.compile(r"[}\]]").search
_MOST_UNSEEN = 256
"""So many characters may come before they are looked at: what is no JSON must not be held for long."""
# Every character is read in one way only, so that no more than a key is ever given back.
_KEY_OPEN = f'"(?:[^"\\\\\n]|\\\\[^\n]){{0,{LONGEST_KEY}}}'
_KEY = re.compile(f'{_KEY_OPEN}"').match
_KEY_SO_FAR = re.compile(f"{_KEY_OPEN}\\\\?").fullmatch
_VALUE_STARTS = frozenset('"{[-0123456789tfn')


def opens_choice(text: str, at: int, *, ended: bool) -> bool | None:
    """Tell whether the object or array at a position begins as a choice may; None: more text decides.

    That takes a first key, and behind its colon the beginning of a value.
    """
    for expected in ("{", '"') if text[at] == "[" else ('"',):
        at = _behind_white(text, at + 1)
        if at >= len(text):
            return False if ended else None
        if text[at] != expected:
            return False
    key = _KEY(text, at)
    if key is None:
        return None if not ended and _KEY_SO_FAR(text, at) is not None else False
    at = _behind_white(text, key.end())
    if at < len(text) and text[at] == ":":
        at = _behind_white(text, at + 1)
        if at < len(text):
            return text[at] in _VALUE_STARTS
    elif at < len(text):
        return False
    return False if ended else None


def opens_quoted(text: str, at: int, *, ended: bool) -> bool | None:
    """Tell whether what an apostrophe quotes begins as a choice may: in a command, such JSON is shown."""
    if at + 1 == len(text):
        return False if ended else None
    return opens_choice(text, at + 1, ended=ended) if text[at + 1] in OPENERS else False


def read_block(reader: Reader) -> Deciding:
    """Read the object or array that begins what is held, and replace it if it asks something.

    Tells whether a line begins behind it: where it cannot be JSON any more, the line that shows it is read
    anew.
    """
    held = reader.held
    balanced = yield from _balanced(reader)
    found = read_json(held.text[held.start : held.at], reader.category) if balanced else None
    if found is not None:
        dialect, form = found
        held.suppress(held.at, 0, form, dialect)
        return False
    return _let_go(reader, balanced=balanced)


def pass_block(reader: Reader) -> Deciding:
    """Pass the object or array that begins what is held: it is shown, not asked. Tells the same."""
    balanced = yield from _balanced(reader)
    return _let_go(reader, balanced=balanced)


def _let_go(reader: Reader, *, balanced: bool) -> bool:
    """Let an object go that asks nothing; tell whether a line begins behind it."""
    held = reader.held
    line = 0 if balanced else held.text.rfind("\n", held.start, held.at) + 1
    if line:
        held.at = line
        reader.after_blank = held.text.endswith("\n\n", held.start, line)
    held.release(held.at)
    return line > 0


def _balanced(reader: Reader) -> Deciding:
    """Go to the end of the object; tell whether it has one within the bounds of size and depth."""
    held = reader.held
    scan = JsonScan()
    scan.look(held.text, held.start)
    while scan.left < 0 and not held.ended and held.kept_size + len(held.text) - held.start <= HOLD_LIMIT:
        held.keep(len(held.text))
        reader.wait_for(_CLOSER, room=min(HOLD_LIMIT + 1 - held.kept_size, _MOST_UNSEEN))
        yield
        scan.look(held.text, held.start)
    held.put_back()
    end = len(held.text) - max(scan.left, 0)
    limit = held.start + HOLD_LIMIT
    held.at = min(end, limit)
    return scan.has_end and end <= limit


def _behind_white(text: str, at: int) -> int:
    """Return where white space ends; a run that is too long counts as something else."""
    return _WHITE(text, at).end()  # type: ignore[union-attr]  # it matches the empty text too
