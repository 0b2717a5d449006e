"""The `Store` protocol and the values it takes and returns."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, Protocol

from choice.desk.interaction import Interaction, State
from choice.desk.log import ChainStart, Kind, Note, Record
from choice.desk.people import Asker
from choice.models import Outcome, TimedOut

MAX_CHANGES = 10_000
"""Maximum number of changes that one call of `news` returns."""

MOST_QUEUED = 1000
"""Default for how many questions of one agent may wait for one person."""


class Change(NamedTuple):
    """A change of an interaction; `seq` numbers all changes of a store without gaps."""

    seq: int
    kind: Kind
    interaction_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A new interaction to store."""

    interaction: Interaction
    """The interaction. The store replaces its times with times of the store's clock."""
    timeout: timedelta
    digest: str
    """Hash of the content. Using an idempotency key again with another digest is a conflict."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The stored interaction. If it existed already, `changes` is empty."""

    interaction: Interaction
    digest: str
    changes: Sequence[Change]


class Decision(NamedTuple):
    """An outcome to commit if the interaction is still open."""

    interaction_id: str
    tenant: str
    outcome: Outcome
    key: str
    """Idempotency key."""
    note: Note
    version: str | None = None
    """Version that the form must have; None accepts any version."""
    text: str | None = None
    """The outcome as JSON, if the caller has encoded it already."""
    on_commit: Callable[[str, Outcome], None] | None = None
    """Called with id and outcome after the commit, before the caller resumes. A store may ignore it."""


class Decided(NamedTuple):
    """The decision was committed."""

    at: datetime
    deadline: datetime
    shown_at: datetime | None
    changes: Sequence[Change]
    outcome: Outcome
    """The outcome with its time and form."""


class Refused(NamedTuple):
    """The decision was rejected. If the interaction was overdue, `changes` contains its time-out."""

    interaction: Interaction | None
    changes: Sequence[Change] = ()


@dataclass(frozen=True, slots=True)
class Altered:
    """An interaction after an alteration. If nothing had to be changed, `changes` is empty."""

    interaction: Interaction
    changes: Sequence[Change]


Alteration = Callable[[Interaction, datetime], tuple[Interaction, Note] | None]
"""Pure function that returns the changed interaction and its log note, or None. It may run repeatedly."""


@dataclass(frozen=True, slots=True)
class Swept:
    """The interactions that a sweep timed out, and all changes it made."""

    ended: Sequence[tuple[str, TimedOut]]
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class News:
    """The changes since the last poll, and what the poller has to do next."""

    changes: Sequence[Change]
    latest: int
    """Number of the last change that `changes` covers."""
    next_deadline: datetime | None
    some_queued: bool
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A query for interactions."""

    tenant: str
    state: State | None = None
    asked_by: Asker | None = None
    """Only interactions of this agent. Its project and conversation must match too unless they are None."""
    unacknowledged: bool = False
    """Only ended interactions that were not acknowledged."""
    key_start: str | None = None
    """Only interactions whose idempotency key has this prefix."""
    most: int = 100
    after: tuple[datetime, str] | None = None
    """Only interactions after this `asked_at` and `id`; for paging."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedRecords:
    """A query for records of the decision log. Without a tenant it covers all tenants."""

    tenant: str | None = None
    after: int = 0
    before: int | None = None
    order: Literal["oldest", "newest"] = "oldest"
    kinds: frozenset[Kind] = frozenset()
    interaction_id: str | None = None
    agent: str | None = None
    words: str | None = None
    """Only records whose question or body contains this text, ignoring case."""
    since: datetime | None = None
    until: datetime | None = None
    most: int = 1000


class Store(Protocol):
    """Stores interactions and the decision log.

    A change is durable when the method that makes it returns. Ids are unique across tenants. An interaction
    is found only with its own tenant. Every method may raise a StoreError. The change may have been committed
    nevertheless; retrying it is safe.
    """

    def now(self) -> datetime:
        """Return the time of the store's clock, to which deadlines are compared."""
        ...

    def open(self, opening: Opening) -> Awaitable[Opened]:
        """Store a new interaction, or queue it if its asker has too many. Idempotent by id and key.

        Raises:
            QueueFull: The interaction would have to be queued, and the queue is full.
        """
        ...

    def decide(self, decision: Decision) -> Awaitable[Decided | Refused]:
        """Commit an outcome if the interaction is open and not overdue and the version matches."""
        ...

    def alter(self, interaction_id: str, tenant: str, alteration: Alteration) -> Awaitable[Altered | None]:
        """Change an interaction; return None if it does not exist. An overdue interaction times out first."""
        ...

    def load(self, interaction_id: str, tenant: str) -> Awaitable[Interaction | None]:
        """Return an interaction, or None if it does not exist."""
        ...

    def load_many(self, interaction_ids: Sequence[str]) -> Awaitable[list[Interaction]]:
        """Return those of the interactions that exist, of all tenants; for internal use."""
        ...

    def outcomes(self, interaction_ids: Sequence[str]) -> Awaitable[list[tuple[str, Outcome]]]:
        """Return the ids and outcomes of ended interactions, of all tenants; for internal use."""
        ...

    def find(self, wanted: Wanted) -> Awaitable[list[Interaction]]:
        """Return the interactions that match a query, oldest first."""
        ...

    def open_ids(self) -> Awaitable[list[str]]:
        """Return the ids of all open interactions, of all tenants; for internal use."""
        ...

    def sweep(self, most: int) -> Awaitable[Swept]:
        """Time out at most this many overdue interactions, and admit queued ones."""
        ...

    def news(self, after: int) -> Awaitable[News]:
        """Return the changes after this number, in order."""
        ...

    def records(self, wanted: WantedRecords) -> Awaitable[list[Record]]:
        """Return the records that match a query."""
        ...

    def chain_start(self) -> Awaitable[ChainStart]:
        """Return the last purged record. Up to this record, the log was deleted."""
        ...

    def purge(self, before: datetime) -> Awaitable[int]:
        """Delete records and ended interactions that are older; return the number of deleted records."""
        ...

    async def close(self) -> None:
        """Finish pending work and release all resources."""
        ...


StepName = Literal["begun", "unit done", "before commit", "committed", "migrated"]
Step = Callable[[StepName], None]
"""A test hook: called when a transaction reaches a step, on the thread that runs it."""
