"""Reads a text line by line and hands each line to the part that understands it."""

from choice.dialects.text.list_above import OTHER, Above
from choice.dialects.text.option_marker import begins_with_word
from choice.stream.code_block import read_code
from choice.stream.fence_block import read_fenced
from choice.stream.line_start import (
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
    kind_of,
)
from choice.stream.markup_block import pass_markup
from choice.stream.prose_line import pass_prose
from choice.stream.reader import Reader, Reading, pass_line
from choice.stream.sentences import Paragraph
from choice.stream.watch import ANYTHING


def read_text(reader: Reader) -> Reading:
    """Read a text from the beginning of a line; where a line begins, nothing is held."""
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
            place = _placed(reader, kind)
            reader.after_blank = reader.after_blank and kind is INDENTED
            if place is not PROSE:
                yield from _reading_of(reader, place, above)
                continue
        else:
            reader.in_list = reader.after_blank = False
        if reader.category is None:
            yield from pass_prose(reader)
        elif begins_with_word(held.text, held.start) is None:
            yield from Paragraph(reader, PROSE, above).read()
        else:
            yield from Paragraph(reader, PROSE, above).read_on()


def _placed(reader: Reader, kind: Line) -> Line:
    """Return what an indented line is: text inside a list, code after a blank line, else prose."""
    if kind is INDENTED:
        return CODE if reader.after_blank and not reader.in_list else PROSE
    if kind is not INDENTED_FENCE:
        reader.in_list = False
    return kind


def _reading_of(reader: Reader, kind: Line, above: Above) -> Reading:
    """Return the reading of a line that is no prose by the part that understands it."""
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
