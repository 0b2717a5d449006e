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
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("tenant", sa.Text, nullable=False),
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
    sa.Column("conversation_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("details", sa.Text, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)


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
    """Insert a conversation. Do nothing if the id exists, even in another tenant."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = _row_of(new, owner, times) | {"state": "idle"}
    connection.execute(insert(conversations).values(row).on_conflict_do_nothing())


def start(connection: sa.Connection, first: FirstMessage) -> Findings | None:
    """Insert a conversation with its first message and a lease; return the data found for the message."""
    new, owner, lease, message, times, find_data = first
    working = {"state": "working", "lease": lease, "lease_until": times.now + _LEASE, "messages": 1}
    connection.execute(sa.insert(conversations), _row_of(new, owner, times) | working)
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
    row = (
        connection.execute(
            sa.select(*_CONVERSATION).where(_owned(conversation_id, owner), _c.expires_at > now)
        )
        .mappings()
        .first()
    )
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


def acquire(connection: sa.Connection, conversation_id: str, lease: str, title: str | None, now: int) -> None:
    """Acquire the lease of a conversation, and set its title if it has none.

    Raises:
        ConversationBusy: Another turn holds the lease.
    """
    is_free = sa.or_(_c.state != "working", _c.lease_until.is_(None), _c.lease_until <= now)
    acquired = connection.execute(
        sa.update(conversations)
        .where(_c.id == conversation_id, is_free)
        .values(
            state="working", lease=lease, lease_until=now + _LEASE, title=sa.func.coalesce(_c.title, title)
        )
    )
    if acquired.rowcount != 1:
        raise ConversationBusy(conversation_id)


def extend_leases(connection: sa.Connection, leases: list[str], now: int) -> None:
    """Extend leases by their full duration, from now."""
    connection.execute(sa.update(conversations).where(_c.lease.in_(leases)).values(lease_until=now + _LEASE))


def expire_leases(connection: sa.Connection, process: str, now: int) -> None:
    """Expire all leases of a process. The names of leases start with the name of their process."""
    whose = _c.lease.startswith(f"{process}.", autoescape=True)
    connection.execute(sa.update(conversations).where(whose).values(lease_until=now))


def release(connection: sa.Connection, conversation_id: str, lease: str, state: State) -> None:
    """Release a lease without a new message, unless another process has taken it over."""
    connection.execute(
        sa.update(conversations)
        .where(_c.id == conversation_id, _c.lease == lease)
        .values(state=state, lease=None, lease_until=None)
    )


def finish_turn(  # noqa: PLR0913, PLR0917 - the values written at the end of a turn
    connection: sa.Connection,
    conversation: Conversation,
    lease: str,
    state: State,
    message: NewMessage | None,
    times: Times,
) -> bool:
    """Append the last message of a turn and release the lease; return False if the lease was taken over."""
    added = 0 if message is None else 1
    seq = connection.execute(
        sa.update(conversations)
        .where(_c.id == conversation.id, _c.lease == lease)
        .values(
            state=state,
            messages=_c.messages + added,
            updated_at=times.now,
            expires_at=times.expires_at,
            lease=None,
            lease_until=None,
        )
        .returning(_c.messages)
    ).scalar()
    if seq is None:
        return False
    if message is not None:
        _insert_message(connection, conversation.id, seq, conversation.tenant, message, times.now)
    return True


def append(
    connection: sa.Connection, conversation_id: str, tenant: str, message: NewMessage, now: int
) -> None:
    """Append a message to a conversation."""
    seq = connection.execute(
        sa.update(conversations)
        .where(_c.id == conversation_id)
        .values(messages=_c.messages + 1, updated_at=now)
        .returning(_c.messages)
    ).scalar()
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
    connection.execute(sa.insert(messages), row)


def last_messages(connection: sa.Connection, conversation_id: str, tenant: str, limit: int) -> list[Message]:
    """Return the last messages of a conversation, oldest first."""
    newest = (
        sa.select(messages)
        .where(messages.c.conversation_id == conversation_id, messages.c.tenant == tenant)
        .order_by(messages.c.seq.desc())
        .limit(sa.literal_column(str(limit)))
    )
    return [_message_of(row) for row in reversed(connection.execute(newest).mappings().all())]


def delete(connection: sa.Connection, conversation_id: str, owner: Owner) -> None:
    """Delete a conversation and its messages.

    Raises:
        UnknownConversation: It does not exist or belongs to another user.
    """
    deleted = connection.execute(sa.delete(conversations).where(_owned(conversation_id, owner)))
    if deleted.rowcount != 1:
        raise UnknownConversation(conversation_id)
    connection.execute(sa.delete(messages).where(messages.c.conversation_id == conversation_id))


def purge(connection: sa.Connection, now: int) -> None:
    """Delete expired conversations."""
    expired = sa.select(_c.id).where(_c.expires_at <= now)
    connection.execute(sa.delete(messages).where(messages.c.conversation_id.in_(expired)))
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


def _owned(conversation_id: str, owner: Owner) -> sa.ColumnElement[bool]:
    return sa.and_(_c.id == conversation_id, _c.tenant == owner.tenant, _c.owner == owner.user)
