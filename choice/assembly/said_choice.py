"""What a person means by the words behind `choicewire answer ID`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from choice.answers import Answer
from choice.assembly.found import NotUnderstood
from choice.models import Form, Question
from choice.replies.reply_match import ReplyMatch
from choice.replies.verdict import match_reply


class Said(NamedTuple):
    """The answers, and by which rule words were taken for options."""

    answers: tuple[Answer, ...]
    matched: Mapping[str, str]


def said_choice(form: Form, choice: Sequence[str], own_words: str | None) -> Said:
    """Return the answers.

    Raises:
        NotUnderstood: The words mean no answer, or more than one.
    """
    answers: list[Answer] = []
    matched: dict[str, str] = {}
    for question, words in _by_question(form, choice):
        answer, rule = _answer(question, words, own_words)
        answers.append(answer)
        if rule:
            matched[question.id] = rule
    return Said(tuple(answers), matched)


def _by_question(form: Form, choice: Sequence[str]) -> list[tuple[Question, list[str]]]:
    if len(form.questions) == 1:
        return [(form.questions[0], list(choice))]
    given: dict[str, list[str]] = {}
    for one in choice:
        question_id, equals, words = one.partition("=")
        if not equals or form.question(question_id) is None:
            names = ", ".join(question.id for question in form.questions)
            message = f"This form asks {names}: answer each with QUESTION=CHOICE."
            raise NotUnderstood(message)
        given.setdefault(question_id, []).append(words)
    missing = [question.id for question in form.questions if question.id not in given]
    if missing:
        message = f"There is no answer yet to {', '.join(missing)}."
        raise NotUnderstood(message)
    return [(question, given[question.id]) for question in form.questions]


def _answer(question: Question, words: list[str], own_words: str | None) -> tuple[Answer, str | None]:
    if words and all(question.option(word) is not None for word in words):
        return Answer(question_id=question.id, option_ids=tuple(words), custom_text=own_words), None
    if not words:
        return Answer(question_id=question.id, option_ids=(), custom_text=own_words), None
    heard = match_reply(" ".join(words), question)
    if heard.status == "matched":
        answer = Answer(question_id=question.id, option_ids=heard.option_ids, custom_text=own_words)
        return answer, heard.rule
    if heard.status == "free_text" and own_words is None:
        return Answer(question_id=question.id, option_ids=(), custom_text=heard.text), None
    raise NotUnderstood(_not_understood(question, heard))


def _not_understood(question: Question, heard: ReplyMatch) -> str:
    meant = heard.option_ids if heard.status == "ambiguous" and heard.option_ids else question.option_ids
    offered = ", ".join(meant[:10])
    reason = "could mean several options" if heard.status == "ambiguous" else "is no answer to this question"
    return f"{heard.text[:60]!r} {reason}. Choose from: {offered}"
