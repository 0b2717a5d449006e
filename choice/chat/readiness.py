"""Whether requests can be served: every part that they need is asked, all at once, and not for long."""

import asyncio
from typing import Final

from choice.chat.desk_reply_bodies import Unready
from choice.chat.rate_limit import Limiter
from choice.chat.refusals import LimiterUnavailable
from choice.chat.service import Service
from choice.desk.store import Store
from choice.errors import StoreError

PATIENCE: Final = 2.0
"""Seconds to wait for a part; whoever asks gives up soon, too."""


async def unready(service: Service) -> Unready | None:
    """Return the first part because of which requests are refused now, or None."""
    if service.turns.is_draining:
        return Unready(part="server", reason="the server is stopping.")
    parts = await asyncio.gather(_database(service.desk.store), _redis(service.limiter))
    return next((part for part in parts if part is not None), None)


async def _database(store: Store) -> Unready | None:
    try:
        async with asyncio.timeout(PATIENCE):
            await store.news(0)
    except StoreError as error:
        return Unready(part="database", reason=error.problem)
    except TimeoutError:
        return Unready(part="database", reason=f"it did not answer within {PATIENCE:g} s.")
    return None


async def _redis(limiter: Limiter) -> Unready | None:
    try:
        async with asyncio.timeout(PATIENCE):
            await limiter.check()
    except (LimiterUnavailable, TimeoutError):
        return Unready(part="redis", reason="it does not answer, and chat is closed until it does.")
    return None
