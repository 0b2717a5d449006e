"""Fenced blocks of ours, which hold a question; all others are code."""

import re

from choice.dialects.text.json_choice import read_fence, read_json
from choice.stream.code_block import pass_body, read_code
from choice.stream.fence_line import CHOICES, OURS, Fence, fence_of
from choice.stream.held_text import HOLD_LIMIT, HeldText
from choice.stream.json_block import OPENERS, opens_choice
from choice.stream.line_start import FENCE_MARKS
from choice.stream.reader import Deciding, Reader, Reading, wait_whether
from choice.stream.watch import ANYTHING, NEWLINE, Search

_MARKS: dict[str, Search] = {mark: re.compile(mark).search for mark in FENCE_MARKS}
_LONGEST_OPENING = 300
_MOST_WHITE = 200


def read_fenced(reader: Reader) -> Reading:
    """Read the block whose fence begins where the held text begins."""
    held = reader.held
    while True:
        limit = held.start + _LONGEST_OPENING
        end = held.text.find("\n", held.start, limit)
        fence = fence_of(held.text[held.start : end if end >= 0 else limit])
        if end >= 0 or held.ended or len(held.text) >= limit or not fence.may_be_ours:
            break
        reader.wait_for(ANYTHING)
        yield
    if end >= 0 and fence.name in OURS and fence.is_opening:
        held.keep(end + 1)
        yield from _read_ours(reader, fence)
    else:
        yield from read_code(reader)


def _read_ours(reader: Reader, fence: Fence) -> Reading:
    """Hold a block that may be a question until it closes."""
    if fence.name != CHOICES and not (yield from _begins_as_json(reader)):
        reader.held.release(reader.held.start)
        yield from pass_body(reader, fence)
        return
    held = reader.held
    opening = held.kept_size
    glued_seen = False
    while True:
        _keep_to_mark(held, fence.mark)
        end = held.text.find("\n", held.at)
        stop = end if end >= 0 else len(held.text)
        if held.kept_size + stop - held.start > HOLD_LIMIT:
            held.at = held.start
            held.release(held.start)
            yield from pass_body(reader, fence)
            return
        if end < 0 and not held.ended:
            # Only a line with a mark in it can end the block: a line without one waits for a mark.
            watch = NEWLINE if held.text.find(fence.mark, held.start) >= 0 else _MARKS[fence.mark]
            reader.wait_for(watch, room=HOLD_LIMIT - held.kept_size - (stop - held.start))
            yield
            continue
        line = held.text[held.start : stop]
        glued = not glued_seen and fence.is_glued_to(line)
        if fence.closes(line) or glued or end < 0:
            body = held.kept_text()[opening:] + (
                "" if fence.closes(line) else line.rstrip().rstrip(fence.mark) if glued else line
            )
            if _settled(reader, fence, body, held.start + len(line.rstrip("\r"))):
                return
            if fence.closes(line) or end < 0:
                held.release(stop)
                held.at = stop
                return
            glued_seen = True
        held.keep(end + 1)


def _keep_to_mark(held: HeldText, mark: str) -> None:
    """Keep all lines before the next one with a mark in it at once, as many as may be held."""
    limit = held.start + HOLD_LIMIT - held.kept_size + 1
    found = held.text.find(mark, held.start, limit)
    line = held.text.rfind("\n", held.start, found if found >= 0 else limit) + 1
    if line > 0:
        held.keep(line)
    held.at = held.start


def _settled(reader: Reader, fence: Fence, body: str, end: int) -> bool:
    """Replace the block by its form; tell whether it had one."""
    read = read_fence if fence.name == CHOICES else read_json
    found = read(body, reader.category)
    if found is None:
        return False
    dialect, form = found
    reader.held.suppress(end, 0, form, dialect)
    reader.held.at = reader.held.start
    return True


def _begins_as_json(reader: Reader) -> Deciding:
    """Tell whether a block begins as JSON with a key does; whatever that is, it may hold a choice."""
    held = reader.held
    held.at = held.start
    while True:
        first = held.start
        while first < len(held.text) and first - held.start < _MOST_WHITE and held.text[first] in " \t\r\n":
            first += 1
        if first < len(held.text):
            return held.text[first] in OPENERS and (yield from wait_whether(reader, first, opens_choice))
        if held.ended:
            return False
        reader.wait_for(ANYTHING)
        yield
