"""Reads a text line by line and hands each line to the part that understands it."""

from choice.stream.fence_block import read_code, read_fenced
from choice.stream.line_start import Line, kind_of
from choice.stream.prose_line import pass_prose
from choice.stream.reader import ANYTHING, Reader, Reading, pass_line
from choice.stream.sentences import Paragraph


def read_text(reader: Reader) -> Reading:
    """Read a whole text; where a line begins, nothing is held."""
    held = reader.held
    after_blank = True
    while True:
        kind = kind_of(held.text, held.start, ended=held.ended)
        if kind is None:
            reader.wait_for(ANYTHING)
            yield
            continue
        if held.start == len(held.text):
            return
        held.at = held.start
        if kind is Line.BLANK:
            reader.before.clear()
            held.at = (held.text.find("\n", held.start) + 1) or len(held.text)
            held.release(held.at)
            after_blank = True
            continue
        yield from _read_line(reader, _placed(reader, kind, after_blank=after_blank))
        after_blank = after_blank and kind is Line.INDENTED


def _placed(reader: Reader, kind: Line, *, after_blank: bool) -> Line:
    """Return what an indented line is: text inside a list, code after a blank line, else prose."""
    if kind is Line.INDENTED:
        return Line.CODE if after_blank and not reader.in_list else Line.PROSE
    if kind is not Line.INDENTED_FENCE:
        reader.in_list = False
    return kind


def _read_line(reader: Reader, kind: Line) -> Reading:
    if kind is not Line.PROSE:
        reader.before.clear()
    if kind is Line.FENCE:
        yield from read_fenced(reader)
    elif kind is Line.INDENTED_FENCE:
        yield from read_code(reader)
    elif kind in (Line.QUOTE, Line.TABLE, Line.CODE):
        yield from pass_line(reader)
    elif reader.category is None:
        yield from pass_prose(reader)
    else:
        yield from Paragraph(reader, kind).read()
