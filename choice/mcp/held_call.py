"""A tool call that waits for the answer: progress notifications, and other surfaces beside it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import anyio

from choice.desk import Desk, Interaction
from choice.models import Outcome

PROGRESS_SECONDS = 5.0
"""Interval between progress notifications while a call waits for the answer."""

Report = Callable[[float, float, str], Awaitable[None]]
"""Sends a progress notification: progress, total and message."""


@dataclass(frozen=True, slots=True)
class HeldCall:
    """A tool call that waits for an outcome. The question stays open if the call ends first."""

    desk: Desk
    interaction: Interaction
    report: Report
    where: Callable[[], Awaitable[str]]
    """Returns a sentence that tells the person where to answer."""

    async def wait(self, seconds: float, *background: Coroutine[Any, Any, None]) -> Outcome | None:
        """Return the outcome, or None after `seconds`. The `background` coroutines are cancelled then."""
        loop = asyncio.get_running_loop()
        interaction = self.interaction
        tasks = [loop.create_task(self._report_progress()), *map(loop.create_task, background)]
        try:
            # Wait in this task: a separate task would delay the answer by one event loop iteration.
            async with asyncio.timeout(seconds):
                outcome = await self.desk.wait(interaction, asked_by=interaction.asked_by)
        except TimeoutError:
            await _cancel(tasks)
            return None
        except BaseException:
            # Cancel the tasks even if this call is itself cancelled.
            with anyio.CancelScope(shield=True):
                await _cancel(tasks)
            raise
        ending = _cancel(tasks)
        if any(not task.done() for task in tasks[1:]):
            # Close an open elicitation before the result is sent, while the client still accepts messages.
            await ending
        return outcome

    async def _report_progress(self) -> None:
        store, interaction = self.desk.store, self.interaction
        while True:
            remaining = interaction.remaining(store.now()).total_seconds()
            elapsed = (store.now() - interaction.asked_at).total_seconds()
            minutes, seconds = divmod(int(remaining), 60)
            state = (
                "Waiting in the queue, behind other questions"
                if interaction.queued
                else "Waiting for an answer"
            )
            message = f"{state}, {minutes}:{seconds:02} left. {await self.where()}"
            await self.report(elapsed, elapsed + remaining, message)
            await asyncio.sleep(PROGRESS_SECONDS)
            interaction = await self.desk.look(interaction.id, by=interaction.asked_by)


def _cancel(tasks: Sequence[asyncio.Task[None]]) -> asyncio.Future[list[BaseException | None]]:
    """Cancel the tasks, and return a future that completes when all have ended."""
    for task in tasks:
        task.cancel()
    return asyncio.gather(*tasks, return_exceptions=True)
