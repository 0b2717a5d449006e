"""Parse the lines after a question up to the end of its options."""

from collections.abc import Generator
from enum import Enum, auto

from pydantic import JsonValue

from choice.dialects.lists.form import (
    ASKED,
    MAX_RATIONALE,
    MOST,
    TOLD,
    Above,
    ListedOption,
    ListedQuestion,
    is_headline,
    read,
)
from choice.dialects.lists.labels import without_emphasis
from choice.dialects.lists.markers import NO_MARKER, Marker, indent_of, is_bulleted
from choice.dialects.lists.questions import answers, invites_choice, is_question
from choice.dialects.lists.selection import tells_to_choose
from choice.stream.line_kinds import BLANK, INDENTED, INDENTED_FENCE, PROSE, Line, line_at
from choice.stream.reader import ANYTHING, HOLD_LIMIT, NEWLINE, Deciding, Reader, Reading

_DEEPER = 2
_MAX_PHASE = 60
_COLONS = (":", "：")


class Role(Enum):
    """Role of a line after the options before it."""

    OPTION = auto()
    DETAIL = auto()
    BEHIND = auto()
    BREAK = auto()


# Module-level names, as for the kinds of line.
OPTION, DETAIL, BEHIND, BREAK = Role


def role_of(marker: Marker | None, head: str, base: Marker, options: int) -> Role:
    """Return the role of a line after a number of options, the first of which has the marker `base`."""
    if marker is not None and marker.style == base.style and marker.indent < base.indent + _DEEPER:
        if marker.number == options + 1:
            return OPTION
        return BEHIND if marker.number == 1 and options > 1 else BREAK
    return DETAIL if indent_of(head)[0] >= base.indent + _DEEPER else BEHIND


class Introduction:
    """The lines between a question and its options."""

    __slots__ = ("_leads_in", "between", "doubtful", "instruction", "last")

    def __init__(self, instruction: str) -> None:
        self.instruction = instruction
        """The text after the question, and the line that introduces the options."""
        self.between: list[str] = []
        self.doubtful = False
        """Whether the line before the options may announce something else; lettered markers decide."""
        self.last = ""
        """The last line before the options."""
        self._leads_in = False

    def takes(self, line: str, *, after_blank: bool) -> bool:
        """Add a line; return whether it is allowed between a question and its options."""
        if not line[:1].isalnum() and not any(letter.isalnum() for letter in line):
            return _is_underline(line) and not after_blank and not self.between
        if (
            "{" in line
            or line.lstrip().startswith("[")
            or is_question(line)
            or answers(line)
            or self._leads_in
        ):
            return False
        self.last = line
        if without_emphasis(line.strip()).endswith(_COLONS):
            self._leads_in = True
            self.doubtful = not invites_choice(line)
            self.instruction += line
            return True
        if self.between and after_blank:
            self._leads_in = True
            self.instruction += line
            return tells_to_choose(line)
        self.between.append(line)
        return sum(map(len, self.between)) <= MAX_RATIONALE


def place_of(reader: Reader) -> dict[str, JsonValue]:
    """Return the metadata of the next question: its number, and the heading above it."""
    place: dict[str, JsonValue] = {"question_sequence": reader.sequence + 1}
    if not reader.phase:
        return place
    words = "".join(letter if letter.isalnum() else " " for letter in reader.phase.casefold()).split()
    if words:
        place["discovery_phase"] = "_".join(words)[:_MAX_PHASE]
    return place


def _is_underline(line: str) -> bool:
    """Return whether a line underlines a heading."""
    return set(line.strip()) in ({"="}, {"-"})


_MOST_BLANKS = 3


class ListBlock:
    """Parses the lines after a question until it is certain whether they are options.

    The line of the question is already kept. At the end, all of it is replaced by a form or released as
    prose; the line that decided is not consumed.
    """

    def __init__(self, reader: Reader, sentence: str, instruction: str, above: Above) -> None:
        self._reader = reader
        self._above = above
        self._held = reader.held
        self._sentence = sentence
        self._introduction = Introduction(instruction)
        self._options: list[ListedOption] = []
        self._first = NO_MARKER
        """The marker of the first option."""
        self._end_of_options = 0
        self._after_blank = False

    def read(self) -> Reading:
        """Parse until the decision."""
        for_others = self._reader.for_others
        if for_others.asks(self._sentence) or not (
            (yield from self._reaches_options()) and (yield from self._passes_options()) and self._settled()
        ):
            for_others.is_framed_by(self._introduction.last, ())
            self._held.release(self._held.start)
        self._held.at = self._held.start
        self._reader.before.clear()

    def _reaches_options(self) -> Deciding:
        """Advance to the first option; return whether there is one and the lines before it allow options."""
        held = self._held
        blanks = 0
        while True:
            seen = line_at(held.text, held.start, ended=held.ended)
            if seen is None:
                self._reader.wait_for(ANYTHING)
                yield
                continue
            kind, head, marker = seen
            if kind is BLANK:
                blanks += 1
                if blanks > _MOST_BLANKS or held.start == len(held.text):
                    return False
                held.keep(held.text.find("\n", held.start) + 1 or len(held.text))
                continue
            if kind is not PROSE and kind is not INDENTED:
                return False
            if marker is not None and marker.number == 1:
                self._first = marker
                return marker.offers or not self._introduction.doubtful
            if marker is not None or (head and is_bulleted(head)):
                return False
            line = yield from self._line(MAX_RATIONALE)
            if not line or not self._introduction.takes(line, after_blank=blanks > 0):
                return False
            self._keep(line)
            blanks = 0

    def _passes_options(self) -> Deciding:
        """Advance past the last option; return whether the options are well-formed."""
        held = self._held
        marker: Marker | None = self._first
        role = OPTION
        while role is not BEHIND:
            line = yield from self._line(HOLD_LIMIT)
            if role is BREAK or line is None:
                return False
            if not self._took(role, marker, line):
                return False
            self._after_blank = False
            self._keep(line)
            while (seen := line_at(held.text, held.start, ended=held.ended)) is None or seen[0] is BLANK:
                if seen is None:
                    self._reader.wait_for(ANYTHING)
                    yield
                elif held.start == len(held.text):
                    return True
                elif not self._passes_blank():
                    return False
            kind, head, marker = seen
            role = self._role(kind, head, marker)
        return True

    def _passes_blank(self) -> bool:
        """Keep a blank line; return False if that exceeds the hold limit."""
        held = self._held
        end = held.text.find("\n", held.start)
        stop = end if end >= 0 else len(held.text)
        if held.kept_size + stop - held.start > HOLD_LIMIT:
            return False
        held.keep(end + 1 or stop)
        held.at = held.start
        self._after_blank = True
        return True

    def _role(self, kind: Line, head: str, marker: Marker | None) -> Role:
        """Return the role of the next line."""
        if kind is not PROSE and kind is not INDENTED:
            return BREAK if kind is INDENTED_FENCE else BEHIND
        role = role_of(marker, head, self._first, len(self._options)) if head else BEHIND
        if role is BEHIND and marker is None and is_headline(self._options[-1]) and self._may_describe():
            return DETAIL
        return role

    def _may_describe(self) -> bool:
        """Return whether a line may describe the headline above it, directly or after a blank line.

        A paragraph after a blank line describes its headline only if the first headline has one too;
        otherwise it ends the list.
        """
        if not self._after_blank:
            return True
        is_bare = len(self._options[-1].lines) == 1
        return is_bare and (len(self._options) == 1 or self._options[0].lines[1:2] == [""])

    def _took(self, role: Role, marker: Marker | None, line: str) -> bool:
        """Add a line to the options; return whether it belongs there."""
        if self._options and is_question(self._options[-1].lines[0]):
            return False
        if role is OPTION and marker is not None:
            if len(self._options) == MOST or (not self._options and is_question(line)):
                return False
            self._options.append(ListedOption(marker, [line[marker.text_at :].rstrip()]))
        else:
            # A blank line ends the label: the lines after it are not a wrapped part of it.
            self._options[-1].lines.extend(["", line.strip()] if self._after_blank else [line.strip()])
        self._end_of_options = self._held.kept_size + len(line.rstrip("\r"))
        return True

    def _settled(self) -> bool:
        """Replace the question and its options with a form; return whether they are a valid form."""
        found = read(
            ListedQuestion(
                self._sentence,
                list(self._reader.before),
                " ".join(self._introduction.between),
                self._introduction.instruction,
                self._options,
                place_of(self._reader),
                self._above,
            ),
            self._reader.category,
        )
        self._reader.above = TOLD if found is None else ASKED
        if found is None:
            return False
        dialect, form = found
        self._reader.sequence += 1
        self._held.suppress(self._held.start, self._held.kept_size - self._end_of_options, form, dialect)
        return True

    def _line(self, longest: int) -> Generator[None, None, str | None]:
        """Return the next line without its line break, or None if it is too long to hold."""
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
            yield

    def _keep(self, line: str | None) -> None:
        """Keep the next line, with its line break."""
        held = self._held
        held.keep(min(held.start + len(line or "") + 1, len(held.text)))
        held.at = held.start
