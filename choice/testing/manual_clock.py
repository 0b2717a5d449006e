"""A clock that stands still until it is told to go on."""

from datetime import UTC, datetime, timedelta

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


class ManualClock:
    """Tells the time it was set to."""

    def __init__(self, start: datetime = NOON) -> None:
        self._now = start

    def now(self) -> datetime:
        """Return the moment the clock was set to."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self._now += timedelta(seconds=seconds)
