"""Shows in a thread that the model works, or that it waits for somebody. Failing at that is harmless."""

import asyncio
import logging
from typing import Literal

from choice.errors import ChoiceError
from choice.slack.refusals import SlackRefused
from choice.slack.threads import Place
from choice.slack.web_api import WebApi

Status = Literal["processing", "suspended", "active"]
"""It works; it waits for a person; neither."""

_SECONDS = 3.0

logger = logging.getLogger(__name__)


class SessionStatus:
    """Sets the status by the newest method that a workspace has."""

    def __init__(self, api: WebApi) -> None:
        self._api = api
        self._unknown: set[tuple[str, str]] = set()

    async def set(self, place: Place, status: Status) -> None:
        """Set the status of a thread, if that takes no more than a moment."""
        try:
            async with asyncio.timeout(_SECONDS):
                await self._set(place, status)
        except TimeoutError:
            logger.info("A status could not be shown in time")

    async def _set(self, place: Place, status: Status) -> None:
        if await self._tried(
            place,
            "agents.sessions.setStatus",
            channel_id=place.channel,
            thread_ts=place.thread_ts,
            status=status,
        ):
            return
        words = "is working…" if status == "processing" else ""
        await self._tried(
            place,
            "assistant.threads.setStatus",
            channel_id=place.channel,
            thread_ts=place.thread_ts,
            status=words,
        )

    async def _tried(self, place: Place, method: str, **arguments: str) -> bool:
        if (place.team, method) in self._unknown:
            return False
        try:
            await self._api.call(place.team, method, **arguments)
        except SlackRefused as refused:
            logger.info("A status cannot be shown: %s", refused)
            self._unknown.add((place.team, method))
            return False
        except ChoiceError as error:
            logger.info("A status cannot be shown: %s", error)
        return True
