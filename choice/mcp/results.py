"""Tool results: structured content that follows the published schema, and a text that says the same.

Some clients show the model only the structured content and some only the text, so each is complete: status,
id, answer, who answered and when, advice, and what to do next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from mcp_types import CallToolResult, TextContent
from pydantic import JsonValue

from choice.desk import Interaction, outcome_snapshot
from choice.dialects import PROVIDE_CHOICE, by_label
from choice.lint import advise
from choice.models import (
    MAX_TITLE,
    Answer,
    Answered,
    ChoiceRequest,
    Form,
    Outcome,
    TimedOut,
    counted_defaults,
)
from choice.plain_text import cut, plain_line
from choice.response import ActionStatus, ProvideChoiceResponse, Selection, respond

POLL_MILLISECONDS = 2000
_MAX_LINE = 200
WAITING = "Nobody has answered yet; the question stays open."
_NEXT: Mapping[str, str] = {
    "answered": "Go on as the person answered.",
    "selected": "Go on with what the person chose.",
    "custom_input": "Follow the person's own words; they chose none of the options as written.",
    "cancelled": "Leave it, or ask something else. Do not choose for the person.",
    "timed_out": "Go on with what does not depend on it, or ask again. Do not choose for the person.",
    "superseded": "Go on from the person's newest message.",
}
_DEFAULTS_NEXT = "Tell the person that the defaults were used because there was no answer in time."


@dataclass(frozen=True, slots=True)
class Remarks:
    """What a result says besides the outcome."""

    advice: Sequence[str] = ()
    """How the call was interpreted."""
    is_earlier: bool = False
    """Whether the answer was given before this call."""
    is_late: bool = False
    """Whether the person also answered in the client, after the question had ended."""
    problem: str | None = None
    """Why the client's form is shown again."""


NO_REMARKS = Remarks()


def ended_result(
    tool: str, interaction: Interaction, outcome: Outcome, remarks: Remarks = NO_REMARKS
) -> CallToolResult:
    """Return the outcome of an interaction in the schema of the called tool."""
    form, about = interaction.form, _about(outcome, remarks)
    advice = _advice(form, remarks)
    if tool == PROVIDE_CHOICE.tool_name:
        response = respond(_request(form), outcome, session_id=interaction.id)
        used_defaults = response.selection.timed_out_with_defaults
        kind = response.action_status if isinstance(outcome, Answered) else outcome.kind
        step = _DEFAULTS_NEXT if used_defaults else _NEXT[kind]
        summary = " ".join([response.selection.summary, *about])
        selection = response.selection.model_copy(update={"summary": summary})
        update = {"selection": selection, "advice": advice, "next": step}
        text = _text(response.action_status, interaction, outcome, about, (advice, step))
        return _result(text, response.model_copy(update=update).model_dump(mode="json"))
    used_defaults = isinstance(outcome, TimedOut) and outcome.used_defaults
    status = "answered" if isinstance(outcome, Answered) else outcome.kind
    step = _DEFAULTS_NEXT if used_defaults else _NEXT[status]
    snapshot = outcome_snapshot(outcome)
    given = outcome.answers if isinstance(outcome, Answered) else ()
    if isinstance(outcome, TimedOut):
        given = counted_defaults(form.questions, outcome)
    content = _content(status, interaction.id) | {
        "answers": [_answer(form, answer) for answer in given],
        "note": snapshot["note"],
        "answered_by": snapshot["answered_by"],
        "answered_at": snapshot["at"] if snapshot["answered_by"] else None,
        "transport": snapshot["surface"],
        "timed_out_with_defaults": used_defaults,
        "summary": "\n".join([by_label(form, outcome), *about]),
        "advice": advice,
        "next": step,
    }
    return _result(_text(status, interaction, outcome, about, (advice, step)), content)


def pending_result(
    tool: str, interaction: Interaction, url: str | None, remarks: Remarks = NO_REMARKS
) -> CallToolResult:
    """Return the result of a call that ends before the answer is given."""
    where = f" at {url}" if url else " where it is shown, for example in `choicewire inbox --watch`"
    step = (
        f"Tell the person to answer{where}. Then call collect_answer with session_id {interaction.id!r}, "
        "which waits for the answer. Do not choose for the person."
    )
    return _waiting_result(tool, interaction, _Waiting("pending", url, step), remarks)


def launch_result(
    tool: str, interaction: Interaction, url: str | None, command: str, remarks: Remarks = NO_REMARKS
) -> CallToolResult:
    """Return the result of a call that hands the question over to a terminal."""
    page = f" or at {url}" if url else ""
    step = (
        f"Let the person answer in a terminal with `{command}`{page}; the command asks them. "
        f"Then call collect_answer with session_id {interaction.id!r}."
    )
    waiting = _Waiting("pending_terminal_launch", url, step, transport="terminal")
    return _waiting_result(tool, interaction, waiting, remarks)


def card_result(
    tool: str, interaction: Interaction, url: str | None, meta: Mapping[str, Any], remarks: Remarks
) -> CallToolResult:
    """Return the result of a call whose question the client shows as a card; `meta` is only for the card."""
    step = (
        "The client shows the question to the person as a card, so do not repeat it. End your turn, or call "
        f"collect_answer with session_id {interaction.id!r}, which waits for the answer. "
        "Do not choose for the person."
    )
    result = _waiting_result(tool, interaction, _Waiting("pending", url, step, transport="mcp"), remarks)
    return result.model_copy(update={"meta": dict(meta)})


class _Waiting(NamedTuple):
    """What the result of a question without an outcome says."""

    status: ActionStatus
    url: str | None
    next: str
    transport: str | None = None


def _waiting_result(
    tool: str, interaction: Interaction, waiting: _Waiting, remarks: Remarks
) -> CallToolResult:
    advice, summary = _advice(interaction.form, remarks), f"{WAITING} {waiting.next}"
    lines = [f"Status: {waiting.status}", WAITING, f"Session: {interaction.id}"]
    text = "\n".join([*lines, *([f"Advice: {advice}"] if advice else []), f"Next: {waiting.next}"])
    if tool == PROVIDE_CHOICE.tool_name:
        selection = Selection(
            transport=waiting.transport, url=waiting.url, session_id=interaction.id, summary=summary
        )
        response = ProvideChoiceResponse(
            action_status=waiting.status, selection=selection, advice=advice, next=waiting.next
        )
        return _result(text, response.model_dump(mode="json"))
    return _result(
        text,
        _content("pending", interaction.id)
        | {
            "transport": waiting.transport,
            "url": waiting.url,
            "summary": summary,
            "advice": advice,
            "next": waiting.next,
        },
    )


def task_of(interaction: Interaction, status: str, message: str) -> dict[str, Any]:
    """Return the task object of an interaction."""
    changed = interaction.ended_at or interaction.asked_at
    return {
        "taskId": interaction.id,
        "status": status,
        "statusMessage": message,
        "createdAt": interaction.asked_at.isoformat(),
        "lastUpdatedAt": changed.isoformat(),
        "ttlMs": None,
        "pollIntervalMs": POLL_MILLISECONDS,
    }


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
    return f"{one['status']}  {one['session_id']}  {cut(plain_line(text), _MAX_LINE)}"


def error_result(text: str) -> CallToolResult:
    """Return a tool result that reports an error."""
    return CallToolResult(content=[TextContent(text=text)], is_error=True)


def _result(text: str, content: dict[str, Any]) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)], structured_content=content)


def _content(status: str, session: str) -> dict[str, JsonValue]:
    """Return the fields of a result of every tool but `provide_choice`, without an answer."""
    return {
        "status": status,
        "session_id": session,
        "answers": [],
        "note": None,
        "answered_by": None,
        "answered_at": None,
        "transport": None,
        "url": None,
        "timed_out_with_defaults": False,
    }


def _answer(form: Form, answer: Answer) -> dict[str, JsonValue]:
    question = form.question(answer.question_id)
    offered = () if question is None else question.options
    labels: list[JsonValue] = [option.label for option in offered if option.id in answer.option_ids]
    given: dict[str, JsonValue] = answer.model_dump(mode="json")
    return given | {"labels": labels}


def _advice(form: Form, remarks: Remarks) -> str | None:
    """Return how the call was interpreted, and advice if the form breaks the policy for questions."""
    better = [each.words for each in advise(form)]
    return " ".join(dict.fromkeys([*remarks.advice, *better])) or None


def _about(outcome: Outcome, remarks: Remarks) -> list[str]:
    """Return the sentences that tell when the answer was given, if that is not during this call."""
    at = outcome.at.strftime("%Y-%m-%d %H:%M:%S UTC") if outcome.at is not None else "an unknown time"
    about = [f"Answered earlier, at {at}."] if remarks.is_earlier else []
    if remarks.is_late:
        about.append(
            "The person also replied in this client, but after the question had ended, so that reply does "
            "not count. Tell them so, and what the answer is."
        )
    return about


def _text(
    status: str, interaction: Interaction, outcome: Outcome, about: Sequence[str], end: tuple[str | None, str]
) -> str:
    """Return the text of a result; `end` is the advice and the next step."""
    lines = [f"Status: {status}", by_label(interaction.form, outcome)]
    if ids := _ids(outcome):
        lines.append(f"Option ids: {ids}")
    by, surface = getattr(outcome, "answered_by", None), getattr(outcome, "surface", None)
    if by is not None:
        where = f" ({surface})" if surface else ""
        lines.append(f"By: {by}{where}" + ("" if outcome.at is None else f", at {outcome.at.isoformat()}"))
    advice, step = end
    lines += [*about, f"Session: {interaction.id}", *([f"Advice: {advice}"] if advice else [])]
    return "\n".join([*lines, f"Next: {step}"])


def _ids(outcome: Outcome) -> str:
    """Return the ids of the chosen options; those of several questions with the ids of the questions."""
    chosen = [each for each in outcome.answers if each.option_ids] if isinstance(outcome, Answered) else []
    if isinstance(outcome, Answered) and len(outcome.answers) == 1:
        return ", ".join([option_id for each in chosen for option_id in each.option_ids])
    return "; ".join([f"{each.question_id}: {', '.join(each.option_ids)}" for each in chosen])


def _request(form: Form) -> ChoiceRequest:
    question = form.questions[0]
    return ChoiceRequest(title=form.title or cut(plain_line(question.text), MAX_TITLE), question=question)
