"""The desk stores the questions of programs until people answer them, and returns the outcomes.

The public names are loaded on first use. None of them imports SQLAlchemy or a database driver.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from choice.desk.access import may_see
    from choice.desk.asking import Asked, DefaultDuration, Terms, form_of
    from choice.desk.bodies import InteractionBody, outcome_snapshot, snapshot
    from choice.desk.desk import Desk, new_id
    from choice.desk.insights import Insights
    from choice.desk.interaction import (
        DEFAULT_DURATION,
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
    from choice.desk.log import ENDINGS, Broken, Record
    from choice.desk.log_reports import Statistics, all_records, csv_header, csv_lines, json_line, verify_log
    from choice.desk.memory import MemoryStore
    from choice.desk.people import ANYONE, Asker, Audience, Person, Principal
    from choice.desk.store import Store, Wanted, WantedRecords
    from choice.desk.surface import Surface
    from choice.desk.wakeups import DatagramWakeups, LocalWakeups, Wakeups, folder_for

__all__ = [
    "ANYONE",
    "DEFAULT_DURATION",
    "ENDINGS",
    "Asked",
    "Asker",
    "Audience",
    "Broken",
    "Choose",
    "Clear",
    "DatagramWakeups",
    "DefaultDuration",
    "Desk",
    "Draft",
    "DraftStep",
    "Insights",
    "Interaction",
    "InteractionBody",
    "InteractionClosed",
    "LocalWakeups",
    "MemoryStore",
    "Person",
    "Principal",
    "Record",
    "Reset",
    "State",
    "Statistics",
    "Store",
    "Surface",
    "Terms",
    "Wakeups",
    "Wanted",
    "WantedRecords",
    "all_records",
    "csv_header",
    "csv_lines",
    "folder_for",
    "form_of",
    "headline",
    "json_line",
    "may_see",
    "most_urgent_first",
    "new_id",
    "outcome_snapshot",
    "snapshot",
    "verify_log",
]

_OWNERS = {
    "access": ("may_see",),
    "asking": ("Asked", "DefaultDuration", "Terms", "form_of"),
    "desk": ("Desk", "new_id"),
    "interaction": (
        "Choose",
        "Clear",
        "DEFAULT_DURATION",
        "Draft",
        "DraftStep",
        "Interaction",
        "InteractionClosed",
        "Reset",
        "State",
        "headline",
        "most_urgent_first",
    ),
    "log": ("Broken", "ENDINGS", "Record"),
    "insights": ("Insights",),
    "log_reports": ("Statistics", "all_records", "csv_header", "csv_lines", "json_line", "verify_log"),
    "memory": ("MemoryStore",),
    "people": ("ANYONE", "Asker", "Audience", "Person", "Principal"),
    "bodies": ("InteractionBody", "outcome_snapshot", "snapshot"),
    "store": ("Store", "Wanted", "WantedRecords"),
    "surface": ("Surface",),
    "wakeups": ("DatagramWakeups", "LocalWakeups", "Wakeups", "folder_for"),
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
