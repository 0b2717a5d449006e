"""The least that hands a text's forms on: it is told what comes out after each token, and reads nothing."""

from collections.abc import Iterable
from typing import Any

from choice.models import Form, Option, Question
from choice.stream.segments import FormFound, Segment, Text
from choice.stream.splitter import Mode, Splitter

Plan = dict[int, list[Segment]]
"""What came out after which token."""


def plan_of(tokens: list[str], mode: Mode) -> Plan:
    """Return what the splitter hands on after each token that makes it hand on something."""
    splitter = Splitter(mode)
    handed_on = {number: splitter.feed(token) for number, token in enumerate(tokens)}
    return {number: segments for number, segments in handed_on.items() if segments}


class ToldSplitter:
    """Holds each token, and builds the segments anew where the plan has some."""

    __slots__ = ("_held", "_next", "_number", "_plan")

    def __init__(self, plan: Plan) -> None:
        self._plan = iter(plan.items())
        self._next: tuple[int, list[Segment]] = next(self._plan)
        self._number = -1
        self._held: list[str] = []

    def feed(self, chunk: str) -> list[Segment]:
        """Hold a piece of text; return what is due by now."""
        self._number += 1
        self._held.append(chunk)
        if self._number < self._next[0]:
            return []
        text = "".join(self._held)
        segments = [_anew(segment, text) for segment in self._next[1]]
        self._held = []
        self._next = next(self._plan, (2**63, []))
        return segments

    def flush(self) -> list[Segment]:
        """Return nothing: what comes last is not worth a plan."""
        return []


def _anew(segment: Segment, text: str) -> Segment:
    if isinstance(segment, Text):
        return Text(segment.text)
    return FormFound(_form(segment.form), segment.dialect, text)


def _form(form: Form) -> Form:
    questions = tuple([_question(question) for question in form.questions])
    return Form(title=form.title, context=form.context, questions=questions)


def _question(question: Question) -> Question:
    given: dict[str, Any] = {name: getattr(question, name) for name in question.model_fields_set}
    return Question(**{**given, "options": _options(question.options)})


def _options(options: Iterable[Option]) -> tuple[Option, ...]:
    return tuple([Option(**each.model_dump()) for each in options])
