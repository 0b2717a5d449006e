"""Slack over a socket that we open: for machines that Slack cannot reach."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler

from choice.slack.discreet_logs import discreet_logger
from choice.slack.service import SlackService

_AGAIN = 10.0

logger = logging.getLogger(__name__)


@asynccontextmanager
async def socket_mode(service: SlackService, app_token: str) -> AsyncIterator[None]:
    """Keep a socket open for as long as the block lasts; it opens itself again when Slack closes it."""
    handler = AsyncSocketModeHandler(
        service.app, app_token, web_client=service.api.client(app_token), logger=discreet_logger()
    )
    connecting = asyncio.ensure_future(_connect(handler, service.ready))
    try:
        yield
    finally:
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)
        await handler.close_async()  # type: ignore[no-untyped-call]


async def _connect(handler: AsyncSocketModeHandler, ready: asyncio.Event) -> None:
    """Connect, again and again until it works; afterwards the handler looks after itself."""
    await ready.wait()
    while True:
        try:
            await handler.connect_async()  # type: ignore[no-untyped-call]
        except Exception as error:  # noqa: BLE001 - whatever it was, it is tried again
            logger.warning(
                "The socket to Slack cannot be opened (%s); it is tried again.", type(error).__name__
            )
            await asyncio.sleep(_AGAIN)
        else:
            return
