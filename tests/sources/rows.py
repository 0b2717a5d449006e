"""Factories for rows with defaults."""

from datetime import UTC, date, datetime

from choice.auth import Principal
from choice.sources.loading import NewRow
from choice.sources.protocol import Incident, Issue, Metric, Severity, Signal

NOW = datetime(2026, 3, 11, 12, tzinfo=UTC)
ANNA = Principal("anna", "acme")


def signal(  # noqa: PLR0913 - fields that tests vary
    row_id: str,
    severity: Severity = "high",
    day: str = "2026-03-10",
    *,
    roles: tuple[str, ...] = (),
    words: str = "-",
    impact: float = 5.5,
) -> NewRow:
    row = Signal(row_id, f"Signal {row_id}", "Sales", severity, impact, date.fromisoformat(day), 3, words)
    return NewRow(row, frozenset(roles))


def incident(
    row_id: str, severity: Severity = "high", day: int = 10, *, roles: tuple[str, ...] = ()
) -> NewRow:
    at = datetime(2026, 3, day, 8, tzinfo=UTC)
    return NewRow(
        Incident(row_id, f"Incident {row_id}", "App", severity, "open", at, None, 7), frozenset(roles)
    )


def issue(row_id: str) -> NewRow:
    return NewRow(Issue(row_id, "Do it", "Data", "low", "open", datetime(2026, 3, 9, tzinfo=UTC)))


def metric(row_id: str) -> NewRow:
    return NewRow(Metric(row_id, row_id.title(), 70, 80, date(2026, 3, 10)))
