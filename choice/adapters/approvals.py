"""Whether a tool may run, as a question to a person. Nobody's silence is a yes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from choice.answers import Answer, Answered, Outcome
from choice.dialects.replies import unanswered
from choice.models import MAX_PROMPT, Form, Option, Question
from choice.plain_text import cut, plain, plain_line

_YES: Final = Option(id="allow", label="Allow")
_NO: Final = Option(id="deny", label="Do not allow")
_DENIED: Final = "The person does not allow this."
_UNREADABLE: Final = "(arguments that cannot be shown)"
_MOST_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class ToolUse:
    """What an agent wants to do."""

    name: str
    arguments: object
    why: str | None = None
    """In the words of the agent, or of whoever made the tool."""
    may_be_denied: bool = True
    takes_words: bool = True


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a person decided."""

    is_allowed: bool
    words: str | None
    """What the person said to it, or why there is no yes."""
    is_in_own_words: bool = False
    """Whether the person said something else than yes or no."""


def approval_form(uses: Sequence[ToolUse]) -> Form:
    """Return the form that asks whether tools may be used, one question each."""
    return Form(questions=tuple([_question(use, f"q{at}") for at, use in enumerate(uses, start=1)]))


def verdicts(form: Form, outcome: Outcome) -> list[Verdict]:
    """Return what was decided, in the order of the questions. Only an answer allows anything."""
    if not isinstance(outcome, Answered):
        return [Verdict(is_allowed=False, words=unanswered(outcome))] * len(form.questions)
    given = {answer.question_id: answer for answer in outcome.answers}
    return [_verdict(given[question.id], outcome.note) for question in form.questions]


def shown(arguments: object) -> str:
    """Return arguments as a person reads them: a line for each, cut where it is too long."""
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return cut(plain(str(arguments)), MAX_PROMPT // 2)
    try:
        lines = (
            [f"{name}: {_spelled(value)}" for name, value in arguments.items()]
            if isinstance(arguments, Mapping)
            else [_spelled(arguments)]
        )
    except (ValueError, TypeError, RecursionError):
        return _UNREADABLE
    return cut(plain("\n".join(lines)), MAX_PROMPT // 2)


def _spelled(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)


def _question(use: ToolUse, question_id: str) -> Question:
    name = cut(plain_line(use.name), _MOST_NAME) or "this tool"
    why = cut(plain(use.why), MAX_PROMPT // 4) if use.why else ""
    return Question(
        id=question_id,
        text=f"May {name} run?",
        context="\n\n".join([part for part in (why, shown(use.arguments)) if part]) or None,
        options=(_YES, _NO) if use.may_be_denied else (_YES,),
        allow_free_text=use.takes_words,
        placeholder="or say what to do instead" if use.takes_words else None,
    )


def _verdict(answer: Answer, note: str | None) -> Verdict:
    is_allowed = _YES.id in answer.option_ids
    said = "\n".join([words for words in (answer.custom_text, note) if words]) or None
    words = said or (None if is_allowed else _DENIED)
    return Verdict(is_allowed, words, is_in_own_words=answer.custom_text is not None)
