"""Forgetting: what ended long ago, and the records of that time."""

import sqlalchemy as sa

from choice.desk.decision_log import body
from choice.desk.schema import chain, decision_log, interactions, seats
from choice.desk.sql_dialect import SqlDialect
from choice.desk.sql_transaction import Entry, Transaction

_log = decision_log.c


def purge(tx: Transaction, dialect: SqlDialect, before: int) -> int:
    """Remove the oldest records up to the first that is to be kept, and what ended before the moment.

    The log is cut at one place only, and the hash of the last record cut off is kept: the rest can still be
    verified.
    """
    connection = tx.connection
    kept_from = connection.execute(sa.select(sa.func.min(_log.seq)).where(_log.at >= before)).scalar()
    # The newest record always stays: the next one is sealed with its hash.
    first_kept = kept_from if kept_from is not None else dialect.head(connection).seq
    last = connection.execute(
        sa.select(_log.seq, _log.hash).where(_log.seq < first_kept).order_by(_log.seq.desc()).limit(1)
    ).first()
    removed = connection.execute(sa.delete(decision_log).where(_log.seq < first_kept)).rowcount
    if last is not None:
        connection.execute(sa.delete(chain))
        connection.execute(sa.insert(chain).values(id=1, start_seq=last.seq, start_hash=last.hash))
    old = sa.select(interactions.c.id).where(interactions.c.ended_at < before)
    connection.execute(sa.delete(seats).where(seats.c.interaction_id.in_(old)))
    forgotten = connection.execute(sa.delete(interactions).where(interactions.c.ended_at < before)).rowcount
    if removed or forgotten:
        at = connection.execute(sa.select(dialect.now), dialect.time(tx.now)).scalar_one()
        facts = body(records=removed, interactions=forgotten, before=before)
        tx.record(Entry(at, "", "", "purged", None, None, "", None, None, facts), [])
    return removed
