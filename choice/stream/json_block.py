"""JSON objects in the text: where one may begin, where it ends, and whether it asks something."""

import re

from choice.dialects.text.json_choice import FIRST_KEYS, read_json
from choice.stream.held_text import HOLD_LIMIT
from choice.stream.reader import ANYTHING, Deciding, Reader, Reading

OPENERS = "{["
_WHITE = " \t\r\n"
_MOST_WHITE = 200
_DEEPEST = 64
_OUTSIDE = re.compile(r'["{}\[\]]').search
_INSIDE = re.compile(r'["\\]').search
_LONGEST_KEY = max(len(key) for key in FIRST_KEYS)


def opens_choice(text: str, at: int, *, ended: bool) -> bool | None:
    """Tell whether the object or array at a position begins as a choice does; None: more text decides."""
    for expected in ("{", '"') if text[at] == "[" else ('"',):
        at = _behind_white(text, at + 1)
        if at >= len(text):
            return False if ended else None
        if text[at] != expected:
            return False
    key = text[at + 1 : at + 2 + _LONGEST_KEY]
    end = key.find('"')
    if end < 0:
        return None if not ended and any(known.startswith(key) for known in FIRST_KEYS) else False
    at = _behind_white(text, at + end + 2)
    if key[:end] not in FIRST_KEYS or (ended and at >= len(text)):
        return False
    return None if at >= len(text) else text[at] == ":"


def may_open(reader: Reader, at: int) -> Deciding:
    """Wait until it is known whether the object or array at a position begins as a choice does."""
    verdict = opens_choice(reader.held.text, at, ended=reader.held.ended)
    while verdict is None:
        offset = at - reader.held.start
        reader.wait_for(ANYTHING)
        yield
        at = reader.held.start + offset
        verdict = opens_choice(reader.held.text, at, ended=reader.held.ended)
    return verdict


def read_block(reader: Reader) -> Reading:
    """Read the object or array that begins what is held, and replace it if it asks something."""
    held = reader.held
    held.at = held.start
    balanced = yield from _balanced(reader)
    found = (
        read_json(held.kept_text() + held.text[held.start : held.at], reader.category) if balanced else None
    )
    if found is None:
        held.release(held.at)
    else:
        dialect, form = found
        held.suppress(held.at, 0, form, dialect)


def _balanced(reader: Reader) -> Deciding:
    """Go to the end of the object; tell whether it has one within the bounds of size and depth."""
    held = reader.held
    depth = 0
    search = _OUTSIDE
    while True:
        limit = held.start + HOLD_LIMIT - held.kept_size
        at = held.at
        while (found := search(held.text, at, limit)) is not None:
            at = found.end()
            mark = held.text[at - 1]
            if mark == '"':
                search = _INSIDE if search is _OUTSIDE else _OUTSIDE
            elif mark == "\\":
                at += 1
            elif mark in "{[":
                depth += 1
            else:
                depth -= 1
            if depth == 0 or depth > _DEEPEST:
                held.at = at
                return depth == 0
        if limit <= len(held.text):
            held.at = limit
            return False
        # The character behind a trailing backslash is still to come: the next look begins behind it.
        to_skip = max(0, at - len(held.text))
        held.keep(len(held.text))
        held.at = held.start
        if held.ended:
            return False
        held.at += to_skip
        reader.wait_for(search, room=HOLD_LIMIT - held.kept_size)
        yield


def _behind_white(text: str, at: int) -> int:
    """Return where white space ends; a run that is too long counts as something else."""
    end = at
    while end < len(text) and end - at < _MOST_WHITE and text[end] in _WHITE:
        end += 1
    return end
