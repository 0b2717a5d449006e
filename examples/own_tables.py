"""Answer from your own tables. Start it with CHOICE_SOURCE=own_tables:Tickets choicewire serve."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any

import sqlalchemy as sa

from choice.sources.protocol import Found, Query

engine = sa.create_engine("sqlite:///tickets.db")
columns = ("number", "customer", "subject", "squad", "priority", "state", "created")
tickets = sa.table("tickets", *[sa.column(name) for name in columns]).c
severity = sa.case({1: "critical", 2: "high", 3: "medium"}, value=tickets.priority, else_="low")
status = sa.case({"new": "open", "doing": "in_progress"}, value=tickets.state, else_="done")
fields: dict[str, sa.ColumnElement[Any]] = {"severity": severity, "status": status, "id": tickets.number}
fields |= {"tenant": tickets.customer, "title": tickets.subject, "team": tickets.squad}
fields |= {"opened_at": tickets.created}


class Tickets:
    """A source that has issues only. It has no method that writes."""

    def find(self, query: Query) -> Mapping[str, Found]:
        """Return the tickets of a tenant that match a query, and how many there are."""
        where = [tickets.customer == query.tenant]
        where += [tickets.number.in_(query.ids)] if query.ids else []
        where += [severity.in_(query.severities)] if query.severities else []
        where += [status.in_(query.statuses)] if query.statuses else []
        where += [tickets.created >= query.since.astimezone(UTC).isoformat()] if query.since else []
        where += [tickets.created <= query.until.astimezone(UTC).isoformat()] if query.until else []
        for word in query.text:
            where.append(sa.or_(tickets.subject.icontains(word), tickets.squad.icontains(word)))
        found = sa.select(*[column.label(name) for name, column in fields.items()]).where(*where)
        newest = found.order_by(tickets.priority, tickets.created.desc()).limit(query.limit)
        with engine.connect() as connection:
            of = connection.scalar(sa.select(sa.func.count()).select_from(found.subquery()))
            return {"issues": Found(connection.execute(newest).mappings().all(), of)}
