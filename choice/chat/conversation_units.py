"""The units of work of conversations: plain functions on one transaction, the same for every database."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

import sqlalchemy as sa

from choice.chat import conversation_statements as statements
from choice.chat.conversation import (
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
from choice.chat.schema import conversations, messages
from choice.chat.sources.findings import Findings
from choice.chat.sources.source import Known, Look
from choice.clock import moment
from choice.stream.splitter import Mode

LEASE = timedelta(seconds=10)
"""How long a process that stopped saying so is believed to be at work."""
MAX_TITLE = 80

_c = conversations.c
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
    title: str | None
    owner: Owner
    lease: str
    said: NewMessage
    times: Times
    look: Look | None
    """Finds what matters to the message, in the same unit of work."""

    def columns(self) -> tuple[object, ...]:
        """Return the row of the conversation."""
        new, owner, now = self.new, self.owner, self.times.now
        what = (new.id, owner.tenant, owner.user, new.kind, new.mode, self.title, "working", self.lease)
        return (*what, now + _LEASE, now, now, self.times.expires_at, 1)


class Ending(NamedTuple):
    """The end of a turn: the state that its conversation has now, and what was said last."""

    conversation: Conversation
    lease: str
    state: State
    said: NewMessage | None


def create(connection: sa.Connection, new: NewConversation, owner: Owner, times: Times) -> None:
    """Keep a new conversation, unless somebody has one under the same id, whom we may not even see."""
    statements.create(connection, *_columns(new, owner, times), "idle", None, None, 0)


def start(connection: sa.Connection, beginnings: Sequence[Beginning]) -> list[Findings | None]:
    """Keep conversations that nobody can know of yet, each at work on its first message.

    Return what was found for each message.
    """
    statements.insert_conversations(connection, [each.columns() for each in beginnings])
    statements.insert_messages(
        connection,
        [
            _message_columns(new.id, 1, owner.tenant, said, times.now)
            for new, _title, owner, _lease, said, times, _look in beginnings
        ],
    )
    known: Known = {}
    return [None if each.look is None else each.look(connection, known) for each in beginnings]


def _columns(new: NewConversation, owner: Owner, times: Times) -> tuple[object, ...]:
    who = (new.id, owner.tenant, owner.user, new.kind, new.mode, new.title)
    return (*who, times.now, times.now, times.expires_at)


def find(connection: sa.Connection, conversation_id: str, owner: Owner, now: int) -> Conversation | None:
    """Return a conversation that belongs to somebody and has not expired."""
    row = statements.find(connection, conversation_id, owner.tenant, owner.user, now)
    return None if row is None else _conversation(*row)


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
    if statements.take(connection, lease, now + _LEASE, title, conversation_id, now) is None:
        raise ConversationBusy(conversation_id)


def renew(connection: sa.Connection, leases: list[str], now: int) -> None:
    """Say that somebody is still at work."""
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


def release(connection: sa.Connection, endings: Sequence[Ending], times: Times) -> list[bool]:
    """Say the last words of turns and stop working on their conversations; False where one was taken over."""
    if len({each.conversation.id for each in endings}) < len(endings):
        # Of two who believe that they are at work on one conversation, only one can be right.
        return [held for each in endings for held in release(connection, [each], times)]
    alike: dict[tuple[State, int], list[tuple[str, str]]] = {}
    for each in endings:
        added = 0 if each.said is None else 1
        alike.setdefault((each.state, added), []).append((each.conversation.id, each.lease))
    places: dict[str, int] = {}
    for (state, added), held in sorted(alike.items()):
        # Always in the same order, so that no two processes wait for each other.
        places |= statements.release(connection, state, added, times, sorted(held))
    statements.insert_messages(
        connection,
        [
            _message_columns(conversation.id, places[conversation.id], conversation.tenant, said, times.now)
            for conversation, _lease, _state, said in endings
            if said is not None and conversation.id in places
        ],
    )
    return [each.conversation.id in places for each in endings]


def say(connection: sa.Connection, conversation_id: str, tenant: str, message: NewMessage, now: int) -> None:
    """Put a message at the end of a conversation."""
    row = statements.count(connection, now, conversation_id)
    if row is None:
        raise UnknownConversation(conversation_id)
    columns = _message_columns(conversation_id, row[0], tenant, message, now)
    statements.insert_messages(connection, [columns])


def _message_columns(
    conversation_id: str, seq: int, tenant: str, message: NewMessage, now: int
) -> tuple[object, ...]:
    said = message.details
    details = "{}" if said is NO_DETAILS else said.kept
    content = _UNKEPT.sub("\ufffd", message.content)
    return (conversation_id, seq, tenant, message.id, message.role, content, details, now)


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
    return _conversation(*[row[name] for name in statements.CONVERSATION])


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
