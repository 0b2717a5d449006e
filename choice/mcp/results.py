"""What a tool returns: structured content after its published schema, and the same in a few words."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mcp_types import CallToolResult, TextContent
from pydantic import JsonValue

from choice.answers import Answered, Outcome, TimedOut
from choice.desk.interaction import Interaction
from choice.desk.snapshot import outcome_snapshot
from choice.dialects.registry import dialect_named, dialect_names
from choice.dialects.replies import by_label
from choice.dialects.tools.provide_choice import PROVIDE_CHOICE
from choice.lint import advise
from choice.models import MAX_TITLE, ChoiceRequest, Form
from choice.plain_text import cut, plain_line
from choice.response import ProvideChoiceResponse, Selection, respond

_NEXT_TIME = "For your next question:"
_LINE = 200
WAITING = "Nobody has answered yet; the question stays open."


def ended_result(tool: str, interaction: Interaction, outcome: Outcome) -> CallToolResult:
    """Return how an interaction ended, in the shape of the tool that is called."""
    if tool == PROVIDE_CHOICE.tool_name:
        response = respond(_request(interaction.form), outcome, session_id=interaction.id)
        said = response.selection
        text = _with_words(said.summary, said.custom_input, said.global_annotation)
        return _result(text, response.model_dump(mode="json"), interaction.form)
    told = outcome_snapshot(outcome)
    status = "answered" if isinstance(outcome, Answered) else outcome.kind
    content: dict[str, JsonValue] = {
        "status": status,
        "session_id": interaction.id,
        "answers": told["answers"],
        "note": told["note"],
        "answered_by": told["answered_by"],
        "transport": told["surface"],
        "url": None,
        "timed_out_with_defaults": isinstance(outcome, TimedOut) and outcome.used_defaults,
    }
    text = _reply(interaction, outcome)
    return _result(text, content | {"summary": text}, interaction.form)


def pending_result(tool: str, interaction: Interaction, url: str | None, command: str) -> CallToolResult:
    """Return that nobody has answered yet, with every way to answer and to come back."""
    again = f"call collect_answer with session_id {interaction.id!r}, or the same tool again"
    where = f" at {url} or" if url else ""
    summary = f"{WAITING} Tell the person to answer{where} in a terminal with `{command}`; then {again}."
    if tool == PROVIDE_CHOICE.tool_name:
        selection = Selection(transport="terminal", url=url, session_id=interaction.id, summary=summary)
        response = ProvideChoiceResponse(action_status="pending_terminal_launch", selection=selection)
        return _result(summary, response.model_dump(mode="json"), interaction.form)
    content: dict[str, JsonValue] = {
        "status": "pending",
        "session_id": interaction.id,
        "answers": [],
        "note": None,
        "answered_by": None,
        "transport": None,
        "url": url,
        "timed_out_with_defaults": False,
        "summary": summary,
    }
    return _result(summary, content, interaction.form)


def list_result(interactions: Sequence[Interaction], now: datetime) -> CallToolResult:
    """Return what is open, and what has ended and was not collected."""
    listed: list[dict[str, JsonValue]] = [
        {
            "session_id": one.id,
            "title": one.form.title or one.form.questions[0].text,
            "question": one.form.questions[0].text,
            "status": one.state,
            "remaining_seconds": round(one.remaining(now).total_seconds(), 1),
        }
        for one in interactions
    ]
    text = "\n".join([_listed(one) for one in listed]) or "Nothing is open."
    return _result(text, {"questions": [*listed]})


def _listed(one: Mapping[str, JsonValue]) -> str:
    title, question = str(one["title"]), str(one["question"])
    words = title if title == question else f"{title}: {question}"
    return f"{one['session_id']}: {cut(plain_line(words), _LINE)}"


def error_result(text: str) -> CallToolResult:
    """Return that a call could not be done, and why."""
    return CallToolResult(content=[TextContent(text=text)], is_error=True)


def _result(text: str, content: dict[str, Any], form: Form | None = None) -> CallToolResult:
    """Return a result; where a form does not keep to the policy of how to ask, say what would be better."""
    advice = [] if form is None else list(dict.fromkeys([each.words for each in advise(form)]))
    said = [TextContent(text=text)]
    if advice:
        said.append(TextContent(text=f"{_NEXT_TIME} {' '.join(advice)}"))
    return CallToolResult(content=[*said], structured_content=content)


def _reply(interaction: Interaction, outcome: Outcome) -> str:
    """Return the outcome in the words of the dialect in which it was asked, if it has words."""
    dialect = dialect_named(interaction.dialect) if interaction.dialect in dialect_names() else None
    if dialect is not None and dialect.replies_in_words:
        return dialect.reply(interaction.form, outcome)
    if isinstance(outcome, TimedOut) and outcome.used_defaults:
        return (
            f"Nobody answered in time; the defaults count: {json.dumps(outcome_snapshot(outcome)['answers'])}"
        )
    return by_label(interaction.form, outcome)


def _with_words(summary: str, words: str | None, note: str | None) -> str:
    said = summary if words is None else f"{summary}\nIn own words: {words}"
    return said if note is None else f"{said}\nNote: {note}"


def _request(form: Form) -> ChoiceRequest:
    question = form.questions[0]
    return ChoiceRequest(title=form.title or cut(plain_line(question.text), MAX_TITLE), question=question)
