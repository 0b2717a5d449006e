"""Parse a text line by line, and dispatch each line to the parser of its kind."""

import re

from choice.dialects.lists.form import OTHER, Above
from choice.dialects.lists.markers import begins_with_word
from choice.stream.blocks import (
    BACKTICK,
    MARKUP_MARKS,
    count_marks,
    markup_behind,
    opens_in_line,
    pass_markup,
    read_code,
    read_fenced,
    span_behind,
)
from choice.stream.json_blocks import opens_choice, opens_quoted, pass_block, read_block
from choice.stream.line_kinds import (
    BLANK,
    CODE,
    FENCE,
    HEADING,
    INDENTED,
    INDENTED_FENCE,
    MARKUP,
    PROSE,
    QUOTE,
    TABLE,
    Line,
    Markup,
    kind_of,
)
from choice.stream.reader import ANYTHING, Deciding, Reader, Reading, Search, pass_line, wait_whether
from choice.stream.sentences import Paragraph

_QUOTE = "'"
# An apostrophe matters only before JSON, or at the end of the text that has arrived.
_NOTABLE: Search = re.compile(r"[\n{\[`<]|'(?=[{\[]|\Z)").search
_NOTABLE_IN_CODE: Search = re.compile("[\n`]").search


def pass_prose(reader: Reader) -> Reading:
    """Release the rest of the line as prose, except for the choices in it."""
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
    """Advance past a mark and its JSON; return whether a line starts there."""
    held = reader.held
    is_quoted = mark == _QUOTE
    if not (yield from wait_whether(reader, held.start, opens_quoted if is_quoted else opens_choice)):
        held.at = held.start + 1
        return False
    held.release(held.start + is_quoted)
    at_line = yield from (pass_block if is_quoted or markup else read_block)(reader)
    held.at = held.start
    return at_line


def read_text(reader: Reader) -> Reading:
    """Parse a text from the start of a line. Nothing is held between lines."""
    held = reader.held
    while True:
        kind = kind_of(held.text, held.start, ended=held.ended)
        if kind is None:
            reader.wait_for(ANYTHING)
            yield
            continue
        if held.start == len(held.text):
            return
        held.at = held.start
        if kind is BLANK:
            reader.before.clear()
            held.at = (held.text.find("\n", held.start) + 1) or len(held.text)
            held.release(held.at)
            reader.after_blank = True
            continue
        above, reader.above = reader.above, OTHER
        if kind is not PROSE:
            place = _kind_in_context(reader, kind)
            reader.after_blank = reader.after_blank and kind is INDENTED
            if place is not PROSE:
                yield from _parser_of(reader, place, above)
                continue
        else:
            reader.in_list = reader.after_blank = False
        if reader.category is None:
            yield from pass_prose(reader)
        elif begins_with_word(held.text, held.start) is None:
            yield from Paragraph(reader, PROSE, above).read()
        else:
            yield from Paragraph(reader, PROSE, above).read_on()


def _kind_in_context(reader: Reader, kind: Line) -> Line:
    """Return the kind of an indented line: text in a list, code after a blank line, otherwise prose."""
    if kind is INDENTED:
        return CODE if reader.after_blank and not reader.in_list else PROSE
    if kind is not INDENTED_FENCE:
        reader.in_list = False
    return kind


def _parser_of(reader: Reader, kind: Line, above: Above) -> Reading:
    """Return the parser of a line that is not prose."""
    reader.before.clear()
    if kind is not HEADING:
        reader.for_others.pass_block()
    if kind is FENCE:
        return read_fenced(reader)
    if kind is INDENTED_FENCE:
        return read_fenced(reader) if reader.in_list else read_code(reader)
    if kind in (QUOTE, TABLE, CODE):
        return pass_line(reader)
    if kind is MARKUP:
        return pass_markup(reader)
    if reader.category is None:
        return pass_prose(reader)
    return Paragraph(reader, kind, above).read()
