"""Keeps conversations: who may read them, who works on one, and what was said."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypedDict, Unpack

import sqlalchemy as sa

from choice.auth.principal import Principal
from choice.clock import micros, uuid7
from choice.conversations import sql as units
from choice.conversations.models import Conversation, Message, State
from choice.conversations.sql import Beginning, NewConversation, NewMessage, Owner, Times, conversations
from choice.desk.sql.transaction import EVERY_TENANT, Database, Transaction
from choice.errors import StoreBusy
from choice.sources.protocol import Findings, Look
from choice.stream.splitter import Mode

KEPT = timedelta(days=30)
"""How long a conversation is kept after the last message, unless settings say otherwise."""
LONGEST_TITLE = 60
MOST_SAID = 200
"""How many messages are read back, the newest ones."""

logger = logging.getLogger(__name__)


class Taken(NamedTuple):
    """A conversation that somebody works on."""

    conversation: Conversation
    messages: list[Message]
    """What was said before."""
    is_said: bool
    """Whether the new message stands in it already."""
    found: Findings | None = None
    """What matters to the new message, where it was looked for."""


class Place(NamedTuple):
    """Where a thread stands among those of its owner."""

    updated_at: int
    id: str


class Changed(TypedDict, total=False):
    """What may become different about a conversation."""

    mode: Mode
    title: str | None


def title_of(words: str) -> str | None:
    """Return the title that the first words of a conversation give it; commands give none."""
    return None if words.startswith("/") else " ".join(words.split())[:LONGEST_TITLE]


def owner_of(principal: Principal) -> Owner:
    """Return whose conversations a caller may use."""
    return Owner(principal.tenant, principal.user)


class Conversations:
    """The conversations in a database. Every method that takes an id may raise UnknownConversation."""

    def __init__(self, database: Database, kept: timedelta = KEPT) -> None:
        self.database = database
        self._kept = kept
        self._kept_micros = kept // timedelta(microseconds=1)

    async def create(self, owner: Owner, mode: Mode, title: str | None = None) -> Conversation:
        """Start a thread."""
        new = NewConversation(uuid7(), "thread", mode, title)

        def unit(tx: Transaction) -> Conversation:
            units.create(tx.connection, new, owner, self._times())
            return units.require(tx.connection, new.id, owner, self._now())

        return await self.database.write(unit, owner.tenant)

    async def get(self, conversation_id: str, owner: Owner) -> Conversation:
        """Return a conversation."""
        return await self.database.read(
            lambda connection: self._get(connection, conversation_id, owner), owner.tenant
        )

    async def read(self, conversation_id: str, owner: Owner) -> tuple[Conversation, list[Message]]:
        """Return a conversation and what was said in it."""

        def unit(connection: sa.Connection) -> tuple[Conversation, list[Message]]:
            found = self._get(connection, conversation_id, owner)
            return found, units.said(connection, found.id, found.tenant, MOST_SAID)

        return await self.database.read(unit, owner.tenant)

    async def threads(self, owner: Owner, most: int, before: Place | None = None) -> list[Conversation]:
        """Return somebody's threads, the newest first; with a place only those that stand behind it."""
        columns = conversations.c
        wanted = (
            sa.select(conversations)
            .where(columns.tenant == owner.tenant, columns.owner == owner.user, columns.kind == "thread")
            .where(columns.expires_at > self._now())
            .order_by(columns.updated_at.desc(), columns.id)
            .limit(most)
        )
        if before is not None:
            at_once = sa.and_(columns.updated_at == before.updated_at, columns.id > before.id)
            wanted = wanted.where(sa.or_(columns.updated_at < before.updated_at, at_once))

        def unit(connection: sa.Connection) -> list[Conversation]:
            return [units.conversation_of(row) for row in connection.execute(wanted).mappings()]

        return await self.database.read(unit, owner.tenant)

    async def change(self, conversation_id: str, owner: Owner, **given: Unpack[Changed]) -> Conversation:
        """Give a conversation another mode or title; without a title, the next words give it one."""
        changed = {**given, "updated_at": self._now()}

        def unit(tx: Transaction) -> Conversation:
            units.require(tx.connection, conversation_id, owner, self._now())
            where = conversations.c.id == conversation_id
            tx.connection.execute(sa.update(conversations).where(where).values(changed))
            return self._get(tx.connection, conversation_id, owner)

        return await self.database.write(unit, owner.tenant)

    async def delete(self, conversation_id: str, owner: Owner) -> None:
        """Forget a conversation and all that was said in it."""
        await self.database.write(
            lambda tx: units.delete(tx.connection, conversation_id, owner), owner.tenant
        )

    async def take(
        self,
        conversation_id: str,
        owner: Owner,
        lease: str,
        *,
        new: NewConversation | None = None,
        said: NewMessage | None = None,
    ) -> Taken:
        """Begin to work on a conversation, which is made if it is `new`; return what was said so far.

        `said` is put at its end in the same step, if nothing was asked in it that this might answer.

        Raises:
            ConversationBusy: Somebody is at it.
        """
        title = None if said is None else title_of(said.content)

        def unit(tx: Transaction) -> Taken:
            now = self._now()
            found = units.find(tx.connection, conversation_id, owner, now)
            if found is None and new is not None:
                units.create(tx.connection, new, owner, self._times())
            found = found or units.require(tx.connection, conversation_id, owner, now)
            units.take(tx.connection, conversation_id, lease, title, now)
            messages = units.said(tx.connection, conversation_id, owner.tenant, MOST_SAID)
            is_said = said is not None and not any(message.details.cards for message in messages)
            if said is not None and is_said:
                units.say(tx.connection, conversation_id, owner.tenant, said, now)
            return Taken(found._replace(title=found.title or title), messages, is_said)

        return await self.database.write(unit, owner.tenant)

    async def say(self, conversation: Conversation, said: Sequence[NewMessage]) -> None:
        """Put messages at the end of a conversation; when this returns, they are durable."""

        def unit(tx: Transaction) -> None:
            for message in said:
                units.say(tx.connection, conversation.id, conversation.tenant, message, self._now())

        await self.database.write(unit, conversation.tenant)

    async def start(
        self, new: NewConversation, owner: Owner, lease: str, said: NewMessage, look: Look | None = None
    ) -> Taken:
        """Begin a conversation that nobody can know of yet with its first message.

        `look` finds what matters to the message in the same step. Where it fails, nothing is found.
        """
        at = self.database.clock.now()
        new = new._replace(title=new.title or title_of(said.content))
        beginning = Beginning(new, owner, lease, said, self._times(at), look)
        try:
            found = await self.database.write(lambda tx: units.start(tx.connection, beginning), owner.tenant)
        except StoreBusy:
            raise
        except Exception:
            if look is None:
                raise
            # To keep what was said comes first, and it is kept without what cannot be found.
            logger.exception("Nothing could be found")
            without = beginning._replace(look=None)
            found = await self.database.write(lambda tx: units.start(tx.connection, without), owner.tenant)
        whose = (new.id, owner.tenant, owner.user)
        made = Conversation(*whose, new.kind, new.mode, new.title, "idle", at, at, at + self._kept)
        return Taken(made, [], is_said=True, found=found)

    async def release(
        self, conversation: Conversation, lease: str, state: State, said: NewMessage | None = None
    ) -> bool:
        """Say the last message of a turn and stop working on the conversation, in one step.

        Return False, with nothing said, if somebody else has taken it over.
        """
        return await self.database.write(
            lambda tx: units.release(tx.connection, conversation, lease, state, said, self._times()),
            conversation.tenant,
        )

    async def let_go(self, conversation: Conversation, lease: str, state: State) -> None:
        """Stop working on a conversation in which nothing happened."""
        await self.database.write(
            lambda tx: units.let_go(tx.connection, conversation.id, lease, state), conversation.tenant
        )

    async def renew(self, leases: Sequence[str]) -> None:
        """Say that somebody is still at work."""
        await self.database.write(
            lambda tx: units.renew(tx.connection, list(leases), self._now()), EVERY_TENANT
        )

    async def end_leases(self, process: str) -> None:
        """Say that nobody is at work any more for whom a process was, which died."""
        await self.database.write(
            lambda tx: units.end_leases(tx.connection, process, self._now()), EVERY_TENANT
        )

    async def waiting(self) -> list[Conversation]:
        """Return all conversations, of whatever tenant, in which a question was open or nobody is at work."""
        return await self._of_every_tenant(sa.or_(conversations.c.state == "waiting", self._is_left()))

    async def left(self) -> list[Conversation]:
        """Return the conversations, of whatever tenant, whose process stopped saying that it is at work."""
        return await self._of_every_tenant(self._is_left())

    def _is_left(self) -> sa.ColumnElement[bool]:
        columns = conversations.c
        return sa.and_(columns.state == "working", columns.lease_until <= self._now())

    async def _of_every_tenant(self, which: sa.ColumnElement[bool]) -> list[Conversation]:
        wanted = sa.select(conversations).where(which)

        def unit(connection: sa.Connection) -> list[Conversation]:
            return [units.conversation_of(row) for row in connection.execute(wanted).mappings()]

        return await self.database.read(unit, EVERY_TENANT)

    async def purge(self) -> None:
        """Forget what has expired."""
        await self.database.write(lambda tx: units.purge(tx.connection, self._now()), EVERY_TENANT)

    def _get(self, connection: sa.Connection, conversation_id: str, owner: Owner) -> Conversation:
        return units.require(connection, conversation_id, owner, self._now())

    def _now(self) -> int:
        return micros(self.database.clock.now())

    def _times(self, at: datetime | None = None) -> Times:
        now = micros(at or self.database.clock.now())
        return Times(now, now + self._kept_micros)
