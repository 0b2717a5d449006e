"""How long a question may be open."""

from datetime import timedelta

from choice.errors import InvalidRequest

SHORTEST = timedelta(seconds=1)
LONGEST = timedelta(days=30)
"""No question is open for longer, whatever is done to its deadline."""
USUAL = timedelta(minutes=5)
TYPING_LASTS = timedelta(seconds=10)
"""How long the countdown stands still after the last sign of somebody typing."""

_OUT_OF_BOUNDS = "a question is open for 1 second to 30 days."


def checked_timeout(timeout: timedelta) -> timedelta:
    """Return a time span that a question may be open for.

    Raises:
        InvalidRequest: It is shorter than a second or longer than thirty days.
    """
    if not SHORTEST <= timeout <= LONGEST:
        raise _refused(_OUT_OF_BOUNDS)
    return timeout


def seconds(amount: float) -> timedelta:
    """Return a number of seconds as a time span.

    Raises:
        InvalidRequest: It is not a number of seconds between 1 and 30 days.
    """
    if isinstance(amount, bool) or not isinstance(amount, int | float):
        rule = f"must be a number of seconds, not {type(amount).__name__}."
        raise _refused(rule)
    if not 1 <= amount <= LONGEST.total_seconds():
        raise _refused(_OUT_OF_BOUNDS)
    return timedelta(seconds=amount)


def _refused(rule: str) -> InvalidRequest:
    return InvalidRequest("timeout", rule, {"timeout": 300})
