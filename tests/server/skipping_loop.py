"""Event loop whose clock skips idle time, for tests of timers."""

import asyncio
import selectors

from typing_extensions import override


class SkippingSelector(selectors.SelectSelector):
    """Selector that adds a timeout to its clock instead of waiting for it."""

    waited = 0.0

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0 if timeout is not None else None)
        if not ready:
            self.waited += timeout or 0.0
        return ready


class SkippingLoop(asyncio.SelectorEventLoop):
    """Event loop that advances its own clock to the next timer."""

    def __init__(self) -> None:
        self._skipping = SkippingSelector()
        super().__init__(self._skipping)

    @override
    def time(self) -> float:
        return self._skipping.waited
