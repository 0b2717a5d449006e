"""The lines behind a question, up to the end of its options."""

from collections.abc import Generator, Sequence

from choice.dialects.text.option_list import MAX_RATIONALE, MOST, ListedOption, ListedQuestion, read
from choice.dialects.text.option_marker import NO_MARKER, Marker, begins_with_word, following_markers, is_item
from choice.dialects.text.question_sentence import is_question
from choice.stream.held_text import HOLD_LIMIT
from choice.stream.line_head import wait_for_kind, wait_for_marked_head
from choice.stream.line_start import BLANK, INDENTED, INDENTED_FENCE, PROSE, Line
from choice.stream.list_lines import BEHIND, BREAK, DETAIL, OPTION, Introduction, Role, place_of, role_of
from choice.stream.reader import Deciding, Reader, Reading
from choice.stream.watch import NEWLINE

_MOST_BLANKS = 3

_WORDS = (BLANK, PROSE, INDENTED)
_new = tuple.__new__


class ListBlock:
    """Reads what follows a question, line by line, until it is known whether options do.

    The question's line is kept already. In the end the whole is replaced by a form or released as prose, and
    the line that decided it is still to be read.
    """

    def __init__(self, reader: Reader, sentence: str, instruction: str) -> None:
        self._reader = reader
        self._held = reader.held
        self._sentence = sentence
        self._introduction = Introduction(instruction)
        self._options: list[ListedOption] = []
        self._first = NO_MARKER
        """The marker of the first option."""
        self._heads: list[str] = []
        """How the markers behind the first one are written if they are like it."""
        self._end_of_options = 0
        self._after_blank = False

    def read(self) -> Reading:
        """Read to the decision."""
        if not (
            (yield from self._reaches_options()) and (yield from self._passes_options()) and self._settled()
        ):
            self._held.release(self._held.start)
        self._held.at = self._held.start
        self._reader.before.clear()

    def _reaches_options(self) -> Deciding:
        """Go to the first option; tell whether there is one, and nothing before it that speaks against it."""
        held = self._held
        blanks = 0
        while (kind := (yield from self._kind())) in _WORDS:
            if kind is BLANK:
                blanks += 1
                if blanks > _MOST_BLANKS:
                    return False
                held.keep(held.text.find("\n", held.start) + 1 or len(held.text))
                continue
            head, marker = yield from wait_for_marked_head(self._reader, 0)
            if marker is not None and marker.number == 1:
                self._first = marker
                return marker.offers or not self._introduction.doubtful
            line = "" if is_item(head) else (yield from self._line(MAX_RATIONALE))
            if not line or not self._introduction.takes(line, after_blank=blanks > 0):
                return False
            self._keep(line)
            blanks = 0
        return False

    def _passes_options(self) -> Deciding:
        """Go behind the last option; tell whether all that was passed is well-formed."""
        kind: Line | None = PROSE
        marker: Marker | None = self._first
        role = OPTION
        written = self._held.text[self._held.start : self._held.start + self._first.text_at]
        self._heads = following_markers(written, self._first, MOST)
        while role is not BEHIND:
            taken = len(self._options) + (role is OPTION)
            line = yield from self._line(HOLD_LIMIT, self._heads[taken - 1 :])
            if role is BREAK or line is None:
                return False
            if kind is not BLANK and not self._took(role, marker, line):
                return False
            self._after_blank = kind is BLANK
            self._keep(line)
            if role is OPTION:
                self._take_expected()
            kind = yield from self._kind()
            marker, role = yield from self._marker_and_role(kind)
        return True

    def _take_expected(self) -> None:
        """Take the options that follow whole and written as expected, without a closer look."""
        held = self._held
        text, start = held.text, held.start
        end = -1
        for expected in self._heads[len(self._options) - 1 :]:
            at = start + len(expected)
            line_end = text.find("\n", at)
            if line_end < 0 or not text.startswith(expected, start) or text[at].isspace():
                break
            if held.kept_size + line_end - held.start > HOLD_LIMIT or is_question(self._options[-1].lines[0]):
                break
            end = line_end
            self._options.append(_new(ListedOption, (self._first, [text[at:end].rstrip()])))
            start = end + 1
        if end >= 0:
            self._after_blank = False
            self._end_of_options = held.kept_size + len(text[held.start : end].rstrip("\r"))
            held.keep(start)
            held.at = start

    def _marker_and_role(self, kind: Line | None) -> Generator[None, None, tuple[Marker | None, Role]]:
        """Return the marker of the next line and what the line is to the options before it."""
        if kind is BLANK:
            return None, DETAIL
        if kind is not PROSE and kind is not INDENTED:
            return None, BREAK if kind is INDENTED_FENCE else BEHIND
        head, marker = yield from wait_for_marked_head(self._reader, 0)
        return marker, role_of(marker, head, self._first, len(self._options))

    def _took(self, role: Role, marker: Marker | None, line: str) -> bool:
        """Add a line to the options; tell whether it belongs there."""
        if self._options and is_question(self._options[-1].lines[0]):
            return False
        if role is OPTION and marker is not None:
            if len(self._options) == MOST or (not self._options and is_question(line)):
                return False
            self._options.append(ListedOption(marker, [line[marker.text_at :].rstrip()]))
        else:
            # A blank line ends the label: what follows it is no wrapped part of it.
            self._options[-1].lines.extend(["", line.strip()] if self._after_blank else [line.strip()])
        self._end_of_options = self._held.kept_size + len(line.rstrip("\r"))
        return True

    def _settled(self) -> bool:
        """Replace the question and its options by a form; tell whether they make one."""
        found = read(
            ListedQuestion(
                sentence=self._sentence,
                before=list(self._reader.before),
                between=" ".join(self._introduction.between),
                instruction=self._introduction.instruction,
                options=self._options,
                metadata=place_of(self._reader),
            ),
            self._reader.category,
        )
        if found is None:
            return False
        dialect, form = found
        self._reader.sequence += 1
        self._held.suppress(self._held.start, self._held.kept_size - self._end_of_options, form, dialect)
        return True

    def _kind(self) -> Generator[None, None, Line | None]:
        """Return the kind of the next line, or None where the text has ended."""
        held = self._held
        if begins_with_word(held.text, held.start) is not None:
            return PROSE
        kind = yield from wait_for_kind(self._reader, 0)
        return None if held.start == len(held.text) else kind

    def _line(self, longest: int, heads: Sequence[str] = ()) -> Generator[None, None, str | None]:
        """Return the next line without its end, or None where it is too long to be held.

        Lines that begin with `heads` may come behind it before anybody is woken.
        """
        held = self._held
        held.at = held.start
        longest = min(longest, HOLD_LIMIT - held.kept_size)
        while True:
            end = held.text.find("\n", held.at)
            stop = end if end >= 0 else len(held.text)
            if stop - held.start > longest:
                return None
            if end >= 0 or held.ended:
                return held.text[held.start : stop]
            held.at = stop
            self._reader.wait_for(NEWLINE, room=longest - (stop - held.start) + 1)
            self._reader.heads = heads
            yield

    def _keep(self, line: str | None) -> None:
        """Put the next line aside, with its end."""
        held = self._held
        held.keep(min(held.start + len(line or "") + 1, len(held.text)))
        held.at = held.start
