"""The seam to what keeps interactions: the Store, and the values that go in and come out."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, Protocol

from choice.answers import Outcome, TimedOut
from choice.desk.interaction import Interaction, State
from choice.desk.log import ChainStart, Kind, Note, Record
from choice.desk.people import Asker

MOST_NEWS = 10_000
"""How many changes are told at once; the next are told when asked again."""


class Change(NamedTuple):
    """Something happened to an interaction; `seq` counts all changes of a store without a gap."""

    seq: int
    kind: Kind
    interaction_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A new interaction, and what else is needed to put it on the desk."""

    interaction: Interaction
    """As asked; its times are set by the store's clock."""
    timeout: timedelta
    digest: str
    """Names the content, to tell a repeated asking from another one under the same key."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An interaction on the desk. Nothing changed if it was there already."""

    interaction: Interaction
    digest: str
    changes: Sequence[Change]


class Decision(NamedTuple):
    """An outcome that somebody wants an interaction to have."""

    interaction_id: str
    tenant: str
    outcome: Outcome
    key: str
    note: Note
    version: str | None = None
    """The content that was decided on, if that matters."""
    text: str | None = None
    """The outcome as it is to be kept, if somebody has written it already."""
    told: Callable[[str, Outcome], None] | None = None
    """Is told the id and the outcome once it stands, before who decides goes on; a store may leave it out."""


class Decided(NamedTuple):
    """The decision stands."""

    at: datetime
    deadline: datetime
    shown_at: datetime | None
    changes: Sequence[Change]
    outcome: Outcome
    """As it was decided, with its time."""


class Refused(NamedTuple):
    """The decision changed nothing; the interaction is as it was, or has timed out just now."""

    interaction: Interaction | None
    changes: Sequence[Change] = ()


@dataclass(frozen=True, slots=True)
class Altered:
    """An interaction after a change that did not end it. Without changes it was left as it is."""

    interaction: Interaction
    changes: Sequence[Change]


Alteration = Callable[[Interaction, datetime], tuple[Interaction, Note] | None]
"""Says what an interaction becomes and what is recorded; None leaves it alone. Pure: it may be run twice."""


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep did: the interactions that timed out, and all that changed."""

    ended: Sequence[tuple[str, TimedOut]]
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class News:
    """What a store has to say: what happened, and what is to be done when."""

    changes: Sequence[Change]
    latest: int
    """The number of the last change there is."""
    next_deadline: datetime | None
    some_queued: bool
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which interactions a list is of."""

    tenant: str
    state: State | None = None
    asked_by: Asker | None = None
    """Only this agent's; and only of its project and conversation, where it names them."""
    unacknowledged: bool = False
    """Only ended ones whose asker has not said that the outcome arrived."""
    key_start: str | None = None
    """Only those that were asked under a key which starts so."""
    most: int = 100
    after: tuple[datetime, str] | None = None
    """Only those asked after this one: its `asked_at` and `id`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedRecords:
    """Which records of the log are wanted. Without a tenant: of all tenants."""

    tenant: str | None = None
    after: int = 0
    before: int | None = None
    order: Literal["oldest", "newest"] = "oldest"
    """Which come first."""
    kinds: frozenset[Kind] = frozenset()
    interaction_id: str | None = None
    agent: str | None = None
    words: str | None = None
    """Only records of what was asked with these words, or where somebody said them, whatever their case."""
    since: datetime | None = None
    until: datetime | None = None
    most: int = 1000


class Store(Protocol):
    """Keeps interactions and the log of what happened to them.

    Whatever is returned from a change is durable. An id is unique over all tenants; an interaction is found
    only under its own tenant. Every method may raise a StoreError; then nothing is known to have happened,
    and doing the same again settles it.
    """

    def now(self) -> datetime:
        """Return the moment it is on the store's clock, which alone decides deadlines."""
        ...

    async def open(self, opening: Opening) -> Opened:
        """Keep a new interaction, queued if its asker has too many open; one id or key is kept once."""
        ...

    def decide(self, decision: Decision) -> Awaitable[Decided | Refused]:
        """Give an interaction its outcome: if it is open, of that version, and in time by its clock."""
        ...

    async def alter(self, interaction_id: str, tenant: str, alteration: Alteration) -> Altered | None:
        """Change an interaction; None if there is none. One that is overdue times out first."""
        ...

    async def load(self, interaction_id: str, tenant: str) -> Interaction | None:
        """Return the interaction kept under an id, or None."""
        ...

    async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of the interactions that exist, of whatever tenant: for the desk, not for callers."""
        ...

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
        """Return those of the interactions that have ended, and how: for the desk, as `load_many`."""
        ...

    async def find(self, wanted: Wanted) -> list[Interaction]:
        """Return interactions, the oldest first."""
        ...

    async def open_ids(self) -> list[str]:
        """Return the ids of all open interactions, of whatever tenant: for the desk, not for callers."""
        ...

    async def sweep(self, most: int) -> Swept:
        """End what is overdue, at most so many at once; open what is queued and may be."""
        ...

    async def news(self, after: int) -> News:
        """Return what happened after a change, in order."""
        ...

    async def records(self, wanted: WantedRecords) -> list[Record]:
        """Return records of the decision log."""
        ...

    async def chain_start(self) -> ChainStart:
        """Return where the kept part of the log starts."""
        ...

    async def purge(self, before: datetime) -> int:
        """Forget what ended before a moment, and all records from before it; return how many those were."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        ...


Step = Callable[[Literal["begun", "unit done", "before commit", "committed", "migrated"]], None]
"""Is told each time such a moment is reached, on the thread that reached it."""


def no_step(_name: str) -> None:
    """Do nothing: what a store does with its steps unless somebody looks."""
