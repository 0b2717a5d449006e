"""Parse replies to the interview's questions, in the format of any dialect."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from choice.demo.questions import RECOMMENDED, GivenAnswer
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
    """Return whether a reply reports that the question ended without an answer."""
    return text.startswith((CANCELLED, TIMED_OUT, SUPERSEDED))


def parse_reply(text: str, questions: Sequence[Question]) -> list[GivenAnswer | None]:
    """Return the answer to each question, or None for an unanswered question.

    A reply to a form has one line per question. A reply that names no question answers the first question.
    """
    lines = [line for line in text.removeprefix(DEFAULTS).strip().split("\n") if line.strip()]
    if len(questions) == 1:
        return [_answer(lines, questions[0])]
    replies = [_line_for(question, lines) for question in questions]
    if not any(replies):
        return [_answer(lines, questions[0]), *[None for _ in questions[1:]]]
    return [
        None if line is None else _answer([line], question)
        for line, question in zip(replies, questions, strict=True)
    ]


def is_plain_answer(text: str, questions: Sequence[Question]) -> bool:
    """Return whether a text is a reply and nothing else: options of a question, or lines of a form."""
    if len(questions) == 1:
        return bool(chosen(text, questions[0]))
    return any(_line_for(question, text.split("\n")) is not None for question in questions)


def chosen(text: str, question: Question) -> list[Option]:
    """Return the options named in a text, or an empty list if the text contains anything else."""
    one = _option(text, question.options)
    if one is not None:
        return [one]
    if question.max_selections == 1:
        return []
    parts = [part for part in re.split(r"[;,&\n]| and ", text) if part.strip()]
    named = [_option(part, question.options) for part in parts]
    return [option for option in named if option is not None] if all(named) else []


def _answer(lines: Sequence[str], question: Question) -> GivenAnswer:
    text = "\n".join([line for line in lines if not line.startswith("Note")] or lines)
    words = text.strip().casefold().rstrip(".!")
    if words in _DELEGATING:
        best = next(option for option in question.options if option.recommended)
        return GivenAnswer(f"{best.label} (as recommended)", (best.value or best.id,))
    if text in {NOT_ANSWERED, NOTHING_CHOSEN}:
        return GivenAnswer("not answered")
    picked, own = _split_own_words(text)
    options = chosen(picked, question)
    if not options:
        return GivenAnswer(plain_line(text))
    labels = [option.label for option in options] + ([plain_line(own)] if own else [])
    return GivenAnswer(", ".join(labels), tuple(option.value or option.id for option in options))


def _split_own_words(text: str) -> tuple[str, str]:
    """Split a reply into chosen options and the free text added to them."""
    found = _OWN_WORDS.search(text)
    if found is None or found.start() == 0:
        return text, ""
    return text[: found.start()].rstrip("; \n"), text[found.end() :]


def _line_for(question: Question, lines: Sequence[str]) -> str | None:
    asked = plain_line(question.text).rstrip(":：") + ":"
    found = next((line for line in lines if line.startswith(asked)), None)
    return None if found is None else found[len(asked) :].strip()


def _option(text: str, options: Sequence[Option]) -> Option | None:
    """Return the option with this label, value, id, letter or ordinal, or None."""
    reply = text.strip().strip('"').casefold()
    for option in options:
        if reply in {option.label.casefold(), (option.value or "").casefold()}:
            return option
    numbered = _NUMBERED.match(reply)
    if numbered is not None:
        return _option(reply[numbered.end() :], options)
    words = [word for word in re.findall(r"\w+", reply) if word not in _FILLERS]
    return _option_at(words[0], options) if len(words) == 1 else None


def _option_at(word: str, options: Sequence[Option]) -> Option | None:
    """Return the option at a position such as `2`, `b` or `second`, or None."""
    positions = {**_ORDINALS, **{letter: position for position, letter in enumerate("abcd")}}
    positions |= {option.id.casefold(): position for position, option in enumerate(options)}
    position = positions.get(word)
    return options[position] if position is not None and position < len(options) else None


JsonObject = Mapping[str, Any]


def tool_reply(tool: str, text: str) -> str:
    """Convert the result of a tool to a text reply. Other texts are returned unchanged."""
    match tool, decoded(text):
        case "provide_choice", {"action_status": status, "selection": {} as selection}:
            return _provide_choice_reply(status, selection)
        case "AskUserQuestion", {"answers": {} as answers} if answers:
            return _ask_user_question_reply(answers)
        case "AskUserQuestion", {"response": str(response)}:
            return response
        case _:
            return text


def _provide_choice_reply(status: object, selection: JsonObject) -> str:
    """Convert the result of `provide_choice` to a text reply."""
    chosen = ", ".join(selection["selected_ids"])
    own = selection["custom_input"]
    if status == "cancelled":
        return CANCELLED
    if status == "timeout":
        return f"{DEFAULTS}\n{chosen}" if selection["timed_out_with_defaults"] else TIMED_OUT
    if not chosen:
        return own or NOTHING_CHOSEN
    return f"{chosen}\nOwn words: {own}" if own else chosen


def _ask_user_question_reply(answers: JsonObject) -> str:
    """Convert the result of `AskUserQuestion`: one line per question, or the answer if there is only one."""
    lines = {
        question: plain_line(str(answer).replace(RECOMMENDED, "")) for question, answer in answers.items()
    }
    if len(lines) == 1:
        return next(iter(lines.values()))
    return "\n".join(
        [f"{plain_line(question).rstrip(':：')}: {answer}" for question, answer in lines.items()]
    )
