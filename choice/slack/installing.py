"""The way by which workspaces install the app: to Slack and back, by OAuth."""

from collections.abc import Sequence

from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator
from slack_sdk.web.async_client import AsyncWebClient
from starlette.requests import Request
from starlette.responses import Response

from choice.slack.discreet_logs import discreet_logger
from choice.slack.front_door import response_of
from choice.slack.installations import Installations
from choice.slack.installed_workspaces import InstalledWorkspaces
from choice.slack.permissions import SCOPES
from choice.slack_settings import SlackSettings

INSTALL, REDIRECT = "/slack/install", "/slack/oauth_redirect"


class Installing:
    """Serves the two pages of an installation."""

    def __init__(self) -> None:
        self.flow: AsyncOAuthFlow | None = None
        """None while the service behind it is not open."""
        self.workspaces: InstalledWorkspaces | None = None

    def open(
        self,
        settings: SlackSettings,
        client: AsyncWebClient,
        installations: Installations,
        workspaces: InstalledWorkspaces,
    ) -> None:
        """Begin to serve."""
        client_id, secret = settings.client_id or "", settings.client_secret or ""
        self.workspaces = workspaces
        workspaces.rotator = AsyncTokenRotator(client_id=client_id, client_secret=secret, client=client)
        self.flow = AsyncOAuthFlow(
            client=client,
            logger=discreet_logger(),
            settings=AsyncOAuthSettings(
                client_id=client_id,
                client_secret=secret,
                scopes=sorted(SCOPES),
                authorization_url=f"{settings.api_url.removesuffix('api/')}oauth/v2/authorize",
                installation_store=installations,
                state_store=installations,
                install_path=INSTALL,
                redirect_uri_path=REDIRECT,
                install_page_rendering_enabled=False,
            ),
        )

    async def leave(self, request: Request) -> Response:
        """Send somebody to Slack to choose a workspace."""
        if self.flow is None:
            return Response(status_code=503)
        return response_of(await self.flow.handle_installation(_asked(request)))

    async def come_back(self, request: Request) -> Response:
        """Take the token of a workspace that was chosen."""
        if self.flow is None or self.workspaces is None:
            return Response(status_code=503)
        answer = await self.flow.handle_callback(_asked(request))
        self.workspaces.reopen()
        return response_of(answer)


def _asked(request: Request) -> AsyncBoltRequest:
    query: dict[str, Sequence[str]] = {
        name: request.query_params.getlist(name) for name in request.query_params
    }
    headers: dict[str, str | Sequence[str]] = {**request.headers}
    return AsyncBoltRequest(body="", query=query, headers=headers)
