"""Fenced code blocks: ours hold a question, all others are code and pass untouched."""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from choice.dialects.text.json_choice import read_fence, read_json
from choice.models import Form
from choice.stream.held_text import HOLD_LIMIT, HeldText
from choice.stream.json_block import OPENERS
from choice.stream.line_start import FENCE_MARKS, SPACES
from choice.stream.mark_run import BACKTICK, count_marks
from choice.stream.reader import Deciding, Reader, Reading, pass_line
from choice.stream.watch import ANYTHING, NEWLINE, Characters, remember

_BACKTICK_OR_NEWLINE = Characters("[\n`]")
_WITHOUT_MARK: dict[str, set[str]] = {mark: set() for mark in FENCE_MARKS}
"""Pieces behind which a line ends no block if the line before them did not."""
_MARKS = {mark: Characters(mark) for mark in FENCE_MARKS}
_NONE: frozenset[str] = frozenset()
_CHOICES = "choices"
_OURS = (_CHOICES, "json", "jsonc", "json5", "")
_LONGEST_OPENING = 300
_MOST_WHITE = 200
_LONGEST_CLOSING = 80


class Fence(NamedTuple):
    """The fence that opened a block: its character, how many of them, and what it says behind them."""

    mark: str
    length: int
    info: str

    @property
    def is_opening(self) -> bool:
        """Tell whether it opens a block; a backtick further on makes the line a code span, which is prose."""
        return self.mark != BACKTICK or BACKTICK not in self.info

    def closes(self, line: str) -> bool:
        """Tell whether a line ends the block; one that is too long to be remembered does not."""
        bare = line.strip()
        return len(bare) >= self.length and not bare.strip(self.mark) and len(line) <= _LONGEST_CLOSING

    def may_close(self, head: str) -> bool:
        """Tell whether a line that begins like this may still end the block."""
        return not head.strip().strip(self.mark) and len(head) <= _LONGEST_CLOSING


def read_fenced(reader: Reader) -> Reading:
    """Read the block whose fence begins where the held text begins."""
    held = reader.held
    while True:
        limit = held.start + _LONGEST_OPENING
        end = held.text.find("\n", held.start, limit)
        fence = _fence_of(held.text[held.start : end if end >= 0 else limit])
        if end >= 0 or held.ended or len(held.text) >= limit or not _may_be_ours(fence.info):
            break
        reader.wait_for(ANYTHING)
        yield
    if end >= 0 and _name(fence.info) in _OURS and fence.is_opening:
        held.keep(end + 1)
        yield from _read_ours(reader, fence)
    else:
        yield from read_code(reader)


def read_code(reader: Reader) -> Reading:
    """Pass a block that is not ours, from its fence line to the line that closes it."""
    held = reader.held
    while held.text[held.at] in SPACES:
        held.at += 1
    mark = held.text[held.at]
    count = yield from count_marks(reader, mark, reader.pass_until)
    watch = _BACKTICK_OR_NEWLINE if mark == BACKTICK else NEWLINE
    while (found := watch.search(held.text, held.at)) is None:
        reader.pass_until(watch)
        if held.ended:
            return
        yield
    held.at = found.start()
    opening = held.text[held.at] == "\n"
    yield from pass_line(reader)
    if opening:
        yield from _pass_body(reader, Fence(mark, count, ""))


def _pass_body(reader: Reader, fence: Fence) -> Reading:
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
            reader.pass_until(lines)
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

    __slots__ = ("_mark", "head", "plain")

    def __init__(self, mark: str, head: str) -> None:
        self._mark = mark
        self.head = head
        """The beginning of a line: of the last one, or of one before it that ends the block as little."""
        self.plain: AbstractSet[str] = _WITHOUT_MARK[mark]

    def is_plain(self, piece: str) -> bool:
        """Tell whether a piece is without a mark."""
        if self._mark in piece:
            return False
        line = piece.rpartition("\n")[2]
        is_new = len(line) < len(piece)
        if self.plain is not _NONE and (not is_new or line.strip()):
            remember(piece, _WITHOUT_MARK[self._mark])
            return True
        self.head = (line if is_new else self.head + line)[: _LONGEST_CLOSING + 1]
        # Behind nothing but white space every piece matters: a mark may come and end the block.
        may_close = len(self.head) <= _LONGEST_CLOSING and not self.head.strip()
        self.plain = _NONE if may_close else _WITHOUT_MARK[self._mark]
        return True


def _read_ours(reader: Reader, fence: Fence) -> Reading:
    """Hold a block that may be a question until it closes."""
    if _name(fence.info) != _CHOICES and not (yield from _begins_as_json(reader)):
        reader.held.release(reader.held.start)
        yield from _pass_body(reader, fence)
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
            yield from _pass_body(reader, fence)
            return
        if end < 0 and not held.ended:
            # Only a line with a mark in it can end the block: a line without one waits for a mark.
            watch = NEWLINE if held.text.find(fence.mark, held.start) >= 0 else _MARKS[fence.mark]
            reader.wait_for(watch, room=HOLD_LIMIT - held.kept_size - (stop - held.start))
            yield
            continue
        line = held.text[held.start : stop]
        glued = not glued_seen and _is_glued(line, fence)
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
    found: tuple[str, Form] | None
    if _name(fence.info) == _CHOICES:
        found = read_fence(body, reader.category)
    else:
        found = read_json(body, reader.category)
    if found is None:
        return False
    dialect, form = found
    reader.held.suppress(end, 0, form, dialect)
    reader.held.at = reader.held.start
    return True


def _begins_as_json(reader: Reader) -> Deciding:
    """Tell whether a block begins as JSON does; whatever its first key, it may hold a choice."""
    held = reader.held
    held.at = held.start
    while True:
        first = held.start
        while first < len(held.text) and first - held.start < _MOST_WHITE and held.text[first] in " \t\r\n":
            first += 1
        if first < len(held.text):
            return held.text[first] in OPENERS
        if held.ended:
            return False
        reader.wait_for(ANYTHING)
        yield


def _fence_of(line: str) -> Fence:
    bare = line.lstrip(SPACES)
    mark = bare[0]
    info = bare.lstrip(mark)
    return Fence(mark, len(bare) - len(info), info.strip())


def _name(info: str) -> str:
    """Return the first word behind the fence, which names the language."""
    words = info.split(maxsplit=1)
    return words[0].casefold() if words else ""


def _may_be_ours(info: str) -> bool:
    """Tell whether what stands behind the fence so far may still name one of our blocks."""
    name = _name(info)
    return name in _OURS or (name == info.casefold() and any(ours.startswith(name) for ours in _OURS))


def _is_glued(line: str, fence: Fence) -> bool:
    """Tell whether a line ends with the closing fence right behind the JSON."""
    bare = line.rstrip()
    body = bare.rstrip(fence.mark)
    return len(bare) - len(body) >= fence.length and body.rstrip()[-1:] in ("}", "]")
