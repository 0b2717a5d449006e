"""Whole lines of plain statements, of which most prose consists: they ask nothing and pass at once."""

import re

from choice.dialects.text.announced_text import announces_text
from choice.dialects.text.option_marker import begins_with_word
from choice.stream.reader import Reader
from choice.stream.sentences import LONGEST
from choice.stream.statement_end import is_abbreviation

_EACH = re.compile("[^.]*+[.]").findall
_MARKS = "{[`<!?"
_OTHER_MARKS = "。！？؟"
_FAR = 4096
"""So far a look for marks goes: it must not cost more than a few lines do."""


def pass_statements(reader: Reader) -> bool:
    """Pass the lines of statements that begin here, if any do; tell whether they were.

    To be called at the beginning of a line that begins with a word: it decides as the reading would.
    """
    if reader.for_others.is_open:
        return False
    held = reader.held
    text, end, unmarked = held.text, held.start, 0
    while end == held.start or begins_with_word(text, end) is not None:
        line_end = text.find("\n", end)
        if line_end < 0 or text[line_end - 1] != ".":
            break
        unmarked = unmarked or _unmarked(text, end)
        statements = _statements(text[end:line_end]) if line_end < unmarked else []
        if not statements or announces_text(statements[-1], statements[:-1] or reader.before):
            break
        reader.before += statements
        end = line_end + 1
    if end == held.start:
        return False
    held.release(end)
    return True


def _statements(line: str) -> list[str]:
    """Return the statements of a line that ends with a full stop; none, if one does not plainly end so."""
    stops, statements = line.count("."), [line]
    if stops > 1:
        if line.count(". ") < stops - 1:
            return []
        statements = _EACH(line)
    for each in statements:
        if len(each) > LONGEST or is_abbreviation(each):
            return []
    return statements


def _unmarked(text: str, start: int) -> int:
    """Return how far no mark stands in a text that could be the end of anything but a statement."""
    far = start + _FAR
    for mark in _MARKS if text.isascii() else _MARKS + _OTHER_MARKS:
        found = text.find(mark, start, far)
        if found >= 0:
            far = found
    return far
