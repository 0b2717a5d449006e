"""Log lines as text or JSON: one line each, with the request's id, without secrets or what people wrote."""

import contextvars
import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Final, Literal

from typing_extensions import override

request_id: Final = contextvars.ContextVar("request_id", default="-")
"""The id of the request that is being worked on."""

LONGEST_LINE: Final = 8 * 1024

# What looks like a secret is cut out wherever it comes from. Every pattern is linear.
_SECRETS: Final = re.compile(
    r"eyJ[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]*+){0,4}"  # a JWT
    r"|(?i:\bbearer\s++)\S++"
    r"|(?<=://)[^\s/@:]*+:[^\s/@]++(?=@)"  # user:password in a URL
    r"|\b(?:sk|xox[abprs]|xapp)-[A-Za-z0-9_-]{8,}+"  # keys of model providers and of Slack
)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_QUIET: Final = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")


def set_up_logging(log_format: Literal["text", "json"], level: int = logging.INFO) -> None:
    """Send the log lines of this process to standard error; what was set up before is replaced."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _QUIET:
        server = logging.getLogger(name)
        server.handlers.clear()
        server.propagate = True
        server.setLevel(logging.NOTSET)
    # The edge writes one line for each request; a second one would hold the query.
    logging.getLogger("uvicorn.access").disabled = True


class TextLines(logging.Formatter):
    """One line for a person to read."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        parts = [_time(record), record.levelname, record.name, f"[{request_id.get()}]", record.getMessage()]
        parts += [f"{name}={value}" for name, value in _fields(record).items()]
        parts += [f"| {failure(record)}"] if record.exc_info else []
        return safe(" ".join(parts))


class JsonLines(logging.Formatter):
    """One JSON object, for a program to read."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request_id": request_id.get(),
            "message": safe(record.getMessage()),
        }
        for name, value in _fields(record).items():
            line[name] = safe(value) if isinstance(value, str) else value
        if record.exc_info:
            line["failure"] = safe(failure(record))
        return json.dumps(line)


def failure(record: logging.LogRecord) -> str:
    """Return the kinds and places of an error and of its causes.

    An error's own words are left out, for they may repeat what people and programs sent.
    """
    error = record.exc_info[1] if record.exc_info else None
    told: list[str] = []
    while error is not None and len(told) < 5:  # noqa: PLR2004 - enough to see where it came from
        frames = traceback.extract_tb(error.__traceback__)[-8:]
        places = " > ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
        told.append(f"{type(error).__module__}.{type(error).__qualname__} at {places or 'nowhere'}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return " caused by ".join(told)


def safe(text: str) -> str:
    """Return a text on one line, without secrets, its control characters escaped, and never at length."""
    if len(text) > LONGEST_LINE:
        text = f"{text[:LONGEST_LINE]}…"
    return _CONTROL.sub(_escaped, _SECRETS.sub("<secret>", text))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """Return what a line was given by `extra={"fields": {...}}`."""
    fields = getattr(record, "fields", {})
    return fields if isinstance(fields, dict) else {}


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
