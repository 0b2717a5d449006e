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
"""Maximum number of changes that `news` returns at once."""


class Change(NamedTuple):
    """A change of an interaction; `seq` numbers all changes of a store without gaps."""

    seq: int
    kind: Kind
    interaction_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A new interaction to store."""

    interaction: Interaction
    """Its times are replaced by times of the store's clock."""
    timeout: timedelta
    digest: str
    """Hash of the content. Another digest under the same idempotency key is a conflict."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The stored interaction. `changes` is empty if it existed already."""

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
    """Version of the form that the outcome is for; None accepts any."""
    text: str | None = None
    """The outcome as JSON, if the caller has encoded it already."""
    on_commit: Callable[[str, Outcome], None] | None = None
    """Called with the id and outcome after the commit, before the caller resumes. A store may ignore it."""


class Decided(NamedTuple):
    """The decision was committed."""

    at: datetime
    deadline: datetime
    shown_at: datetime | None
    changes: Sequence[Change]
    outcome: Outcome
    """The outcome with its time and form."""


class Refused(NamedTuple):
    """The decision was rejected. `changes` has the time-out if the interaction was overdue."""

    interaction: Interaction | None
    changes: Sequence[Change] = ()


@dataclass(frozen=True, slots=True)
class Altered:
    """An interaction after an alteration; `changes` is empty if there was nothing to change."""

    interaction: Interaction
    changes: Sequence[Change]


Alteration = Callable[[Interaction, datetime], tuple[Interaction, Note] | None]
"""Returns the changed interaction and its log note, or None for no change. Pure, as it may be retried."""


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
    """Only interactions of this agent, and of its project and conversation if given."""
    unacknowledged: bool = False
    """Only interactions that have ended and were not acknowledged."""
    key_start: str | None = None
    """Only interactions whose idempotency key has this prefix."""
    most: int = 100
    after: tuple[datetime, str] | None = None
    """Only interactions after this `asked_at` and `id`; for paging."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedRecords:
    """A query for records of the decision log. Without a tenant, for all tenants."""

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

    A change is durable when its method returns. Ids are unique across tenants; an interaction is found only
    under its own tenant. Every method may raise a StoreError; then the change may or may not have been
    committed, and the caller can safely retry it.
    """

    def now(self) -> datetime:
        """Return the time of the store's clock, which decides deadlines."""
        ...

    def open(self, opening: Opening) -> Awaitable[Opened]:
        """Store a new interaction, queued if its asker has too many open ones. Idempotent by id and key."""
        ...

    def decide(self, decision: Decision) -> Awaitable[Decided | Refused]:
        """Give an interaction its outcome if it is open, has that version, and is not overdue."""
        ...

    def alter(self, interaction_id: str, tenant: str, alteration: Alteration) -> Awaitable[Altered | None]:
        """Change an interaction; return None if it does not exist. An overdue one times out first."""
        ...

    def load(self, interaction_id: str, tenant: str) -> Awaitable[Interaction | None]:
        """Return an interaction, or None if it does not exist."""
        ...

    def load_many(self, interaction_ids: Sequence[str]) -> Awaitable[list[Interaction]]:
        """Return the interactions that exist, of all tenants; for internal use."""
        ...

    def outcomes(self, interaction_ids: Sequence[str]) -> Awaitable[list[tuple[str, Outcome]]]:
        """Return the ids and outcomes of those that have ended, of all tenants; for internal use."""
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
        """Return the last purged record, before which the log is gone."""
        ...

    def purge(self, before: datetime) -> Awaitable[int]:
        """Delete records and ended interactions from before a time; return the number of records."""
        ...

    async def close(self) -> None:
        """Finish pending work and release all resources."""
        ...


StepName = Literal["begun", "unit done", "before commit", "committed", "migrated"]
Step = Callable[[StepName], None]
"""A test hook: called when a transaction reaches a step, on the thread that runs it."""
