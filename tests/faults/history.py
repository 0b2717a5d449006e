"""What clients of several servers were told, and a check that one consistent history explains it.

A client records an acknowledgement after it has received it. An operation without an acknowledgement may
have taken effect or not.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Result = tuple[str, str | None]
"""State of an ended question, and the id of the answer's option if it was answered."""


@dataclass(slots=True)
class Asked:
    """One question, as its clients saw it. `ids` has one entry unless asking was not idempotent."""

    key: str
    ids: set[str] = field(default_factory=set)
    acknowledged: list[Result] = field(default_factory=list)
    """Results of answers and cancellations that a server acknowledged with a 200."""
    observed: set[Result] = field(default_factory=set)
    """Results that were read, waited for, or returned with a 409."""


class History:
    """The questions of one run, by idempotency key."""

    def __init__(self) -> None:
        self.asked: dict[str, Asked] = {}
        self.counts: Counter[str] = Counter()

    def begin(self, key: str) -> Asked:
        """Record that a client is about to ask."""
        return self.asked.setdefault(key, Asked(key))

    def problems(self, stored: Mapping[str, Iterable[tuple[str, Result]]]) -> list[str]:
        """Return how the clients' view contradicts the stored questions: pairs of id and result, by key."""
        found: list[str] = []
        for asked in self.asked.values():
            kept = dict(stored.get(asked.key, ()))
            found += [f"{asked.key}: {problem}" for problem in _problems(asked, kept)]
        unknown = stored.keys() - self.asked.keys()
        return found + [f"{key}: is stored, but no client asked it" for key in sorted(unknown)]


def _problems(asked: Asked, kept: Mapping[str, Result]) -> Iterable[str]:
    if len(kept) > 1 or len(asked.ids) > 1:
        yield f"was asked once and stored as {sorted({*kept, *asked.ids})}"
    if lost := asked.ids - kept.keys():
        yield f"was acknowledged as {sorted(lost)} and is not stored"
    for result in kept.values():
        if result[0] == "open":
            yield "is still open after its deadline"
        if others := {*asked.acknowledged, *asked.observed} - {result}:
            yield f"ended as {result}, but clients were told {sorted(map(str, others))}"
    # Retries of one answer are acknowledged again, so only different results contradict each other.
    if len({*asked.acknowledged}) > 1:
        yield f"has several acknowledged results: {sorted(map(str, {*asked.acknowledged}))}"
