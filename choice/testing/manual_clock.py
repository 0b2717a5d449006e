"""A clock that only moves when a test advances it."""

from datetime import UTC, datetime, timedelta

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


class ManualClock:
    """A clock that changes only when `advance` is called."""

    def __init__(self, start: datetime = NOON) -> None:
        self._now = start

    def now(self) -> datetime:
        """Return the current time of the clock."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self._now += timedelta(seconds=seconds)
