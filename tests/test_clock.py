"""The system clock is monotonic."""

import time
import uuid

import pytest

from choice.clock import SystemClock, micros, moment, uuid7
from choice.testing import ManualClock


def test_setting_the_wall_clock_does_not_move_the_system_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SystemClock()
    before = clock.now()
    monkeypatch.setattr(time, "time_ns", lambda: 0)

    assert 0 <= (clock.now() - before).total_seconds() < 1


def test_clocks_with_one_origin_agree() -> None:
    first = SystemClock()
    second = SystemClock(first.origin)

    assert abs((second.now() - first.now()).total_seconds()) < 1


def test_a_clock_can_be_set_to_the_time_of_another() -> None:
    shown = micros(SystemClock.set_to(1_900_000_000_000_000).now())

    assert 0 <= shown - 1_900_000_000_000_000 < 1_000_000


def test_a_moment_round_trips_through_microseconds() -> None:
    now = ManualClock().now()

    assert moment(micros(now)) == now


def test_a_uuid_of_version_7_starts_with_the_time_in_milliseconds() -> None:
    before = time.time_ns() // 1_000_000
    made = uuid7()
    after = time.time_ns() // 1_000_000

    parsed = uuid.UUID(made)
    assert str(parsed) == made
    assert (parsed.version, parsed.variant) == (7, uuid.RFC_4122)
    assert before <= parsed.int >> 80 <= after
    assert len({uuid7() for _ in range(1000)}) == 1000
