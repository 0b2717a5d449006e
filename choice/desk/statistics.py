"""What the decision log says about questions: how often each was answered, with what, and how fast."""

import statistics
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from choice.desk.log import TOO_QUICK_MS, Record

_ASKED = frozenset({"opened", "queued"})
_OTHER_ENDINGS = frozenset({"cancelled", "timed_out", "superseded"})


@dataclass(slots=True)
class QuestionStatistics:
    """Everything about one question, by its words."""

    question: str
    asked: int = 0
    answered: int = 0
    own_words: int = 0
    too_quick: int = 0
    """Answers given so soon after the question appeared that it was hardly read."""
    cancelled: int = 0
    timed_out: int = 0
    superseded: int = 0
    chosen: Counter[str] = field(default_factory=Counter)
    """How often each label was chosen."""
    seconds: list[float] = field(default_factory=list)
    """From asking to answering, for each answer."""

    def snapshot(self) -> dict[str, JsonValue]:
        """Return it as JSON values."""
        median = round(statistics.median(self.seconds), 3) if self.seconds else None
        return {
            "question": self.question,
            "asked": self.asked,
            "answered": self.answered,
            "own_words": self.own_words,
            "too_quick": self.too_quick,
            "cancelled": self.cancelled,
            "timed_out": self.timed_out,
            "superseded": self.superseded,
            "chosen": dict(self.chosen.most_common()),
            "median_seconds": median,
        }


class Statistics:
    """Counts records as they are read, oldest first."""

    def __init__(self) -> None:
        self._by_question: dict[str, QuestionStatistics] = {}
        self._asked: dict[str, tuple[list[str], datetime]] = {}

    def take(self, record: Record) -> None:
        """Count one record."""
        if record.kind in _ASKED:
            self._take_asked(record)
        elif record.kind == "revised":
            self._asked[record.interaction_id] = (_questions(record), record.at)
        elif record.kind == "answered":
            self._take_answers(record)
        elif record.kind in _OTHER_ENDINGS:
            questions, _at = self._asked.pop(record.interaction_id, ([], record.at))
            for question in questions:
                one = self._of(question)
                setattr(one, record.kind, getattr(one, record.kind) + 1)

    def questions(self) -> list[QuestionStatistics]:
        """Return what was counted, the most asked first."""
        return sorted(self._by_question.values(), key=lambda one: (-one.asked, one.question))

    def _take_asked(self, record: Record) -> None:
        questions = _questions(record)
        self._asked[record.interaction_id] = (questions, record.at)
        for question in questions:
            self._of(question).asked += 1

    def _take_answers(self, record: Record) -> None:
        _questions_asked, asked_at = self._asked.pop(record.interaction_id, ([], None))
        answers = record.facts["answers"]
        for answer in answers if isinstance(answers, list) else []:
            one = self._of(answer["question"])
            one.answered += 1
            one.chosen.update([label for label in answer["labels"] if label])
            one.own_words += answer["custom_text"] is not None
            one.too_quick += record.shown_ms is not None and record.shown_ms < TOO_QUICK_MS
            if asked_at is not None:
                one.seconds.append((record.at - asked_at).total_seconds())

    def _of(self, question: str) -> QuestionStatistics:
        return self._by_question.setdefault(question, QuestionStatistics(question))


def _questions(record: Record) -> list[str]:
    questions = record.facts.get("questions")
    return [str(question) for question in questions] if isinstance(questions, list) else []
