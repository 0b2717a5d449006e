"""Short notes that only one person sees."""

import hashlib
import logging
from collections.abc import Callable
from datetime import timedelta

from choice.catalogues.catalogue import LANGUAGES
from choice.clock import micros
from choice.slack.draining import Draining
from choice.slack.locales import Locales
from choice.slack.outbox import Job
from choice.slack.refusals import SlackRefused
from choice.slack.timing import Timer
from choice.slack.web_api import WebApi
from choice.slack.words import Words
from choice.slack.workspaces import Workspace

Say = Callable[[Words], str]
"""Says something in whatever language."""

_WORTH_SAYING = timedelta(minutes=10)
_MICROSECOND = timedelta(microseconds=1)

logger = logging.getLogger(__name__)


class Notes:
    """Keeps notes before the click is acknowledged, and posts them after."""

    def __init__(self, api: WebApi, draining: Draining, timer: Timer, locales: Locales) -> None:
        self._api, self._draining, self._timer, self._locales = api, draining, timer, locales

    async def tell(
        self, workspace: Workspace, channel: str, thread_ts: str | None, user: str, say: Say
    ) -> None:
        """Have somebody told something in their language; the same again is said once."""
        until = micros(self._timer.now()) + _WORTH_SAYING // _MICROSECOND
        texts = {language: say(Words(language)) for language in LANGUAGES}
        body = {"channel": channel, "thread": thread_ts, "user": user, "texts": texts, "until": until}
        place = f"{workspace.team}:{channel}:{user}"
        name = hashlib.sha256(f"{place}:{texts['en']}".encode()).hexdigest()[:32]
        await self._draining.put(
            Job(workspace.tenant, workspace.team, f"note:{place}:{name}", "note", body, id=f"note:{name}")
        )

    async def post(self, job: Job) -> None:
        """Do the job of telling somebody something; what is old by now is not worth it."""
        body = job.body
        if micros(self._timer.now()) > int(body["until"]):
            return
        language = await self._locales.of(job.team, str(body["user"]))
        try:
            await self._api.call(
                job.team,
                "chat.postEphemeral",
                channel=body["channel"],
                thread_ts=body["thread"],
                user=body["user"],
                text=body["texts"][language],
            )
        except SlackRefused as refused:
            logger.info("A note did not reach its reader: %s", refused)
