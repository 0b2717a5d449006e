"""Database tables of the Slack surface, and repositories of cards and threads.

Times are stored as microseconds since 1970 in UTC, and structured values as JSON.
"""

import json
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

import sqlalchemy as sa

from choice.clock import micros
from choice.desk import Interaction
from choice.desk.sql.transaction import EVERY_TENANT, Database, Transaction

metadata = sa.MetaData()

threads = sa.Table(
    "slack_threads",
    metadata,
    sa.Column("conversation_id", sa.Text, primary_key=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("team", sa.Text, nullable=False),
    sa.Column("channel", sa.Text, nullable=False),
    sa.Column("thread_ts", sa.Text, nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("delivered", sa.Text),
    sa.Column("stream_ts", sa.Text),
    sa.Column("stream_at", sa.BigInteger),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)

cards = sa.Table(
    "slack_cards",
    metadata,
    sa.Column("handle", sa.Text, primary_key=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("interaction_id", sa.Text, nullable=False),
    sa.Column("team", sa.Text, nullable=False),
    sa.Column("channel", sa.Text, nullable=False),
    sa.Column("thread_ts", sa.Text),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("parts", sa.Text, nullable=False),
    sa.Column("shown", sa.Text),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)

outbox = sa.Table(
    "slack_outbox",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("team", sa.Text, nullable=False),
    sa.Column("lane", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("due_at", sa.BigInteger, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("lease", sa.Text),
    sa.Column("lease_until", sa.BigInteger, nullable=False),
)

seen = sa.Table(
    "slack_seen",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
)

homes = sa.Table(
    "slack_homes",
    metadata,
    sa.Column("team", sa.Text, primary_key=True),
    sa.Column("user", sa.Text, primary_key=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
)


CardState = Literal["open", "queued", "text", "closed"]
"""`open`: shown with blocks. `queued`: only announced, because too many questions are open.
`text`: shown as plain text. `closed`: no longer updated.
"""
_MAX_CACHED = 4096
_MAX_RECENT = 512

_c = cards.c


@dataclass(frozen=True, slots=True)
class Card:
    """An interaction shown in Slack. Its buttons carry only the handle."""

    handle: str
    tenant: str
    interaction_id: str
    team: str
    channel: str
    thread_ts: str | None
    language: str = "en"
    parts: tuple[str, ...] = ()
    """Timestamps of its messages."""
    shown: tuple[str, ...] = ()
    """Digest of the content of each message."""
    state: CardState = "open"

    @property
    def lane(self) -> str:
        """Lane in the outbox. Jobs of one thread run in order."""
        return f"{self.team}:{self.channel}:{self.thread_ts or self.handle}"


def new_handle() -> str:
    """Return an unguessable handle of 128 bits."""
    return secrets.token_hex(16)


class Cards:
    """Repository of cards, with a cache."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cache: dict[str, Card] = {}
        self._recent: dict[str, Interaction] = {}

    def cache_shown(self, card: Card, interaction: Interaction) -> None:
        """Cache the interaction that an open card shows."""
        self._recent.pop(card.handle, None)
        if interaction.outcome is None:
            self._recent[card.handle] = interaction
            if len(self._recent) > _MAX_RECENT:
                self._recent.pop(next(iter(self._recent)))

    def recently_shown(self, card: Card) -> Interaction | None:
        """Return the cached interaction of a card. It may be outdated."""
        return self._recent.get(card.handle)

    async def by_handle(self, handle: str, tenant: str) -> Card | None:
        """Return the card that a button belongs to."""
        known = self._cache.get(handle)
        if known is not None and known.tenant == tenant:
            return known
        return await self.reload(handle, tenant)

    async def reload(self, handle: str, tenant: str) -> Card | None:
        """Read a card from the database, bypassing the cache."""
        found = await self._some(sa.and_(_c.handle == handle, _c.tenant == tenant), tenant)
        return self._remember(found[0]) if found else None

    async def of(self, interaction_id: str, tenant: str) -> Card | None:
        """Return the card of an interaction."""
        found = await self._some(sa.and_(_c.interaction_id == interaction_id, _c.tenant == tenant), tenant)
        return self._remember(found[0]) if found else None

    async def in_thread(self, tenant: str, team: str, channel: str, thread_ts: str | None) -> list[Card]:
        """Return the open cards of a thread, newest first. Without a thread, return those of the channel."""
        where = sa.and_(_c.tenant == tenant, _c.team == team, _c.channel == channel, _c.state != "closed")
        if thread_ts is not None:
            where = sa.and_(where, _c.thread_ts == thread_ts)
        return await self._some(where, tenant)

    async def all_open(self) -> list[Card]:
        """Return the open cards of all tenants."""

        def unit(connection: sa.Connection) -> list[Card]:
            wanted = sa.select(cards).where(_c.state != "closed")
            return [_card(row) for row in connection.execute(wanted).mappings()]

        return await self._database.read(unit, EVERY_TENANT)

    async def add(self, card: Card) -> Card:
        """Insert a card, unless the interaction already has one. Return the stored card."""

        def unit(tx: Transaction) -> None:
            exists = sa.select(_c.handle).where(
                _c.tenant == card.tenant, _c.interaction_id == card.interaction_id
            )
            if tx.connection.execute(exists).first() is None:
                tx.connection.execute(sa.insert(cards).values(_values(card, self._now())))

        with suppress(sa.exc.IntegrityError):  # Another process inserted it first.
            await self._database.write(unit, card.tenant)
        return await self.of(card.interaction_id, card.tenant) or card

    async def save(self, card: Card) -> Card:
        """Update a card."""
        changed = {name: value for name, value in _values(card, 0).items() if name != "created_at"}

        def unit(tx: Transaction) -> None:
            where = sa.and_(_c.handle == card.handle, _c.tenant == card.tenant)
            tx.connection.execute(sa.update(cards).where(where).values(changed))

        await self._database.write(unit, card.tenant)
        return self._remember(card)

    async def delete_team(self, tenant: str, team: str) -> None:
        """Close all cards of a workspace."""

        def unit(tx: Transaction) -> None:
            where = sa.and_(_c.tenant == tenant, _c.team == team)
            tx.connection.execute(sa.update(cards).where(where).values(state="closed"))

        await self._database.write(unit, tenant)
        self._cache = {name: card for name, card in self._cache.items() if card.team != team}

    async def _some(self, where: sa.ColumnElement[bool], tenant: str) -> list[Card]:
        def unit(connection: sa.Connection) -> list[Card]:
            wanted = sa.select(cards).where(where).order_by(_c.created_at.desc(), _c.handle)
            return [_card(row) for row in connection.execute(wanted).mappings()]

        return await self._database.read(unit, tenant)

    def _remember(self, card: Card) -> Card:
        if len(self._cache) >= _MAX_CACHED:
            self._cache.pop(next(iter(self._cache)))
        self._cache[card.handle] = card
        return card

    def _now(self) -> int:
        return micros(self._database.clock.now())


def with_message(card: Card, number: int, ts: str, digest: str) -> Card:
    """Return a copy of the card with the timestamp and digest of one message replaced."""
    parts, shown = list(card.parts), list(card.shown)
    parts[number : number + 1] = [ts]
    shown[number : number + 1] = [digest]
    return replace(card, parts=tuple(parts), shown=tuple(shown))


def _values(card: Card, now: int) -> dict[str, object]:
    return {
        "handle": card.handle,
        "tenant": card.tenant,
        "interaction_id": card.interaction_id,
        "team": card.team,
        "channel": card.channel,
        "thread_ts": card.thread_ts,
        "language": card.language,
        "parts": json.dumps(card.parts),
        "shown": json.dumps(card.shown),
        "state": card.state,
        "created_at": now,
    }


def _card(row: sa.RowMapping) -> Card:
    return Card(
        handle=row["handle"],
        tenant=row["tenant"],
        interaction_id=row["interaction_id"],
        team=row["team"],
        channel=row["channel"],
        thread_ts=row["thread_ts"],
        language=row["language"],
        parts=tuple(json.loads(row["parts"])),
        shown=tuple(json.loads(row["shown"] or "[]")),
        state=row["state"],
    )


STREAM_LEASE = timedelta(minutes=2)
"""How long a process may stream into a thread before other processes assume that it crashed."""
_MICROSECOND = timedelta(microseconds=1)

_t = threads.c


@dataclass(frozen=True, slots=True)
class ThreadRef:
    """Identifies a thread: tenant, workspace, channel, timestamp."""

    tenant: str
    team: str
    channel: str
    thread_ts: str

    @property
    def lane(self) -> str:
        """Lane in the outbox. Jobs of one thread run in order."""
        return f"{self.team}:{self.channel}:{self.thread_ts}"

    @property
    def is_private(self) -> bool:
        """Whether the thread is in a direct message."""
        return self.channel.startswith("D")


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation with the model in a Slack thread."""

    conversation_id: str
    place: ThreadRef
    owner: str
    """The user who started the conversation."""
    delivered: str | None = None
    """Id of the last model message posted to the thread."""
    stream_ts: str | None = None
    """Timestamp of the message being streamed, if any."""
    stream_at: int = 0
    """When the stream started, in microseconds since 1970."""


class Threads:
    """Repository of threads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def at(self, place: ThreadRef) -> Thread | None:
        """Return the thread with this reference, or None."""
        where = sa.and_(
            _t.tenant == place.tenant,
            _t.team == place.team,
            _t.channel == place.channel,
            _t.thread_ts == place.thread_ts,
        )
        return await self._one(where, place.tenant)

    async def of(self, conversation_id: str, tenant: str) -> Thread | None:
        """Return the thread of a conversation, or None."""
        return await self._one(sa.and_(_t.conversation_id == conversation_id, _t.tenant == tenant), tenant)

    async def add(self, thread: Thread) -> Thread:
        """Insert a thread, unless it already exists. Return the stored thread."""
        place = thread.place
        values = {
            "conversation_id": thread.conversation_id,
            "tenant": place.tenant,
            "team": place.team,
            "channel": place.channel,
            "thread_ts": place.thread_ts,
            "owner": thread.owner,
            "created_at": micros(self._database.clock.now()),
        }

        def unit(tx: Transaction) -> None:
            exists = sa.select(_t.conversation_id).where(
                _t.tenant == place.tenant,
                _t.team == place.team,
                _t.channel == place.channel,
                _t.thread_ts == place.thread_ts,
            )
            if tx.connection.execute(exists).first() is None:
                tx.connection.execute(sa.insert(threads).values(values))

        with suppress(sa.exc.IntegrityError):  # Another process inserted it first.
            await self._database.write(unit, place.tenant)
        return await self.at(place) or thread

    async def save_delivered(self, thread: Thread, message_id: str) -> None:
        """Save the id of the last model message posted."""
        await self._update(thread, {"delivered": message_id})

    async def save_stream(self, thread: Thread, ts: str | None) -> None:
        """Save the timestamp of the message being streamed, or None when the stream has ended."""
        at = None if ts is None else micros(self._database.clock.now())
        await self._update(thread, {"stream_ts": ts, "stream_at": at})

    def is_streaming(self, thread: Thread) -> bool:
        """Return whether a process is streaming into this thread, and its lease has not expired."""
        now = micros(self._database.clock.now())
        return thread.stream_ts is not None and now - thread.stream_at < STREAM_LEASE // _MICROSECOND

    async def _update(self, thread: Thread, columns: dict[str, str | int | None]) -> None:
        where = sa.and_(_t.conversation_id == thread.conversation_id, _t.tenant == thread.place.tenant)

        def unit(tx: Transaction) -> None:
            tx.connection.execute(sa.update(threads).where(where).values(columns))

        await self._database.write(unit, thread.place.tenant)

    async def streaming_threads(self) -> list[Thread]:
        """Return the threads of all tenants with an unfinished stream."""

        def unit(connection: sa.Connection) -> list[Thread]:
            wanted = sa.select(threads).where(_t.stream_ts.is_not(None))
            return [_thread(row) for row in connection.execute(wanted).mappings()]

        return await self._database.read(unit, EVERY_TENANT)

    async def _one(self, where: sa.ColumnElement[bool], tenant: str) -> Thread | None:
        def unit(connection: sa.Connection) -> Thread | None:
            row = connection.execute(sa.select(threads).where(where)).mappings().first()
            return None if row is None else _thread(row)

        return await self._database.read(unit, tenant)


def _thread(row: sa.RowMapping) -> Thread:
    place = ThreadRef(row["tenant"], row["team"], row["channel"], row["thread_ts"])
    writing = (row["delivered"], row["stream_ts"], row["stream_at"] or 0)
    return Thread(row["conversation_id"], place, row["owner"], *writing)
