"""Make the tables behind the chat's answers: signals, incidents, issues and metrics."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from choice.desk.tenant_wall import wall_around

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables behind the chat's answers: signals, incidents, issues and metrics."""
    for name, columns in _COLUMNS.items():
        op.create_table(
            name,
            sa.Column("tenant", sa.Text, primary_key=True),
            sa.Column("id", sa.Text, primary_key=True),
            sa.Column("visible_to", sa.Text, nullable=False, server_default="[]"),
            *[sa.Column(column, kind, nullable=column in _OPTIONAL) for column, kind in columns.items()],
        )
    for name, when in (("signals", "detected_on"), ("incidents", "started_at"), ("issues", "opened_at")):
        op.create_index(f"ix_{name}_worst", name, ["tenant", "severity", when])
        op.create_index(f"ix_{name}_lately", name, ["tenant", when])
    if op.get_bind().dialect.name == "postgresql":
        for name in _COLUMNS:
            for statement in wall_around(name):
                op.execute(statement)


_TEXT, _WHOLE, _LONG = sa.Text(), sa.Integer(), sa.BigInteger()
_FIGURE: sa.Double[float] = sa.Double()
_OPTIONAL = {
    "risk", "action", "resolved_at", "root_cause", "resolution", "code", "code_language", "due_on",
    "assignee", "summary", "note",
}  # fmt: skip
_COLUMNS: dict[str, dict[str, sa.types.TypeEngine[Any]]] = {
    "signals": {
        "title": _TEXT,
        "department": _TEXT,
        "severity": _WHOLE,
        "impact_score": _FIGURE,
        "detected_on": _TEXT,
        "affected": _LONG,
        "analysis": _TEXT,
        "risk": _TEXT,
        "action": _TEXT,
    },
    "incidents": {
        "title": _TEXT,
        "category": _TEXT,
        "severity": _WHOLE,
        "status": _TEXT,
        "started_at": _LONG,
        "resolved_at": _LONG,
        "users_affected": _LONG,
        "root_cause": _TEXT,
        "resolution": _TEXT,
        "code": _TEXT,
        "code_language": _TEXT,
    },
    "issues": {
        "title": _TEXT,
        "team": _TEXT,
        "severity": _WHOLE,
        "status": _TEXT,
        "opened_at": _LONG,
        "due_on": _TEXT,
        "assignee": _TEXT,
        "summary": _TEXT,
    },
    "metrics": {
        "name": _TEXT,
        "score": _FIGURE,
        "previous": _FIGURE,
        "measured_on": _TEXT,
        "unit": _TEXT,
        "note": _TEXT,
    },
}
