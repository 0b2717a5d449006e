"""Cuts findings to a budget of tokens."""

from datetime import UTC, datetime
from itertools import chain

from choice.sources.protocol import KINDS, Findings, Incident, Issue, Kind, Metric, Row, Signal, row_line
from choice.sources.schema import rank_of

TOKEN_BUDGET = 6000
"""How many tokens of a prompt the data takes at most."""

_CHARACTERS_A_TOKEN = 4
_WRAPPER_TOKENS = 25
_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


def within_budget(findings: Findings, token_budget: int) -> Findings:
    """Return the findings with as many rows as fit: metrics first, then the most severe, then the newest.

    What is left is exactly what `Findings.as_text` writes, so it is what may be counted as used.
    """
    if _tokens(findings) <= token_budget:
        return findings
    ranked = sorted(_every(findings), key=lambda found: _priority(found[1]))
    kept: dict[Kind, set[str]] = {kind: set() for kind in KINDS}
    left = token_budget
    for kind, row in ranked:
        left -= tokens_in(row_line(row)) + (0 if kept[kind] else _WRAPPER_TOKENS)
        if left < 0:
            break
        kept[kind].add(row.id)
    return findings._replace(
        signals=tuple(row for row in findings.signals if row.id in kept["signals"]),
        incidents=tuple(row for row in findings.incidents if row.id in kept["incidents"]),
        issues=tuple(row for row in findings.issues if row.id in kept["issues"]),
        metrics=tuple(row for row in findings.metrics if row.id in kept["metrics"]),
    )


def _tokens(findings: Findings) -> int:
    """Return how many tokens all rows take."""
    groups = [getattr(findings, kind) for kind in KINDS]
    rows = sum([tokens_in(row_line(row)) for group in groups for row in group])
    return rows + _WRAPPER_TOKENS * sum([1 for group in groups if group])


def tokens_in(text: str) -> int:
    """Return about how many tokens a text has; rather too many than too few."""
    if text.isascii():
        return len(text) // _CHARACTERS_A_TOKEN + 1
    plain_letters = sum(map(str.isascii, text))
    return plain_letters // _CHARACTERS_A_TOKEN + (len(text) - plain_letters) + 1


def _every(findings: Findings) -> list[tuple[Kind, Row]]:
    return list(chain.from_iterable([(kind, row) for row in getattr(findings, kind)] for kind in KINDS))


def _priority(row: Row) -> tuple[int, float]:
    """Return what comes first: the figures, which are few, then the worst, then the newest."""
    if isinstance(row, Metric):
        return -1, 0.0
    return rank_of(row.severity), -(_moment_of(row) - _LONG_AGO).total_seconds()


def _moment_of(row: Signal | Incident | Issue) -> datetime:
    """Return when a row is from; a day counts from its start."""
    match row:
        case Signal(detected_on=day):
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        case Incident(started_at=at) | Issue(opened_at=at):
            return at
