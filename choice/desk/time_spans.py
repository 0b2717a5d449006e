"""How long a question may be open."""

from datetime import timedelta

from choice.errors import InvalidRequest

SHORTEST = timedelta(seconds=1)
LONGEST = timedelta(days=30)
"""No question is open for longer, whatever is done to its deadline."""
USUAL = timedelta(minutes=5)
TYPING_LASTS = timedelta(seconds=10)
"""How long the countdown stands still after the last sign of somebody typing."""


def checked_timeout(timeout: timedelta) -> timedelta:
    """Return a time span that a question may be open for.

    Raises:
        InvalidRequest: It is shorter than a second or longer than thirty days.
    """
    if not SHORTEST <= timeout <= LONGEST:
        raise _out_of_bounds()
    return timeout


def seconds(amount: float) -> timedelta:
    """Return a number of seconds as a time span.

    Raises:
        InvalidRequest: It is not a number of seconds between 1 and 30 days.
    """
    if isinstance(amount, bool) or not 1 <= amount <= LONGEST.total_seconds():
        raise _out_of_bounds()
    return timedelta(seconds=amount)


def _out_of_bounds() -> InvalidRequest:
    rule = "a question is open for 1 second to 30 days."
    return InvalidRequest("timeout", rule, {"timeout": 300})
