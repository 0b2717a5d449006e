"""The reply corpus: questions and typed replies from corpus/*.json."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from choice.models import Question

CORPUS = Path(__file__).parent / "corpus"
MENTIONS = Path(__file__).parent / "mentions.json"


class Case(NamedTuple):
    """A reply, the question it answers, and the verdict expected."""

    language: str
    question: Question
    reply: str
    status: str
    option_ids: tuple[str, ...]


def cases() -> Iterator[Case]:
    """Return all replies of all languages."""
    for path in sorted(CORPUS.glob("*.json")):
        content = json.loads(path.read_text("utf-8"))
        questions = {name: Question.model_validate(asked) for name, asked in content["questions"].items()}
        for group in content["groups"]:
            for reply in group["replies"]:
                ids = tuple(group["option_ids"])
                yield Case(path.stem, questions[group["question"]], reply, group["status"], ids)


def mentions() -> Iterator[tuple[str, Question]]:
    """Return replies that speak of an option, or say a number, without choosing it."""
    for group in json.loads(MENTIONS.read_text("utf-8")):
        question = Question.model_validate(group["question"])
        for reply in group["replies"]:
            yield reply, question
