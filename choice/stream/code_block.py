"""Fenced blocks that are not ours: code, which passes untouched while it arrives."""

from collections.abc import Set as AbstractSet

from choice.stream.fence_line import LONGEST_CLOSING, Fence
from choice.stream.line_start import FENCE_MARKS, SPACES
from choice.stream.mark_run import BACKTICK, count_marks
from choice.stream.reader import Reader, Reading, pass_line
from choice.stream.watch import ANYTHING, LONGEST_KNOWN, NEWLINE, Characters, remember

_BACKTICK_OR_NEWLINE = Characters("[\n`]")
_WITHOUT_MARK: dict[str, set[str]] = {mark: set() for mark in FENCE_MARKS}
"""Pieces behind which a line ends no block if the line before them did not."""
_HEADS: dict[str, dict[str, str]] = {mark: {} for mark in FENCE_MARKS}
"""Small pieces behind which the line begins with words, or anew, whatever was before: how it begins."""
_MOST_HEADS = 4096
_NONE: frozenset[str] = frozenset()


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

    __slots__ = ("_heads", "_known", "_mark", "head", "plain")

    def __init__(self, mark: str, head: str) -> None:
        self._mark = mark
        self._known = _WITHOUT_MARK[mark]
        self._heads = _HEADS[mark]
        self.head = head
        """The beginning of a line: of the last one, or of one before it that ends the block as little."""
        self.plain: AbstractSet[str] = self._known

    def is_plain(self, piece: str) -> bool:
        """Tell whether a piece is without a mark."""
        head = self._heads.get(piece)
        if head is None:
            return self._passes(piece)
        self.head = head
        self.plain = self._known if head else _NONE
        return True

    def _passes(self, piece: str) -> bool:
        """Tell the same of a piece that is not remembered, and remember it if it is small."""
        if self._mark in piece:
            return False
        line = piece.rpartition("\n")[2]
        is_new = len(line) < len(piece)
        if len(piece) <= LONGEST_KNOWN and (line.strip() or (is_new and not line)):
            if len(self._heads) >= _MOST_HEADS:
                self._heads.clear()
            self._heads[piece] = line
        if self.plain is not _NONE and (not is_new or line.strip()):
            remember(piece, self._known)
            return True
        self.head = (line if is_new else self.head + line)[: LONGEST_CLOSING + 1]
        # Behind nothing but white space every piece matters: a mark may come and end the block.
        may_close = len(self.head) <= LONGEST_CLOSING and not self.head.strip()
        self.plain = _NONE if may_close else self._known
        return True
