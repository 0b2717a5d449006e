"""Tables and repositories of the Slack surface: cards, threads, outbox, homes.

Times are microseconds since 1970 in UTC; structured values are JSON text.
"""

import json
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

import sqlalchemy as sa

from choice.clock import micros
from choice.desk.database import EVERY_TENANT, Database
from choice.desk.interaction import Interaction
from choice.desk.sql_transaction import Transaction

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
    sa.Column("told", sa.Text),
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


CardState = Literal["open", "text", "closed"]
"""Shown with blocks; shown as text, because Slack refused the blocks; nothing more to do."""
_MOST_KNOWN = 4096
_MOST_LATELY = 512

_c = cards.c


@dataclass(frozen=True, slots=True)
class Card:
    """A question of the desk in Slack. Buttons know its handle and nothing else."""

    handle: str
    tenant: str
    interaction_id: str
    team: str
    channel: str
    thread_ts: str | None
    language: str = "en"
    parts: tuple[str, ...] = ()
    """The timestamps of its messages."""
    shown: tuple[str, ...] = ()
    """What each message shows, as a digest."""
    state: CardState = "open"

    @property
    def lane(self) -> str:
        """The name under which what happens there happens in order."""
        return f"{self.team}:{self.channel}:{self.thread_ts or self.handle}"


def new_handle() -> str:
    """Return a name that nobody can guess: 128 bits."""
    return secrets.token_hex(16)


class Cards:
    """The cards in a database; those looked at lately are remembered."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, Card] = {}
        self._lately: dict[str, Interaction] = {}

    def show(self, card: Card, interaction: Interaction) -> None:
        """Remember what a card shows; only while it is open."""
        self._lately.pop(card.handle, None)
        if interaction.outcome is None:
            self._lately[card.handle] = interaction
            if len(self._lately) > _MOST_LATELY:
                self._lately.pop(next(iter(self._lately)))

    def shown_lately(self, card: Card) -> Interaction | None:
        """Return what a card showed a while ago; it may have ended since."""
        return self._lately.get(card.handle)

    async def by_handle(self, handle: str, tenant: str) -> Card | None:
        """Return the card that a button belongs to."""
        known = self._known.get(handle)
        if known is not None and known.tenant == tenant:
            return known
        return await self.fresh(handle, tenant)

    async def fresh(self, handle: str, tenant: str) -> Card | None:
        """Return a card as it is in the database."""
        found = await self._some(sa.and_(_c.handle == handle, _c.tenant == tenant), tenant)
        return self._remember(found[0]) if found else None

    async def of(self, interaction_id: str, tenant: str) -> Card | None:
        """Return the card of an interaction."""
        found = await self._some(sa.and_(_c.interaction_id == interaction_id, _c.tenant == tenant), tenant)
        return self._remember(found[0]) if found else None

    async def in_thread(self, tenant: str, team: str, channel: str, thread_ts: str | None) -> list[Card]:
        """Return the cards of a thread that are not closed, the newest first; of a channel without one."""
        where = sa.and_(_c.tenant == tenant, _c.team == team, _c.channel == channel, _c.state != "closed")
        if thread_ts is not None:
            where = sa.and_(where, _c.thread_ts == thread_ts)
        return await self._some(where, tenant)

    async def still_open(self) -> list[Card]:
        """Return all cards, of whatever tenant, that are not closed."""

        def unit(connection: sa.Connection) -> list[Card]:
            wanted = sa.select(cards).where(_c.state != "closed")
            return [_card(row) for row in connection.execute(wanted).mappings()]

        return await self._database.read(unit, EVERY_TENANT)

    async def keep(self, card: Card) -> Card:
        """Keep a new card, unless the interaction has one; return the one that stands."""

        def unit(tx: Transaction) -> None:
            exists = sa.select(_c.handle).where(
                _c.tenant == card.tenant, _c.interaction_id == card.interaction_id
            )
            if tx.connection.execute(exists).first() is None:
                tx.connection.execute(sa.insert(cards).values(_values(card, self._now())))

        with suppress(sa.exc.IntegrityError):  # Another process was faster by a moment.
            await self._database.write(unit, card.tenant)
        return await self.of(card.interaction_id, card.tenant) or card

    async def save(self, card: Card) -> Card:
        """Keep what a card has become."""
        changed = {name: value for name, value in _values(card, 0).items() if name != "created_at"}

        def unit(tx: Transaction) -> None:
            where = sa.and_(_c.handle == card.handle, _c.tenant == card.tenant)
            tx.connection.execute(sa.update(cards).where(where).values(changed))

        await self._database.write(unit, card.tenant)
        return self._remember(card)

    async def forget_team(self, tenant: str, team: str) -> None:
        """Say of all cards of a workspace that nothing more is to be done."""

        def unit(tx: Transaction) -> None:
            where = sa.and_(_c.tenant == tenant, _c.team == team)
            tx.connection.execute(sa.update(cards).where(where).values(state="closed"))

        await self._database.write(unit, tenant)
        self._known = {name: card for name, card in self._known.items() if card.team != team}

    async def _some(self, where: sa.ColumnElement[bool], tenant: str) -> list[Card]:
        def unit(connection: sa.Connection) -> list[Card]:
            wanted = sa.select(cards).where(where).order_by(_c.created_at.desc(), _c.handle)
            return [_card(row) for row in connection.execute(wanted).mappings()]

        return await self._database.read(unit, tenant)

    def _remember(self, card: Card) -> Card:
        if len(self._known) >= _MOST_KNOWN:
            self._known.pop(next(iter(self._known)))
        self._known[card.handle] = card
        return card

    def _now(self) -> int:
        return micros(self._database.clock.now())


def with_part(card: Card, number: int, ts: str, digest: str) -> Card:
    """Return a card with one of its messages posted or changed."""
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


STREAM_LASTS = timedelta(minutes=2)
"""So long a process that began to write in a thread is believed to be at it."""
_MICROSECOND = timedelta(microseconds=1)

_t = threads.c


@dataclass(frozen=True, slots=True)
class Place:
    """A thread of a channel of a workspace, and whose tenant the workspace is."""

    tenant: str
    team: str
    channel: str
    thread_ts: str

    @property
    def lane(self) -> str:
        """The name under which what happens there happens in order."""
        return f"{self.team}:{self.channel}:{self.thread_ts}"

    @property
    def is_private(self) -> bool:
        """Whether it is a direct message: only one person reads it."""
        return self.channel.startswith("D")


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation in Slack."""

    conversation_id: str
    place: Place
    owner: str
    """Who began it."""
    told: str | None = None
    """The last message of the model that stands there."""
    stream_ts: str | None = None
    """The message that is being written, if one is."""
    stream_at: int = 0
    """When that began, in microseconds since 1970."""


class Threads:
    """The threads in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def at(self, place: Place) -> Thread | None:
        """Return the conversation of a thread."""
        where = sa.and_(
            _t.tenant == place.tenant,
            _t.team == place.team,
            _t.channel == place.channel,
            _t.thread_ts == place.thread_ts,
        )
        return await self._one(where, place.tenant)

    async def of(self, conversation_id: str, tenant: str) -> Thread | None:
        """Return where a conversation is led."""
        return await self._one(sa.and_(_t.conversation_id == conversation_id, _t.tenant == tenant), tenant)

    async def keep(self, thread: Thread) -> Thread:
        """Keep a thread, unless there is a conversation already; return the one that stands."""
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

        with suppress(sa.exc.IntegrityError):  # Another process was faster by a moment.
            await self._database.write(unit, place.tenant)
        return await self.at(place) or thread

    async def told(self, thread: Thread, message_id: str) -> None:
        """Keep how far the model's words have been told."""
        await self._note(thread, {"told": message_id})

    async def writing(self, thread: Thread, ts: str | None) -> None:
        """Keep which message is being written, if one is."""
        at = None if ts is None else micros(self._database.clock.now())
        await self._note(thread, {"stream_ts": ts, "stream_at": at})

    def is_being_written(self, thread: Thread) -> bool:
        """Tell whether some process may still be writing in a thread."""
        now = micros(self._database.clock.now())
        return thread.stream_ts is not None and now - thread.stream_at < STREAM_LASTS // _MICROSECOND

    async def _note(self, thread: Thread, columns: dict[str, str | int | None]) -> None:
        where = sa.and_(_t.conversation_id == thread.conversation_id, _t.tenant == thread.place.tenant)

        def unit(tx: Transaction) -> None:
            tx.connection.execute(sa.update(threads).where(where).values(columns))

        await self._database.write(unit, thread.place.tenant)

    async def being_written(self) -> list[Thread]:
        """Return the threads, of whatever tenant, in which a message was being written."""

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
    place = Place(row["tenant"], row["team"], row["channel"], row["thread_ts"])
    writing = (row["told"], row["stream_ts"], row["stream_at"] or 0)
    return Thread(row["conversation_id"], place, row["owner"], *writing)
