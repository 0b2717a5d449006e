"""The statements of conversations that every turn needs, each with its parameters in one order."""

from collections.abc import Sequence
from functools import cache

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from choice.chat.quick_statement import QuickRows, QuickStatement, in_sizes
from choice.chat.schema import conversations, messages

CONVERSATION = (
    *("id", "tenant", "owner", "kind", "mode", "title", "state"),
    *("created_at", "updated_at", "expires_at"),
)
"""The columns of a conversation, in the order in which it is made of them."""
_NEW = (
    *("id", "tenant", "owner", "kind", "mode", "title", "created_at", "updated_at", "expires_at"),
    *("state", "lease", "lease_until", "messages"),
)
Held = Sequence[tuple[str, str]]
Released = dict[str, int]

_c = conversations.c
# What never changes is written into the statement: only what is given is a parameter.
_WORKING: sa.ColumnElement[str] = sa.literal_column("'working'")
_ONE: sa.ColumnElement[int] = sa.literal_column("1")


def _given(name: str, kind: sa.types.TypeEngine[object] | None = None) -> sa.BindParameter[object]:
    return sa.bindparam(f"given_{name}", type_=kind or _c[name].type)


def _named(*names: str) -> list[str]:
    return [f"given_{name}" for name in names]


find = QuickStatement(
    sa.select(*[_c[name] for name in CONVERSATION]).where(
        _c.id == _given("id"),
        _c.tenant == _given("tenant"),
        _c.owner == _given("owner"),
        _c.expires_at > _given("expires_at"),
    ),
    _named("id", "tenant", "owner", "expires_at"),
)
"""Takes the id, the tenant, the owner and the moment; gives a conversation."""

_new: dict[str, object] = {name: _given(name) for name in _NEW}
create = QuickStatement(
    sqlite.insert(conversations).values(_new).on_conflict_do_nothing(),
    _named(*_NEW),
    on_postgresql=postgresql.insert(conversations).values(_new).on_conflict_do_nothing(),
)
"""Takes the columns of a new conversation; nothing happens if there is one with the same id."""

take = QuickStatement(
    sa.update(conversations)
    .where(
        _c.id == _given("id"),
        sa.or_(_c.state != _WORKING, _c.lease_until.is_(None), _c.lease_until <= _given("updated_at")),
    )
    .values(
        state=_WORKING,
        lease=_given("lease"),
        lease_until=_given("lease_until"),
        title=sa.func.coalesce(_c.title, _given("title")),
    )
    .returning(_c.id),
    _named("lease", "lease_until", "title", "id", "updated_at"),
)
"""Takes a lease, its end, a title, the id and the moment; gives a row if nobody is at work."""

count = QuickStatement(
    sa.update(conversations)
    .where(_c.id == _given("id"))
    .values(messages=_c.messages + _ONE, updated_at=_given("updated_at"))
    .returning(_c.messages),
    _named("updated_at", "id"),
)
"""Takes the moment and the id; gives the place of the next message."""


def release(
    connection: sa.Connection, state: str, added: int, times: tuple[int, int], held: Held
) -> Released:
    """Let go of conversations, of each the id and the lease; return the last place in each that was held.

    A lease is never given twice, so one that is held is that of the conversation it stands with.
    """
    found: Released = {}
    for group in in_sizes(held):
        ids, leases = zip(*group, strict=True)
        rows = _release(len(group)).rows(connection, state, added, *times, *ids, *leases)
        found |= {row[0]: row[1] for row in rows}
    return found


@cache
def _release(count: int) -> QuickStatement:
    """Take the state, how many messages are added, both moments, the ids and the leases."""
    ids = [f"id_{number}" for number in range(count)]
    leases = [f"lease_{number}" for number in range(count)]
    return QuickStatement(
        sa.update(conversations)
        .where(
            _c.id.in_([sa.bindparam(name, type_=sa.Text) for name in ids]),
            _c.lease.in_([sa.bindparam(name, type_=sa.Text) for name in leases]),
        )
        .values(
            state=_given("state"),
            messages=_c.messages + _given("messages"),
            updated_at=_given("updated_at"),
            expires_at=_given("expires_at"),
            lease=sa.null(),
            lease_until=sa.null(),
        )
        .returning(_c.id, _c.messages),
        [*_named("state", "messages", "updated_at", "expires_at"), *ids, *leases],
    )


insert_conversations = QuickRows(conversations)
"""Takes new conversations, each a tuple of the columns in their order."""

insert_messages = QuickRows(messages)
"""Takes messages, each a tuple of the columns in their order."""
