"""Schemas of the MCP tools, and parsing of their arguments."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, get_args

from mcp_types import Tool, ToolAnnotations

from choice.auth import Action
from choice.desk.interaction import TimeoutPolicy, Urgency
from choice.desk.origin import Origin, split_origin
from choice.dialects import PROVIDE_CHOICE, Call, tool_named
from choice.errors import InvalidRequest
from choice.mcp.correction import parsed
from choice.mcp.lenient_call import FORM_EXAMPLE, LenientCall
from choice.mcp.lenient_values import is_no_session, is_nothing
from choice.models import MAX_TIMEOUT, MIN_TIMEOUT, Form, SelectionMode
from choice.response import ActionStatus
from choice.surfaces import Transport
from choice.validation import parse_form

ASK_FORM = "ask_form"
COLLECT = "collect_answer"
LIST_OPEN = "list_open_questions"
NOT_ASKING = frozenset({COLLECT, LIST_OPEN})
_TERMS = ("timeout_seconds", "use_defaults", "session_id")
TOOL_ACTIONS: Mapping[str, Action] = {
    PROVIDE_CHOICE.tool_name: "interaction.ask_oneself",
    ASK_FORM: "interaction.ask_oneself",
    "present_choices": "interaction.ask_oneself",
    "present_question": "interaction.ask_oneself",
    COLLECT: "interaction.read",
    LIST_OPEN: "interaction.read",
    "card_state": "interaction.answer",
    "card_draft": "interaction.answer",
    "card_answer": "interaction.answer",
    "card_cancel": "interaction.answer",
}
"""What a caller must be allowed to do to call a tool."""
ELICITED: Action = "interaction.answer"
"""What a caller must be allowed to do to answer by elicitation or on a card."""
_ORIGIN = frozenset(Origin.model_fields)
_WITH_ORIGIN = frozenset({ASK_FORM, PROVIDE_CHOICE.tool_name})
"""Tools that accept the fields of `Origin`."""


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """The question of a tool call."""

    form: Form
    timeout: float | None = None
    """Seconds; None uses the person's default."""
    policy: TimeoutPolicy = "fail"
    transport: Transport = "auto"
    advice: tuple[str, ...] = ()
    """How the arguments were read, where they differ from the schema."""
    origin: Origin = field(default_factory=Origin)

    def fingerprint(self, tool: str) -> str:
        """Return the idempotency key of the question: a hash of the tool and the form."""
        content = f"{tool}\n{self.form.model_dump_json()}"
        return hashlib.sha256(content.encode()).hexdigest()[:32]


def parse_call(tool: str, arguments: Mapping[str, Any]) -> ToolRequest:
    """Return the question of a call.

    Raises:
        InvalidRequest: The arguments cannot be read.
        InvalidCall: The arguments break rules.
    """
    arguments = {
        name: value for name, value in arguments.items() if not (name in _ORIGIN and is_nothing(value))
    }
    origin, rest = split_origin(arguments) if tool in _WITH_ORIGIN else (Origin(), dict(arguments))
    if tool == ASK_FORM:
        call = LenientCall(rest)
        request = replace(parsed(_form_request, call.form()), advice=tuple(call.advice))
    elif tool == PROVIDE_CHOICE.tool_name:
        call = LenientCall(rest)
        request = replace(parsed(_choice_request, call.request()), advice=tuple(call.advice))
    else:
        request = _request_of(tool_named(tool).read_call(rest))
    return replace(request, form=origin.linked(request.form), origin=origin)


def _choice_request(values: Mapping[str, Any]) -> ToolRequest:
    return _request_of(PROVIDE_CHOICE.read_call(dict(values)))


def _request_of(call: Call) -> ToolRequest:
    terms = call.terms
    return ToolRequest(call.form, terms.get("timeout"), terms.get("policy", "fail"), call.transport)


def _form_request(values: Mapping[str, Any]) -> ToolRequest:
    form = parse_form({name: value for name, value in values.items() if name not in _TERMS})
    timeout = values.get("timeout_seconds")
    if not isinstance(timeout, int | None) or not MIN_TIMEOUT <= (timeout or MIN_TIMEOUT) <= MAX_TIMEOUT:
        field, rule = "timeout_seconds", f"must be a number of seconds, {MIN_TIMEOUT} to {MAX_TIMEOUT}."
        raise InvalidRequest(field, rule, FORM_EXAMPLE)
    return ToolRequest(form, timeout, "use_defaults" if values.get("use_defaults") is True else "fail")


def session_in(arguments: Mapping[str, Any]) -> str | None:
    """Return the session_id in the arguments, or None."""
    session = arguments.get("session_id")
    named = session.strip() if isinstance(session, str) else ""
    return None if is_no_session(named) else named


def asks(arguments: Mapping[str, Any]) -> bool:
    """Return whether the arguments contain a question, besides a session_id."""
    return any(arguments.get(name) for name in ("prompt", "questions", "question", "options"))


def error_text(error: InvalidRequest) -> str:
    """Return an error text that helps a model to correct the call: field, rule and a valid example."""
    return f"{error.field}: {error.rule}\nA working example: {json.dumps(error.example, ensure_ascii=False)}"


_REFUSED_KEYWORDS = frozenset({
    "default", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum",
})  # fmt: skip
"""Keywords that strict modes of model vendors reject. The server checks these rules itself."""
_TEXT = {"type": "string"}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_TEXTS = {"type": "array", "items": _TEXT}
_NOTES = {"type": "object", "additionalProperties": _TEXT}
_FLAG, _WHOLE = {"type": "boolean"}, {"type": "integer"}


def _object(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _result(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties), "required": list(required)}


_ANSWER = _result(
    {
        "question_id": _TEXT,
        "option_ids": _TEXTS,
        "labels": _TEXTS,
        "custom_text": _TEXT_OR_NULL,
        "option_notes": _NOTES,
    },
    "question_id",
    "option_ids",
)
_GUIDANCE = {"advice": _TEXT_OR_NULL, "next": _TEXT_OR_NULL}
_STATUSES = ["answered", "cancelled", "timed_out", "superseded", "pending"]
_OUTCOME = _result(
    {
        "status": {"type": "string", "enum": _STATUSES},
        "session_id": _TEXT,
        "answers": {"type": "array", "items": _ANSWER},
        "note": _TEXT_OR_NULL,
        "answered_by": _TEXT_OR_NULL,
        "answered_at": _TEXT_OR_NULL,
        "transport": _TEXT_OR_NULL,
        "url": _TEXT_OR_NULL,
        "timed_out_with_defaults": _FLAG,
        "summary": _TEXT,
        **_GUIDANCE,
    },
    "status",
    "session_id",
    "answers",
    "summary",
)
_SELECTION = _result(
    {
        "selected_ids": _TEXTS,
        "custom_input": _TEXT_OR_NULL,
        "option_annotations": _NOTES,
        "global_annotation": _TEXT_OR_NULL,
        "transport": _TEXT_OR_NULL,
        "url": _TEXT_OR_NULL,
        "summary": _TEXT,
        "session_id": _TEXT_OR_NULL,
        "answered_by": _TEXT_OR_NULL,
        "answered_at": _TEXT_OR_NULL,
        "timed_out_with_defaults": _FLAG,
    },
    "selected_ids",
    "summary",
)
_CHOICE = _result(
    {
        "action_status": {"type": "string", "enum": list(get_args(ActionStatus))},
        "selection": _SELECTION,
        **_GUIDANCE,
    },
    "action_status",
    "selection",
)
_LISTED = _result(
    {
        "session_id": _TEXT,
        "title": _TEXT,
        "question": _TEXT,
        "status": _TEXT,
        "remaining_seconds": {"type": "number"},
    },
    "session_id",
    "title",
    "status",
)
_SESSION = _TEXT | {"description": "From an earlier result."}

_PROVIDE_CHOICE_DESCRIPTION = (
    "Ask the person to decide, and wait for the answer: where several ways lead on, before anything "
    "destructive, or where a setting is missing. The prompt says what is going on and why you ask; "
    'one option has recommended: true. Example: {"title": "Store", "prompt": "The tests need a database. '
    'Which one?", "selection_mode": "single", "options": [{"id": "sqlite", "label": "SQLite", '
    '"description": "One file", "recommended": true}, {"id": "pg", "label": "PostgreSQL"}]}'
)
_ASK_FORM_DESCRIPTION = (
    "Ask the person several questions that belong together, and wait for all the answers. People can always "
    'answer in their own words. Example: {"title": "Release", "questions": [{"text": "Which version?", '
    '"options": [{"label": "1.4", "recommended": true}, {"label": "2.0"}]}, {"text": "Any news?"}]}'
)
_COLLECT_DESCRIPTION = (
    "Get the answer to a question that was asked earlier. Waits for it as long as the client allows; if the "
    'result is pending, call it again. Example: {"session_id": "3f2a…"}'
)
_LIST_DESCRIPTION = "List the questions of this project that are open, and the answers not collected yet."


@cache
def tools(*, lists_all: bool = False) -> Sequence[Tool]:
    """Return the tools for models, always in the same order: the four usual ones, or all."""
    more = ("present_choices", "present_question") if lists_all else ()
    return (
        _tool(
            PROVIDE_CHOICE.tool_name,
            _PROVIDE_CHOICE_DESCRIPTION,
            portable(_with_origin(PROVIDE_CHOICE.parameters)),
            _CHOICE,
        ),
        _tool(ASK_FORM, _ASK_FORM_DESCRIPTION, portable(_with_origin(_form_parameters())), _OUTCOME),
        *[
            _tool(name, tool_named(name).description, portable(tool_named(name).parameters), _OUTCOME)
            for name in more
        ],
        _tool(COLLECT, _COLLECT_DESCRIPTION, _collect_parameters(), _OUTCOME, read_only=True),
        _tool(LIST_OPEN, _LIST_DESCRIPTION, _object({}), _list_schema(), read_only=True),
    )


def portable(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Return a JSON Schema without the keywords that strict modes of model vendors reject."""
    if isinstance(schema, list):
        return [portable(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        name: portable(one)
        for name, one in schema.items()
        if name not in _REFUSED_KEYWORDS or isinstance(one, dict)
    }
    return kept | ({"additionalProperties": False} if kept.get("type") == "object" else {})


def _tool(
    name: str,
    description: str,
    parameters: dict[str, Any],
    output: dict[str, Any],
    *,
    read_only: bool = False,
) -> Tool:
    # Asking only shows a question to the person, so the tool is neither destructive nor open-world.
    annotations = ToolAnnotations(read_only_hint=read_only, destructive_hint=False, open_world_hint=False)
    return Tool(
        name=name,
        description=description,
        input_schema=parameters,
        output_schema=output,
        annotations=annotations,
    )


def _with_origin(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of arguments with the fields of `Origin`."""
    names = {"type": "array", "items": _TEXT}
    origin: dict[str, dict[str, Any]] = {
        "project": _TEXT,
        "run_url": _TEXT,
        "urgency": {"type": "string", "enum": list(get_args(Urgency))},
        "audience": {"type": "object", "properties": {"users": names, "roles": names}},
    }
    return parameters | {"properties": parameters["properties"] | origin}


def _form_parameters() -> dict[str, Any]:
    option = _object(
        {
            "id": _TEXT,
            "label": _TEXT,
            "description": _TEXT,
            "recommended": _FLAG,
            "preview": _TEXT,
            "danger": _FLAG,
        },
        "label",
    )
    question = _object(
        {
            "id": _TEXT,
            "text": _TEXT | {"description": "What is going on, why it matters, and the question."},
            "context": _TEXT,
            "selection_mode": {"type": "string", "enum": list(get_args(SelectionMode))},
            "options": {"type": "array", "items": option},
            "default_selection_ids": _TEXTS,
            "min_selections": _WHOLE,
            "max_selections": _WHOLE,
            "allow_free_text": _FLAG,
            "placeholder": _TEXT,
        },
        "text",
    )
    return _object(
        {
            "title": _TEXT,
            "context": _TEXT,
            "questions": {"type": "array", "items": question},
            "timeout_seconds": _WHOLE,
            "use_defaults": _FLAG,
            "session_id": _SESSION,
        },
        "questions",
    )


def _collect_parameters() -> dict[str, Any]:
    wait = {"type": "number", "description": "Seconds to wait, if less than possible."}
    return _object({"session_id": _SESSION, "wait_seconds": wait}, "session_id")


def _list_schema() -> dict[str, Any]:
    return _result({"questions": {"type": "array", "items": _LISTED}}, "questions")
