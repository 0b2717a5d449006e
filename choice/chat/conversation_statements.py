"""The statements of conversations that every turn needs, each with its parameters in one order."""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from choice.chat.quick_statement import QuickStatement
from choice.chat.schema import conversations, messages

CONVERSATION = (
    *("id", "tenant", "owner", "kind", "mode", "title", "state"),
    *("created_at", "updated_at", "expires_at"),
)
"""The columns of a conversation, in the order in which it is made of them."""
_MESSAGE = ("conversation_id", "seq", "tenant", "id", "role", "content", "details", "created_at")
_NEW = (
    *("id", "tenant", "owner", "kind", "mode", "title", "created_at", "updated_at", "expires_at"),
    *("state", "lease", "lease_until", "messages"),
)
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

release = QuickStatement(
    sa.update(conversations)
    .where(_c.id == _given("id"), _c.lease == _given("lease"))
    .values(
        state=_given("state"),
        messages=_c.messages + _given("messages"),
        updated_at=_given("updated_at"),
        expires_at=_given("expires_at"),
        lease=sa.null(),
        lease_until=sa.null(),
    )
    .returning(_c.messages),
    _named("state", "messages", "updated_at", "expires_at", "id", "lease"),
)
"""Takes the state, how many messages are added, both moments, the id and the lease; gives the last place."""

insert_message = QuickStatement(
    sa.insert(messages).values(
        {name: sa.bindparam(f"given_{name}", type_=messages.c[name].type) for name in _MESSAGE}
    ),
    _named(*_MESSAGE),
)
"""Takes the columns of a message."""
