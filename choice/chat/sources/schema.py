"""The tables behind the answers. A row belongs to one tenant; ids are the tenant's own.

Moments are whole microseconds since 1970, UTC; days are ISO text; `visible_to` is a JSON list of roles, and
an empty one means everybody of the tenant.
"""

import sqlalchemy as sa

from choice.chat.sources.findings import Kind

metadata = sa.MetaData()

EVERYBODY = "[]"
"""What `visible_to` says of a row that no role is needed for."""


def _table(name: Kind, *columns: sa.Column[object]) -> sa.Table:
    return sa.Table(
        name,
        metadata,
        sa.Column("tenant", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("visible_to", sa.Text, nullable=False, server_default=EVERYBODY),
        *columns,
    )


def _severity() -> sa.Column[object]:
    """Return the column for a severity: 0 is critical, 3 is low, so that the worst is first."""
    return sa.Column("severity", sa.Integer, nullable=False)


signals = _table(
    "signals",
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("department", sa.Text, nullable=False),
    _severity(),
    sa.Column("impact_score", sa.Double, nullable=False),
    sa.Column("detected_on", sa.Text, nullable=False),
    sa.Column("affected", sa.BigInteger, nullable=False),
    sa.Column("analysis", sa.Text, nullable=False),
    sa.Column("risk", sa.Text),
    sa.Column("action", sa.Text),
)
incidents = _table(
    "incidents",
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("category", sa.Text, nullable=False),
    _severity(),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("started_at", sa.BigInteger, nullable=False),
    sa.Column("resolved_at", sa.BigInteger),
    sa.Column("users_affected", sa.BigInteger, nullable=False),
    sa.Column("root_cause", sa.Text),
    sa.Column("resolution", sa.Text),
    sa.Column("code", sa.Text),
    sa.Column("code_language", sa.Text),
)
issues = _table(
    "issues",
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("team", sa.Text, nullable=False),
    _severity(),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Column("due_on", sa.Text),
    sa.Column("assignee", sa.Text),
    sa.Column("summary", sa.Text),
)
metrics = _table(
    "metrics",
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("score", sa.Double, nullable=False),
    sa.Column("previous", sa.Double, nullable=False),
    sa.Column("measured_on", sa.Text, nullable=False),
    sa.Column("unit", sa.Text, nullable=False),
    sa.Column("note", sa.Text),
)

TABLES: dict[Kind, sa.Table] = {
    "signals": signals,
    "incidents": incidents,
    "issues": issues,
    "metrics": metrics,
}

# The first finds the worst of all time, the second what happened lately.
for _kind, _when in (("signals", "detected_on"), ("incidents", "started_at"), ("issues", "opened_at")):
    _rows = metadata.tables[_kind]
    sa.Index(f"ix_{_kind}_worst", _rows.c.tenant, _rows.c.severity, _rows.c[_when])
    sa.Index(f"ix_{_kind}_lately", _rows.c.tenant, _rows.c[_when])
