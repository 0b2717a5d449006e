"""Tables of conversations, and functions that run their SQL on a connection (PostgreSQL or SQLite)."""

import re
from datetime import timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from choice.clock import moment
from choice.conversations.models import (
    NO_DETAILS,
    Conversation,
    ConversationBusy,
    Details,
    Message,
    NewConversation,
    NewMessage,
    Owner,
    State,
    UnknownConversation,
)
from choice.sources.protocol import Findings, FindQuery

metadata = sa.MetaData()

conversations = sa.Table(
    "conversations",
    metadata,
    sa.Column("tenant", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("mode", sa.Text, nullable=False),
    sa.Column("title", sa.Text),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("lease", sa.Text),
    sa.Column("lease_until", sa.BigInteger),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("updated_at", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("messages", sa.Integer, nullable=False, server_default="0"),
)

messages = sa.Table(
    "messages",
    metadata,
    sa.Column("tenant", sa.Text, primary_key=True),
    sa.Column("conversation_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("details", sa.Text, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)


MAX_MESSAGES = 200
"""Only this many of the newest messages are loaded."""
LEASE = timedelta(seconds=10)
"""Duration of a lease. If the process does not extend it in time, the turn counts as abandoned."""

_c = conversations.c
_CONVERSATION = (
    *(_c.id, _c.tenant, _c.owner, _c.kind, _c.mode, _c.title, _c.state),
    *(_c.created_at, _c.updated_at, _c.expires_at),
)
_LEASE = LEASE // timedelta(microseconds=1)
_NOT_STORABLE = re.compile("[\0\ud800-\udfff]")
"""Characters that cannot be stored: PostgreSQL rejects NUL, and every database rejects lone surrogates."""


# Statements are built once: building one and its cache key takes longer than running it.
_id = sa.bindparam("conversation_id", type_=sa.Text)
_now = sa.bindparam("now", type_=sa.BigInteger)
_tenant = sa.bindparam("owner_tenant", type_=sa.Text)
_the_one = sa.and_(_c.tenant == _tenant, _c.id == _id)
"""The conversation with an id. Clients choose ids, so each tenant has its own."""
_owned = sa.and_(_the_one, _c.owner == sa.bindparam("owner_user"))
_lease_held = sa.and_(_the_one, _c.lease == sa.bindparam("held_lease"))
_released = {"state": sa.bindparam("new_state"), "lease": sa.null(), "lease_until": sa.null()}

_CREATE = {
    "sqlite": sqlite.insert(conversations).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(conversations).on_conflict_do_nothing(),
}
_INSERT_CONVERSATION = sa.insert(conversations)
_INSERT_MESSAGE = sa.insert(messages)
_FIND = sa.select(*_CONVERSATION).where(_owned, _c.expires_at > _now)
_ACQUIRE = (
    sa.update(conversations)
    .where(_the_one)
    .where(sa.or_(_c.state != "working", _c.lease_until.is_(None), _c.lease_until <= _now))
    .values(
        state="working",
        lease=sa.bindparam("new_lease"),
        lease_until=_now + _LEASE,
        title=sa.func.coalesce(_c.title, sa.bindparam("new_title", type_=sa.Text)),
    )
)
_RELEASE = sa.update(conversations).where(_lease_held).values(_released)
_FINISH_TURN = (
    sa.update(conversations)
    .where(_lease_held)
    .values(
        messages=_c.messages + sa.bindparam("added"),
        updated_at=_now,
        expires_at=sa.bindparam("new_expiry"),
        **_released,
    )
    .returning(_c.messages)
)
_APPEND = (
    sa.update(conversations)
    .where(_the_one)
    .values(messages=_c.messages + 1, updated_at=_now)
    .returning(_c.messages)
)
_LAST_MESSAGES = (
    sa.select(messages)
    .where(messages.c.conversation_id == _id, messages.c.tenant == _tenant)
    .order_by(messages.c.seq.desc())
    .limit(sa.literal_column(str(MAX_MESSAGES)))
)


class Times(NamedTuple):
    """The current time, and the new expiry time of a conversation that is used now."""

    now: int
    expires_at: int


class FirstMessage(NamedTuple):
    """A new conversation with its first message."""

    new: NewConversation
    owner: Owner
    lease: str
    message: NewMessage
    times: Times
    find: FindQuery | None
    """Query for the data of the message. It runs in the same transaction."""


def create(connection: sa.Connection, new: NewConversation, owner: Owner, times: Times) -> None:
    """Insert a conversation, unless the tenant has one with this id, possibly of another user."""
    row = _row_of(new, owner, times) | {"state": "idle"}
    connection.execute(_CREATE[connection.dialect.name], row)


def start(connection: sa.Connection, first: FirstMessage) -> Findings | None:
    """Insert a conversation with its first message and a lease; return the data found for the message."""
    new, owner, lease, message, times, find_data = first
    working = {"state": "working", "lease": lease, "lease_until": times.now + _LEASE, "messages": 1}
    connection.execute(_INSERT_CONVERSATION, _row_of(new, owner, times) | working)
    _insert_message(connection, new.id, 1, owner.tenant, message, times.now)
    return None if find_data is None else find_data(connection)


def _row_of(new: NewConversation, owner: Owner, times: Times) -> dict[str, object]:
    return {
        "id": new.id,
        "tenant": owner.tenant,
        "owner": owner.user,
        "kind": new.kind,
        "mode": new.mode,
        "title": new.title,
        "created_at": times.now,
        "updated_at": times.now,
        "expires_at": times.expires_at,
    }


def find(connection: sa.Connection, conversation_id: str, owner: Owner, now: int) -> Conversation | None:
    """Return an owner's conversation, unless it has expired."""
    which = {**_owner_parameters(conversation_id, owner), "now": now}
    row = connection.execute(_FIND, which).mappings().first()
    return None if row is None else conversation_of(row)


def require(connection: sa.Connection, conversation_id: str, owner: Owner, now: int) -> Conversation:
    """Return an owner's conversation.

    Raises:
        UnknownConversation: It does not exist, has expired, or belongs to another user.
    """
    found = find(connection, conversation_id, owner, now)
    if found is None:
        raise UnknownConversation(conversation_id)
    return found


def acquire(
    connection: sa.Connection, which: tuple[str, str], lease: str, title: str | None, now: int
) -> None:
    """Acquire the lease of a conversation, given by tenant and id, and set its title if it has none.

    Raises:
        ConversationBusy: Another turn holds the lease.
    """
    tenant, conversation_id = which
    given = {"new_lease": lease, "new_title": title, "now": now}
    acquired = connection.execute(_ACQUIRE, given | _parameters(tenant, conversation_id))
    if acquired.rowcount != 1:
        raise ConversationBusy(conversation_id)


def extend_leases(connection: sa.Connection, leases: list[str], now: int) -> None:
    """Extend leases by their full duration, from now."""
    connection.execute(sa.update(conversations).where(_c.lease.in_(leases)).values(lease_until=now + _LEASE))


def expire_leases(connection: sa.Connection, process: str, now: int) -> None:
    """Expire all leases of a process. The names of leases start with the name of their process."""
    whose = _c.lease.startswith(f"{process}.", autoescape=True)
    connection.execute(sa.update(conversations).where(whose).values(lease_until=now))


def release(connection: sa.Connection, conversation: Conversation, lease: str, state: State) -> None:
    """Release a lease without a new message, unless another process has taken it over."""
    given = {"held_lease": lease, "new_state": state}
    connection.execute(_RELEASE, given | _parameters(conversation.tenant, conversation.id))


def finish_turn(  # noqa: PLR0913, PLR0917 - the values written at the end of a turn
    connection: sa.Connection,
    conversation: Conversation,
    lease: str,
    state: State,
    message: NewMessage | None,
    times: Times,
) -> bool:
    """Append the last message of a turn and release the lease; return False if the lease was taken over."""
    given = _parameters(conversation.tenant, conversation.id) | {
        "held_lease": lease,
        "new_state": state,
        "added": 0 if message is None else 1,
        "now": times.now,
        "new_expiry": times.expires_at,
    }
    seq = connection.execute(_FINISH_TURN, given).scalar()
    if seq is None:
        return False
    if message is not None:
        _insert_message(connection, conversation.id, seq, conversation.tenant, message, times.now)
    return True


def append(
    connection: sa.Connection, conversation_id: str, tenant: str, message: NewMessage, now: int
) -> None:
    """Append a message to a conversation."""
    seq = connection.execute(_APPEND, _parameters(tenant, conversation_id) | {"now": now}).scalar()
    if seq is None:
        raise UnknownConversation(conversation_id)
    _insert_message(connection, conversation_id, seq, tenant, message, now)


def _insert_message(  # noqa: PLR0913, PLR0917 - the columns of a message
    connection: sa.Connection, conversation_id: str, seq: int, tenant: str, message: NewMessage, now: int
) -> None:
    row = {
        "conversation_id": conversation_id,
        "seq": seq,
        "tenant": tenant,
        "id": message.id,
        "role": message.role,
        "content": _NOT_STORABLE.sub("\ufffd", message.content),
        "details": "{}" if message.details is NO_DETAILS else message.details.as_json,
        "created_at": now,
    }
    connection.execute(_INSERT_MESSAGE, row)


def last_messages(connection: sa.Connection, conversation_id: str, tenant: str) -> list[Message]:
    """Return the last messages of a conversation, the oldest first."""
    which = _parameters(tenant, conversation_id)
    return [_message_of(row) for row in reversed(connection.execute(_LAST_MESSAGES, which).mappings().all())]


def truncate(connection: sa.Connection, conversation_id: str, tenant: str, last: int) -> None:
    """Delete the messages after a position. Positions are not used again."""
    columns = messages.c
    which = (columns.conversation_id == conversation_id, columns.tenant == tenant, columns.seq > last)
    connection.execute(sa.delete(messages).where(*which))


def delete(connection: sa.Connection, conversation_id: str, owner: Owner) -> None:
    """Delete a conversation and its messages.

    Raises:
        UnknownConversation: It does not exist or belongs to another user.
    """
    deleted = connection.execute(
        sa.delete(conversations).where(_owned), _owner_parameters(conversation_id, owner)
    )
    if deleted.rowcount != 1:
        raise UnknownConversation(conversation_id)
    theirs = sa.and_(messages.c.tenant == owner.tenant, messages.c.conversation_id == conversation_id)
    connection.execute(sa.delete(messages).where(theirs))


def purge(connection: sa.Connection, now: int) -> None:
    """Delete expired conversations."""
    expired = sa.select(_c.tenant, _c.id).where(_c.expires_at <= now)
    key = sa.tuple_(messages.c.tenant, messages.c.conversation_id)
    connection.execute(sa.delete(messages).where(key.in_(expired)))
    connection.execute(sa.delete(conversations).where(_c.expires_at <= now))


def conversation_of(row: sa.RowMapping) -> Conversation:
    """Return the conversation of a row."""
    return Conversation(
        id=row["id"],
        tenant=row["tenant"],
        owner=row["owner"],
        kind=row["kind"],
        mode=row["mode"],
        title=row["title"],
        state=row["state"],
        created_at=moment(row["created_at"]),
        updated_at=moment(row["updated_at"]),
        expires_at=moment(row["expires_at"]),
    )


def _message_of(row: sa.RowMapping) -> Message:
    return Message(
        id=row["id"],
        seq=row["seq"],
        role=row["role"],
        content=row["content"],
        created_at=moment(row["created_at"]),
        details=Details.model_validate_json(row["details"]),
    )


def _owner_parameters(conversation_id: str, owner: Owner) -> dict[str, object]:
    return _parameters(owner.tenant, conversation_id) | {"owner_user": owner.user}


def _parameters(tenant: str, conversation_id: str) -> dict[str, object]:
    return {"conversation_id": conversation_id, "owner_tenant": tenant}
