"""What the arguments of a tool ask for: a form, and on which terms."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from choice.desk.asking import Asked, form_of
from choice.desk.interaction import TimeoutPolicy
from choice.dialects.registry import tool_named
from choice.dialects.tools.provide_choice import PROVIDE_CHOICE
from choice.errors import InvalidRequest
from choice.models import ChoiceRequest, Transport
from choice.validation import parse_form

ASK_FORM = "ask_form"
COLLECT = "collect_answer"
LIST_OPEN = "list_open_questions"
_TERMS = ("timeout_seconds", "use_defaults")


@dataclass(frozen=True, slots=True)
class ToolAsking:
    """A question as a tool asks it."""

    asked: Asked
    timeout: float | None = None
    """Seconds; what the person usually has if not given."""
    policy: TimeoutPolicy = "fail"
    transport: Transport = "auto"

    def fingerprint(self, tool: str) -> str:
        """Return a name for what is asked, by which the same question is known again."""
        content = f"{tool}\n{form_of(self.asked).model_dump_json()}"
        return hashlib.sha256(content.encode()).hexdigest()[:32]


def read_asking(tool: str, arguments: Mapping[str, Any]) -> ToolAsking:
    """Return what a call asks.

    Raises:
        InvalidRequest: The arguments break a rule.
    """
    if tool == PROVIDE_CHOICE.tool_name:
        request = PROVIDE_CHOICE.request(dict(arguments))
        timeout = request.timeout_seconds if "timeout_seconds" in request.model_fields_set else None
        return ToolAsking(request, timeout, _policy(request), request.transport)
    if tool == ASK_FORM:
        return _form_asking(arguments)
    return ToolAsking(tool_named(tool).read(dict(arguments)))


def _form_asking(arguments: Mapping[str, Any]) -> ToolAsking:
    form = parse_form({name: value for name, value in arguments.items() if name not in _TERMS})
    timeout = arguments.get("timeout_seconds")
    if isinstance(timeout, bool) or not isinstance(timeout, int | float | None):
        example = {"questions": [{"text": "Which?", "options": ["A", "B"]}], "timeout_seconds": 300}
        field, rule = "timeout_seconds", "must be a number of seconds."
        raise InvalidRequest(field, rule, example)
    return ToolAsking(form, timeout, "use_defaults" if arguments.get("use_defaults") is True else "fail")


def _policy(request: ChoiceRequest) -> TimeoutPolicy:
    return "use_defaults" if request.use_defaults else "fail"


def polled_session(tool: str, arguments: Mapping[str, Any]) -> str | None:
    """Return the session that a call is about; None where it asks something new."""
    if tool not in {PROVIDE_CHOICE.tool_name, ASK_FORM, COLLECT}:
        return None
    session = arguments.get("session_id")
    return session.strip() if isinstance(session, str) and session.strip() else None


def shown_error(error: InvalidRequest) -> str:
    """Return an error in words that a model can repair: the field, the rule, and an example that works."""
    return (
        f"{error.field}: {error.rule}\nAn example that works: {json.dumps(error.example, ensure_ascii=False)}"
    )
