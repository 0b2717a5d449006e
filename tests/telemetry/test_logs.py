"""Log lines in text and JSON: request ids, escaping, and redaction of secrets."""

import json
import logging
import sys
from collections.abc import Iterator

import pytest

from choice.telemetry.logs import JsonLines, TextLines, request_id, safe, set_up_logging
from tests.auth.tokens import token


@pytest.fixture
def logging_restored() -> Iterator[None]:
    """Restore the logging configuration after the test."""
    root, access = logging.getLogger(), logging.getLogger("uvicorn.access")
    kept = (root.handlers[:], root.level, access.disabled)
    yield
    root.handlers[:], root.level, access.disabled = kept


def record(
    message: str, *arguments: object, error: BaseException | None = None, **fields: object
) -> logging.LogRecord:
    told = None if error is None else (type(error), error, error.__traceback__)
    made = logging.LogRecord("choice.x", logging.INFO, "x.py", 1, message, arguments, told)
    made.created = 1_900_000_000.5
    made.fields = fields
    return made


def failed(words: str) -> ValueError:
    with pytest.raises(ValueError, match=words) as caught:
        fail(words)
    return caught.value


def fail(words: str) -> None:
    try:
        dict[str, str]()[words]
    except KeyError as cause:
        raise ValueError(words) from cause


def test_text_format_has_the_request_id_and_the_fields() -> None:
    known = request_id.set("abc")
    line = TextLines().format(record("Started on %s", 8400, status=200))
    request_id.reset(known)

    assert line == "2030-03-17T17:46:40.500+00:00 INFO choice.x [abc] Started on 8400 status=200"


def test_json_format_has_the_request_id_and_the_fields() -> None:
    line = json.loads(JsonLines().format(record("Started", status=200, path="/x\ny")))

    assert line == {
        "time": "2030-03-17T17:46:40.500+00:00",
        "level": "info",
        "logger": "choice.x",
        "request_id": "-",
        "message": "Started",
        "status": 200,
        "path": "/x\\u000ay",
    }


@pytest.mark.parametrize("lines", [TextLines(), JsonLines()])
@pytest.mark.parametrize(
    "hostile", ["a\nINFO forged", "\x1b[2J", "\x9b31m", "\r\n", "\u2028", "\u202e", "\ud800", "\x00"]
)
def test_control_characters_are_escaped(lines: logging.Formatter, hostile: str) -> None:
    line = lines.format(record("said %s", hostile, path=hostile))

    assert line.isprintable()


@pytest.mark.parametrize(
    "secret",
    [
        token(),
        f"Bearer {token()}",
        "bearer canary-0123456789",
        "postgresql://user:canary@host/db",
        "redis://:canary@host:6379",
        "sk-canary0123456789",
        "xoxb-canary0123456789",
        "ghp_canary0123456789",
        "github_pat_canary0123456789",
        "glpat-canary0123456789",
        "/x?password=canary",
        "API_KEY=canary",
    ],
)
def test_secrets_are_redacted(secret: str) -> None:
    line = safe(f"before {secret} after")

    assert line.startswith("before ")
    assert line.endswith(" after")
    assert "canary" not in line
    assert token() not in line


@pytest.mark.requirement("SE1")
def test_s22_the_access_keys_of_clouds_are_redacted() -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"

    assert key not in safe(f"/path/{key}")


@pytest.mark.requirement("SE1")
def test_s22_a_value_cannot_be_mistaken_for_further_fields() -> None:
    line = TextLines().format(record("request", path="/a status=200 FAKE", route='x" y="z', status=404))

    assert line.endswith(r'request path="/a status=200 FAKE" route="x\" y=\"z" status=404')


def test_ordinary_text_is_not_redacted() -> None:
    words = "GET /things/{id} 200, a news-bearer, https://example.org:8400/x@y eyJ task-force"

    assert safe(words) == words


@pytest.mark.parametrize("lines", [TextLines(), JsonLines()])
def test_an_exception_is_logged_with_its_type_and_location_but_without_its_message(
    lines: logging.Formatter,
) -> None:
    line = lines.format(record("Failed", error=failed("canary")))

    assert "canary" not in line
    assert "builtins.ValueError at " in line
    assert "caused by builtins.KeyError at " in line
    assert "test_logs.py" in line
    assert "\n" not in line


def test_a_very_long_line_is_truncated() -> None:
    assert len(TextLines().format(record("x" * 1_000_000))) < 10_000


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_logs_are_written_to_standard_error(
    logging_restored: None, capsys: pytest.CaptureFixture[str], log_format: str
) -> None:
    del logging_restored
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    set_up_logging("json" if log_format == "json" else "text")

    logging.getLogger("uvicorn.error").info("Uvicorn running")
    logging.getLogger("uvicorn.access").info("GET /?token=canary")

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("{") is (log_format == "json")
    assert sys.stderr is not None
