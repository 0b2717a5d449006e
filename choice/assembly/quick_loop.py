"""The event loop of the shared server: the quickest that is installed."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


def run_quickly(work: Coroutine[Any, Any, None]) -> None:
    """Run until the work is done."""
    with asyncio.Runner(loop_factory=_quickest()) as runner:
        runner.run(work)


def _quickest() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - an extra, and not for every system
    except ImportError:
        return None
    return uvloop.new_event_loop
