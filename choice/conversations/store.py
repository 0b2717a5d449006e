"""Store of conversations and their messages, with a lease per conversation for the turn in progress."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypedDict, Unpack

import sqlalchemy as sa

from choice.auth import Principal
from choice.clock import micros, uuid7
from choice.conversations import sql
from choice.conversations.models import (
    NO_DETAILS,
    Conversation,
    Message,
    NewConversation,
    NewMessage,
    Owner,
    State,
)
from choice.desk.sql.transaction import EVERY_TENANT, Database, Transaction
from choice.errors import StoreBusy
from choice.sources.protocol import Findings, FindQuery
from choice.stream import Mode

RETENTION = timedelta(days=30)
"""Default retention of a conversation after its last message."""
MAX_TITLE = 60

logger = logging.getLogger(__name__)


class Acquired(NamedTuple):
    """A conversation whose lease was acquired."""

    conversation: Conversation
    messages: list[Message]
    """The messages before the new message."""
    is_appended: bool
    """Whether the new message has already been stored."""
    findings: Findings | None = None
    """Data found for the new message, if it was looked up in the same transaction."""


class Place(NamedTuple):
    """Position in the list of an owner's threads, for pagination."""

    updated_at: int
    id: str


class Changed(TypedDict, total=False):
    """Fields of a conversation that can be changed."""

    mode: Mode
    title: str | None


def title_of(text: str) -> str | None:
    """Return a title made from the first message, or None if the message is a command."""
    return None if text.startswith("/") else " ".join(text.split())[:MAX_TITLE]


def owner_of(principal: Principal) -> Owner:
    """Return the owner of a caller's conversations."""
    return Owner(principal.tenant, principal.subject)


class Conversations:
    """Conversations in a database. Every method that takes an id may raise UnknownConversation."""

    def __init__(self, database: Database, retention: timedelta = RETENTION) -> None:
        self.database = database
        self._retention = retention
        self._retention_micros = retention // timedelta(microseconds=1)

    async def create(self, owner: Owner, mode: Mode, title: str | None = None) -> Conversation:
        """Create a thread."""
        new = NewConversation(uuid7(), "thread", mode, title)

        def unit(tx: Transaction) -> Conversation:
            sql.create(tx.connection, new, owner, self._times())
            return sql.require(tx.connection, new.id, owner, self._now())

        return await self.database.write(unit, owner.tenant)

    async def get(self, conversation_id: str, owner: Owner) -> Conversation:
        """Return a conversation."""
        return await self.database.read(
            lambda connection: self._get(connection, conversation_id, owner), owner.tenant
        )

    async def read(self, conversation_id: str, owner: Owner) -> tuple[Conversation, list[Message]]:
        """Return a conversation and its messages."""

        def unit(connection: sa.Connection) -> tuple[Conversation, list[Message]]:
            found = self._get(connection, conversation_id, owner)
            return found, sql.last_messages(connection, found.id, found.tenant)

        return await self.database.read(unit, owner.tenant)

    async def threads(self, owner: Owner, limit: int, before: Place | None = None) -> list[Conversation]:
        """Return an owner's threads, newest first, optionally only those after a position."""
        columns = sql.conversations.c
        wanted = (
            sa.select(sql.conversations)
            .where(columns.tenant == owner.tenant, columns.owner == owner.user, columns.kind == "thread")
            .where(columns.expires_at > self._now())
            .order_by(columns.updated_at.desc(), columns.id)
            .limit(limit)
        )
        if before is not None:
            same_time = sa.and_(columns.updated_at == before.updated_at, columns.id > before.id)
            wanted = wanted.where(sa.or_(columns.updated_at < before.updated_at, same_time))

        def unit(connection: sa.Connection) -> list[Conversation]:
            return [sql.conversation_of(row) for row in connection.execute(wanted).mappings()]

        return await self.database.read(unit, owner.tenant)

    async def change(self, conversation_id: str, owner: Owner, **given: Unpack[Changed]) -> Conversation:
        """Change the mode or title. If the title is removed, the next message sets it."""
        changed = {**given, "updated_at": self._now()}

        def unit(tx: Transaction) -> Conversation:
            sql.require(tx.connection, conversation_id, owner, self._now())
            columns = sql.conversations.c
            where = sa.and_(columns.tenant == owner.tenant, columns.id == conversation_id)
            tx.connection.execute(sa.update(sql.conversations).where(where).values(changed))
            return self._get(tx.connection, conversation_id, owner)

        return await self.database.write(unit, owner.tenant)

    async def delete(self, conversation_id: str, owner: Owner) -> None:
        """Delete a conversation and its messages."""
        await self.database.write(lambda tx: sql.delete(tx.connection, conversation_id, owner), owner.tenant)

    async def acquire(
        self,
        conversation_id: str,
        owner: Owner,
        lease: str,
        *,
        new: NewConversation | None = None,
        message: NewMessage | None = None,
    ) -> Acquired:
        """Acquire the lease of a conversation and load its messages.

        If the conversation does not exist and `new` is given, it is created.

        The new message is appended in the same transaction, unless it might answer a question.

        Raises:
            ConversationBusy: Another turn holds the lease.
        """
        title = None if message is None else title_of(message.content)

        def unit(tx: Transaction) -> Acquired:
            now = self._now()
            found = sql.find(tx.connection, conversation_id, owner, now)
            if found is None and new is not None:
                sql.create(tx.connection, new, owner, self._times())
                appended = message
            else:
                # The stored messages are used in place of the history that the client sent.
                appended = message if message is None else message._replace(details=NO_DETAILS)
            found = found or sql.require(tx.connection, conversation_id, owner, now)
            sql.acquire(tx.connection, (owner.tenant, conversation_id), lease, title, now)
            messages = sql.last_messages(tx.connection, conversation_id, owner.tenant)
            is_appended = appended is not None and not any(each.details.cards for each in messages)
            if appended is not None and is_appended:
                sql.append(tx.connection, conversation_id, owner.tenant, appended, now)
            return Acquired(found._replace(title=found.title or title), messages, is_appended)

        return await self.database.write(unit, owner.tenant)

    async def append(self, conversation: Conversation, messages: Sequence[NewMessage]) -> None:
        """Append messages to a conversation; when this returns, they are durable."""

        def unit(tx: Transaction) -> None:
            for message in messages:
                sql.append(tx.connection, conversation.id, conversation.tenant, message, self._now())

        await self.database.write(unit, conversation.tenant)

    async def truncate(self, conversation: Conversation, last: int) -> None:
        """Delete the messages after a position."""
        await self.database.write(
            lambda tx: sql.truncate(tx.connection, conversation.id, conversation.tenant, last),
            conversation.tenant,
        )

    async def start(
        self,
        new: NewConversation,
        owner: Owner,
        lease: str,
        message: NewMessage,
        find: FindQuery | None = None,
    ) -> Acquired:
        """Create a conversation with its first message and a lease, in one transaction.

        `find` looks up the data for the message in the same transaction. If that fails, the message is
        stored without data.
        """
        at = self.database.clock.now()
        new = new._replace(title=new.title or title_of(message.content))
        # A client without a session id sends its history each time, so it is not stored.
        stored = message._replace(details=NO_DETAILS)
        first = sql.FirstMessage(new, owner, lease, stored, self._times(at), find)
        try:
            findings = await self.database.write(lambda tx: sql.start(tx.connection, first), owner.tenant)
        except StoreBusy:
            raise
        except Exception:
            if find is None:
                raise
            logger.exception("Looking up data failed; the message is stored without it")
            without = first._replace(find=None)
            findings = await self.database.write(lambda tx: sql.start(tx.connection, without), owner.tenant)
        key = (new.id, owner.tenant, owner.user)
        created = Conversation(*key, new.kind, new.mode, new.title, "idle", at, at, at + self._retention)
        return Acquired(created, [], is_appended=True, findings=findings)

    async def finish_turn(
        self, conversation: Conversation, lease: str, state: State, message: NewMessage | None = None
    ) -> bool:
        """Append the last message of a turn and release the lease, in one transaction.

        Return False, without a change, if another process has taken over the lease.
        """
        return await self.database.write(
            lambda tx: sql.finish_turn(tx.connection, conversation, lease, state, message, self._times()),
            conversation.tenant,
        )

    async def release(self, conversation: Conversation, lease: str, state: State) -> None:
        """Release a lease without a new message."""
        await self.database.write(
            lambda tx: sql.release(tx.connection, conversation, lease, state), conversation.tenant
        )

    async def extend_leases(self, leases: Sequence[str]) -> None:
        """Extend the leases of running turns."""
        await self.database.write(
            lambda tx: sql.extend_leases(tx.connection, list(leases), self._now()), EVERY_TENANT
        )

    async def expire_leases(self, process: str) -> None:
        """Expire the leases of a process that died."""
        await self.database.write(
            lambda tx: sql.expire_leases(tx.connection, process, self._now()), EVERY_TENANT
        )

    async def waiting_or_abandoned(self) -> list[Conversation]:
        """Return the conversations of all tenants that wait for an answer or whose lease has expired."""
        is_waiting = sql.conversations.c.state == "waiting"
        return await self._of_every_tenant(sa.or_(is_waiting, self._is_abandoned()))

    async def abandoned(self) -> list[Conversation]:
        """Return the conversations of all tenants whose lease has expired during a turn."""
        return await self._of_every_tenant(self._is_abandoned())

    def _is_abandoned(self) -> sa.ColumnElement[bool]:
        columns = sql.conversations.c
        return sa.and_(columns.state == "working", columns.lease_until <= self._now())

    async def _of_every_tenant(self, which: sa.ColumnElement[bool]) -> list[Conversation]:
        wanted = sa.select(sql.conversations).where(which)

        def unit(connection: sa.Connection) -> list[Conversation]:
            return [sql.conversation_of(row) for row in connection.execute(wanted).mappings()]

        return await self.database.read(unit, EVERY_TENANT)

    async def purge(self) -> None:
        """Delete expired conversations."""
        await self.database.write(lambda tx: sql.purge(tx.connection, self._now()), EVERY_TENANT)

    def _get(self, connection: sa.Connection, conversation_id: str, owner: Owner) -> Conversation:
        return sql.require(connection, conversation_id, owner, self._now())

    def _now(self) -> int:
        return micros(self.database.clock.now())

    def _times(self, at: datetime | None = None) -> sql.Times:
        now = micros(at or self.database.clock.now())
        return sql.Times(now, now + self._retention_micros)
