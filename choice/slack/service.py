"""Wires the Slack surface together, and runs Socket Mode."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

from choice.desk.database import Database
from choice.desk.desk import Desk
from choice.slack.api.app import build_bolt_app
from choice.slack.api.client import (
    OneWorkspace,
    SlackAway,
    SlackRefused,
    Timer,
    WebApi,
    Workspace,
    Workspaces,
    called,
    discreet_logger,
)
from choice.slack.events.clicks import Clicks
from choice.slack.events.home import Homes
from choice.slack.events.messages import Hearing
from choice.slack.events.modals import Modals
from choice.slack.outbox import Draining, Outbox
from choice.slack.people import Answerers, Locales
from choice.slack.posting import Notes, Posting
from choice.slack.render.text import Words
from choice.slack.store import Cards, Threads
from choice.slack.surface import SlackSurface
from choice.slack.talk import Reading, SessionStatus, Talks
from choice.slack_settings import SlackSettings

_LOOK_AGAIN = 30.0

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Around:
    """What Slack is put between."""

    desk: Desk
    database: Database
    talks: Talks
    timer: Timer


class SlackService:
    """Everything that serves Slack, for as long as `running` lasts."""

    def __init__(
        self,
        settings: SlackSettings,
        around: Around,
        workspaces: Workspaces,
        session: aiohttp.ClientSession,
    ) -> None:
        desk, database, timer = around.desk, around.database, around.timer
        self.settings, self.workspaces, self._around = settings, workspaces, around
        self.ready = asyncio.Event()
        """Set when it is known who we are: what comes before that must come again."""
        self.api = WebApi(session, settings.api_url, timer, workspaces)
        self.outbox, self.cards, self.threads = Outbox(database), Cards(database), Threads(database)
        self.draining = Draining(self.outbox, timer)
        self.answerers = Answerers(settings.answerers, self.api, timer)
        self.locales = Locales(self.api, timer, settings.language)
        self.notes = Notes(self.api, self.draining, timer, self.locales)
        self.status = SessionStatus(self.api)
        self.reading = Reading(
            self.api, self.threads, timer, self.draining, self.locales, self.status, around.talks
        )
        self.homes = Homes(database, desk, self.api, self.cards, self.draining, self.locales, self.answerers)
        self.posting = Posting(desk, self.api, self.cards, self.threads, self.locales)
        self.modals = Modals(desk, self.api, self.cards, self.answerers, self.notes, self.locales)
        self.clicks = Clicks(desk, self.cards, self.answerers, self.modals, self.notes, self.homes)
        self.hearing = Hearing(
            desk,
            self.cards,
            self.threads,
            workspaces,
            self.answerers,
            self.draining,
            self.notes,
            around.talks,
        )
        self.surface = SlackSurface(
            self.threads, self.cards, self.reading, self.homes, workspaces, settings.channel
        )
        self.draining.handlers = {
            "card": self.posting.sync,
            "direct": self.homes.ask_directly,
            "fail": self.reading.fail,
            "hear": self.hearing.understand,
            "home": self.homes.publish,
            "note": self.notes.post,
            "tell": self.reading.tell,
        }
        self.app: AsyncApp = build_bolt_app(
            self.api.client(),
            settings.signing_secret or "",
            workspaces,
            on_event=self._heard,
            on_click=self._clicked,
            on_view=self._written,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve until the block ends; what is left to do then is done after the next start."""
        serving = asyncio.ensure_future(self._serve())
        try:
            yield
        finally:
            await self.modals.stop()
            await self.draining.stop()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    async def _serve(self) -> None:
        """Take up what was left, as soon as Slack has said who we are, and go on until cancelled."""
        await self._come_in()
        await self.outbox.purge()
        for thread in await self.threads.being_written():
            await self.draining.put(self.reading.telling(thread))
        await self.surface.look_after()
        await self._around.desk.attach(self.surface)
        self.ready.set()
        await self.draining.run()

    # --- Who we are ---

    async def _come_in(self) -> None:
        """Ask Slack whose the token is, until it says so."""
        while isinstance(self.workspaces, OneWorkspace) and self.workspaces.known is None:
            try:
                await self.introduce(self.workspaces)
            except SlackRefused as refused:
                logger.error("Slack does not accept SLACK_BOT_TOKEN (%s); set a valid one.", refused.code)  # noqa: TRY400 - no fault of ours
                self.workspaces.close("", refused.code)
                return
            except SlackAway as away:
                logger.warning("Slack cannot be reached (%s); it is tried again.", away)
                await self._around.timer.pause(_LOOK_AGAIN)

    async def introduce(self, workspace: OneWorkspace) -> None:
        """Learn which workspace a token is for."""
        told = await called(self.api.client(workspace.token), "auth.test", {})
        workspace.learn(
            str(told["team_id"]), told.get("user_id"), told.get("bot_id"), told.get("enterprise_id")
        )
        self.draining.wake()

    # --- What comes in ---

    async def _heard(self, workspace: Workspace, payload: dict[str, Any]) -> None:
        event = payload.get("event")
        kind = event.get("type") if isinstance(event, dict) else None
        if kind in {"app_mention", "message"}:
            await self.hearing.take(workspace, payload)
        elif kind == "app_home_opened" and isinstance(event, dict) and event.get("tab", "home") == "home":
            await self.homes.opened(workspace, str(event.get("user", "")))
        elif kind in {"app_uninstalled", "tokens_revoked"}:
            await self._leave(workspace, payload, kind)

    async def _leave(self, workspace: Workspace, payload: dict[str, Any], kind: str) -> None:
        """Forget a workspace that does not want us any more; its questions stay answerable elsewhere."""
        tokens = payload.get("event", {}).get("tokens", {})
        if kind == "tokens_revoked" and not tokens.get("bot"):
            return
        await self.workspaces.forget(workspace.team, workspace.enterprise)
        await self.outbox.forget_team(workspace.tenant, workspace.team)
        await self.cards.forget_team(workspace.tenant, workspace.team)
        logger.warning("The workspace %s removed the app.", workspace.team)

    async def _clicked(self, workspace: Workspace, payload: dict[str, Any]) -> None:
        await self.clicks.take(workspace, payload)

    async def _written(self, workspace: Workspace, payload: dict[str, Any]) -> dict[str, Any] | None:
        words = Words(self._language(workspace, payload))
        return await self.modals.submitted(workspace, payload, words)

    def _language(self, workspace: Workspace, payload: dict[str, Any]) -> str:
        """Return the language of what only the one who clicked sees; nobody is asked before the ack."""
        user = payload.get("user")
        name = user.get("id") if isinstance(user, dict) else None
        return self.locales.known(workspace.team, str(name))


_AGAIN = 10.0


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
