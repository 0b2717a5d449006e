"""Parse the lines after a question or an announcement: a list that may hold its options."""

import re
from collections.abc import Generator

from pydantic import JsonValue

from choice.dialects.lists.ending import is_card
from choice.dialects.lists.features import Surroundings, asks, ends_colon, lead_strength
from choice.dialects.lists.finder import MOST, find
from choice.dialects.lists.form import MAX_RATIONALE, Above, belongs_behind, card, only_instructs
from choice.dialects.lists.markers import Line, Mark, may_begin_item, plain, read_line, read_lines
from choice.stream.line_kinds import BLANK, FENCE, INDENTED_FENCE, MARKUP, PROSE, QUOTE, wait_for_kind
from choice.stream.reader import ANYTHING, NEWLINE, Deciding, Reader, Reading

HOLD = 0.3
"""A line waits for a list only if it asks at least this strongly; a list of bullets needs more."""
_HOLD_BULLETS = 0.39
_MOST_BLANKS = 3
_LONGEST_LINE = 2000
_LONGEST_LIST = 8000
_MOST_LINES = 120
_CONTEXT = 1500
_MAX_PHASE = 60
_MOST_PHASE_WORDS = 5
_SOFT = frozenset({"bold", "emoji", "bullet", "heading"})
_DESCRIBED = frozenset({"option", "bold", "emoji", "heading", "keycap"})
"""Families whose items may have a paragraph of their own."""
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


def leads_to_list(text: str) -> float:
    """Return how strongly a text asks, if that is enough to wait for a list; else 0."""
    if not (asks(text) or ends_colon(text)):
        return 0.0
    strength = lead_strength(plain(text))
    return strength if strength >= HOLD else 0.0


class OpenList:
    """The list whose lines arrive: decides which lines belong to it."""

    def __init__(self, first: Line, mark: Mark) -> None:
        self._first, self._mark = first, mark
        self._count = 1
        self._details = [0]
        """How many lines each item has below its own."""
        self._after_blank = False
        self._fence = ""
        self.is_broken = False
        """Whether a line shows that the list cannot be options: a gap in the count, or too many items."""

    def takes(self, line: Line) -> bool:
        """Add a line; return whether it belongs to the list."""
        bare = line.raw.strip()
        if self._fence:
            if bare.startswith(self._fence) and not bare.strip(self._fence[0]):
                self._fence = ""
            return True
        if line.kind == "blank":
            self._after_blank = True
            return True
        after_blank, self._after_blank = self._after_blank, False
        if (
            line.kind == "text"
            and bare.startswith(("```", "~~~"))
            and (line.indent > self._first.indent or not after_blank)
        ):
            self._fence = bare[:3]
            return True
        return self._is_item(line) or (not self.is_broken and self._is_detail(line, after_blank=after_blank))

    def _is_item(self, line: Line) -> bool:
        """Return whether a line is the next item; a wrong one breaks the list."""
        first, own = self._first, self._mark
        if (line.kind, line.level) != (first.kind, first.level) or abs(line.indent - first.indent) > 1:
            return False
        if first.kind == "table":
            self._count += 1
            return True
        for mark in line.marks:
            if mark.family == own.family and mark.style == own.style:
                self._count += 1
                self._details.append(0)
                repeats = mark.family == "number" and mark.ordinal == own.ordinal
                is_next = not own.ordinal or mark.ordinal == self._count or repeats or mark.family == "menu"
                # A list that begins anew is another one.
                self.is_broken = self._count > MOST or (not is_next and mark.ordinal != 1)
                return is_next and not self.is_broken
        return False

    def _is_detail(self, line: Line, *, after_blank: bool) -> bool:
        """Return whether a line describes the item above it."""
        first, family = self._first, self._mark.family
        if line.kind in {"quote", "rule", "heading", "table"}:
            return False
        self._details[-1] += 1
        if line.indent > first.indent + 1:
            return True
        if line.is_item:
            is_bullet = line.marks[0].family == "bullet"
            return is_bullet and family != "bullet" and (not after_blank or family in _DESCRIBED)
        if line.marks or family not in _DESCRIBED:
            return False
        described = self._count == 1 or self._details[0] > 0
        return described and (not after_blank or self._details[-1] == 1)


class ListBlock:
    """Parses the lines after a lead until it is certain whether they are options.

    The line of the lead is already kept. At the end, all of it is replaced by a form, or the lead is released
    as prose and the lines after it are parsed again.
    """

    def __init__(self, reader: Reader, sentence: str, strength: float) -> None:
        self._reader, self._held = reader, reader.held
        self._sentence, self._strength = sentence, strength
        self._lead_size = reader.held.kept_size
        self._between: list[str] = []
        self._start = self._end = 0
        """Where the list begins and ends in the kept text."""
        self._below = ""
        self._has_newline = False

    def read(self) -> Reading:
        """Parse until the decision."""
        held = self._held
        opened = yield from self._reaches_list()
        if opened is None or not (yield from self._passes(opened)) or not self._settled():
            held.put_back()
            held.release(self._lead_size)
            self._reader.after_blank = False
        held.at = held.start
        self._reader.before.clear()

    def _reaches_list(self) -> Generator[None, None, OpenList | None]:
        """Advance to the first item and return its list; None if other text comes first."""
        held = self._held
        blanks = 0
        while True:
            kind = yield from wait_for_kind(self._reader, 0)
            if kind is BLANK:
                blanks += 1
                if blanks > _MOST_BLANKS or held.start == len(held.text):
                    return None
                held.keep(held.text.find("\n", held.start) + 1 or len(held.text))
                continue
            if kind in (FENCE, INDENTED_FENCE, QUOTE, MARKUP) or not (
                yield from self._may_go_on(kind is PROSE)
            ):
                return None
            text = yield from self._line()
            if text is None:
                return None
            line = read_line(0, text)
            opened = self._opened(line)
            if opened is not None:
                self._start = held.kept_size
                self._keep(text)
                self._end = self._start + len(text.rstrip("\r"))
                return opened
            if (
                line.is_item
                or line.kind in {"heading", "table"}
                or not self._takes_between(text, after_blank=blanks > 0)
            ):
                return None
            self._keep(text)
            blanks = 0

    def _may_go_on(self, is_prose: bool) -> Deciding:  # noqa: FBT001 - the kind of the next line
        """Return whether the next line may be an item, or a paragraph between question and list."""
        held = self._held
        while is_prose and (verdict := may_begin_item(held.text, held.start, ended=held.ended)) is not True:
            if verdict is False:
                return self._strength > HOLD and asks(self._sentence) and len(self._between) < _MOST_BLANKS
            self._reader.wait_for(ANYTHING)
            yield
        return True

    def _opened(self, line: Line) -> OpenList | None:
        """Return the list that a line begins, if it may be held for the lead."""
        if line.kind == "table":
            return OpenList(line, Mark("table", "", 0, 0))
        if ends_colon(line.raw) and line.marks and line.marks[0].family == "bold":
            return None  # "**Options:**" introduces the list.
        for mark in line.marks:
            if line.kind == "heading" and mark.family not in {"option", "number", "letter"}:
                continue
            if mark.ordinal == 1 or mark.family == "menu":
                return OpenList(line, mark)
            if mark.family in _SOFT and self._strength >= _HOLD_BULLETS and len(line.marks) == 1:
                return OpenList(line, mark)
        return None

    def _takes_between(self, text: str, *, after_blank: bool) -> bool:
        """Add a line between the lead and its list; return whether it may stand there."""
        if (
            asks(text)
            or "{" in text
            or not any(map(str.isalnum, text))
            or (self._between and ends_colon(self._between[-1]))
        ):
            return False
        if self._between and after_blank and not (only_instructs(text) or ends_colon(text)):
            return False
        self._between.append(text)
        return sum(map(len, self._between)) <= MAX_RATIONALE

    def _passes(self, opened: OpenList) -> Deciding:
        """Advance past the list; return whether it may be options."""
        held = self._held
        for _ in range(_MOST_LINES):
            text = yield from self._line()
            if text is None:
                text = held.text[held.start : held.start + _LONGEST_LINE]
                self._below = text
                return not opened.takes(read_line(0, text)) and not opened.is_broken
            if held.ended and held.start + len(text) == len(held.text) and not text.strip():
                return True
            line = read_line(0, text)
            if not opened.takes(line):
                self._below = text
                return not opened.is_broken
            self._keep(text)
            if line.kind != "blank":
                self._end = held.kept_size - (len(text) - len(text.rstrip("\r"))) - self._has_newline
            if held.kept_size > _LONGEST_LIST:
                return False
        return False

    def _settled(self) -> bool:
        """Replace the lead and its list with a form; return whether they are a question."""
        held, reader = self._held, self._reader
        kept = held.kept_text()
        context = _context(reader)
        lines = read_lines(f"{context}{kept}{self._below}")
        start = context.count("\n") + kept.count("\n", 0, self._start)
        candidates = find(lines)
        places = [
            Surroundings(lines, each, candidates, whole=False, between=len(self._between))
            for each in candidates
            if each.start == start and each.end <= start + kept.count("\n", self._start, self._end)
        ]
        place = next(
            (
                place
                for place in sorted(places, key=lambda each: -len(each.candidate.items))
                if is_card(place)
            ),
            None,
        )
        if place is None:
            return False
        behind = plain(self._below) if belongs_behind(plain(self._below)) else ""
        below = behind or place.below
        above = Above(self._sentence, list(reader.before), " ".join(line.strip() for line in self._between))
        found = card(lines, place.candidate, above, below, reader.category, self._metadata())
        if found is None:
            return False
        if behind:
            self._keep(self._below)
            self._end = held.kept_size - self._has_newline
        reader.sequence += 1
        reader.leads.append(read_line(-1, self._sentence.lstrip("\n")))
        dialect, form = found
        held.suppress(held.start, held.kept_size - self._end, form, dialect)
        return True

    def _metadata(self) -> dict[str, JsonValue]:
        """Return the number of the question, and the heading above it if that is a name."""
        metadata: dict[str, JsonValue] = {"question_sequence": self._reader.sequence + 1}
        phase = self._reader.phase
        words = "".join(letter if letter.isalnum() else " " for letter in phase.casefold()).split()
        if 0 < len(words) <= _MOST_PHASE_WORDS and not asks(phase):
            metadata["discovery_phase"] = "_".join(words)[:_MAX_PHASE]
        return metadata

    def _line(self) -> Generator[None, None, str | None]:
        """Return the next line without its line break, or None if it is too long to hold."""
        held = self._held
        held.at = held.start
        while True:
            end = held.text.find("\n", held.at)
            stop = end if end >= 0 else len(held.text)
            if stop - held.start > _LONGEST_LINE:
                return None
            if end >= 0 or held.ended:
                return held.text[held.start : stop]
            held.at = stop
            self._reader.wait_for(NEWLINE, room=_LONGEST_LINE - (stop - held.start) + 1)
            yield

    def _keep(self, line: str) -> None:
        """Keep the next line, with its line break."""
        held = self._held
        end = held.start + len(line)
        self._has_newline = end < len(held.text)
        held.keep(min(end + 1, len(held.text)))
        held.at = held.start


def _context(reader: Reader) -> str:
    """Return the last lines before the lead, behind the last code block."""
    context = "" if reader.past is None else reader.past.last(_CONTEXT)
    if len(context) == _CONTEXT:
        context = context[context.find("\n") + 1 :]
    fences = list(_FENCE.finditer(context))
    if fences:
        context = context[(context.find("\n", fences[-1].end()) + 1) or len(context) :]
    return context
