"""The line that opens a fenced block: its marks and what stands behind them."""

import re
from typing import NamedTuple

from choice.stream.line_start import SPACES
from choice.stream.mark_run import BACKTICK

CHOICES = "choices"
OURS = (CHOICES, "json", "jsonc", "json5", "")
"""The names of blocks that may hold a question."""
LONGEST_CLOSING = 80
_NAMED = "`{3,20}+[\\w+#.-]{1,20}+[ \t]{0,8}+\r?"
_OPENING = re.compile(f"{_NAMED}\n").match
_OPENING_SO_FAR = re.compile(f"`{{1,20}}+|`{{3,20}}+[\\w+#.-]{{1,20}}+|{_NAMED}").fullmatch


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
        return len(bare) >= self.length and not bare.strip(self.mark) and len(line) <= LONGEST_CLOSING

    def may_close(self, head: str) -> bool:
        """Tell whether a line that begins like this may still end the block."""
        return not head.strip().strip(self.mark) and len(head) <= LONGEST_CLOSING

    @property
    def name(self) -> str:
        """The first word behind the marks, which names the language."""
        words = self.info.split(maxsplit=1)
        return words[0].casefold() if words else ""

    @property
    def may_be_ours(self) -> bool:
        """Tell whether what stands behind the marks so far may still name one of our blocks."""
        name = self.name
        return name in OURS or (name == self.info.casefold() and any(ours.startswith(name) for ours in OURS))

    def is_glued_to(self, line: str) -> bool:
        """Tell whether a line ends with the closing fence right behind the JSON."""
        bare = line.rstrip()
        body = bare.rstrip(self.mark)
        return len(bare) - len(body) >= self.length and body.rstrip()[-1:] in ("}", "]")


def fence_of(line: str) -> Fence:
    """Return the fence with which a line begins."""
    bare = line.lstrip(SPACES)
    mark = bare[0]
    info = bare.lstrip(mark)
    return Fence(mark, len(bare) - len(info), info.strip())


def opens_in_line(text: str, at: int, *, ended: bool) -> bool | None:
    """Tell whether backticks inside a line open a block: one word that names it ends the line.

    Returns None where more text decides.
    """
    if _OPENING(text, at) is not None:
        return True
    return None if not ended and _OPENING_SO_FAR(text, at) is not None else False
