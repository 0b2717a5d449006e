"""The desk: questions wait here for people, and outcomes for the programs that asked.

These are the public names. They need neither SQLAlchemy nor a database driver.
"""

from choice.desk.asking import Asked, Terms
from choice.desk.desk import Desk, new_id
from choice.desk.interaction import (
    Choose,
    Clear,
    Draft,
    DraftStep,
    Interaction,
    InteractionClosed,
    Reset,
    State,
    headline,
    most_urgent_first,
)
from choice.desk.memory import MemoryStore
from choice.desk.people import ANYONE, Asker, Audience, Person
from choice.desk.snapshot import InteractionBody, outcome_snapshot, snapshot
from choice.desk.store import Store, Wanted, WantedRecords
from choice.desk.surface import Surface
from choice.desk.wakeups import LocalWakeups, Wakeups

__all__ = [
    "ANYONE",
    "Asked",
    "Asker",
    "Audience",
    "Choose",
    "Clear",
    "Desk",
    "Draft",
    "DraftStep",
    "Interaction",
    "InteractionBody",
    "InteractionClosed",
    "LocalWakeups",
    "MemoryStore",
    "Person",
    "Reset",
    "State",
    "Store",
    "Surface",
    "Terms",
    "Wakeups",
    "Wanted",
    "WantedRecords",
    "headline",
    "most_urgent_first",
    "new_id",
    "outcome_snapshot",
    "snapshot",
]
