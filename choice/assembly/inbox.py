"""What is open for the person of this machine, as a shell prints it."""

from typing import Any

from choice.assembly.local import local_person
from choice.desk.desk import Desk
from choice.desk.headline import most_urgent_first
from choice.desk.snapshot import snapshot
from choice.terminal.inbox_lines import shown_lines

MOST = 500


async def listed(desk: Desk, columns: int | None) -> dict[str, Any]:
    """Return the interactions, their ids, and a line for each that fits so many columns, if given."""
    now = desk.store.now()
    shown = most_urgent_first(await desk.list(local_person(), most=MOST), now)
    return {
        "interactions": [snapshot(one, now) for one in shown],
        "ids": [one.id for one in shown],
        "lines": shown_lines(shown, now, columns),
    }
