"""Fenced blocks that are not ours: code, which passes untouched while it arrives."""

import re

from choice.stream.fence_line import LONGEST_CLOSING, Fence
from choice.stream.line_start import SPACES
from choice.stream.mark_run import BACKTICK, count_marks
from choice.stream.reader import Reader, Reading, pass_line
from choice.stream.watch import ANYTHING, NEWLINE, Search

_BACKTICK_OR_NEWLINE: Search = re.compile("[\n`]").search


def read_code(reader: Reader) -> Reading:
    """Pass a block that is not ours, from its fence line to the line that closes it."""
    held = reader.held
    while held.text[held.at] in SPACES:
        held.at += 1
    mark = held.text[held.at]
    count = yield from count_marks(reader, mark, reader.pass_until)
    watch = _BACKTICK_OR_NEWLINE if mark == BACKTICK else NEWLINE
    while (found := watch(held.text, held.at)) is None:
        reader.pass_until(watch)
        if held.ended:
            return
        yield
    held.at = found.start()
    opening = held.text[held.at] == "\n"
    yield from pass_line(reader)
    if opening:
        yield from pass_body(reader, Fence(mark, count, ""))


def pass_body(reader: Reader, fence: Fence) -> Reading:
    """Pass the lines of a block up to and with the one that closes it; none of them waits."""
    held = reader.held
    head = ""
    while True:
        end = held.text.find("\n", held.at)
        head += held.text[held.at : end if end >= 0 else len(held.text)]
        if end >= 0:
            held.release(end + 1)
            held.at = end + 1
            if fence.closes(head):
                return
            head = ""
        elif not fence.may_close(head):
            lines = _Lines(fence.mark, head)
            reader.pass_until(lines.look)
            yield
            head = lines.head
        else:
            reader.pass_until(ANYTHING)
            if held.ended:
                return
            yield
        if held.ended and held.at == len(held.text):
            return


class _Lines:
    """Lets lines without a mark pass, none of which ends the block, and remembers how the last one begins."""

    __slots__ = ("_mark", "head")

    def __init__(self, mark: str, head: str) -> None:
        self._mark = mark
        self.head = head

    def look(self, piece: str) -> object:
        """Return None where a piece has no mark."""
        if self._mark in piece:
            return piece
        line = piece.rfind("\n") + 1
        self.head = (piece[line:] if line else self.head + piece)[: LONGEST_CLOSING + 1]
        return None
