"""The Slack surface of the desk, the service that connects its parts, and Socket Mode."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

from choice.desk import Asker, Desk, Interaction, Wanted
from choice.desk.sql.transaction import Database
from choice.settings import SlackSettings
from choice.slack.api.client import (
    SingleWorkspace,
    SlackRejected,
    SlackUnavailable,
    Timer,
    WebApi,
    Workspace,
    Workspaces,
    call_method,
    redacting_logger,
)
from choice.slack.api.requests import build_bolt_app
from choice.slack.events.actions import SURFACE
from choice.slack.events.clicks import Clicks, Modals
from choice.slack.events.home import Homes
from choice.slack.events.messages import MessageHandler
from choice.slack.outbox import Job, Outbox, OutboxWorker
from choice.slack.people import Answerers, Locales
from choice.slack.posting import CardPoster, Notes
from choice.slack.queued import Permalinks, QueuedNotes
from choice.slack.render.text import Words
from choice.slack.store import Cards, Threads
from choice.slack.talk import ModelConversations, ThreadRelay, ThreadStatus

_RETRY_SECONDS = 30.0

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class SlackSurface:
    """Enqueues a job for each change of an interaction. The job reads the current state when it runs."""

    name = SURFACE

    _desk: Desk
    _threads: Threads
    _cards: Cards
    _relay: ThreadRelay
    _homes: Homes
    _workspaces: Workspaces
    _channel: str | None

    async def show(self, interaction: Interaction) -> None:
        """Enqueue jobs that post or update an open interaction."""
        await self._sync_messages(interaction)
        await self._homes.refresh(interaction)

    async def close(self, interaction: Interaction) -> None:
        """Enqueue jobs that show the outcome of an interaction."""
        await self._sync_messages(interaction)
        await self._homes.refresh(interaction)

    async def announce_queued(self, asker: Asker) -> None:
        """Enqueue jobs that announce a conversation's queued questions, which the desk does not show."""
        wanted = Wanted(tenant=asker.tenant, state="open", asked_by=asker)
        for interaction in await self._desk.store.find(wanted):
            if interaction.queued:
                await self._sync_messages(interaction)

    async def resync(self) -> None:
        """Enqueue a sync of every open card. Interactions may have ended while the server was down."""
        for card in await self._cards.all_open():
            body = {"interaction": card.interaction_id}
            name = f"card:{card.interaction_id}"
            await self._relay.put(Job(card.tenant, card.team, card.lane, "card", body, id=name))

    async def _sync_messages(self, interaction: Interaction) -> None:
        """Enqueue a sync of an interaction's card."""
        tenant, name = interaction.asked_by.tenant, f"card:{interaction.id}"
        body: dict[str, object] = {"interaction": interaction.id}
        card = await self._cards.of(interaction.id, tenant)
        if card is not None:
            if card.state != "closed":
                await self._relay.put(Job(tenant, card.team, card.lane, "card", body, id=name))
            return
        if interaction.outcome is not None:
            return
        conversation = interaction.asked_by.conversation
        thread = None if conversation is None else await self._threads.of(conversation, tenant)
        if thread is None:
            await self._show_in_channel(interaction, name)
            return
        place = thread.place
        body |= {"channel": place.channel, "thread": place.thread_ts, "owner": thread.owner}
        await self._relay.put(Job(tenant, place.team, place.lane, "card", body, id=name), thread)

    async def _show_in_channel(self, interaction: Interaction, name: str) -> None:
        """Enqueue a card in the configured channel, for an interaction that was not asked in Slack.

        Only interactions for this surface, or for anyone on any surface, are shown there.
        """
        workspace = await self._workspaces.find(None)
        tenant = interaction.asked_by.tenant
        if self._channel is None or workspace is None or workspace.tenant != tenant:
            return
        is_for_anyone = not interaction.surfaces and interaction.audience.is_anyone
        if self.name not in interaction.surfaces and not is_for_anyone:
            return
        body: dict[str, object] = {"interaction": interaction.id, "channel": self._channel}
        lane = f"{workspace.team}:{self._channel}:{name}"
        await self._relay.put(Job(tenant, workspace.team, lane, "card", body, id=name))


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What the Slack service needs from the rest of the server."""

    desk: Desk
    database: Database
    conversations: ModelConversations
    timer: Timer


class SlackService:
    """Creates the parts of the Slack surface. `running` starts and stops them."""

    def __init__(
        self,
        settings: SlackSettings,
        dependencies: Dependencies,
        workspaces: Workspaces,
        session: aiohttp.ClientSession,
    ) -> None:
        desk, database, timer = dependencies.desk, dependencies.database, dependencies.timer
        self.settings, self.workspaces, self._dependencies = settings, workspaces, dependencies
        self.ready = asyncio.Event()
        """Set when the bot is identified. Until then requests get a 503, and Slack retries them."""
        self.api = WebApi(session, settings.api_url, timer, workspaces)
        self.outbox, self.cards, self.threads = Outbox(database), Cards(database), Threads(database)
        self.worker = OutboxWorker(self.outbox, timer)
        self.answerers = Answerers(settings.answerers, self.api, timer)
        self.locales = Locales(self.api, timer, settings.language)
        self.notes = Notes(self.api, self.worker, timer, self.locales)
        self.status = ThreadStatus(self.api, self.locales)
        self.relay = ThreadRelay(
            self.api, self.threads, timer, self.worker, self.locales, self.status, dependencies.conversations
        )
        links = Permalinks(self.api)
        self.homes = Homes(
            database, desk, self.api, self.cards, self.worker, self.locales, self.answerers, links
        )
        queued = QueuedNotes(desk, self.api, self.cards, links)
        self.poster = CardPoster(desk, self.api, self.cards, self.threads, self.locales, queued, self.status)
        self.modals = Modals(desk, self.api, self.cards, self.answerers, self.notes, self.locales)
        self.clicks = Clicks(desk, self.cards, self.answerers, self.modals, self.notes, self.homes)
        self.messages = MessageHandler(
            desk,
            self.cards,
            self.threads,
            workspaces,
            self.answerers,
            self.worker,
            self.notes,
            dependencies.conversations,
        )
        self.surface = SlackSurface(
            desk, self.threads, self.cards, self.relay, self.homes, workspaces, settings.channel
        )
        self.worker.handlers = {
            "card": self.poster.sync,
            "direct": self.homes.ask_directly,
            "fail": self.relay.post_failure,
            "message": self.messages.process,
            "home": self.homes.publish,
            "note": self.notes.post,
            "tell": self.relay.post_missing,
        }
        self.app: AsyncApp = build_bolt_app(
            self.api.client(),
            settings.signing_secret or "",
            workspaces,
            on_event=self._on_event,
            on_click=self._on_click,
            on_view=self._on_view,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve until the block ends. Unfinished jobs stay in the outbox and run after the next start."""
        serving = asyncio.ensure_future(self._serve())
        try:
            yield
        finally:
            await self.modals.stop()
            await self.worker.stop()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    async def _serve(self) -> None:
        """Authenticate, resume unfinished work, then run the outbox until cancelled."""
        await self._authenticate()
        await self.outbox.purge()
        for thread in await self.threads.streaming_threads():
            await self.worker.put(self.relay.catch_up_job(thread))
        await self.surface.resync()
        await self._dependencies.desk.attach(self.surface)
        self.ready.set()
        await self.worker.run()

    # --- Authentication ---

    async def _authenticate(self) -> None:
        """Identify the bot token. Retries while Slack is unavailable."""
        while isinstance(self.workspaces, SingleWorkspace) and self.workspaces.known is None:
            try:
                await self.identify(self.workspaces)
            except SlackRejected as error:
                logger.error("Slack rejected SLACK_BOT_TOKEN (%s). Set a valid token.", error.code)  # noqa: TRY400 - a wrong setting needs no traceback
                self.workspaces.revoke("", error.code)
                return
            except SlackUnavailable as error:
                logger.warning("Slack is unavailable (%s); retrying.", error)
                await self._dependencies.timer.pause(_RETRY_SECONDS)

    async def identify(self, workspace: SingleWorkspace) -> None:
        """Look up the workspace of the bot token with `auth.test`."""
        response = await call_method(self.api.client(workspace.token), "auth.test", {})
        workspace.identify(
            str(response["team_id"]),
            response.get("user_id"),
            response.get("bot_id"),
            response.get("enterprise_id"),
        )
        self.worker.wake()

    # --- Events ---

    async def _on_event(self, workspace: Workspace, payload: dict[str, Any]) -> None:
        event = payload.get("event")
        kind = event.get("type") if isinstance(event, dict) else None
        if kind in {"app_mention", "message"}:
            await self.messages.enqueue(workspace, payload)
        elif kind == "app_home_opened" and isinstance(event, dict) and event.get("tab", "home") == "home":
            await self.homes.handle_opened(workspace, str(event.get("user", "")))
        elif kind in {"app_uninstalled", "tokens_revoked"}:
            await self._uninstalled(workspace, payload, kind)

    async def _uninstalled(self, workspace: Workspace, payload: dict[str, Any], kind: str) -> None:
        """Delete the tokens and jobs of a workspace, and close its cards.

        The questions stay open on other surfaces.
        """
        tokens = payload.get("event", {}).get("tokens", {})
        if kind == "tokens_revoked" and not tokens.get("bot"):
            return
        await self.workspaces.delete(workspace.team, workspace.enterprise)
        await self.outbox.delete_team(workspace.tenant, workspace.team)
        await self.cards.delete_team(workspace.tenant, workspace.team)
        logger.warning("Workspace %s uninstalled the app.", workspace.team)

    async def _on_click(self, workspace: Workspace, payload: dict[str, Any]) -> None:
        await self.clicks.handle(workspace, payload)

    async def _on_view(self, workspace: Workspace, payload: dict[str, Any]) -> dict[str, Any] | None:
        words = Words(self._language(workspace, payload))
        return await self.modals.handle_submission(workspace, payload, words)

    def _language(self, workspace: Workspace, payload: dict[str, Any]) -> str:
        """Return the user's language from the cache: a call to Slack would delay the acknowledgement."""
        user = payload.get("user")
        name = user.get("id") if isinstance(user, dict) else None
        return self.locales.cached(workspace.team, str(name))


_RECONNECT_SECONDS = 10.0


@asynccontextmanager
async def socket_mode(service: SlackService, app_token: str) -> AsyncIterator[None]:
    """Keep a Socket Mode connection open during the block. The SDK restores lost connections."""
    handler = AsyncSocketModeHandler(
        service.app, app_token, web_client=service.api.client(app_token), logger=redacting_logger()
    )
    connecting = asyncio.ensure_future(_connect(handler, service.ready))
    try:
        yield
    finally:
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)
        await handler.close_async()  # type: ignore[no-untyped-call]


async def _connect(handler: AsyncSocketModeHandler, ready: asyncio.Event) -> None:
    """Open the first connection, with retries. The SDK only restores connections that succeeded once."""
    await ready.wait()
    while True:
        try:
            await handler.connect_async()  # type: ignore[no-untyped-call]
        except Exception as error:  # noqa: BLE001 - any failure is retried
            logger.warning("Socket Mode connection failed (%s); retrying.", type(error).__name__)
            await asyncio.sleep(_RECONNECT_SECONDS)
        else:
            return
