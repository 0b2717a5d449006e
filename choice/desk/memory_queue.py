"""The queue of the store in memory: who has room for one more question."""

from collections.abc import Collection, Iterable

from choice.desk.interaction import Interaction

_BY_URGENCY = {"high": 0, "normal": 1, "low": 2}


def is_full(asked: Interaction, kept: Iterable[Interaction], most_open: int) -> bool:
    """Tell whether one of the people asked has as many open questions of this asker as anybody may have."""
    seats = dict.fromkeys(asked.audience.seats, 0)
    asker = asked.asked_by
    for other in kept:
        if other.outcome is not None or other.queued:
            continue
        if (other.asked_by.tenant, other.asked_by.agent) == (asker.tenant, asker.agent):
            for person in other.audience.seats:
                if person in seats:
                    seats[person] += 1
    return max(seats.values()) >= most_open


def next_in_line(kept: Collection[Interaction], most_open: int) -> Interaction | None:
    """Return the first in the queue for whom there is room: the urgent first, then the oldest."""
    waiting = [one for one in kept if one.queued and one.outcome is None]
    waiting.sort(key=lambda one: (_BY_URGENCY[one.urgency], one.asked_at))
    return next((one for one in waiting if not is_full(one, kept, most_open)), None)
