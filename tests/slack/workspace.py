"""A chat server with Slack in this process, a fake Slack, and workspace members."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from choice.desk import Desk, Interaction, Wanted
from choice.providers import ModelClient
from choice.settings import Settings, SlackSettings
from choice.slack.service import SlackService
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.server.service import Running, running, settings_for
from tests.slack.fake_slack import FakeSlack, Message, fake_slack
from tests.slack.member import SECRET, Member

CHANNEL, DIRECT = "C0000001", "D0000001"


@dataclass(slots=True)
class Workspace:
    """The running server, the fake Slack and the model."""

    slack: FakeSlack
    run: Running
    model: ScriptedModel
    http: httpx.AsyncClient

    def member(self, user: str = "U0000001", **more: Any) -> Member:  # noqa: ANN401 - as Member
        """Return a member of the workspace."""
        over_socket = self.run.settings.slack.app_token is not None
        return Member(self.slack, None if over_socket else self.http, user, **more)

    @property
    def desk(self) -> Desk:
        """The desk behind Slack."""
        return self.run.service.desk

    @property
    def service(self) -> SlackService:
        """The Slack service of the server."""
        mount = self.run.serving.slack
        assert mount is not None
        assert mount.service is not None
        return mount.service

    async def interactions(self, tenant: str = "local") -> list[Interaction]:
        """Return all interactions of a tenant."""
        return await self.desk.store.find(Wanted(tenant=tenant))

    async def card(self, channel: str, thread_ts: str, count: int = 1) -> list[Message]:
        """Wait for the messages of a question in a thread."""

        def found() -> list[Message]:
            return [message for message in self.slack.thread(channel, thread_ts) if message.blocks]

        await self.slack.until(lambda: len(found()) >= count)
        return found()

    async def wait_for_text(self, channel: str, thread_ts: str, words: str) -> Message:
        """Wait until a thread has a finished message with this text."""

        def found() -> list[Message]:
            thread = self.slack.thread(channel, thread_ts)
            return [one for one in thread if words in one.text and not one.is_streaming]

        await self.slack.until(lambda: bool(found()))
        return found()[0]


def slack_settings(
    slack: FakeSlack,
    folder: Path,
    database_url: str | None = None,
    **changed: Any,  # noqa: ANN401 - of Slack
) -> Settings:
    """Return settings for a server with Slack."""
    given: dict[str, Any] = {"bot_token": "xoxb-1", "signing_secret": SECRET, "api_url": slack.url}
    return settings_for(folder, database_url, slack=SlackSettings(**(given | changed)))


@asynccontextmanager
async def workspace(
    folder: Path,
    replies: Sequence[ScriptedReply | str | Exception] = (),
    *,
    slack: FakeSlack | None = None,
    model: ModelClient | None = None,
    **changed: Any,  # noqa: ANN401 - settings of Slack
) -> AsyncIterator[Workspace]:
    """Run a server with Slack during the block."""
    async with fake_slack(slack) as fake:
        scripted = ScriptedModel(replies)
        async with running(slack_settings(fake, folder, **changed), model or scripted) as run:
            mount = run.serving.slack
            assert mount is not None
            assert mount.service is not None
            await mount.service.ready.wait()
            async with httpx.AsyncClient(base_url=run.url, timeout=20) as http:
                yield Workspace(fake, run, scripted, http)
