"""Questions and tool approvals on the desk, shared by all adapters.

A tool call is denied if the approval question is not answered.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from choice.desk import Asker, Desk, Terms
from choice.dialects import ToolDialect, unanswered
from choice.errors import ChoiceError, InvalidRequest
from choice.models import MAX_PROMPT, Answer, Answered, Form, Option, Outcome, Question
from choice.plain_text import cut, plain, plain_line

_ALLOW: Final = Option(id="allow", label="Allow")
_DENY: Final = Option(id="deny", label="Do not allow")
_DENIED: Final = "The person does not allow this."
_UNPRINTABLE: Final = "(arguments that cannot be shown)"
_MAX_NAME: Final = 100


class NotAnswered(ChoiceError):
    """The question ended without an answer, and the run cannot continue.

    Running again with the same idempotency key returns the same outcome; it does not ask again.
    """

    def __init__(self, form: Form, outcome: Outcome) -> None:
        super().__init__(f"{form.questions[0].text!r} was not answered: {outcome.kind}.")
        self.form = form
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call that needs approval."""

    name: str
    arguments: object
    reason: str | None = None
    """Why the tool is called, as given by the agent or the author of the tool."""
    can_deny: bool = True
    allow_text: bool = True


@dataclass(frozen=True, slots=True)
class Approval:
    """The decision on a tool call."""

    approved: bool
    message: str | None
    """The person's comment, or the reason for the denial."""
    is_free_text: bool = False
    """Whether the person answered with free text."""


@dataclass(frozen=True, slots=True)
class DeskClient:
    """Opens interactions on the desk on behalf of one agent.

    The idempotency key of a question stays valid after a restart.
    """

    desk: Desk
    terms: Terms

    @classmethod
    def of(cls, desk: Desk, agent: str, terms: Terms, conversation: str | None = None) -> "DeskClient":
        """Return a client for an agent. `asked_by` in the terms overrides the default asker."""
        return cls(desk, Terms(asked_by=Asker(agent, conversation=conversation)) | terms)

    async def ask(self, form: Form, key: str, dialect: str | None = None) -> Outcome:
        """Open an interaction with this form and wait for the outcome."""
        return await self.desk.ask(form, **(self.terms | Terms(key=key, dialect=dialect)))

    async def approve(self, call: ToolCall, key: str) -> Approval:
        """Ask whether one tool call may run, and return the decision."""
        form = approval_form([call])
        return approvals(form, await self.ask(form, key))[0]

    async def answer_call(self, dialect: ToolDialect, arguments: object, key: str) -> str:
        """Ask the question in the arguments of a tool call, and return the result for the model.

        If the arguments are invalid, nothing is asked and the result describes the error. Terms in the
        call override the terms of this client.
        """
        try:
            call = dialect.read_call(arguments)
        except InvalidRequest as error:
            return invalid_call(error)
        terms: Terms = {**self.terms, **call.terms, "key": key, "dialect": dialect.name}
        return dialect.reply(call.form, await self.desk.ask(call.form, **terms))


def invalid_call(error: InvalidRequest) -> str:
    """Return the tool result for a question with invalid arguments."""
    return f"The question was not asked: {error} Correct the call and try again."


def approval_form(calls: Sequence[ToolCall]) -> Form:
    """Return a form with one question per call, which asks whether the tool may run."""
    return Form(questions=tuple([_question(call, f"q{at}") for at, call in enumerate(calls, start=1)]))


def approvals(form: Form, outcome: Outcome) -> list[Approval]:
    """Return the decisions in the order of the questions. Without an answer, all calls are denied."""
    if not isinstance(outcome, Answered):
        return [Approval(approved=False, message=unanswered(outcome))] * len(form.questions)
    answers = {answer.question_id: answer for answer in outcome.answers}
    return [_approval(answers[question.id], outcome.note) for question in form.questions]


def arguments_text(arguments: object) -> str:
    """Return the arguments of a call as text, one per line, truncated if too long."""
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return cut(plain(str(arguments)), MAX_PROMPT // 2)
    try:
        lines = (
            [f"{name}: {_value_text(value)}" for name, value in arguments.items()]
            if isinstance(arguments, Mapping)
            else [_value_text(arguments)]
        )
    except (ValueError, TypeError, RecursionError):
        return _UNPRINTABLE
    return cut(plain("\n".join(lines)), MAX_PROMPT // 2)


def _value_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)


def _question(call: ToolCall, question_id: str) -> Question:
    name = cut(plain_line(call.name), _MAX_NAME) or "this tool"
    reason = cut(plain(call.reason), MAX_PROMPT // 4) if call.reason else ""
    return Question(
        id=question_id,
        text=f"May {name} run?",
        context="\n\n".join([part for part in (reason, arguments_text(call.arguments)) if part]) or None,
        options=(_ALLOW, _DENY) if call.can_deny else (_ALLOW,),
        allow_free_text=call.allow_text,
        placeholder="or say what to do instead" if call.allow_text else None,
    )


def _approval(answer: Answer, note: str | None) -> Approval:
    approved = _ALLOW.id in answer.option_ids
    comment = "\n".join([text for text in (answer.custom_text, note) if text]) or None
    message = comment or (None if approved else _DENIED)
    return Approval(approved, message, is_free_text=answer.custom_text is not None)
