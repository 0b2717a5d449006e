"""A line of prose where only explicit blocks are looked for: it passes, what may begin a choice waits."""

import re

from choice.stream.fence_block import read_fenced
from choice.stream.fence_line import opens_in_line
from choice.stream.json_block import opens_choice, opens_quoted, pass_block, read_block
from choice.stream.mark_run import BACKTICK, count_marks, span_behind
from choice.stream.markup import Markup
from choice.stream.markup_block import MARKUP_MARKS, markup_behind
from choice.stream.reader import Deciding, Reader, Reading, wait_whether
from choice.stream.watch import Search

_QUOTE = "'"
# An apostrophe matters only before JSON, or where what stands behind it is still to come.
_NOTABLE: Search = re.compile(r"[\n{\[`<]|'(?=[{\[]|\Z)").search
_NOTABLE_IN_CODE: Search = re.compile("[\n`]").search


def pass_prose(reader: Reader) -> Reading:
    """Pass the rest of the line, but for the choices in it."""
    held = reader.held
    span = 0
    markup: Markup | None = None
    while True:
        watch = _NOTABLE_IN_CODE if span else _NOTABLE if markup is None else markup.marks
        found = watch(held.text, held.at)
        if found is None:
            reader.pass_until(watch)
            if held.ended:
                return
            yield
            continue
        held.at = found.start()
        mark = held.text[held.at]
        if mark == "\n":
            held.at += 1
            held.release(held.at)
            return
        held.release(held.at)
        if mark == BACKTICK:
            if not span and (yield from wait_whether(reader, held.start, opens_in_line)):
                yield from read_fenced(reader)
                return
            held.at = held.start
            span = span_behind(span, (yield from count_marks(reader, BACKTICK, reader.pass_until)))
        elif mark in MARKUP_MARKS:
            markup = yield from markup_behind(reader, markup)
        elif (yield from _passes_json(reader, mark, markup)):
            return


def _passes_json(reader: Reader, mark: str, markup: Markup | None) -> Deciding:
    """Go behind a mark and the JSON that begins with it or behind it; tell whether a line begins there."""
    held = reader.held
    is_quoted = mark == _QUOTE
    if not (yield from wait_whether(reader, held.start, opens_quoted if is_quoted else opens_choice)):
        held.at = held.start + 1
        return False
    held.release(held.start + is_quoted)
    at_line = yield from (pass_block if is_quoted or markup else read_block)(reader)
    held.at = held.start
    return at_line
