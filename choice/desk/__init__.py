"""The desk: questions wait here for people, and outcomes for the programs that asked.

These are the public names. Each is loaded on first use and needs neither SQLAlchemy nor a database driver.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_OWNERS = {
    "asking": ("Asked", "Terms"),
    "desk": ("Desk", "new_id"),
    "interaction": (
        "Choose",
        "Clear",
        "Draft",
        "DraftStep",
        "Interaction",
        "InteractionClosed",
        "Reset",
        "State",
        "headline",
        "most_urgent_first",
    ),
    "memory": ("MemoryStore",),
    "people": ("ANYONE", "Asker", "Audience", "Person"),
    "snapshot": ("InteractionBody", "outcome_snapshot", "snapshot"),
    "store": ("Store", "Wanted", "WantedRecords"),
    "surface": ("Surface",),
    "wakeups": ("LocalWakeups", "Wakeups"),
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that owns it."""
    owner = next((module for module, names in _OWNERS.items() if name in names), None)
    if owner is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value = getattr(__import__(f"{__name__}.{owner}", fromlist=(name,)), name)
    globals()[name] = value
    return value
