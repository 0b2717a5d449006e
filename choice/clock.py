"""Clocks and time-ordered ids. Modules take a `Clock` as a parameter instead of reading the system time."""

import os
import time
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from pathlib import Path
from typing import Protocol, Self

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
# CLOCK_MONOTONIC stops in suspend on Linux but not on macOS; CLOCK_BOOTTIME exists on Linux only.
_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
_monotonic_ns = time.monotonic_ns if _CLOCK is None else partial(time.clock_gettime_ns, _CLOCK)


class Clock(Protocol):
    """Returns the current time."""

    def now(self) -> datetime:
        """Return the current time in UTC."""
        ...


class SystemClock:
    """The wall-clock time at start plus the monotonic clock. Setting the system time has no effect.

    On Linux and macOS the time in suspend is included. Clocks with the same `origin` show the same time in
    all processes until the next boot, even if the system time is set after one of them has started.
    """

    def __init__(self, origin: int | None = None) -> None:
        self.origin = wall_micros() - _monotonic_ns() // 1000 if origin is None else origin

    @classmethod
    def set_to(cls, microseconds: int) -> Self:
        """Return a clock whose current time is this many microseconds after 1970."""
        return cls(microseconds - _monotonic_ns() // 1000)

    def now(self) -> datetime:
        """Return the current time in UTC."""
        return datetime.fromtimestamp((self.origin + _monotonic_ns() // 1000) / 1_000_000, UTC)


def micros(at: datetime) -> int:
    """Return a time as microseconds since 1970."""
    return (at - _EPOCH) // _MICROSECOND


@lru_cache(maxsize=256)  # Interactions of one transaction share their time, often also the deadline.
def moment(microseconds: int) -> datetime:
    """Return the time that is this many microseconds after 1970."""
    # Exact until the year 2242, and twice as fast as adding a timedelta to _EPOCH.
    return datetime.fromtimestamp(microseconds / 1_000_000, UTC)


def wall_micros() -> int:
    """Return the system time in microseconds since 1970."""
    return time.time_ns() // 1000


def uuid7() -> str:
    """Return a UUID of version 7 (RFC 9562). Such ids sort by time, so that new rows are stored together."""
    random = int.from_bytes(os.urandom(10))
    high = wall_micros() // 1000 << 16 | 7 << 12 | random >> 68
    low = 2 << 62 | random & (1 << 62) - 1
    digits = f"{high:016x}{low:016x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def boot_id() -> str:
    """Return the id of the current boot, or an empty string if the system does not provide one."""
    try:
        return _BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""
