"""Reads markup, which shows what stands in it: no question begins there."""

from collections.abc import Generator

from choice.stream.line_start import SPACES
from choice.stream.markup import Markup, markup_at, opens_span
from choice.stream.reader import Reader, Reading, pass_line, wait_whether

MARKUP_MARKS = "<-"
"""Where markup may open, and where it may close."""


def markup_behind(reader: Reader, markup: Markup | None) -> Generator[None, None, Markup | None]:
    """Go behind the mark at the reader's position; return the markup in which the text stands there.

    `markup` is the same for the text before the mark.
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
    """Pass the block that begins with this line, up to and with the line that closes it."""
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
        if is_over:
            yield from pass_line(reader)
            return
