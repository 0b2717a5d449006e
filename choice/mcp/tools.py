"""The tools as clients see them: always the same, in the same order."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp_types import Tool, ToolAnnotations

from choice.desk.interaction import TimeoutPolicy
from choice.dialects.registry import tool_named
from choice.dialects.tools.provide_choice import PROVIDE_CHOICE
from choice.errors import InvalidRequest
from choice.models import DEFAULT_TIMEOUT, MAX_ID, MAX_QUESTIONS, MAX_TIMEOUT, MIN_TIMEOUT, Form
from choice.response import ProvideChoiceResponse
from choice.surfaces import Transport
from choice.validation import parse_form

ASK_FORM = "ask_form"
COLLECT = "collect_answer"
LIST_OPEN = "list_open_questions"
_TERMS = ("timeout_seconds", "use_defaults")


@dataclass(frozen=True, slots=True)
class ToolAsking:
    """A question as a tool asks it."""

    form: Form
    timeout: float | None = None
    """Seconds; what the person usually has if not given."""
    policy: TimeoutPolicy = "fail"
    transport: Transport = "auto"

    def fingerprint(self, tool: str) -> str:
        """Return a name for what is asked, by which the same question is known again."""
        content = f"{tool}\n{self.form.model_dump_json()}"
        return hashlib.sha256(content.encode()).hexdigest()[:32]


def read_asking(tool: str, arguments: Mapping[str, Any]) -> ToolAsking:
    """Return what a call asks.

    Raises:
        InvalidRequest: The arguments break a rule.
    """
    if tool == ASK_FORM:
        return _form_asking(arguments)
    call = tool_named(tool).read_call(dict(arguments))
    terms = call.terms
    return ToolAsking(call.form, terms.get("timeout"), terms.get("policy", "fail"), call.transport)


def _form_asking(arguments: Mapping[str, Any]) -> ToolAsking:
    form = parse_form({name: value for name, value in arguments.items() if name not in _TERMS})
    timeout = arguments.get("timeout_seconds")
    if isinstance(timeout, bool) or not isinstance(timeout, int | float | None):
        example = {"questions": [{"text": "Which?", "options": ["A", "B"]}], "timeout_seconds": 300}
        field, rule = "timeout_seconds", "must be a number of seconds."
        raise InvalidRequest(field, rule, example)
    return ToolAsking(form, timeout, "use_defaults" if arguments.get("use_defaults") is True else "fail")


def named_session(arguments: Mapping[str, Any]) -> str | None:
    """Return the session that arguments name, or None."""
    session = arguments.get("session_id")
    return session.strip() if isinstance(session, str) and session.strip() else None


def shown_error(error: InvalidRequest) -> str:
    """Return an error in words that a model can repair: the field, the rule, and an example that works."""
    return (
        f"{error.field}: {error.rule}\nAn example that works: {json.dumps(error.example, ensure_ascii=False)}"
    )


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
    """Return every tool."""
    return [
        _tool(
            PROVIDE_CHOICE.tool_name,
            PROVIDE_CHOICE.description,
            PROVIDE_CHOICE.parameters,
            ProvideChoiceResponse.model_json_schema(),
        ),
        _tool(ASK_FORM, _ASK_FORM_WORDS, _form_parameters(), _OUTCOME),
        *[
            _tool(name, tool_named(name).description, tool_named(name).parameters, _OUTCOME)
            for name in ("present_choices", "present_question")
        ],
        _tool(COLLECT, _COLLECT_WORDS, _collect_parameters(), _OUTCOME, is_reading=True),
        _tool(LIST_OPEN, _LIST_WORDS, {"type": "object", "properties": {}}, _list_schema(), is_reading=True),
    ]


_ASK_FORM_WORDS = (
    "Ask the person several questions at once and wait for all the answers. Use it where the questions "
    "belong together. The result says how it ended; a timeout or a cancellation is not an answer."
)
_COLLECT_WORDS = (
    "Get the answer to a question that was asked earlier, by its session_id; waits a while if there is none."
)
_LIST_WORDS = "List the questions of this project that are open, and answers that were not collected yet."


def _tool(
    name: str, words: str, parameters: dict[str, Any], output: dict[str, Any], *, is_reading: bool = False
) -> Tool:
    # Asking changes nothing but what the person sees; the world outside is that person.
    annotations = ToolAnnotations(read_only_hint=is_reading, destructive_hint=False, open_world_hint=False)
    return Tool(
        name=name, description=words, input_schema=parameters, output_schema=output, annotations=annotations
    )


def _form_parameters() -> dict[str, Any]:
    option = {
        "type": "object",
        "properties": {
            "id": _TEXT,
            "label": _TEXT,
            "description": _TEXT,
            "recommended": {"type": "boolean"},
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
