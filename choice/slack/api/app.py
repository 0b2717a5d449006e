"""Build the Bolt app: route events, clicks and views to our handlers, and acknowledge everything else."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.web.async_client import AsyncWebClient

from choice.slack.api.client import Workspace, Workspaces, redacting_logger

_ANYTHING = re.compile(".*", re.DOTALL)

Payload = dict[str, Any]
Take = Callable[[Workspace, Payload], Awaitable[None]]
Show = Callable[[Workspace, Payload], Awaitable[dict[str, Any] | None]]


def build_bolt_app(  # noqa: PLR0913 - one per dependency
    client: AsyncWebClient,
    signing_secret: str,
    workspaces: Workspaces,
    *,
    on_event: Take,
    on_click: Take,
    on_view: Show,
) -> AsyncApp:
    """Return the app. Listeners finish before the response: Bolt does not track them afterwards."""

    async def authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
        found = await workspaces.find(team_id, enterprise_id)
        if found is None:
            # An empty result: with None, Bolt would reply to the user and call the payload's response_url.
            return AuthorizeResult(enterprise_id=enterprise_id, team_id=team_id)
        return AuthorizeResult(
            enterprise_id=found.enterprise,
            team_id=found.team,
            bot_user_id=found.bot_user,
            bot_id=found.bot_id,
            bot_token=found.token,
        )

    app = AsyncApp(
        name="choicewire",
        client=client,
        signing_secret=signing_secret,
        authorize=authorize,
        process_before_response=True,
        logger=redacting_logger(),
    )

    async def found(body: Payload) -> Workspace | None:
        team, enterprise = _team_of(body), body.get("enterprise_id")
        return await workspaces.find(team, enterprise if isinstance(enterprise, str) else None)

    async def event(ack: AsyncAck, body: Payload) -> None:
        workspace = await found(body)
        if workspace is not None:
            await on_event(workspace, body)
        await ack()

    async def click(ack: AsyncAck, body: Payload) -> None:
        workspace = await found(body)
        if workspace is not None:
            await on_click(workspace, body)
        await ack()

    async def view(ack: AsyncAck, body: Payload) -> None:
        workspace = await found(body)
        shown = None if workspace is None else await on_view(workspace, body)
        await ack(**(shown or {}))

    app.event(_ANYTHING)(event)
    app.action(_ANYTHING)(click)
    app.view(_ANYTHING)(view)
    app.view_closed(_ANYTHING)(_acknowledge)
    app.options(_ANYTHING)(_acknowledge)
    app.shortcut(_ANYTHING)(_acknowledge)
    app.command(_ANYTHING)(_acknowledge)
    return app


async def _acknowledge(ack: AsyncAck) -> None:
    """Acknowledge, so that an outdated button or shortcut shows no error."""
    await ack()


def _team_of(body: Payload) -> str | None:
    team = body.get("team")
    named = team.get("id") if isinstance(team, dict) else body.get("team_id")
    return named if isinstance(named, str) else None
