"""Schemas of the MCP tools, and parsing of their arguments."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from mcp_types import Tool, ToolAnnotations

from choice.auth import Action
from choice.desk.interaction import TimeoutPolicy, Urgency
from choice.desk.origin import Origin, split_origin
from choice.dialects import PROVIDE_CHOICE, tool_named
from choice.errors import InvalidRequest
from choice.models import DEFAULT_TIMEOUT, MAX_ID, MAX_QUESTIONS, MAX_TIMEOUT, MIN_TIMEOUT, Form
from choice.response import ProvideChoiceResponse
from choice.surfaces import Transport
from choice.validation import parse_form

ASK_FORM = "ask_form"
COLLECT = "collect_answer"
LIST_OPEN = "list_open_questions"
TOOL_ACTIONS: Mapping[str, Action] = {
    PROVIDE_CHOICE.tool_name: "interaction.ask_oneself",
    ASK_FORM: "interaction.ask_oneself",
    "present_choices": "interaction.ask_oneself",
    "present_question": "interaction.ask_oneself",
    COLLECT: "interaction.read",
    LIST_OPEN: "interaction.read",
}
"""What a caller must be allowed to do to call a tool."""
ELICITED: Action = "interaction.answer"
"""What a caller must be allowed to do to answer by elicitation."""
_TERMS = ("timeout_seconds", "use_defaults")
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
    origin: Origin = field(default_factory=Origin)

    def fingerprint(self, tool: str) -> str:
        """Return the idempotency key of the question: a hash of the tool and the form."""
        content = f"{tool}\n{self.form.model_dump_json()}"
        return hashlib.sha256(content.encode()).hexdigest()[:32]


def parse_call(tool: str, arguments: Mapping[str, Any]) -> ToolRequest:
    """Return the question of a call.

    Raises:
        InvalidRequest: The arguments break a rule.
    """
    origin, rest = split_origin(arguments) if tool in _WITH_ORIGIN else (Origin(), dict(arguments))
    if tool == ASK_FORM:
        request = _parse_form_call(rest)
    else:
        call = tool_named(tool).read_call(rest)
        terms = call.terms
        request = ToolRequest(call.form, terms.get("timeout"), terms.get("policy", "fail"), call.transport)
    return replace(request, form=origin.linked(request.form), origin=origin)


def _parse_form_call(arguments: Mapping[str, Any]) -> ToolRequest:
    form = parse_form({name: value for name, value in arguments.items() if name not in _TERMS})
    timeout = arguments.get("timeout_seconds")
    if isinstance(timeout, bool) or not isinstance(timeout, int | float | None):
        example = {"questions": [{"text": "Which?", "options": ["A", "B"]}], "timeout_seconds": 300}
        field, rule = "timeout_seconds", "must be a number of seconds."
        raise InvalidRequest(field, rule, example)
    return ToolRequest(form, timeout, "use_defaults" if arguments.get("use_defaults") is True else "fail")


def session_in(arguments: Mapping[str, Any]) -> str | None:
    """Return the session_id in the arguments, or None."""
    session = arguments.get("session_id")
    return session.strip() if isinstance(session, str) and session.strip() else None


def error_text(error: InvalidRequest) -> str:
    """Return an error text that helps a model to correct the call: field, rule and a valid example."""
    return f"{error.field}: {error.rule}\nA working example: {json.dumps(error.example, ensure_ascii=False)}"


_TEXT = {"type": "string"}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_ANSWER = {
    "type": "object",
    "properties": {
        "question_id": _TEXT,
        "option_ids": {"type": "array", "items": _TEXT},
        "custom_text": _TEXT_OR_NULL,
        "option_notes": {"type": "object", "additionalProperties": _TEXT},
    },
    "required": ["question_id", "option_ids"],
}
_STATUSES = ["answered", "cancelled", "timed_out", "superseded", "pending"]
_OUTCOME: dict[str, Any] = {
    "type": "object",
    "properties": {
        "status": {"type": "string", "enum": _STATUSES},
        "session_id": _TEXT,
        "answers": {"type": "array", "items": _ANSWER},
        "note": _TEXT_OR_NULL,
        "answered_by": _TEXT_OR_NULL,
        "transport": _TEXT_OR_NULL,
        "url": _TEXT_OR_NULL,
        "timed_out_with_defaults": {"type": "boolean"},
        "summary": _TEXT,
    },
    "required": ["status", "session_id", "answers", "summary"],
}
_TIMEOUT = {
    "type": "integer",
    "minimum": MIN_TIMEOUT,
    "maximum": MAX_TIMEOUT,
    "description": f"As the person's settings say, else {DEFAULT_TIMEOUT}.",
}
_SESSION = {"type": "string", "maxLength": MAX_ID, "description": "From an earlier result."}


def tools() -> list[Tool]:
    """Return all tools, always in the same order."""
    return [
        _tool(
            PROVIDE_CHOICE.tool_name,
            PROVIDE_CHOICE.description,
            _with_origin(PROVIDE_CHOICE.parameters),
            ProvideChoiceResponse.model_json_schema(),
        ),
        _tool(ASK_FORM, _ASK_FORM_DESCRIPTION, _with_origin(_form_parameters()), _OUTCOME),
        *[
            _tool(name, tool_named(name).description, tool_named(name).parameters, _OUTCOME)
            for name in ("present_choices", "present_question")
        ],
        _tool(COLLECT, _COLLECT_DESCRIPTION, _collect_parameters(), _OUTCOME, read_only=True),
        _tool(
            LIST_OPEN, _LIST_DESCRIPTION, {"type": "object", "properties": {}}, _list_schema(), read_only=True
        ),
    ]


_ASK_FORM_DESCRIPTION = (
    "Ask the person several questions at once and wait for all the answers. Use it where the questions "
    "belong together. The result says how it ended; a timeout or a cancellation is not an answer."
)
_COLLECT_DESCRIPTION = (
    "Get the answer to a question that was asked earlier, by its session_id; waits a while if there is none."
)
_LIST_DESCRIPTION = (
    "List the questions of this project that are open, and answers that were not collected yet."
)


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
    fields = Origin.model_fields
    origin: dict[str, dict[str, Any]] = {
        "project": _TEXT,
        "run_url": _TEXT,
        "urgency": {"type": "string", "enum": list(get_args(Urgency))},
        "audience": {"type": "object", "properties": {"users": names, "roles": names}},
    }
    described = {name: schema | {"description": fields[name].description} for name, schema in origin.items()}
    return parameters | {"properties": parameters["properties"] | described}


def _form_parameters() -> dict[str, Any]:
    option = {
        "type": "object",
        "properties": {
            "id": _TEXT,
            "label": _TEXT,
            "description": _TEXT,
            "recommended": {"type": "boolean"},
            "preview": {"type": "string", "description": "What the person would get, in Markdown."},
            "danger": {"type": "boolean", "description": "True if it cannot be undone."},
        },
        "required": ["label"],
    }
    question = {
        "type": "object",
        "properties": {
            "id": _TEXT,
            "text": {"type": "string", "description": "What is going on, why it matters, and the question."},
            "context": _TEXT,
            "selection_mode": {"type": "string", "enum": ["single", "multi", "text_input", "hybrid"]},
            "options": {"type": "array", "items": option},
            "default_selection_ids": {"type": "array", "items": _TEXT},
            "min_selections": {"type": "integer", "minimum": 0},
            "max_selections": {"type": "integer", "minimum": 0},
            "allow_free_text": {"type": "boolean"},
            "placeholder": _TEXT,
        },
        "required": ["text"],
    }
    questions = {"type": "array", "minItems": 1, "maxItems": MAX_QUESTIONS, "items": question}
    properties = {
        "title": _TEXT,
        "context": _TEXT,
        "questions": questions,
        "timeout_seconds": _TIMEOUT,
        "use_defaults": {"type": "boolean", "description": "Whether the defaults count if nobody answers."},
        "session_id": _SESSION,
    }
    return {"type": "object", "properties": properties, "required": ["questions"]}


def _collect_parameters() -> dict[str, Any]:
    wait = {"type": "number", "minimum": 0, "description": "Seconds to wait; as long as the client allows."}
    return {
        "type": "object",
        "properties": {"session_id": _SESSION, "wait_seconds": wait},
        "required": ["session_id"],
    }


def _list_schema() -> dict[str, Any]:
    one = {
        "type": "object",
        "properties": {
            "session_id": _TEXT,
            "title": _TEXT,
            "question": _TEXT,
            "status": _TEXT,
            "remaining_seconds": {"type": "number"},
        },
        "required": ["session_id", "title", "status"],
    }
    questions = {"type": "array", "items": one}
    return {"type": "object", "properties": {"questions": questions}, "required": ["questions"]}
