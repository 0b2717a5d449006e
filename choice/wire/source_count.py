"""How many rows of each kind an answer was written from, as clients are told."""

from collections.abc import Mapping

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict


@with_config(ConfigDict(extra="forbid"))
class SourceCount(TypedDict):
    """How many rows of one kind an answer was written from."""

    kind: str
    count: int


def source_counts(counts: Mapping[str, int]) -> list[SourceCount]:
    """Return what an answer was written from, without what was not used."""
    return [{"kind": kind, "count": count} for kind, count in counts.items() if count]
