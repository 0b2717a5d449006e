"""Those who wait for an outcome in this process: one future each, no task."""

import asyncio
from collections.abc import Collection

from choice.answers import Outcome


class Waiters:
    """Futures by the interaction they wait for."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[asyncio.Future[Outcome]]] = {}

    def add(self, interaction_id: str) -> asyncio.Future[Outcome]:
        """Return a future for the outcome of an interaction."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(interaction_id, []).append(future)
        return future

    def remove(self, interaction_id: str, future: asyncio.Future[Outcome]) -> None:
        """Forget a future; it need not be known any more."""
        futures = self._waiting.get(interaction_id)
        if futures is not None and future in futures:
            futures.remove(future)
            if not futures:
                del self._waiting[interaction_id]

    def wake(self, interaction_id: str, outcome: Outcome) -> None:
        """Give everybody who waits for an interaction its outcome."""
        for future in self._waiting.pop(interaction_id, ()):
            if not future.done():
                future.set_result(outcome)

    def __contains__(self, interaction_id: str) -> bool:
        """Tell whether somebody waits for an interaction."""
        return interaction_id in self._waiting

    def among(self, interaction_ids: Collection[str]) -> list[str]:
        """Return those of the interactions that somebody waits for."""
        return [one for one in interaction_ids if one in self._waiting]

    def give_up(self, error: Exception) -> None:
        """Tell everybody that there will be no outcome here."""
        for futures in self._waiting.values():
            for future in futures:
                if not future.done():
                    future.set_exception(error)
        self._waiting.clear()
