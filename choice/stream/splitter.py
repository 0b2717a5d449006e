"""Split a model's text into prose and forms: a whole text, or chunks as they arrive."""

import re
from collections.abc import AsyncIterable, AsyncIterator
from typing import Literal, NamedTuple

from choice.dialects.lists.ending import questions_at_end
from choice.dialects.lists.markers import read_lines
from choice.models import Form
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
from choice.stream.reader import (
    ANYTHING,
    PAST_LIMIT,
    Deciding,
    Reader,
    Reading,
    Search,
    pass_line,
    wait_whether,
)
from choice.stream.segments import FormFound, Segment, Text, joined
from choice.stream.sentences import Paragraph

_QUOTE = "'"
# An apostrophe matters only before JSON, or at the end of the text that has arrived.
_NOTABLE: Search = re.compile(r"[\n{\[`<]|'(?=[{\[]|\Z)").search
_NOTABLE_IN_CODE: Search = re.compile("[\n`]").search


def pass_prose(reader: Reader) -> Reading:
    """Release the rest of the line as prose, but replace JSON choices in it with forms."""
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
        elif (yield from _parse_json(reader, mark, markup)):
            return


def _parse_json(reader: Reader, mark: str, markup: Markup | None) -> Deciding:
    """Parse JSON at a bracket, or after an apostrophe; return whether the next character starts a line.

    If no choice starts there, only the bracket or apostrophe is skipped.
    """
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
    """Parse a text line by line. No text is held between lines."""
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
        if kind is not PROSE:
            place = _kind_in_context(reader, kind)
            reader.after_blank = reader.after_blank and kind is INDENTED
            if place is not PROSE:
                yield from _parser_of(reader, place)
                continue
        else:
            reader.in_list = reader.after_blank = False
        if reader.category is None:
            yield from pass_prose(reader)
        else:
            yield from Paragraph(reader, PROSE).read()


def _kind_in_context(reader: Reader, kind: Line) -> Line:
    """Return the kind of a line, where an indented line is code or prose depending on the lines before it.

    An indented line is code if it follows a blank line outside a list.
    """
    if kind is INDENTED:
        return CODE if reader.after_blank and not reader.in_list else PROSE
    if kind is not INDENTED_FENCE:
        reader.in_list = False
    return kind


def _parser_of(reader: Reader, kind: Line) -> Reading:
    """Return the parser for a line that is not prose."""
    reader.before.clear()
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
    return Paragraph(reader, kind).read()


def _ask_at_end(reader: Reader, *, closing: bool) -> None:
    """Add the questions that are decided at the end of a message, unless explicit blocks ask in it."""
    if reader.past is None or reader.category is None or reader.held.forms > reader.sequence:
        return
    text = reader.past.last(PAST_LIMIT)
    if len(text) == PAST_LIMIT:
        text = text[text.find("\n\n") + 1 :]
    found = questions_at_end(read_lines(text), reader.category, reader.leads, closing=closing)
    if found is not None:
        dialect, form = found
        reader.held.ask(form, dialect)


Mode = Literal["discovery", "clarification", "chat"]
MODES: tuple[Mode, ...] = ("discovery", "clarification", "chat")


class Splitter:
    """Separates prose from questions while a model's text arrives.

    In the modes `discovery` and `clarification`, lettered and numbered lists under a question are questions
    too. In `chat`, only explicit blocks are. How the text is divided into chunks does not affect the result.
    """

    __slots__ = (
        "_mode",
        "_parser",
        "_passing",
        "_past",
        "_pending",
        "_quick_questions",
        "_reader",
        "_room",
        "_watch",
    )

    _room: int

    def __init__(self, mode: Mode = "discovery", *, quick_questions: bool = True) -> None:
        """Create a splitter; without `quick_questions`, the closing question of a message gets no buttons."""
        if mode not in MODES:
            message = f"Unknown mode {mode!r}. Known modes: {', '.join(MODES)}."
            raise ValueError(message)
        self._mode: Mode = mode
        self._quick_questions = quick_questions
        self._start()

    def _start(self) -> None:
        self._reader = Reader(None if self._mode == "chat" else self._mode)
        self._past = self._reader.past
        self._parser = read_text(self._reader)
        self._pending: list[str] = []
        """Chunks that have arrived since the parser was last resumed."""
        self._wait()

    def feed(self, chunk: str) -> list[Segment]:
        """Process the next chunk and return the completed segments."""
        if self._watch(chunk) is None:
            room = self._room - len(chunk)
            if room > 0:
                self._room = room
                self._pending.append(chunk)
                return []
            if self._passing:
                if self._past is not None:
                    self._past.add(chunk)
                return [Text(chunk)] if chunk else []
        return self._advance(chunk)

    def flush(self) -> list[Segment]:
        """End the text and return the remaining segments. The next chunk starts a new text."""
        reader = self._reader
        reader.held.ended = True
        segments = self._advance("")
        _ask_at_end(reader, closing=self._quick_questions)
        segments += reader.held.take()
        self._start()
        return segments

    def _advance(self, chunk: str) -> list[Segment]:
        """Resume the parser with all text that has arrived."""
        reader = self._reader
        self._pending.append(chunk)
        reader.held.grow("".join(self._pending))
        self._pending.clear()
        next(self._parser, None)
        self._wait()
        return reader.held.take()

    def _wait(self) -> None:
        """Copy the wait condition of the parser to attributes, for a fast check of every chunk."""
        reader = self._reader
        self._watch = reader.watch
        self._passing = reader.passing
        self._room = 0 if reader.passing else reader.room


class Detection(NamedTuple):
    """The prose and the forms of a text."""

    text: str
    """The prose: the text without the source of the forms."""
    forms: list[Form]
    segments: list[Segment]
    """Prose and forms in order. Adjacent prose is merged."""


def detect(text: str, mode: Mode = "discovery") -> Detection:
    """Return the prose and the forms of a text. The result is the same as that of a `Splitter`.

    Raises:
        TypeError: `text` is not a string.
    """
    splitter = Splitter(mode)
    segments = joined(splitter.feed(_text(text)) + splitter.flush())
    return Detection(
        text="".join([segment.text for segment in segments if isinstance(segment, Text)]),
        forms=[segment.form for segment in segments if isinstance(segment, FormFound)],
        segments=segments,
    )


def _text(given: object) -> str:
    if isinstance(given, str):
        return given
    message = f"A text must be a string, not {type(given).__name__}; decode bytes first."
    raise TypeError(message)


async def split(chunks: AsyncIterable[str], mode: Mode = "discovery") -> AsyncIterator[Segment]:
    """Yield prose and forms as soon as they are complete.

    If `chunks` raises, held text is yielded as prose before the error propagates, because a question in
    it may be incomplete. Closing the iterator closes `chunks` if that has an `aclose` method.
    """
    splitter = Splitter(mode)
    try:
        async for chunk in chunks:
            for segment in splitter.feed(chunk):
                yield segment
    except Exception:
        for segment in splitter.flush():
            yield _as_prose(segment)
        raise
    finally:
        close = getattr(chunks, "aclose", None)
        if close is not None:
            await close()
    for segment in splitter.flush():
        yield segment


def _as_prose(segment: Segment) -> Text:
    return Text(segment.source) if isinstance(segment, FormFound) else segment
