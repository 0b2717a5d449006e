"""What a graph stopped for, read as a form, and a person's answer put into the value it goes on with.

LangChain's middleware asks for decisions on several tools at once, or on one; the Agent Inbox has a shape of
its own; a node of yours may ask a form, a question as models ask it, or in plain words.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from choice.adapters.approvals import ToolUse, Verdict, approval_form, shown, verdicts
from choice.adapters.asking import NotAnswered
from choice.answers import Answered, Outcome
from choice.dialects.tools.present_question import PRESENT_QUESTION
from choice.errors import InvalidRequest
from choice.models import MAX_PROMPT, Form, Question
from choice.plain_text import cut, plain

FORM: Final = "choicewire_form"
"""Under this name an interrupt holds a form."""
_HOW: Final = "The run has stopped here. What should it go on with?"


@dataclass(frozen=True, slots=True)
class Stop:
    """One interrupt: what is asked, and what the graph goes on with when it has ended."""

    form: Form
    value: Callable[[Outcome], object]
    """Raises NotAnswered where there is nothing to go on with."""
    dialect: str | None = None


def stop_of(value: object, schema: object = None) -> Stop:
    """Return what an interrupt asks, whatever it holds; `schema` is that of the value it expects."""
    only = value[0] if isinstance(value, list | tuple) and len(value) == 1 else value
    if isinstance(only, Mapping):
        if only.get("type") == "tool_approval":
            return _of_call(only, schema)
        for read in (_of_form, _of_actions, _of_inbox, _of_question):
            stop = read(only)
            if stop is not None:
                return stop
    return _of_words(value)


def _of_form(value: Mapping[str, Any]) -> Stop | None:
    if FORM not in value:
        return None
    form = Form.model_validate_json(json.dumps(value[FORM]))
    return Stop(form, lambda outcome: outcome.model_dump(mode="json"))


def _of_actions(value: Mapping[str, Any]) -> Stop | None:
    """Read LangChain's batched request; decisions are told apart by their places."""
    actions = value.get("action_requests")
    if not isinstance(actions, Sequence) or not actions:
        return None
    reviews = value.get("review_configs") or []
    allowed = {review.get("action_name"): set(review.get("allowed_decisions", ())) for review in reviews}
    may = [allowed.get(action.get("name")) or {"approve", "reject"} for action in actions]
    form = approval_form([_use(action, ways) for action, ways in zip(actions, may, strict=True)])

    def decisions(outcome: Outcome) -> object:
        found = zip(verdicts(form, outcome), may, strict=True)
        return {"decisions": [_decision(verdict, ways, form, outcome) for verdict, ways in found]}

    return Stop(form, decisions)


def _of_call(value: Mapping[str, Any], schema: object) -> Stop:
    """Read LangChain's request on a single call; its schema says which decisions it takes."""
    kinds = schema.get("$defs", {}).values() if isinstance(schema, Mapping) else ()
    ways = {kind.get("properties", {}).get("type", {}).get("const") for kind in kinds} - {None}
    ways = ways or {"approve", "reject"}
    form = approval_form([_use(value, ways)])
    return Stop(form, lambda outcome: _decision(verdicts(form, outcome)[0], ways, form, outcome))


def _of_inbox(value: Mapping[str, Any]) -> Stop | None:
    """Read what the Agent Inbox shows; its answer is always a list of one."""
    action = value.get("action_request")
    if not isinstance(action, Mapping):
        return None
    config = value.get("config") or {}
    use = ToolUse(
        name=str(action.get("action", "")),
        arguments=action.get("args", {}),
        why=value.get("description"),
        may_be_denied=bool(config.get("allow_ignore", True)),
        takes_words=bool(config.get("allow_respond", True)),
    )
    form = approval_form([use])

    def response(outcome: Outcome) -> object:
        (verdict,) = verdicts(form, outcome)
        if verdict.is_allowed:
            return [{"type": "accept", "args": None}]
        if verdict.is_in_own_words:
            return [{"type": "response", "args": verdict.words}]
        if not use.may_be_denied:
            raise NotAnswered(form, outcome)
        return [{"type": "ignore", "args": None}]

    return Stop(form, response)


def _of_question(value: Mapping[str, Any]) -> Stop | None:
    """Read a question with options, as models and people write one down."""
    try:
        form = PRESENT_QUESTION.read(value)
    except InvalidRequest:
        return None
    return Stop(form, lambda outcome: _answer(form, outcome), PRESENT_QUESTION.name)


def _of_words(value: object) -> Stop:
    """Read anything else: the person answers in own words."""
    if isinstance(value, str) and value.strip():
        question = Question(text=cut(plain(value), MAX_PROMPT), selection_mode="text_input")
    else:
        question = Question(text=_HOW, context=shown(value) or None, selection_mode="text_input")
    form = Form(questions=(question,))
    return Stop(form, lambda outcome: _answer(form, outcome))


def _answer(form: Form, outcome: Outcome) -> str:
    if not isinstance(outcome, Answered):
        raise NotAnswered(form, outcome)
    return PRESENT_QUESTION.reply(form, outcome)


def _use(action: Mapping[str, Any], ways: set[str]) -> ToolUse:
    return ToolUse(
        name=str(action.get("name", "")),
        arguments=action.get("args", {}),
        why=action.get("description"),
        may_be_denied="reject" in ways,
        takes_words=bool({"reject", "respond"} & ways),
    )


def _decision(verdict: Verdict, ways: set[str], form: Form, outcome: Outcome) -> object:
    """Return a decision as LangChain reads it: own words are a response where one is allowed."""
    if verdict.is_allowed:
        return {"type": "approve"}
    if "respond" in ways and verdict.is_in_own_words:
        return {"type": "respond", "message": verdict.words}
    if "reject" not in ways:
        raise NotAnswered(form, outcome)
    return {"type": "reject", "message": verdict.words}
