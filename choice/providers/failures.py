"""`ModelFailed` and its messages. They tell users what to do, and contain no text from the provider."""

import math
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Literal

from choice.errors import ChoiceError

FailureCode = Literal["MODEL_ERROR", "MODEL_RATE_LIMITED", "TIMEOUT"]

_DAY = 24 * 60 * 60.0
_KEY = "The model's provider rejected the API key. The operator of this service must check it."
_MODEL = (
    "The model's provider does not know this model. "
    "The operator of this service must check the model's name and the base URL."
)
_REQUEST = (
    "The model's provider rejected the request. A shorter conversation may help; "
    "if not, the operator of this service must check the model's name and options."
)
_BUSY = "The model's provider is overloaded or has an internal error. Try again in a minute."

_BY_STATUS = {401: _KEY, 402: _KEY, 403: _KEY, 404: _MODEL}
_STATUS_OF_TYPE = {
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "invalid_request_error": 400,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}


class ModelFailed(ChoiceError):
    """The model could not answer. The message is shown to users and contains no text from the provider."""

    def __init__(self, code: FailureCode, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.retry_after = retry_after


def unreachable() -> ModelFailed:
    """Return the failure for a connection that could not be opened."""
    return ModelFailed(
        "MODEL_ERROR",
        "The model cannot be reached. Try again; if that does not help, "
        "the operator of this service must check the base URL and the network.",
    )


def timed_out() -> ModelFailed:
    """Return the failure for a read timeout."""
    return ModelFailed("TIMEOUT", "The model did not answer in time. Try again.")


def cut_off() -> ModelFailed:
    """Return the failure for a stream that ended before the answer was complete."""
    return ModelFailed("MODEL_ERROR", "The model's answer was interrupted. Try again.")


def unreadable() -> ModelFailed:
    """Return the failure for a response that violates the protocol."""
    return ModelFailed(
        "MODEL_ERROR",
        "The model's provider sent an unreadable response. Try again; if that does not help, "
        "the operator of this service must check the base URL.",
    )


def empty() -> ModelFailed:
    """Return the failure for an answer without text or tool calls."""
    return ModelFailed(
        "MODEL_ERROR",
        "The model gave an empty answer. Your message is saved. Try again, or rephrase your question.",
    )


def too_long() -> ModelFailed:
    """Return the failure for an answer that reached the token limit."""
    return ModelFailed(
        "MODEL_ERROR", "The model's answer reached its length limit. Ask for a shorter answer."
    )


def conversation_too_long() -> ModelFailed:
    """Return the failure for a conversation that exceeds the model's context window."""
    return ModelFailed("MODEL_ERROR", "The conversation is too long for the model. Start a new conversation.")


def declined() -> ModelFailed:
    """Return the failure for an answer that the provider's content policy blocks."""
    return ModelFailed("MODEL_ERROR", "The model declined to answer. Rephrase your question.")


def from_status(status: int, headers: Mapping[str, str] | None = None) -> ModelFailed:
    """Return the failure for an HTTP status."""
    if status == 429:  # noqa: PLR2004 - an HTTP status
        return _rate_limited(retry_after(headers or {}))
    if status in {408, 504}:
        return timed_out()
    if status >= 500:  # noqa: PLR2004 - an HTTP status
        return ModelFailed("MODEL_ERROR", _BUSY, retry_after(headers or {}))
    return ModelFailed("MODEL_ERROR", _BY_STATUS.get(status, _REQUEST))


def from_stream_error(code: object) -> ModelFailed:
    """Return the failure for an error event; `code` is its type or its HTTP status."""
    if isinstance(code, int) and code >= 400:  # noqa: PLR2004 - an HTTP status
        return from_status(code)
    return from_status(_STATUS_OF_TYPE.get(code, 500) if isinstance(code, str) else 500)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait before a retry, as given by the response headers, or None.

    A date is compared with the response's own `Date` header, so that the local clock does not matter.
    """
    try:
        if "retry-after-ms" in headers:
            seconds = float(headers["retry-after-ms"]) / 1000
        else:
            seconds = _seconds(headers.get("retry-after", ""), headers.get("date", ""))
    except (ValueError, TypeError, OverflowError):
        return None
    return min(seconds, _DAY) if math.isfinite(seconds) and seconds >= 0 else None


def _seconds(wait: str, date: str) -> float:
    try:
        return float(wait)
    except ValueError:
        return (parsedate_to_datetime(wait) - parsedate_to_datetime(date)).total_seconds()


def _rate_limited(seconds: float | None) -> ModelFailed:
    when = "in a minute" if seconds is None else f"in {max(1, math.ceil(seconds))} s"
    return ModelFailed("MODEL_RATE_LIMITED", f"The model's rate limit is reached. Try again {when}.", seconds)
