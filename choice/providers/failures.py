"""How a provider's failures are told: what to do about them, and nothing that the provider said."""

import math
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from choice.providers.protocol import ModelFailed

_DAY = 24 * 60 * 60.0
_KEY = "The model's provider did not accept the key: whoever runs this service must check it."
_MODEL = (
    "The model's provider does not know this model: "
    "whoever runs this service must check the model's name and the base URL."
)
_REQUEST = (
    "The model's provider did not accept the request. A shorter conversation may help; "
    "if not, whoever runs this service must check the model's name and options."
)
_BUSY = "The model's provider is overloaded or has a fault. Try again in a minute."

_BY_STATUS = {401: _KEY, 402: _KEY, 403: _KEY, 404: _MODEL}
_STATUS_OF_KIND = {
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


def unreachable() -> ModelFailed:
    """Return the failure of a server that nobody answers at."""
    return ModelFailed(
        "MODEL_ERROR",
        "The model cannot be reached. Try again; if that does not help, "
        "whoever runs this service must check the base URL and the network.",
    )


def timed_out() -> ModelFailed:
    """Return the failure of a model that was silent for too long."""
    return ModelFailed("TIMEOUT", "The model did not answer in time. Try again.")


def cut_off() -> ModelFailed:
    """Return the failure of an answer that broke off."""
    return ModelFailed("MODEL_ERROR", "The model's answer broke off before its end. Try again.")


def unreadable() -> ModelFailed:
    """Return the failure of a server that does not speak the protocol."""
    return ModelFailed(
        "MODEL_ERROR",
        "The model's provider sent something unreadable. Try again; if that does not help, "
        "whoever runs this service must check the base URL.",
    )


def empty() -> ModelFailed:
    """Return the failure of an answer without a word."""
    return ModelFailed(
        "MODEL_ERROR", "The model gave no answer. What you sent is kept: try again, or say it in other words."
    )


def too_long() -> ModelFailed:
    """Return the failure of an answer that reached the limit of its length."""
    return ModelFailed(
        "MODEL_ERROR", "The model's answer reached the limit of its length. Ask for a shorter one."
    )


def conversation_too_long() -> ModelFailed:
    """Return the failure of a conversation that the model cannot hold."""
    return ModelFailed("MODEL_ERROR", "The conversation is too long for the model. Start a new one.")


def declined() -> ModelFailed:
    """Return the failure of an answer that the provider's rules do not allow."""
    return ModelFailed("MODEL_ERROR", "The model declined to answer. Ask in other words.")


def refused(status: int, headers: Mapping[str, str] | None = None) -> ModelFailed:
    """Return the failure that an HTTP status stands for."""
    if status == 429:  # noqa: PLR2004 - the number is the name
        return _asked_too_often(retry_after(headers or {}))
    if status in {408, 504}:
        return timed_out()
    if status >= 500:  # noqa: PLR2004 - the number is the name
        return ModelFailed("MODEL_ERROR", _BUSY, retry_after(headers or {}))
    return ModelFailed("MODEL_ERROR", _BY_STATUS.get(status, _REQUEST))


def broke_off_as(kind: object) -> ModelFailed:
    """Return the failure that an error inside a stream stands for; `kind` is its type or its status."""
    if isinstance(kind, int) and kind >= 400:  # noqa: PLR2004 - where errors begin
        return refused(kind)
    return refused(_STATUS_OF_KIND.get(kind, 500) if isinstance(kind, str) else 500)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return for how many seconds a provider asks to be left alone; None where it does not say.

    A moment is measured from the provider's own date, so that no clock but its own counts.
    """
    try:
        if "retry-after-ms" in headers:
            seconds = float(headers["retry-after-ms"]) / 1000
        else:
            seconds = _seconds(headers.get("retry-after", ""), headers.get("date", ""))
    except (ValueError, TypeError, OverflowError):
        return None
    return min(seconds, _DAY) if math.isfinite(seconds) and seconds >= 0 else None


def _seconds(wanted: str, date: str) -> float:
    try:
        return float(wanted)
    except ValueError:
        return (parsedate_to_datetime(wanted) - parsedate_to_datetime(date)).total_seconds()


def _asked_too_often(seconds: float | None) -> ModelFailed:
    when = "in a minute" if seconds is None else f"in {max(1, math.ceil(seconds))} s"
    return ModelFailed("MODEL_RATE_LIMITED", f"The model is asked too often. Try again {when}.", seconds)
