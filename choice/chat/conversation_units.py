"""The units of work of conversations: plain functions on one transaction, the same for every database."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from choice.chat.conversation import (
    Conversation,
    ConversationBusy,
    Details,
    Kind,
    Message,
    Role,
    State,
    UnknownConversation,
)
from choice.chat.schema import conversations, messages
from choice.clock import moment
from choice.stream.splitter import Mode

LEASE = timedelta(seconds=30)
"""How long a process that stopped saying so is believed to be at work."""
MAX_TITLE = 80

_c = conversations.c
_INSERTS: Mapping[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
_MICROSECONDS = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose conversations are meant: every statement asks for both."""

    tenant: str
    user: str


@dataclass(frozen=True, slots=True)
class NewConversation:
    """A conversation before anything was said in it."""

    id: str
    kind: Kind
    mode: Mode
    title: str | None = None


class Times(NamedTuple):
    """The moment it is, and the one at which a conversation that is used now expires."""

    now: int
    expires_at: int


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message before it has its place in a conversation."""

    id: str
    role: Role
    content: str
    details: Details

    def as_said(self) -> Message:
        """Return it as the last of what was said."""
        return Message(self.id, 0, self.role, self.content, moment(0), self.details)


def create(connection: sa.Connection, new: NewConversation, owner: Owner, times: Times) -> None:
    """Keep a new conversation, unless somebody has one under the same id, whom we may not even see."""
    connection.execute(
        _INSERTS[connection.dialect.name](conversations).on_conflict_do_nothing(),
        {
            "id": new.id,
            "tenant": owner.tenant,
            "owner": owner.user,
            "kind": new.kind,
            "mode": new.mode,
            "title": new.title,
            "state": "idle",
            "created_at": times.now,
            "updated_at": times.now,
            "expires_at": times.expires_at,
            "messages": 0,
        },
    )


def find(connection: sa.Connection, conversation_id: str, owner: Owner, now: int) -> sa.RowMapping | None:
    """Return the row of a conversation that belongs to somebody and has not expired."""
    wanted = sa.select(conversations).where(_mine(conversation_id, owner), _c.expires_at > now)
    return connection.execute(wanted).mappings().first()


def require(connection: sa.Connection, conversation_id: str, owner: Owner, now: int) -> sa.RowMapping:
    """Return the row of a conversation.

    Raises:
        UnknownConversation: There is none, it has expired, or it is somebody else's.
    """
    row = find(connection, conversation_id, owner, now)
    if row is None:
        raise UnknownConversation(conversation_id)
    return row


def take(connection: sa.Connection, conversation_id: str, owner: Owner, lease: str, now: int) -> None:
    """Begin to work on a conversation; only one can at a time.

    Raises:
        ConversationBusy: Somebody is at it.
    """
    free = sa.or_(_c.state != "working", _c.lease_until.is_(None), _c.lease_until <= now)
    taken = connection.execute(
        sa.update(conversations)
        .where(_mine(conversation_id, owner), free)
        .values(state="working", lease=lease, lease_until=now + LEASE // _MICROSECONDS)
    )
    if taken.rowcount != 1:
        raise ConversationBusy(conversation_id)


def renew(connection: sa.Connection, leases: list[str], now: int) -> None:
    """Say that somebody is still at work."""
    connection.execute(
        sa.update(conversations).where(_c.lease.in_(leases)).values(lease_until=now + LEASE // _MICROSECONDS)
    )


def release(
    connection: sa.Connection, conversation_id: str, lease: str, state: State, used: Times | None = None
) -> None:
    """Stop working on a conversation, unless somebody else has taken it over."""
    times = {} if used is None else {"updated_at": used.now, "expires_at": used.expires_at}
    connection.execute(
        sa.update(conversations)
        .where(_c.id == conversation_id, _c.lease == lease)
        .values(state=state, lease=None, lease_until=None, **times)
    )


def say(connection: sa.Connection, conversation_id: str, tenant: str, message: NewMessage, now: int) -> int:
    """Put a message at the end of a conversation; return its place."""
    counted = (
        sa.update(conversations)
        .where(_c.id == conversation_id)
        .values(messages=_c.messages + 1, updated_at=now)
        .returning(_c.messages)
    )
    seq: int = connection.execute(counted).scalar_one()
    connection.execute(
        sa.insert(messages),
        {
            "conversation_id": conversation_id,
            "seq": seq,
            "tenant": tenant,
            "id": message.id,
            "role": message.role,
            "content": message.content,
            "details": message.details.model_dump_json(exclude_defaults=True),
            "created_at": now,
        },
    )
    return seq


def said(connection: sa.Connection, conversation_id: str, tenant: str, most: int) -> list[Message]:
    """Return the last messages of a conversation, the oldest first."""
    newest = (
        sa.select(messages)
        .where(messages.c.conversation_id == conversation_id, messages.c.tenant == tenant)
        .order_by(messages.c.seq.desc())
        .limit(most)
    )
    return [_message_of(row) for row in reversed(connection.execute(newest).mappings().all())]


def delete(connection: sa.Connection, conversation_id: str, owner: Owner) -> None:
    """Forget a conversation and all that was said in it.

    Raises:
        UnknownConversation: There is none, or it is somebody else's.
    """
    gone = connection.execute(sa.delete(conversations).where(_mine(conversation_id, owner)))
    if gone.rowcount != 1:
        raise UnknownConversation(conversation_id)
    connection.execute(sa.delete(messages).where(messages.c.conversation_id == conversation_id))


def purge(connection: sa.Connection, now: int) -> None:
    """Forget what has expired."""
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


def _mine(conversation_id: str, owner: Owner) -> sa.ColumnElement[bool]:
    return sa.and_(_c.id == conversation_id, _c.tenant == owner.tenant, _c.owner == owner.user)
