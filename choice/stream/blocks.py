"""Parse fenced blocks and HTML that shows code: blocks that may contain a question, and all others."""

import re
from collections.abc import Callable, Generator
from typing import NamedTuple

from choice.dialects.json_blocks import read_fence, read_json
from choice.dialects.lists.markers import SPACES
from choice.stream.json_blocks import opens_in_fence
from choice.stream.line_kinds import FENCE_MARKS, Markup, markup_at, opens_span
from choice.stream.reader import (
    ANYTHING,
    HOLD_LIMIT,
    NEWLINE,
    Deciding,
    HeldText,
    Reader,
    Reading,
    Search,
    Watch,
    pass_line,
    wait_whether,
)

BACKTICK = "`"


def count_marks(reader: Reader, mark: str, wait: Callable[[Watch], None]) -> Generator[None, None, int]:
    """Advance past a run of a character; return its length."""
    held = reader.held
    count = 0
    while True:
        end = held.at
        while end < len(held.text) and held.text[end] == mark:
            end += 1
        count += end - held.at
        held.at = end
        if end < len(held.text) or held.ended:
            return count
        wait(ANYTHING)
        yield


def span_behind(span: int, count: int) -> int:
    """Return the length of the backtick run that closes the code span after this run; 0 outside code.

    `span` is the same value before the run.
    """
    if span == 0:
        return count
    return 0 if span == count else span


CHOICES = "choices"
OURS = (CHOICES, "json", "jsonc", "json5", "")
"""Info strings of blocks that may contain a question."""
LONGEST_CLOSING = 80
_INLINE = re.compile(
    "[ \t]{0,200}+(?:`{3,40}+|~{3,40}+)[ \t]{0,8}+(?:choices|json[c5]?)[ \t]{0,8}+(?=[{\\[])", re.IGNORECASE
).match
"""The opening of a block whose JSON begins on the same line."""
_NAMED = "`{3,20}+[\\w+#.-]{1,20}+[ \t]{0,8}+\r?"
_OPENING = re.compile(f"{_NAMED}\n").match
_OPENING_SO_FAR = re.compile(f"`{{1,20}}+|`{{3,20}}+[\\w+#.-]{{1,20}}+|{_NAMED}").fullmatch


class Fence(NamedTuple):
    """The opening fence of a block: its character, its length, and the info string."""

    mark: str
    length: int
    info: str

    @property
    def is_opening(self) -> bool:
        """Whether it opens a block. With a backtick in the info string, the line is a code span."""
        return self.mark != BACKTICK or BACKTICK not in self.info

    def closes(self, line: str) -> bool:
        """Return whether a line closes the block; an overlong line does not."""
        bare = line.strip()
        return len(bare) >= self.length and not bare.strip(self.mark) and len(line) <= LONGEST_CLOSING

    def may_close(self, head: str) -> bool:
        """Return whether a line that starts like this may still close the block."""
        return not head.strip().strip(self.mark) and len(head) <= LONGEST_CLOSING

    @property
    def name(self) -> str:
        """The first word of the info string: the language."""
        words = self.info.split(maxsplit=1)
        return words[0].casefold() if words else ""

    @property
    def may_be_ours(self) -> bool:
        """Whether the info string so far may still name one of our blocks."""
        name = self.name
        return name in OURS or (name == self.info.casefold() and any(ours.startswith(name) for ours in OURS))

    def size_in_line(self, line: str) -> int:
        """Return the length of a line up to the closing fence behind the end of JSON, or 0 without one."""
        closing = self.mark * self.length
        start, at = 0, line.find(closing)
        while at >= 0:
            if line[start:at].rstrip()[-1:] in ("}", "]"):
                return at + len(closing)
            start = at + len(closing)
            at = line.find(closing, start)
        return 0

    def is_glued_to(self, line: str) -> bool:
        """Return whether a line ends with JSON followed directly by the closing fence."""
        bare = line.rstrip()
        body = bare.rstrip(self.mark)
        return len(bare) - len(body) >= self.length and body.rstrip()[-1:] in ("}", "]")


def fence_of(line: str) -> Fence:
    """Return the fence at the start of a line."""
    bare = line.lstrip(SPACES)
    mark = bare[0]
    info = bare.lstrip(mark)
    return Fence(mark, len(bare) - len(info), info.strip())


def opens_in_line(text: str, at: int, *, ended: bool) -> bool | None:
    """Return whether backticks inside a line open a block: a language name and a line break or JSON follow.

    None if more text is needed to decide.
    """
    if _OPENING(text, at) is not None or _INLINE(text, at) is not None:
        return True
    return None if not ended and _OPENING_SO_FAR(text, at) is not None else False


_BACKTICK_OR_NEWLINE: Search = re.compile("[\n`]").search


def read_code(reader: Reader) -> Reading:
    """Release a block that is not ours, from its opening to its closing fence."""
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
    """Release the lines of a block up to and including its closing fence, without holding any."""
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
            lines = _PassedLines(fence.mark, head)
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


class _PassedLines:
    """Passes lines without a fence character, which cannot close the block. `head` starts the last line."""

    __slots__ = ("_mark", "head")

    def __init__(self, mark: str, head: str) -> None:
        self._mark = mark
        self.head = head

    def look(self, piece: str) -> object:
        """Return None if a chunk has no fence character."""
        if self._mark in piece:
            return piece
        line = piece.rfind("\n") + 1
        self.head = (piece[line:] if line else self.head + piece)[: LONGEST_CLOSING + 1]
        return None


MARKUP_MARKS = "<-"
"""Characters with which markup may open or close."""


def markup_behind(reader: Reader, markup: Markup | None) -> Generator[None, None, Markup | None]:
    """Advance past a mark; return the markup that encloses the text after it.

    `markup` is the same value before the mark.
    """
    held = reader.held
    offset = held.at - held.start
    turns = yield from wait_whether(reader, held.at, opens_span if markup is None else markup.closes)
    at = held.start + offset
    held.at = at + 1
    if not turns:
        return markup
    return markup_at(held.text, at) if markup is None else None


def pass_markup(reader: Reader) -> Reading:
    """Release the block that starts with this line, up to and including the line that closes it."""
    held = reader.held
    while held.text[held.at] in SPACES:
        held.at += 1
    markup = markup_at(held.text, held.at)
    held.at += 1
    while True:
        found = markup.ends(held.text, held.at)
        if found is None:
            reader.pass_until(markup.ends)
            if held.ended:
                return
            yield
            continue
        held.release(found.start())
        is_over = yield from wait_whether(reader, held.start, markup.closes)
        held.at = held.start + 1
        if is_over and markup.is_reasoning:
            held.release(held.start + len(markup.closer))
            held.at = held.start
            return
        if is_over:
            yield from pass_line(reader)
            return


_MARKS: dict[str, Search] = {mark: re.compile(mark).search for mark in FENCE_MARKS}
_LONGEST_OPENING = 300
_MOST_WHITE = 200


def read_fenced(reader: Reader) -> Reading:
    """Parse the block whose fence starts the held text."""
    held = reader.held
    while True:
        inline = _INLINE(held.text, held.start)
        if inline is not None:
            fence = fence_of(inline[0])
            held.keep(inline.end())
            yield from _read_ours(reader, fence, is_inline=True)
            return
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


def _read_ours(reader: Reader, fence: Fence, *, is_inline: bool = False) -> Reading:
    """Hold a block that may be a question until it closes, then replace it with a form or release it."""
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
            # Only a line with a fence character can close the block, so wait for that character.
            watch = NEWLINE if held.text.find(fence.mark, held.start) >= 0 else _MARKS[fence.mark]
            reader.wait_for(watch, room=HOLD_LIMIT - held.kept_size - (stop - held.start))
            yield
            continue
        line = held.text[held.start : stop]
        if is_inline and held.kept_size == opening and (size := fence.size_in_line(line)):
            # The block closes on the line on which it opens. If it is no question, the line is code.
            body = line[:size].rstrip().rstrip(fence.mark)
            if not _settled(reader, fence, body, held.start + size):
                held.release(stop)
                held.at = stop
            return
        glued = not glued_seen and fence.is_glued_to(line)
        if fence.closes(line) or glued or end < 0:
            body = held.kept_text()[opening:] + (
                "" if fence.closes(line) else line.rstrip().rstrip(fence.mark) if glued else line
            )
            is_cut = end < 0 and not fence.closes(line) and not glued
            if _settled(reader, fence, body, held.start + len(line.rstrip("\r")), is_cut=is_cut):
                return
            if fence.closes(line) or end < 0:
                held.release(stop)
                held.at = stop
                return
            glued_seen = True
        held.keep(end + 1)


def _keep_to_mark(held: HeldText, mark: str) -> None:
    """Keep all lines before the next one with a fence character, within the hold limit."""
    limit = held.start + HOLD_LIMIT - held.kept_size + 1
    found = held.text.find(mark, held.start, limit)
    line = held.text.rfind("\n", held.start, found if found >= 0 else limit) + 1
    if line > 0:
        held.keep(line)
    held.at = held.start


def _settled(reader: Reader, fence: Fence, body: str, end: int, *, is_cut: bool = False) -> bool:
    """Replace the block with its form; return whether the block has a form."""
    read = read_fence if fence.name == CHOICES else read_json
    found = read(body, reader.category, is_cut=is_cut)
    if found is None:
        return False
    dialect, form = found
    reader.held.suppress(end, 0, form, dialect)
    reader.held.at = reader.held.start
    return True


def _begins_as_json(reader: Reader) -> Deciding:
    """Return whether a block starts as JSON with a key, and so may contain a choice."""
    held = reader.held
    held.at = held.start
    while True:
        first = held.start
        while first < len(held.text) and first - held.start < _MOST_WHITE and held.text[first] in " \t\r\n":
            first += 1
        if first < len(held.text):
            return (yield from wait_whether(reader, first, opens_in_fence))
        if held.ended:
            return False
        reader.wait_for(ANYTHING)
        yield
