"""The tool `look_up`: a model fetches rows that the first look-up did not find. It only reads."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from choice.auth import Principal
from choice.conversations.models import ResultRecord
from choice.providers import ToolCall
from choice.sources.intent import parse_intent
from choice.sources.lookup import as_text, findings_of, query_of, within_budget
from choice.sources.protocol import KINDS, Findings, Intent, Kind, Severity, Source, Status

MAX_LOOK_UPS = 4
"""Maximum number of look-ups in one turn."""
TOKEN_BUDGET = 2000
"""Maximum number of tokens of one result."""

_EXAMPLE = '{"kind": "incidents", "severity": ["critical"], "span": "last week", "limit": 10}'
_LIMIT_REACHED = (
    f"No more look-ups in this answer: the limit is {MAX_LOOK_UPS}. "
    "Answer from what you have, and say what is missing."
)
_SPANS = "such as `last week`, `since Monday`, `Q3 2026` or `2026-11-01 to 2026-11-10`."
_NOT_READ = f"The time span was not understood. Write one {_SPANS}"


class LookUpCall(BaseModel):
    """Arguments of the tool. Tenant and roles are not among them: they are those of the person."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["signals", "incidents", "issues", "metrics", "all"] = Field(
        default="all", description="What to look up."
    )
    severity: tuple[Severity, ...] = Field(default=(), description="Only these severities.")
    status: tuple[Status, ...] = Field(
        default=(),
        description="Only these. Incidents end as resolved, issues as done.",
    )
    span: str | None = Field(
        default=None,
        max_length=200,
        description=f"Only this time span, {_SPANS}",
    )
    ids: tuple[str, ...] = Field(default=(), max_length=20, description="Exactly these rows, such as WS-001.")
    text: str | None = Field(
        default=None,
        max_length=200,
        description="Only rows that contain all these words.",
    )
    limit: int = Field(default=10, ge=1, le=50, description="Maximum number of rows of each kind.")


class LookUpTool:
    """Definition of the tool for models."""

    name = tool_name = "look_up"
    description = (
        "Look up rows of data that are not in the prompt: weak signals, incidents, issues and "
        "metrics. It only reads, and returns what this person may see, with the number of all matching rows. "
        f"At most {MAX_LOOK_UPS} calls for one answer."
    )

    @property
    def parameters(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return LookUpCall.model_json_schema()


LOOK_UP = LookUpTool()


class LookUps:
    """Runs the look-ups of one turn, with the tenant and roles of the person."""

    def __init__(self, source: Source, principal: Principal, now: Callable[[], datetime]) -> None:
        self._source = source
        self._principal = principal
        self._now = now
        self._done = 0
        self.rounds = 0
        """Number of model requests that looked something up within the limit."""
        self._used: dict[Kind, set[str]] = {kind: set() for kind in KINDS}

    async def results(self, calls: Sequence[ToolCall]) -> dict[str, ResultRecord]:
        """Return the results of the look-ups among the calls of one model request, by call id.

        Raises:
            StoreError: The data is unavailable.
        """
        if self._done < MAX_LOOK_UPS and any(call.name == LOOK_UP.tool_name for call in calls):
            self.rounds += 1
        return {
            call.id: ResultRecord(call_id=call.id, name=call.name, text=await self._result(call))
            for call in calls
            if call.name == LOOK_UP.tool_name
        }

    def counts(self, findings: Findings) -> dict[str, int]:
        """Return the number of rows of each kind that the model got, in the prompt or as a result."""
        return {kind: len(self._used[kind] | {row.id for row in getattr(findings, kind)}) for kind in KINDS}

    async def _result(self, call: ToolCall) -> str:
        if self._done >= MAX_LOOK_UPS:
            return _LIMIT_REACHED
        self._done += 1
        wanted = _parsed(call.arguments, self._now())
        if isinstance(wanted, str):
            return wanted
        now = self._now()
        query = query_of(wanted.intent, self._principal)._replace(
            text=wanted.words, in_names=False, limit=wanted.limit
        )
        found = await self._source.find(query)
        intent = wanted.intent._replace(text=wanted.words)
        findings = within_budget(findings_of(intent, found, query, now), TOKEN_BUDGET)
        for kind in KINDS:
            self._used[kind] |= {row.id for row in getattr(findings, kind)}
        return as_text(findings)


class _Wanted(NamedTuple):
    intent: Intent
    words: tuple[str, ...]
    limit: int


def _parsed(arguments: str, now: datetime) -> _Wanted | str:
    """Return what a call asks for, or the error for the model."""
    try:
        call = LookUpCall.model_validate(_lists(json.loads(arguments or "{}")))
    except (ValueError, RecursionError) as error:
        return f"Nothing was looked up. {_reason(error)} Valid example: {_EXAMPLE}"
    span = parse_intent(call.span, now) if call.span else Intent()
    if call.span and span.until is None:
        return f"Nothing was looked up. {_NOT_READ}"
    intent = Intent(
        topics=KINDS if call.kind == "all" else (call.kind,),
        severities=call.severity,
        statuses=call.status,
        since=span.since,
        until=span.until,
        gaps=span.gaps,
        span_words=span.span_words,
        ids=tuple([each.upper() for each in call.ids]),
    )
    return _Wanted(intent, tuple((call.text or "").casefold().replace("-", " ").split()), call.limit)


def _lists(arguments: object) -> object:
    """Return arguments in which single values of list fields are lists, as some models write them."""
    if not isinstance(arguments, dict):
        return arguments
    fields = ("severity", "status", "ids")
    cleaned = {name: value for name, value in arguments.items() if value not in (None, "")}
    return {
        name: [value] if name in fields and isinstance(value, str) else value
        for name, value in cleaned.items()
    }


def _reason(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "The arguments are not valid JSON."
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join([str(part) for part in first["loc"]]) or "arguments"
    return f"{place}: {first['msg']}."
