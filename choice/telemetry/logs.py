"""Log formatters for text and JSON: one line per record, with the request id, secrets redacted."""

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
"""The id of the current request."""

MAX_LINE: Final = 8 * 1024

# Redact everything that looks like a secret. All patterns run in linear time.
_SECRETS: Final = re.compile(
    r"eyJ[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]*+){0,4}"  # a JWT
    r"|(?i:\bbearer\s++)\S++"
    r"|(?<=://)[^\s/@:]*+:[^\s/@]++(?=@)"  # user:password in a URL
    r"|\b(?:sk|xox[abprs]|xapp|glpat)-[A-Za-z0-9_-]{8,}+"  # keys of model providers, Slack, GitLab
    r"|\b(?:gh[opsur]|github_pat)_[A-Za-z0-9_]{8,}+"  # GitHub
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{12,}+|\bAIza[A-Za-z0-9_-]{20,}+"  # AWS, Google
    r"|(?i:(?<=password=)|(?<=passwd=)|(?<=secret=)|(?<=token=)|(?<=api_key=)|(?<=apikey=))[^\s&;,\"]++"
)
_PLAIN: Final = re.compile(r"[A-Za-z0-9_./:{}*+@~-]+")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SERVER_LOGGERS: Final = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")


def set_up_logging(log_format: Literal["text", "json"], level: int = logging.INFO) -> None:
    """Send all logs to standard error. Existing handlers of the root logger are removed."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _SERVER_LOGGERS:
        server = logging.getLogger(name)
        server.handlers.clear()
        server.propagate = True
        server.setLevel(logging.NOTSET)
    # `RequestMiddleware` logs requests. uvicorn's access log would include the query string.
    logging.getLogger("uvicorn.access").disabled = True


class TextLines(logging.Formatter):
    """Formats records as text."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        parts = [_time(record), record.levelname, record.name, f"[{request_id.get()}]", record.getMessage()]
        parts += [f"{name}={_quoted(value)}" for name, value in _fields(record).items()]
        parts += [f"| {failure(record)}"] if record.exc_info else []
        return safe(" ".join(parts))


class JsonLines(logging.Formatter):
    """Formats records as JSON objects."""

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
    """Return the types and locations of an error and its causes.

    Messages are omitted, because they may contain user input.
    """
    error = record.exc_info[1] if record.exc_info else None
    parts: list[str] = []
    while error is not None and len(parts) < 5:  # noqa: PLR2004 - enough to locate the error
        frames = traceback.extract_tb(error.__traceback__)[-8:]
        places = " > ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
        parts.append(f"{type(error).__module__}.{type(error).__qualname__} at {places or 'nowhere'}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return " caused by ".join(parts)


def safe(text: str) -> str:
    """Return a text with secrets redacted, control characters escaped, and limited in length."""
    if len(text) > MAX_LINE:
        text = f"{text[:MAX_LINE]}…"
    return _CONTROL.sub(_escaped, _SECRETS.sub("<secret>", text))


def _quoted(value: object) -> str:
    """Return a value as text, in quotes if it could be mistaken for further fields."""
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """Return the fields of `extra={"fields": {...}}`."""
    fields = getattr(record, "fields", {})
    return fields if isinstance(fields, dict) else {}


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
