"""Severities above and below others."""

from collections.abc import Set as AbstractSet
from typing import Literal

from choice.chat.sources.findings import Severity
from choice.chat.sources.row_values import SEVERITIES, rank_of

Relation = Literal["at_least", "at_most", "above", "below"]

ALL: frozenset[Severity] = frozenset(SEVERITIES)


def related(relation: Relation, named: AbstractSet[Severity]) -> frozenset[Severity]:
    """Return the severities that stand so to the named ones; where there are none, the named ones."""
    ranks = [rank_of(severity) for severity in named]
    worst, mildest = min(ranks), max(ranks)
    found: dict[Relation, tuple[Severity, ...]] = {
        "at_least": SEVERITIES[: mildest + 1],
        "at_most": SEVERITIES[worst:],
        "above": SEVERITIES[:worst],
        "below": SEVERITIES[mildest + 1 :],
    }
    return frozenset(found[relation] or named)
