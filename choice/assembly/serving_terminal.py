"""A server that was started in a terminal, and asks there too."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from choice.assembly.terminal import terminal_surface
from choice.chat.app import OpenService
from choice.chat.service import Service
from choice.settings import Settings
from choice.terminal.console import open_console


@asynccontextmanager
async def service_asking_here(open_service: OpenService, settings: Settings) -> AsyncIterator[Service]:
    """Open a service, and ask in this process's terminal what is open, if it has one."""
    async with open_service() as service:
        with open_console() as console:
            if console is None:
                yield service
                return
            surface = terminal_surface(service.desk, console, settings)
            await service.desk.attach(surface)
            asking = asyncio.get_running_loop().create_task(surface.run())
            try:
                yield service
            finally:
                asking.cancel()
                await asyncio.wait([asking])
