"""Parse prose that may contain listed questions: hold a sentence to its end, a question for its options."""

import re

from choice.dialects.lists.form import MAX_QUESTION
from choice.dialects.lists.markers import LONGEST_MARK, item_at, may_begin_item
from choice.stream.blocks import (
    BACKTICK,
    MARKUP_MARKS,
    count_marks,
    markup_behind,
    opens_in_line,
    read_fenced,
    span_behind,
)
from choice.stream.json_blocks import OPENERS, opens_choice, pass_block, read_block
from choice.stream.line_kinds import HEADING, PROSE, Line, Markup, wait_for_kind
from choice.stream.lists import ListBlock, leads_to_list
from choice.stream.reader import ANYTHING, Deciding, Opens, Reader, Reading, Search, Watch, wait_whether

NOTABLE: Search = re.compile("[\n{\\[`<.!?。！？؟]").search
_LONGEST_ABBREVIATION = 8
_ABBREVIATIONS = frozenset({
    "e.g.", "i.e.", "vs.", "etc.", "approx.", "dr.", "mr.", "mrs.", "ms.", "cf.", "resp.", "incl.",
    "z.b.", "d.h.", "bzw.", "usw.", "ca.", "nr.", "p.ej.", "ej.", "p.ex.", "u.a.",
    "max.", "min.", "máx.", "mín.", "mind.",
})  # fmt: skip


def is_abbreviation(statement: str) -> bool:
    """Return whether the full stop at the end belongs to an abbreviation."""
    word = statement[-_LONGEST_ABBREVIATION:].rpartition(" ")[2]
    return word.lstrip("(\"'“").casefold() in _ABBREVIATIONS


_LONGEST_TAIL = 20
IN_CODE: Search = re.compile("[\n`]").search
"""Search for the end of inline code or of the line."""
_TAIL = re.compile(f"[.!?。！？؟\"'”’)\\]*_»）」』]{{0,{_LONGEST_TAIL}}}").match
_CLOSING = "\"'”’)]»）」』"
_ASKING = frozenset("?？؟")
_WIDE = "。！？"
LONGEST = MAX_QUESTION + 200


class Paragraph:
    """Parses prose from the start of a line to its end, or to the end of a sentence that continues after it.

    The held text starts with the current sentence. Once that is a question, `_question_end` is its end, and
    the text after it is held too.
    """

    def __init__(self, reader: Reader, kind: Line) -> None:
        self._reader = reader
        self._held = reader.held
        self._is_heading = kind is HEADING
        self._is_item = False
        self._question_end = 0
        self._too_long = False
        self._span = 0
        self._markup: Markup | None = None

    def read_on(self) -> Reading:
        """Parse to the end, from inside the line."""
        held = self._held
        while True:
            watch = IN_CODE if self._span else NOTABLE if self._markup is None else self._markup.marks
            found = watch(held.text, held.at)
            if found is None:
                if held.ended:
                    held.release(len(held.text))
                    return
                self._wait(watch)
                yield
                continue
            mark = self._go_to(found.start())
            is_over = False
            if mark == "\n":
                is_over = yield from self._end_line()
            elif mark == BACKTICK:
                is_over = yield from self._read_code()
            elif mark in OPENERS:
                is_over = yield from self._read_json()
            elif mark in MARKUP_MARKS:
                self._markup = yield from markup_behind(self._reader, self._markup)
            elif self._needs_more():
                self._reader.wait_for(ANYTHING)
                yield
            if is_over:
                return

    def read(self) -> Reading:
        """Parse to the end, from the text after indentation, bullet and marker.

        Nothing is held afterwards.
        """
        held = self._held
        while (
            len(held.text) - held.start < LONGEST_MARK
            and not held.ended
            and held.text.find("\n", held.start) < 0
        ):
            if may_begin_item(held.text, held.start, ended=held.ended) is False:
                break
            self._reader.wait_for(ANYTHING)
            yield
        text_at = item_at(held.text[held.start : held.start + LONGEST_MARK].partition("\n")[0])
        self._is_item = text_at is not None
        self._reader.in_list = self._reader.in_list or self._is_item
        held.at = held.start + (text_at or 0)
        yield from self.read_on()

    def _go_to(self, at: int) -> str:
        """Advance to the mark at a position and return it; release an overlong sentence."""
        held = self._held
        held.at = at
        if at - held.start > LONGEST:
            self._release(at)
            self._too_long = True
        return held.text[at]

    def _wait(self, watch: Watch) -> None:
        """Wait for a character; release a sentence that is too long for a question."""
        held = self._held
        length = len(held.text) - held.start
        if length > LONGEST:
            self._too_long = True
            self._question_end = 0
        if self._too_long:
            self._reader.pass_until(watch)
        else:
            held.at = len(held.text)
            self._reader.wait_for(watch, room=LONGEST - length + 1)

    def _needs_more(self) -> bool:
        """Handle the punctuation at the current position; return whether more text is needed to decide."""
        held = self._held
        end = _TAIL(held.text, held.at).end()  # type: ignore[union-attr]  # it matches the empty text too
        if end == len(held.text) and not held.ended:
            return True
        marks = held.text[held.at : end]
        behind = held.text[end : end + 2]
        if len(behind) == 1 and behind.isspace() and marks[-1] in _CLOSING and not held.ended:
            return True
        if self._goes_on_behind(marks, behind):
            held.at = end
        elif end - held.start > LONGEST or self._too_long:
            self._release(end)
        elif not _ASKING.isdisjoint(marks):
            if self._question_end:
                self._release_question()
            self._question_end = end - held.start
            held.at = end
        elif self._is_heading or self._question_end:
            held.at = end
        else:
            self._reader.before.append(held.text[held.start : end])
            self._release(end)
        return False

    def _goes_on_behind(self, marks: str, behind: str) -> bool:
        """Return whether the sentence continues after punctuation: no space, a quotation, an abbreviation."""
        if behind and not behind[0].isspace() and marks[0] not in _WIDE:
            return True
        if marks[-1] in _CLOSING and behind[1:].islower():
            return True
        # The text of an overlong sentence may be released already, depending on the chunks: ignore it.
        if marks != "." or self._too_long:
            return False
        return is_abbreviation(self._held.text[self._held.start : self._held.at + 1])

    def _release_question(self) -> None:
        """Release a question that is followed by another one on the same line."""
        self._release(self._held.start + self._question_end)

    def _release(self, end: int) -> None:
        self._held.release(end)
        self._held.at = end
        self._question_end = 0
        self._too_long = False

    def _read_code(self) -> Deciding:
        """Advance past backticks; return whether they opened a block, which ends the paragraph."""
        if not self._span and (yield from self._opens(opens_in_line)):
            yield from read_fenced(self._reader)
            return True
        count = yield from count_marks(self._reader, BACKTICK, self._wait)
        self._span = span_behind(self._span, count)
        return False

    def _read_json(self) -> Deciding:
        """Advance past a bracket and its JSON; return whether a line starts there."""
        is_shown = self._markup is not None or self._is_quoted()
        if not (yield from self._opens(opens_choice)):
            self._held.at += 1
            return False
        at_line = yield from (pass_block if is_shown else read_block)(self._reader)
        self._held.at = self._held.start
        return at_line

    def _is_quoted(self) -> bool:
        """Return whether an apostrophe precedes the current position, as in a shell command."""
        held = self._held
        # The text of an overlong sentence may be released already, depending on the chunks: ignore it.
        return held.at > held.start and held.text[held.at - 1] == "'" and not self._too_long

    def _opens(self, opens: Opens) -> Deciding:
        """Return whether a block opens at the current position; if so, release the text before it."""
        held = self._held
        offset = held.at - held.start
        opened = yield from wait_whether(self._reader, held.at, opens)
        held.at = held.start + offset
        if opened:
            self._release(held.at)
            self._reader.before.clear()
        return opened

    def _list_behind(self) -> ListBlock | None:
        """Return the parser of the list that may follow a line, or None if the line leads to none."""
        held = self._held
        if self._too_long or held.at - held.start > LONGEST:
            return None
        sentence = held.text[held.start : held.at]
        strength = leads_to_list(sentence)
        if not strength:
            return None
        held.keep(held.at + 1)
        return ListBlock(self._reader, sentence, strength)

    def _end_line(self) -> Deciding:
        """Advance past a line break and the options after it; return whether the paragraph has ended."""
        block = self._list_behind()
        if block is None:
            return (yield from self._ends_with_line())
        if self._is_heading:
            self._reader.phase = ""
        yield from block.read()
        return True

    def _ends_with_line(self) -> Deciding:
        """Handle the end of a line without a question; the sentence may continue on the next line."""
        held = self._held
        self._span = 0
        self._markup = None
        end = held.at
        # The text of an overlong sentence may be released already, depending on the chunks: ignore it.
        words = "" if self._too_long else held.text[held.start : end]
        if self._is_heading:
            self._reader.phase = words
        elif words and not self._is_item and not self._question_end:
            offset = end + 1 - held.start
            if (yield from self._goes_on(offset)):
                held.at = held.start + offset
                return False
            end = held.start + offset - 1
        self._release(end + 1)
        return True

    def _goes_on(self, offset: int) -> Deciding:
        """Return whether the sentence continues on the next line: prose that is not a list item."""
        kind = yield from wait_for_kind(self._reader, offset)
        if kind is not PROSE:
            return False
        held = self._held
        while True:
            at = held.start + offset
            if may_begin_item(held.text, at, ended=held.ended) is False:
                return True
            is_item = item_at(held.text[at : at + LONGEST_MARK].partition("\n")[0]) is not None
            if is_item or held.ended or len(held.text) - at >= LONGEST_MARK or held.text.find("\n", at) >= 0:
                return not is_item
            self._reader.wait_for(ANYTHING)
            yield
