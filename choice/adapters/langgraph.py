"""LangGraph: have people answer the interrupts of a graph on the desk, and resume the graph.

An interrupt may hold a choicewire form, a request of LangChain's human-in-the-loop middleware (for one or
several tool calls), a request in the Agent Inbox format, a question with options, or any other value.
"""

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Unpack

from langchain_core.runnables import RunnableConfig
from langgraph.pregel import Pregel
from langgraph.types import Command, Interrupt, interrupt
from pydantic import TypeAdapter

from choice.adapters.approvals import (
    Approval,
    DeskClient,
    NotAnswered,
    ToolCall,
    approval_form,
    approvals,
    arguments_text,
)
from choice.desk import Asked, Desk, Terms, form_of
from choice.dialects import PRESENT_QUESTION
from choice.errors import InvalidRequest
from choice.models import MAX_PROMPT, Answered, Form, Outcome, Question
from choice.plain_text import cut, plain

__all__ = ["NotAnswered", "answers_to", "ask", "run_with_people"]

_AGENT: Final = "langgraph"
_FORM: Final = "choicewire_form"
"""Key of a form in the value of an interrupt."""
_DEFAULT_QUESTION: Final = "The graph is paused. Which value should it resume with?"
_DEFAULT_DECISIONS: Final = frozenset({"approve", "reject"})
_outcome: TypeAdapter[Outcome] = TypeAdapter(Outcome)


def ask(asked: Asked) -> Outcome:
    """Ask people from inside a node: interrupt the graph, and return the outcome when it resumes.

    As with every interrupt, the node runs again from its start when the graph resumes.
    """
    outcome = interrupt({_FORM: form_of(asked).model_dump(mode="json")})
    return _outcome.validate_python(outcome, strict=False)


async def run_with_people(
    graph: Pregel[Any, Any, Any, Any],
    given: object,
    config: RunnableConfig,
    *,
    desk: Desk,
    **terms: Unpack[Terms],
) -> object:
    """Run a graph to completion. People answer its interrupts.

    The graph needs a checkpointer. `given` is the input of the graph; None resumes an interrupted thread,
    and questions that already have an outcome are not asked again.

    Raises:
        NotAnswered: A required answer is missing. The thread stays interrupted.
    """
    result = None if given is None else await graph.ainvoke(given, config)
    while interrupts := (await graph.aget_state(config)).interrupts:
        answers = await answers_to(interrupts, config, desk=desk, **terms)
        result = await graph.ainvoke(Command(resume=answers), config)
    return result


async def answers_to(
    interrupts: Sequence[Interrupt], config: RunnableConfig, *, desk: Desk, **terms: Unpack[Terms]
) -> Mapping[str, object]:
    """Ask people about the interrupts of one thread; return the value for `Command(resume=…)`."""
    thread = str(config.get("configurable", {}).get("thread_id", ""))
    client = DeskClient.of(desk, _AGENT, terms, conversation=thread or None)
    values = await asyncio.gather(*[_resume_value(client, each, thread) for each in interrupts])
    return {each.id: value for each, value in zip(interrupts, values, strict=True)}


async def _resume_value(client: DeskClient, interrupted: Interrupt, thread: str) -> object:
    request = parse_interrupt(interrupted.value, interrupted.response_schema)
    outcome = await client.ask(request.form, f"langgraph:{thread}:{interrupted.id}", request.dialect)
    return request.resume_value(outcome)


@dataclass(frozen=True, slots=True)
class InterruptRequest:
    """The form of an interrupt, and a function that converts its outcome to the resume value."""

    form: Form
    resume_value: Callable[[Outcome], object]
    """Raises NotAnswered if the graph cannot resume without an answer."""
    dialect: str | None = None


def parse_interrupt(value: object, schema: object = None) -> InterruptRequest:
    """Parse the value of an interrupt. `schema` is the JSON Schema of the expected resume value."""
    only = value[0] if isinstance(value, list | tuple) and len(value) == 1 else value
    if isinstance(only, Mapping):
        if only.get("type") == "tool_approval":
            return _parse_single_approval(only, schema)
        for parse in (_parse_form, _parse_batched_approvals, _parse_inbox_request, _parse_question):
            request = parse(only)
            if request is not None:
                return request
    return _parse_other(value)


def _parse_form(value: Mapping[str, Any]) -> InterruptRequest | None:
    if _FORM not in value:
        return None
    form = Form.model_validate_json(json.dumps(value[_FORM]))
    return InterruptRequest(form, lambda outcome: outcome.model_dump(mode="json"))


def _parse_batched_approvals(value: Mapping[str, Any]) -> InterruptRequest | None:
    """Parse LangChain's request for several tool calls. Decisions are in the order of the calls."""
    actions = value.get("action_requests")
    if not isinstance(actions, Sequence) or not actions:
        return None
    reviews = value.get("review_configs") or []
    configured = {review.get("action_name"): set(review.get("allowed_decisions", ())) for review in reviews}
    allowed = [configured.get(action.get("name")) or _DEFAULT_DECISIONS for action in actions]
    form = approval_form([_tool_call(action, kinds) for action, kinds in zip(actions, allowed, strict=True)])

    def decisions(outcome: Outcome) -> object:
        found = zip(approvals(form, outcome), allowed, strict=True)
        return {"decisions": [_decision(approval, kinds, form, outcome) for approval, kinds in found]}

    return InterruptRequest(form, decisions)


def _parse_single_approval(value: Mapping[str, Any], schema: object) -> InterruptRequest:
    """Parse LangChain's request for one tool call. `schema` lists the accepted decisions."""
    models = schema.get("$defs", {}).values() if isinstance(schema, Mapping) else ()
    named = {model.get("properties", {}).get("type", {}).get("const") for model in models} - {None}
    allowed = named or _DEFAULT_DECISIONS
    form = approval_form([_tool_call(value, allowed)])
    return InterruptRequest(
        form, lambda outcome: _decision(approvals(form, outcome)[0], allowed, form, outcome)
    )


def _parse_inbox_request(value: Mapping[str, Any]) -> InterruptRequest | None:
    """Parse a request in the Agent Inbox format. The response is a list with one element."""
    action = value.get("action_request")
    if not isinstance(action, Mapping):
        return None
    config = value.get("config") or {}
    call = ToolCall(
        name=str(action.get("action", "")),
        arguments=action.get("args", {}),
        reason=value.get("description"),
        can_deny=bool(config.get("allow_ignore", True)),
        allow_text=bool(config.get("allow_respond", True)),
    )
    form = approval_form([call])

    def response(outcome: Outcome) -> object:
        (approval,) = approvals(form, outcome)
        if approval.approved:
            return [{"type": "accept", "args": None}]
        if approval.is_free_text:
            return [{"type": "response", "args": approval.message}]
        if not call.can_deny:
            raise NotAnswered(form, outcome)
        return [{"type": "ignore", "args": None}]

    return InterruptRequest(form, response)


def _parse_question(value: Mapping[str, Any]) -> InterruptRequest | None:
    """Parse a question with options, in the format of the `present_question` arguments."""
    try:
        form = PRESENT_QUESTION.read(value)
    except InvalidRequest:
        return None
    return InterruptRequest(form, lambda outcome: _answer_text(form, outcome), PRESENT_QUESTION.name)


def _parse_other(value: object) -> InterruptRequest:
    """Return a free-text question about any other value."""
    if isinstance(value, str) and value.strip():
        question = Question(text=cut(plain(value), MAX_PROMPT), selection_mode="text_input")
    else:
        context = arguments_text(value) or None
        question = Question(text=_DEFAULT_QUESTION, context=context, selection_mode="text_input")
    form = Form(questions=(question,))
    return InterruptRequest(form, lambda outcome: _answer_text(form, outcome))


def _answer_text(form: Form, outcome: Outcome) -> str:
    if not isinstance(outcome, Answered):
        raise NotAnswered(form, outcome)
    return PRESENT_QUESTION.reply(form, outcome)


def _tool_call(action: Mapping[str, Any], allowed: Collection[str]) -> ToolCall:
    return ToolCall(
        name=str(action.get("name", "")),
        arguments=action.get("args", {}),
        reason=action.get("description"),
        can_deny="reject" in allowed,
        allow_text="reject" in allowed or "respond" in allowed,
    )


def _decision(approval: Approval, allowed: Collection[str], form: Form, outcome: Outcome) -> object:
    """Return a decision in LangChain's format. Free text becomes a response if responses are allowed."""
    if approval.approved:
        return {"type": "approve"}
    if "respond" in allowed and approval.is_free_text:
        return {"type": "respond", "message": approval.message}
    if "reject" not in allowed:
        raise NotAnswered(form, outcome)
    return {"type": "reject", "message": approval.message}
