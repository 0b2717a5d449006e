"""Rows as text for the prompt, marked as data and cut to a budget of tokens."""

import json
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import chain

from choice.chat.sources.findings import KINDS, Findings, Incident, Issue, Kind, Metric, Signal
from choice.chat.sources.row_values import ROW_CLASSES, Row, field_names, rank_of

TOKEN_BUDGET = 6000
"""How many tokens of a prompt the data takes at most."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_CHARACTERS_A_TOKEN = 4
_WRAPPER_TOKENS = 25
_NAMES: dict[type[Row], tuple[str, ...]] = {row: field_names(kind) for kind, row in ROW_CLASSES.items()}
_MOST_LINES = 1024
"""So many rows are kept as text: each is counted first and written then, and often asked for again."""
_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


def within_budget(findings: Findings, token_budget: int) -> Findings:
    """Return the findings with as many rows as fit: metrics first, then the most severe, then the newest.

    What is left is exactly what `context_text` writes, so it is what may be counted as used.
    """
    if _tokens(findings) <= token_budget:
        return findings
    ranked = sorted(_every(findings), key=lambda found: _priority(found[1]))
    kept: dict[Kind, set[str]] = {kind: set() for kind in KINDS}
    left = token_budget
    for kind, row in ranked:
        left -= tokens_in(_line(row)) + (0 if kept[kind] else _WRAPPER_TOKENS)
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
    rows = sum([tokens_in(_line(row)) for group in groups for row in group])
    return rows + _WRAPPER_TOKENS * sum([1 for group in groups if group])


def context_text(findings: Findings) -> str:
    """Return all rows, a block for each kind, a line of JSON for each row.

    No row can end its block: in the JSON no angle bracket is left as it is.
    """
    blocks = []
    for kind in KINDS:
        rows = getattr(findings, kind)
        if rows:
            lines = "\n".join([_line(row) for row in rows])
            blocks.append(f'<data kind="{kind}" rows="{len(rows)}">\n{lines}\n</data>')
    return "\n".join(blocks)


def tokens_in(text: str) -> int:
    """Return about how many tokens a text has; rather too many than too few."""
    if text.isascii():
        return len(text) // _CHARACTERS_A_TOKEN + 1
    plain_letters = sum(map(str.isascii, text))
    return plain_letters // _CHARACTERS_A_TOKEN + (len(text) - plain_letters) + 1


def row_json(row: Row) -> dict[str, object]:
    """Return a row as JSON has it; days and moments in ISO form, what is not known left out."""
    given = [(name, getattr(row, name)) for name in _NAMES[type(row)]]
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in given
        if value is not None
    }


@lru_cache(_MOST_LINES)
def _line(row: Row) -> str:
    return _encode(row_json(row)).replace("<", "\\u003c").replace(">", "\\u003e")


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
