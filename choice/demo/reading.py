"""Reads what came back to the demo model's questions, in the words of any dialect."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from choice.demo.asking import RECOMMENDED
from choice.demo.interview_script import Given
from choice.dialects.lenient import decoded
from choice.dialects.replies import (
    CANCELLED,
    DEFAULTS,
    NOT_ANSWERED,
    NOTHING_CHOSEN,
    SUPERSEDED,
    TIMED_OUT,
)
from choice.models import Option, Question
from choice.plain_text import plain_line

_NUMBERED = re.compile(r"(\w{1,3})\. ")
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3}
_FILLERS = frozenset({"the", "one", "option", "answer", "please", "number"})
_DELEGATING = frozenset({"you decide", "up to you", "whatever you recommend", "i don't know", "don't know"})
_OWN_WORDS = re.compile(r"own words: ", re.IGNORECASE)


def is_no_answer(text: str) -> bool:
    """Tell whether a reply says that nobody answered."""
    return text.startswith((CANCELLED, TIMED_OUT, SUPERSEDED))


def read_reply(text: str, questions: Sequence[Question]) -> list[Given | None]:
    """Return what was answered to each question; None where one is left open.

    A form is answered line by line; words that name no question of it are taken for the first one.
    """
    lines = [line for line in text.removeprefix(DEFAULTS).strip().split("\n") if line.strip()]
    if len(questions) == 1:
        return [_answer(lines, questions[0])]
    said = [_line_for(question, lines) for question in questions]
    if not any(said):
        return [_answer(lines, questions[0]), *[None for _ in questions[1:]]]
    return [
        None if line is None else _answer([line], question)
        for line, question in zip(said, questions, strict=True)
    ]


def answers_plainly(text: str, questions: Sequence[Question]) -> bool:
    """Tell whether a text is nothing but a reply: the option of one question, or the lines of a form."""
    if len(questions) == 1:
        return bool(chosen(text, questions[0]))
    return any(_line_for(question, text.split("\n")) is not None for question in questions)


def chosen(text: str, question: Question) -> list[Option]:
    """Return the options that a text names, and nothing else; none where it says more than that."""
    one = _option(text, question.options)
    if one is not None:
        return [one]
    if question.max_selections == 1:
        return []
    parts = [part for part in re.split(r"[;,&\n]| and ", text) if part.strip()]
    named = [_option(part, question.options) for part in parts]
    return [option for option in named if option is not None] if all(named) else []


def _answer(lines: Sequence[str], question: Question) -> Given:
    said = [line for line in lines if not line.startswith("Note")] or list(lines)
    text = "\n".join(said)
    words = text.strip().casefold().rstrip(".!")
    if words in _DELEGATING:
        best = next(option for option in question.options if option.recommended)
        return Given(f"{best.label} (as recommended)", (best.value or best.id,))
    if text in {NOT_ANSWERED, NOTHING_CHOSEN}:
        return Given("left open")
    picked, _, own = _split_own_words(text)
    options = chosen(picked, question)
    if not options:
        return Given(plain_line(text))
    labels = [option.label for option in options] + ([plain_line(own)] if own else [])
    return Given(", ".join(labels), tuple(option.value or option.id for option in options))


def _split_own_words(text: str) -> tuple[str, str, str]:
    """Part the chosen options from the own words that were added to them."""
    found = _OWN_WORDS.search(text)
    if found is None or found.start() == 0:
        return text, "", ""
    return text[: found.start()].rstrip("; \n"), "own words", text[found.end() :]


def _line_for(question: Question, lines: Sequence[str]) -> str | None:
    asked = plain_line(question.text).rstrip(":：") + ":"
    found = next((line for line in lines if line.startswith(asked)), None)
    return None if found is None else found[len(asked) :].strip()


def _option(text: str, options: Sequence[Option]) -> Option | None:
    """Return the option that a text names by label, value, id, letter or place."""
    said = text.strip().strip('"').casefold()
    for option in options:
        if said in {option.label.casefold(), (option.value or "").casefold()}:
            return option
    numbered = _NUMBERED.match(said)
    if numbered is not None:
        return _option(said[numbered.end() :], options)
    words = [word for word in re.findall(r"\w+", said) if word not in _FILLERS]
    return _placed(words[0], options) if len(words) == 1 else None


def _placed(word: str, options: Sequence[Option]) -> Option | None:
    """Return the option at the place that a word names: `2`, `b` or `second`."""
    places = {**_ORDINALS, **{letter: place for place, letter in enumerate("abcd")}}
    places |= {option.id.casefold(): place for place, option in enumerate(options)}
    place = places.get(word)
    return options[place] if place is not None and place < len(options) else None


Members = Mapping[str, Any]


def in_words(tool: str, text: str) -> str:
    """Return what the result of a tool says; one that is words already stays as it is."""
    match tool, decoded(text):
        case "provide_choice", {"action_status": status, "selection": {} as selection}:
            return _provided(status, selection)
        case "AskUserQuestion", {"answers": {} as answers} if answers:
            return _keyed(answers)
        case "AskUserQuestion", {"response": str(response)}:
            return response
        case _:
            return text


def _provided(status: object, selection: Members) -> str:
    """Return the result of `provide_choice`."""
    chosen = ", ".join(selection["selected_ids"])
    own = selection["custom_input"]
    if status == "cancelled":
        return CANCELLED
    if status == "timeout":
        return f"{DEFAULTS}\n{chosen}" if selection["timed_out_with_defaults"] else TIMED_OUT
    if not chosen:
        return own or NOTHING_CHOSEN
    return f"{chosen}\nOwn words: {own}" if own else chosen


def _keyed(answers: Members) -> str:
    """Return the result of `AskUserQuestion`: a line for each question, or the bare answer to one alone."""
    said = {
        question: plain_line(str(answer).replace(RECOMMENDED, "")) for question, answer in answers.items()
    }
    if len(said) == 1:
        return next(iter(said.values()))
    return "\n".join([f"{plain_line(question).rstrip(':：')}: {answer}" for question, answer in said.items()])
