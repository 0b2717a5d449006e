"""`ModelFailed` and its messages. They tell users what to do, and contain no text from the provider."""

import math
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Literal

from choice.errors import ChoiceError

FailureCode = Literal["MODEL_ERROR", "MODEL_RATE_LIMITED", "TIMEOUT"]

_DAY = 24 * 60 * 60.0
_SHARE_THAT_FITS = 0.5
_RESERVE = 0.8
"""Share of the context window that a shortened request may fill. The rest is for the answer."""
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

_MAX_EXPLANATION = 4000
_CONTEXT_CODES = ("context_length_exceeded", "model_context_window_exceeded", "exceed_context_size")
_CONTEXT = re.compile(
    r"(?:prompt|input) is too long|too many (?:input )?tokens|maximum context"
    r"|context (?:length|window|size)|reduce the length of (?:the|your)"
)
_NO_TOOLS = re.compile(
    r"(?:tool|function.?call)[^.]{0,80}"
    r"(?:not support|unsupported|not allowed|not enabled|not permitted|requires? --)"
    r"|(?:not support|unsupported|unknown|unrecognized|no endpoints found that support)[^.]{0,80}"
    r"(?:tool|function.?call)"
)
_TOOL_STATUSES = frozenset({400, 404, 405, 422, 500, 501})
_NUMBER = re.compile(r"\b\d{1,3}(?:,\d{3})+\b|\b\d{4,9}\b")
_SMALLEST_SHARE = 0.05

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


class AnswerCutOff(ModelFailed):
    """The answer reached the length limit. What was written before is the beginning of the answer."""


class ContextTooLong(ModelFailed):
    """The request exceeds the context window of the model."""

    def __init__(self, share: float = _SHARE_THAT_FITS) -> None:
        super().__init__(
            "MODEL_ERROR", "The conversation is too long for the model. Start a new conversation."
        )
        self.share = share
        """Share of the request that probably fits."""


class ToolsRefused(ModelFailed):
    """The model or its server does not support tools."""

    def __init__(self) -> None:
        super().__init__(
            "MODEL_ERROR",
            "The model does not support tools. The operator of this service must set CHOICE_MODEL_TOOLS "
            "to auto or off.",
        )


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
    return AnswerCutOff(
        "MODEL_ERROR",
        "The model reached its length limit before it wrote an answer. Ask for a shorter answer; if that "
        "does not help, the operator of this service must raise max_tokens in CHOICE_MODEL_OPTIONS.",
    )


def unusable_calls(reason: str) -> ModelFailed:
    """Return the failure for a model that repeats invalid tool calls, for this reason."""
    return ModelFailed(
        "MODEL_ERROR",
        f"The model tried to ask a question, but its tool calls were not valid: {reason} "
        "Your message is saved. Try again, or rephrase your question.",
    )


def agent_failed() -> ModelFailed:
    """Return the failure for an agent that raised an exception."""
    return ModelFailed(
        "MODEL_ERROR",
        "The agent failed. Your message is saved. Try again; if that does not help, "
        "the operator of this service must look into its log.",
    )


def from_refusal(status: int, headers: Mapping[str, str], text: str, *, has_tools: bool) -> ModelFailed:
    """Return the failure for a rejected request. `text` is the provider's explanation."""
    text = text[:_MAX_EXPLANATION].lower()
    if status != 429 and (  # noqa: PLR2004 - an HTTP status
        any(code in text for code in _CONTEXT_CODES) or _CONTEXT.search(text) is not None
    ):
        return ContextTooLong(_share_that_fits(text))
    if has_tools and status in _TOOL_STATUSES and _NO_TOOLS.search(text) is not None:
        return ToolsRefused()
    return from_status(status, headers)


def _share_that_fits(text: str) -> float:
    """Return the ratio of limit and size, if the explanation has both, with a reserve for the answer."""
    numbers = sorted({int(number.replace(",", "")) for number in _NUMBER.findall(text)})
    if len(numbers) < 2:  # noqa: PLR2004 - limit and size
        return _SHARE_THAT_FITS
    return max(min(numbers[-2] / numbers[-1] * _RESERVE, _RESERVE), _SMALLEST_SHARE)


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
