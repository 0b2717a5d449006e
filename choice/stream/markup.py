"""Markup that shows what stands in it: `<pre>`, `<code>` and comments."""

import re
from typing import NamedTuple

from choice.stream.reader import Search

_NAMES = ("<pre", "<code", "<!--")
_LONGEST_NAME = 5
_SPAN = re.compile("<(?:(?:pre|code)[ \t>]|!--)", re.IGNORECASE).match
_MOST_ATTRIBUTES = 200
_CODE = f"<code(?:[ \t][^<>\n]{{0,{_MOST_ATTRIBUTES}}}+)?"
_BLOCK = re.compile(f"<(?:pre[ \t\r\n>]|!--)|{_CODE}>[ \t]{{0,8}}+(?:\r?\n|[{{\\[])", re.IGNORECASE).match
_CODE_SO_FAR = re.compile(f"{_CODE}(?:>[ \t]{{0,8}}+\r?)?", re.IGNORECASE).fullmatch


class Markup(NamedTuple):
    """What ends a text that is shown by markup, and how to look for that."""

    closer: str
    ends: Search
    """Where the closer may begin."""
    marks: Search
    """The same, the end of a line and the beginning of JSON."""

    def closes(self, text: str, at: int, *, ended: bool) -> bool | None:
        """Tell whether the closer stands at a position; None where more text decides."""
        seen = text[at : at + len(self.closer)].casefold()
        if seen == self.closer:
            return True
        return None if not ended and at + len(seen) == len(text) and self.closer.startswith(seen) else False


_TAG_ENDS, _TAG_MARKS = re.compile("<").search, re.compile(r"[\n{\[<]").search
_MARKUPS = {
    "p": Markup("</pre>", _TAG_ENDS, _TAG_MARKS),
    "c": Markup("</code>", _TAG_ENDS, _TAG_MARKS),
    "!": Markup("-->", re.compile("-").search, re.compile(r"[\n{\[-]").search),
}


def markup_at(text: str, at: int) -> Markup:
    """Return the markup that opens at a position."""
    return _MARKUPS[text[at + 1].casefold()]


def opens_span(text: str, at: int, *, ended: bool) -> bool | None:
    """Tell whether markup opens at a position within a line; None where more text decides."""
    if _SPAN(text, at) is not None:
        return True
    return None if not ended and _may_be_name(text, at) else False


def opens_block(text: str, at: int, *, ended: bool) -> bool | None:
    """Tell the same of a position where a line begins: a block goes on behind the end of the line.

    `<code>` opens one only where nothing but JSON follows it in its line.
    """
    if _BLOCK(text, at) is not None:
        return True
    undecided = not ended and (_may_be_name(text, at) or _CODE_SO_FAR(text, at) is not None)
    return None if undecided else False


def _may_be_name(text: str, at: int) -> bool:
    """Tell whether a text ends within the name of markup, or with it."""
    begun = text[at : at + _LONGEST_NAME + 1].casefold()
    return len(begun) <= _LONGEST_NAME and any(name.startswith(begun) for name in _NAMES)
