"""Named moments inside the store, for those who must see what happens if the process dies right there."""

from collections.abc import Callable
from typing import Literal

Step = Callable[[Literal["begun", "unit done", "before commit", "committed", "migrated"]], None]
"""Is told each time such a moment is reached, on the thread that reached it."""


def no_step(_name: str) -> None:
    """Do nothing: what a store does with its steps unless somebody looks."""
