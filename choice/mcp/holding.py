"""A call that is held until somebody answers: with signs of life, on every way at once."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import anyio

from choice.answers import Outcome
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction

BEAT_SECONDS = 5.0
"""So often the client hears that the question still waits."""

Report = Callable[[float, float, str], Awaitable[None]]
"""Tells the client how far it is, of how much, and in words."""


@dataclass(frozen=True, slots=True)
class Holding:
    """Waits for one interaction. Whatever happens to the call, the question stays open."""

    desk: Desk
    interaction: Interaction
    report: Report
    where: Callable[[], Awaitable[str]]
    """Says where the person can answer by now."""

    async def outcome(self, seconds: float, *beside: Coroutine[Any, Any, None]) -> Outcome | None:
        """Return the outcome, or None if there is none after so many seconds; `beside` runs meanwhile."""
        loop = asyncio.get_running_loop()
        asked = self.interaction
        others = [loop.create_task(self._beat()), *map(loop.create_task, beside)]
        try:
            # No task of its own: every step of the loop between an answer and its asker counts.
            async with asyncio.timeout(seconds):
                outcome = await self.desk.wait(asked, asked_by=asked.asked_by)
        except TimeoutError:
            await _end(others)
            return None
        except BaseException:
            # The call may have been cancelled: what was started must end all the same.
            with anyio.CancelScope(shield=True):
                await _end(others)
            raise
        ending = _end(others)
        if any(not task.done() for task in others[1:]):
            # A window that is still open is closed before the answer goes, as long as the client hears us.
            await ending
        # The sign of life ends by itself; the answer does not wait for that.
        return outcome

    async def _beat(self) -> None:
        store, now = self.desk.store, self.interaction
        while True:
            left = now.remaining(store.now()).total_seconds()
            gone = (store.now() - now.asked_at).total_seconds()
            minutes, seconds = divmod(int(left), 60)
            waiting = (
                "Waiting in the queue, behind other questions" if now.queued else "Waiting for an answer"
            )
            words = f"{waiting}, {minutes}:{seconds:02} left. {await self.where()}"
            await self.report(gone, gone + left, words)
            await asyncio.sleep(BEAT_SECONDS)
            now = await self.desk.look(now.id, by=now.asked_by)


def _end(tasks: Sequence[asyncio.Task[None]]) -> asyncio.Future[list[BaseException | None]]:
    """Stop tasks; return what is done when they have stopped."""
    for task in tasks:
        task.cancel()
    return asyncio.gather(*tasks, return_exceptions=True)
