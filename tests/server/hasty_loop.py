"""A loop on which time passes at once."""

import asyncio
import selectors

from typing_extensions import override


class Waiting(selectors.SelectSelector):
    """Does not wait for timers: while no socket is ready, the time is added to a clock instead."""

    waited = 0.0

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0 if timeout is not None else None)
        if not ready:
            self.waited += timeout or 0.0
        return ready


class HastyLoop(asyncio.SelectorEventLoop):
    """Waits for timers by setting its own clock."""

    def __init__(self) -> None:
        self._passing = Waiting()
        super().__init__(self._passing)

    @override
    def time(self) -> float:
        return self._passing.waited
