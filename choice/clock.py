"""What time it is, for whoever must not ask the machine themselves."""

import os
import time
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Protocol, Self

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the moment it is, in UTC."""
        ...


class SystemClock:
    """The machine's time, read once and then counted on: setting the machine's clock moves nothing.

    Time asleep counts where the system can count it (Linux, macOS). Clocks with the same `origin` agree to
    the microsecond in every process of one boot, whatever the wall clock said when each was started.
    """

    def __init__(self, origin: int | None = None) -> None:
        self.origin = wall_micros() - _counted_micros() if origin is None else origin

    @classmethod
    def set_to(cls, microseconds: int) -> Self:
        """Return a clock that says now what another clock says."""
        return cls(microseconds - _counted_micros())

    def now(self) -> datetime:
        """Return the moment it is, in UTC."""
        return moment(self.origin + _counted_micros())


def micros(at: datetime) -> int:
    """Return a moment as microseconds since 1970."""
    return (at - _EPOCH) // _MICROSECOND


@lru_cache(maxsize=256)  # What is decided together shares its moment, and often its deadline.
def moment(microseconds: int) -> datetime:
    """Return the moment that is so many microseconds after the start of 1970."""
    # Exact until the year 2242; the sum of _EPOCH and a timedelta takes twice as long.
    return datetime.fromtimestamp(microseconds / 1_000_000, UTC)


def wall_micros() -> int:
    """Return what the machine's wall clock says."""
    return time.time_ns() // 1000


def uuid7() -> str:
    """Return a UUID of version 7 (RFC 9562), which starts with the time to keep new rows together."""
    random = int.from_bytes(os.urandom(10))
    high = wall_micros() // 1000 << 16 | 7 << 12 | random >> 68
    low = 2 << 62 | random & (1 << 62) - 1
    digits = f"{high:016x}{low:016x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def boot_id() -> str:
    """Return a name for the time since the machine was started, or an empty one where the system has none."""
    try:
        return _BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""


def _counted_micros() -> int:
    """Return a count of microseconds that nobody can set, and that goes on while the machine sleeps."""
    return (
        time.clock_gettime_ns(_COUNTING_CLOCK) // 1000
        if _COUNTING_CLOCK is not None
        else time.monotonic_ns() // 1000
    )


# CLOCK_MONOTONIC stands still in suspend on Linux and counts on macOS; CLOCK_BOOTTIME is Linux alone.
_COUNTING_CLOCK = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
