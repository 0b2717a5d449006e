"""What the arguments of a tool ask for: a form, and on which terms."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from choice.desk.interaction import TimeoutPolicy
from choice.dialects.registry import tool_named
from choice.errors import InvalidRequest
from choice.models import Form, Transport
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
