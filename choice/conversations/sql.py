"""The units of work of conversations: plain functions on one transaction, the same for every database."""

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
    Kind,
    Message,
    Role,
    State,
    UnknownConversation,
)
from choice.sources.protocol import Findings, Look
from choice.stream.splitter import Mode

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
"""How long a process that stopped saying so is believed to be at work."""
MAX_TITLE = 80

_c = conversations.c
_CONVERSATION = (
    *(_c.id, _c.tenant, _c.owner, _c.kind, _c.mode, _c.title, _c.state),
    *(_c.created_at, _c.updated_at, _c.expires_at),
)
"""The columns of a conversation, in the order in which it is made of them."""
_LEASE = LEASE // timedelta(microseconds=1)
_UNKEPT = re.compile("[\0\ud800-\udfff]")
"""What a model may write and not every database can keep: PostgreSQL takes no NUL, none half a character."""


class Owner(NamedTuple):
    """Whose conversations are meant: every statement asks for both."""

    tenant: str
    user: str


class NewConversation(NamedTuple):
    """A conversation before anything was said in it."""

    id: str
    kind: Kind
    mode: Mode
    title: str | None = None


class Times(NamedTuple):
    """The moment it is, and the one at which a conversation that is used now expires."""

    now: int
    expires_at: int


class NewMessage(NamedTuple):
    """A message before it has its place in a conversation."""

    id: str
    role: Role
    content: str
    details: Details

    def as_said(self) -> Message:
        """Return it as the last of what was said."""
        return Message(self.id, 0, self.role, self.content, moment(0), self.details)


class Beginning(NamedTuple):
    """A conversation that nobody can know of yet, and its first message."""

    new: NewConversation
    owner: Owner
    lease: str
    said: NewMessage
    times: Times
    look: Look | None
    """Finds what matters to the message, in the same unit of work."""


def create(connection: sa.Connection, new: NewConversation, owner: Owner, times: Times) -> None:
    """Insert a new conversation, unless the id is taken, perhaps by a tenant whose rows cannot be seen."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = _row_of(new, owner, times) | {"state": "idle"}
    connection.execute(insert(conversations).values(row).on_conflict_do_nothing())


def start(connection: sa.Connection, beginning: Beginning) -> Findings | None:
    """Insert a new conversation that works on its first message; return what was found for the message."""
    new, owner, lease, said, times, look = beginning
    working = {"state": "working", "lease": lease, "lease_until": times.now + _LEASE, "messages": 1}
    connection.execute(sa.insert(conversations), _row_of(new, owner, times) | working)
    _insert_message(connection, new.id, 1, owner.tenant, said, times.now)
    return None if look is None else look(connection)


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
    """Return a conversation that belongs to somebody and has not expired."""
    row = (
        connection.execute(
            sa.select(*_CONVERSATION).where(_mine(conversation_id, owner), _c.expires_at > now)
        )
        .mappings()
        .first()
    )
    return None if row is None else conversation_of(row)


def require(connection: sa.Connection, conversation_id: str, owner: Owner, now: int) -> Conversation:
    """Return a conversation.

    Raises:
        UnknownConversation: There is none, it has expired, or it is somebody else's.
    """
    found = find(connection, conversation_id, owner, now)
    if found is None:
        raise UnknownConversation(conversation_id)
    return found


def take(connection: sa.Connection, conversation_id: str, lease: str, title: str | None, now: int) -> None:
    """Begin to work on a conversation; only one can at a time. A title is for one that has none.

    Raises:
        ConversationBusy: Somebody is at it.
    """
    is_free = sa.or_(_c.state != "working", _c.lease_until.is_(None), _c.lease_until <= now)
    taken = connection.execute(
        sa.update(conversations)
        .where(_c.id == conversation_id, is_free)
        .values(
            state="working", lease=lease, lease_until=now + _LEASE, title=sa.func.coalesce(_c.title, title)
        )
    )
    if taken.rowcount != 1:
        raise ConversationBusy(conversation_id)


def renew(connection: sa.Connection, leases: list[str], now: int) -> None:
    """Extend the leases."""
    connection.execute(sa.update(conversations).where(_c.lease.in_(leases)).values(lease_until=now + _LEASE))


def end_leases(connection: sa.Connection, process: str, now: int) -> None:
    """Say that a process, whose leases begin with its name, is not at work any more."""
    whose = _c.lease.startswith(f"{process}.", autoescape=True)
    connection.execute(sa.update(conversations).where(whose).values(lease_until=now))


def let_go(connection: sa.Connection, conversation_id: str, lease: str, state: State) -> None:
    """Stop working on a conversation in which nothing happened, unless somebody else has taken it over."""
    connection.execute(
        sa.update(conversations)
        .where(_c.id == conversation_id, _c.lease == lease)
        .values(state=state, lease=None, lease_until=None)
    )


def release(  # noqa: PLR0913, PLR0917 - all that is written at the end of a turn
    connection: sa.Connection,
    conversation: Conversation,
    lease: str,
    state: State,
    said: NewMessage | None,
    times: Times,
) -> bool:
    """Add the last message of a turn and give up the lease; return False if another process has taken it."""
    added = 0 if said is None else 1
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
    if said is not None:
        _insert_message(connection, conversation.id, seq, conversation.tenant, said, times.now)
    return True


def say(connection: sa.Connection, conversation_id: str, tenant: str, message: NewMessage, now: int) -> None:
    """Put a message at the end of a conversation."""
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
        "content": _UNKEPT.sub("\ufffd", message.content),
        "details": "{}" if message.details is NO_DETAILS else message.details.kept,
        "created_at": now,
    }
    connection.execute(sa.insert(messages), row)


def said(connection: sa.Connection, conversation_id: str, tenant: str, most: int) -> list[Message]:
    """Return the last messages of a conversation, the oldest first."""
    newest = (
        sa.select(messages)
        .where(messages.c.conversation_id == conversation_id, messages.c.tenant == tenant)
        .order_by(messages.c.seq.desc())
        .limit(sa.literal_column(str(most)))
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
    return _conversation(*[row[column] for column in _CONVERSATION])


def _conversation(  # noqa: PLR0913, PLR0917 - the columns in their order
    conversation_id: str,
    tenant: str,
    owner: str,
    kind: Kind,
    mode: Mode,
    title: str | None,
    state: State,
    created_at: int,
    updated_at: int,
    expires_at: int,
) -> Conversation:
    times = (moment(created_at), moment(updated_at), moment(expires_at))
    return Conversation(conversation_id, tenant, owner, kind, mode, title, state, *times)


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
