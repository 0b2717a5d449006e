"""Tool results: structured content that follows the published schema, and a text summary."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from mcp_types import CallToolResult, TextContent
from pydantic import JsonValue

from choice.desk import Interaction, outcome_snapshot
from choice.dialects import PROVIDE_CHOICE, by_label, dialect_named, dialect_names
from choice.lint import advise
from choice.models import MAX_TITLE, Answered, ChoiceRequest, Form, Outcome, TimedOut
from choice.plain_text import cut, plain_line
from choice.response import ProvideChoiceResponse, Selection, respond

_ADVICE_PREFIX = "For your next question:"
_MAX_LINE = 200
WAITING = "Nobody has answered yet; the question stays open."


def ended_result(tool: str, interaction: Interaction, outcome: Outcome) -> CallToolResult:
    """Return the outcome of an interaction in the schema of the called tool."""
    if tool == PROVIDE_CHOICE.tool_name:
        response = respond(_request(interaction.form), outcome, session_id=interaction.id)
        selection = response.selection
        text = _summary(selection.summary, selection.custom_input, selection.global_annotation)
        return _result(text, response.model_dump(mode="json"), interaction.form)
    snapshot = outcome_snapshot(outcome)
    status = "answered" if isinstance(outcome, Answered) else outcome.kind
    content: dict[str, JsonValue] = {
        "status": status,
        "session_id": interaction.id,
        "answers": snapshot["answers"],
        "note": snapshot["note"],
        "answered_by": snapshot["answered_by"],
        "transport": snapshot["surface"],
        "url": None,
        "timed_out_with_defaults": isinstance(outcome, TimedOut) and outcome.used_defaults,
    }
    text = _reply(interaction, outcome)
    return _result(text, content | {"summary": text}, interaction.form)


def pending_result(tool: str, interaction: Interaction, url: str | None, command: str) -> CallToolResult:
    """Return a pending result. It says how the person can answer and how the agent collects the answer."""
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
    """Return open questions and uncollected answers."""
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
    text = title if title == question else f"{title}: {question}"
    return f"{one['session_id']}: {cut(plain_line(text), _MAX_LINE)}"


def error_result(text: str) -> CallToolResult:
    """Return a tool result that reports an error."""
    return CallToolResult(content=[TextContent(text=text)], is_error=True)


def _result(text: str, content: dict[str, Any], form: Form | None = None) -> CallToolResult:
    """Return a result, with advice if the form breaks the policy for questions."""
    advice = [] if form is None else list(dict.fromkeys([each.words for each in advise(form)]))
    parts = [TextContent(text=text)]
    if advice:
        parts.append(TextContent(text=f"{_ADVICE_PREFIX} {' '.join(advice)}"))
    return CallToolResult(content=[*parts], structured_content=content)


def _reply(interaction: Interaction, outcome: Outcome) -> str:
    """Return the outcome as text, in the dialect of the question if that dialect replies with text."""
    dialect = dialect_named(interaction.dialect) if interaction.dialect in dialect_names() else None
    if dialect is not None and dialect.replies_in_words:
        return dialect.reply(interaction.form, outcome)
    if isinstance(outcome, TimedOut) and outcome.used_defaults:
        return (
            f"Nobody answered in time; the defaults count: {json.dumps(outcome_snapshot(outcome)['answers'])}"
        )
    return by_label(interaction.form, outcome)


def _summary(summary: str, free_text: str | None, note: str | None) -> str:
    text = summary if free_text is None else f"{summary}\nIn own words: {free_text}"
    return text if note is None else f"{text}\nNote: {note}"


def _request(form: Form) -> ChoiceRequest:
    question = form.questions[0]
    return ChoiceRequest(title=form.title or cut(plain_line(question.text), MAX_TITLE), question=question)
