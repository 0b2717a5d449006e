"""Which conversation is led in which thread of Slack."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

import sqlalchemy as sa

from choice.clock import micros
from choice.desk.database import EVERY_TENANT, Database
from choice.desk.sql_transaction import Transaction
from choice.slack.schema import threads

STREAM_LASTS = timedelta(minutes=2)
"""So long a process that began to write in a thread is believed to be at it."""
_MICROSECOND = timedelta(microseconds=1)

_c = threads.c


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
            _c.tenant == place.tenant,
            _c.team == place.team,
            _c.channel == place.channel,
            _c.thread_ts == place.thread_ts,
        )
        return await self._one(where, place.tenant)

    async def of(self, conversation_id: str, tenant: str) -> Thread | None:
        """Return where a conversation is led."""
        return await self._one(sa.and_(_c.conversation_id == conversation_id, _c.tenant == tenant), tenant)

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
            exists = sa.select(_c.conversation_id).where(
                _c.tenant == place.tenant,
                _c.team == place.team,
                _c.channel == place.channel,
                _c.thread_ts == place.thread_ts,
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
        where = sa.and_(_c.conversation_id == thread.conversation_id, _c.tenant == thread.place.tenant)

        def unit(tx: Transaction) -> None:
            tx.connection.execute(sa.update(threads).where(where).values(columns))

        await self._database.write(unit, thread.place.tenant)

    async def being_written(self) -> list[Thread]:
        """Return the threads, of whatever tenant, in which a message was being written."""

        def unit(connection: sa.Connection) -> list[Thread]:
            wanted = sa.select(threads).where(_c.stream_ts.is_not(None))
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
