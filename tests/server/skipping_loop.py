"""Event loop whose clock skips idle time, for tests of timers."""

import asyncio
import selectors

from typing_extensions import override


class SkippingSelector(selectors.SelectSelector):
    """Selector that adds a timeout to its clock instead of waiting for it."""

    waited = 0.0
    patience = 0.0
    """Real seconds to wait for sockets and threads before time is skipped."""

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(min(timeout, self.patience) if timeout is not None else None)
        if not ready:
            self.waited += timeout or 0.0
        return ready


class SkippingLoop(asyncio.SelectorEventLoop):
    """Event loop that advances its own clock to the next timer."""

    def __init__(self, patience: float = 0.0) -> None:
        self._skipping = SkippingSelector()
        self._skipping.patience = patience
        super().__init__(self._skipping)

    @override
    def time(self) -> float:
        return self._skipping.waited
