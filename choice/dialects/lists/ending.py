"""The questions that are decided at the end of a message: light buttons under text that was shown already."""

# ruff: noqa: E501, PLR2004 - word lists, patterns and graded strengths are data

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from choice.dialects.lists.classify import tables
from choice.dialects.lists.closing import alternative_options, closing_of, options_for
from choice.dialects.lists.features import (
    OR,
    WHAT,
    WHICH,
    YES_NO,
    Asking,
    Surroundings,
    asks,
    content,
    ends_colon,
    features,
    is_for_others,
    sentences,
)
from choice.dialects.lists.finder import Candidate, find
from choice.dialects.lists.form import (
    CLOSING,
    LETTERED,
    NUMBERED,
    asked,
    is_lettered,
    options_of,
    prose_below,
    question_text,
    recommended,
    yes_no,
)
from choice.dialects.lists.lexicon import roles_of
from choice.dialects.lists.markers import Line
from choice.models import MAX_QUESTIONS, Category, Form, Question

_CARD, _LIGHT = "card", "light"
_LEADS = 0.5
_LONGEST_QUESTION = 1000


class Chosen(NamedTuple):
    """A list that is a question, and where it is asked."""

    place: Surroundings
    candidate: Candidate

    @property
    def leads(self) -> bool:
        """Whether the line above asks, rather than one below."""
        return self.place.lead_strength >= _LEADS and self.place.lead_strength >= self.place.below_strength

    @property
    def line(self) -> int:
        """The line of the question."""
        if self.leads or self.place.asking is None:
            return self.place.lead_line.number if self.place.lead_line is not None else self.candidate.start
        return self.place.asking.line


def score(place: Surroundings) -> float:
    """Return the probability that a list holds the options of a question."""
    return tables()["list"].score(features(place))


def is_card(place: Surroundings) -> bool:
    """Return whether a list under its question is replaced by a card."""
    return not _is_vetoed(place) and score(place) >= tables()["list"].thresholds[_CARD]


def _is_vetoed(place: Surroundings) -> bool:
    asking = place.lead or ("" if place.asking is None else place.asking.text)
    return is_for_others(place.lines, place.candidate.start, asking)


def chosen_lists(lines: Sequence[Line]) -> list[Chosen]:
    """Return the lists whose items become light buttons: best first, without overlap."""
    candidates = find(lines)
    limit = tables()["list"].thresholds[_LIGHT]
    places = [Chosen(Surroundings(lines, each, candidates, whole=True), each) for each in candidates]
    scored = sorted(
        ((score(each.place), -each.candidate.start, each) for each in places),
        key=lambda pair: pair[:2],
        reverse=True,
    )
    found: list[Chosen] = []
    for value, _, each in scored:
        if (
            value >= limit
            and not _is_vetoed(each.place)
            and not any(_excludes(other, each) for other in found)
        ):
            found.append(each)
    return found


def _excludes(other: Chosen, each: Chosen) -> bool:
    """Return whether a list cannot be a question because a better one is."""
    if other.candidate.overlaps(each.candidate) or _same(other.candidate, each.candidate):
        return True
    if each.leads:
        return False
    asking = each.place.asking
    return asking is not None and (
        (not other.leads and other.line == asking.line)
        or each.candidate.end < other.candidate.start < asking.line
    )


def _same(one: Candidate, other: Candidate) -> bool:
    """Return whether two lists state the same options."""
    count = len(one.labels)
    if count != len(other.labels):
        return False
    shared = sum(bool(content(a) & content(b)) for a, b in zip(one.labels, other.labels, strict=True))
    return shared >= count - (count > 3)


def questions_at_end(
    lines: Sequence[Line], category: Category | None, leads: Sequence[Line], *, closing: bool
) -> tuple[str, Form] | None:
    """Return the dialect and form of the light buttons of a message.

    `leads` are the lines of its cards' questions. `closing` allows Yes and No, and alternatives, under its last
    question.
    """
    chosen = sorted(chosen_lists(lines), key=lambda each: each.candidate.start)
    questions: list[Question] = []
    dialects: list[str] = []
    for each in chosen:
        question = _light(lines, each, category, len(questions) + 1)
        if question is not None:
            questions.append(question)
            dialects.append(LETTERED if is_lettered(each.candidate) else NUMBERED)
    if questions or leads:
        questions.extend(_left(lines, chosen, leads, category, len(questions)))
    elif closing:
        questions.extend(_closing(lines, category))
    if not questions:
        return None
    return (dialects or [CLOSING])[0], Form(questions=tuple(questions[:MAX_QUESTIONS]))


def _light(lines: Sequence[Line], each: Chosen, category: Category | None, number: int) -> Question | None:
    place = each.place
    options = options_of(lines, each.candidate, short=True)
    text = question_text(place.lead if each.leads or place.asking is None else place.asking.text)
    if options is None or not text or len(text) > _LONGEST_QUESTION:
        return None
    around = [place.lead, *prose_below(lines, each.candidate.end), *_around(place.lines, place.asking)]
    return asked(text, recommended(options, around), category, weight="quick", question_id=f"q{number}")


def _around(lines: Sequence[Line], asking: Asking | None) -> list[str]:
    return [] if asking is None else list(sentences(lines[asking.line].text))


def _left(
    lines: Sequence[Line],
    chosen: Sequence[Chosen],
    leads: Sequence[Line],
    category: Category | None,
    count: int,
) -> Iterator[Question]:
    """Yield the sibling questions that have no list, so that no message is half converted."""
    taken = {each.line for each in chosen} | {line.number for line in leads}
    inside = {number for each in chosen for number in range(each.candidate.start, each.candidate.end + 1)}
    pattern = {
        _form(line)
        for line in (*leads, *(lines[each.line] for each in chosen))
        if line.is_item or line.kind == "heading"
    }
    for line in lines:
        if line.number in taken or line.number in inside or _form(line) not in pattern or not asks(line.text):
            continue
        text = question_text(line.raw)
        if not text or len(text) > _LONGEST_QUESTION:
            continue
        count += 1
        roles = roles_of(text)
        options = alternative_options(text) if roles & OR else ()
        if not options and roles & YES_NO and not roles & (WHICH | WHAT | OR):
            options = yes_no(text)
        if options:
            yield asked(text, options, category, weight="quick", question_id=f"q{count}")
        else:
            yield Question(
                id=f"q{count}", text=text, category=category, selection_mode="text_input", weight="quick"
            )


def _form(line: Line) -> tuple[str, str, int]:
    """Return how a line that asks is written: its siblings are written alike."""
    if not line.marks:
        return line.kind, "", line.indent
    return line.marks[0].family, line.marks[0].style, line.indent


def _closing(lines: Sequence[Line], category: Category | None) -> Iterator[Question]:
    """Yield the closing question of a message with Yes and No, or with its alternatives."""
    closing = closing_of(lines)
    if closing is None or ends_colon(closing.text):
        return
    options = options_for(closing)
    text = question_text(closing.text)
    if options and text and len(text) <= _LONGEST_QUESTION:
        yield asked(text, options, category, weight="quick")
