"""The seam for hints that something changed, and the way to give them inside one process."""

from collections.abc import Callable, Sequence
from typing import Protocol

from choice.answers import Outcome

Hint = Callable[[], None]
"""Is called on the loop when something may have changed."""
Ended = Callable[[str], None]
"""Is called on the loop with the id of an interaction that may have ended."""


def not_told(_interaction_id: str) -> None:
    """Do nothing: for those to whom it does not matter which interaction has ended."""


class Wakeups(Protocol):
    """Carries hints between the desks of one store. A hint may be lost or doubled: the store is the truth."""

    async def start(self, hint: Hint, ended: Ended = not_told) -> None:
        """Call `hint` whenever another desk tells of a change; before that `ended`, if it says what ended."""
        ...

    def tell(self) -> None:
        """Tell the other desks that something was committed. Never waits, never fails."""
        ...

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]] | None:
        """Read, where hints are heard, how interactions ended; None where only the store can say."""
        ...

    async def close(self) -> None:
        """Stop listening."""
        ...


class LocalWakeups:
    """Hints between desks of one process; give the same `board` to all of them."""

    def __init__(self, board: set[Hint] | None = None) -> None:
        self._board = set() if board is None else board
        self._mine: Hint | None = None

    async def start(self, hint: Hint, ended: Ended = not_told) -> None:  # noqa: ARG002 - nobody says it here
        """Listen on the board."""
        self._mine = hint
        self._board.add(hint)

    def tell(self) -> None:
        """Call the others on the board."""
        for hint in self._board:
            if hint is not self._mine:
                hint()

    async def outcomes(self, interaction_ids: Sequence[str]) -> None:
        """Leave it to the store."""

    async def close(self) -> None:
        """Leave the board."""
        if self._mine is not None:
            self._board.discard(self._mine)
