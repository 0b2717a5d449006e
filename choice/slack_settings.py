"""How this installation talks to Slack, read from variables that somebody else fetched."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from choice.catalogues.catalogue import LANGUAGES
from choice.errors import InvalidSetting
from choice.local import LOCAL_TENANT

API_URL = "https://slack.com/api/"
KNOWN = frozenset(
    {
        "CHOICE_SLACK_ANSWERERS",
        "CHOICE_SLACK_CHANNEL",
        "CHOICE_SLACK_LANGUAGE",
        "CHOICE_SLACK_TENANT",
        "CHOICE_SLACK_TOKEN_KEY",
    }
)
"""Every name that starts with CHOICE_SLACK_ and means something."""

_BOT_TOKEN = "SLACK_BOT_TOKEN"  # noqa: S105 - the name of a setting
_APP_TOKEN = "SLACK_APP_TOKEN"  # noqa: S105 - the name of a setting
_SECRET = "SLACK_SIGNING_SECRET"  # noqa: S105 - the name of a setting
_CLIENT_ID = "SLACK_CLIENT_ID"
_CLIENT_SECRET = "SLACK_CLIENT_SECRET"  # noqa: S105 - the name of a setting
_URL = "SLACK_API_BASE_URL"
_ANSWERERS = "CHOICE_SLACK_ANSWERERS"
_LANGUAGE = "CHOICE_SLACK_LANGUAGE"
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_NAME = re.compile(r"[\w.@-]{1,80}")


@dataclass(frozen=True, slots=True)
class SlackSettings:
    """The settings of the Slack surface. What is secret is not shown when they are printed."""

    bot_token: str | None = field(default=None, repr=False)
    signing_secret: str | None = field(default=None, repr=False)
    app_token: str | None = field(default=None, repr=False)
    """Opens a socket to Slack, so that no public address is needed."""
    client_id: str | None = None
    client_secret: str | None = field(default=None, repr=False)
    """With the id: several workspaces install the app themselves."""
    api_url: str = API_URL
    tenant: str = LOCAL_TENANT
    """Whose the questions and conversations of the one workspace are."""
    answerers: tuple[str, ...] = ("asker",)
    """Who may answer beside whoever talks to the model: `channel`, or users and groups."""
    channel: str | None = None
    """Where questions appear that no conversation in Slack asked."""
    language: str = "en"
    """The language of channels."""
    token_key: str | None = field(default=None, repr=False)
    """Encrypts the tokens of workspaces; a file in the data directory, if not set."""

    @property
    def is_on(self) -> bool:
        """Whether Slack is to be served at all."""
        return self.bot_token is not None or self.client_id is not None


def read_slack_settings(given: Mapping[str, str]) -> SlackSettings:
    """Return the settings that variables give; empty ones were left out.

    Raises:
        InvalidSetting: One of them cannot be used, or lacks another.
    """
    settings = SlackSettings(
        bot_token=given.get(_BOT_TOKEN),
        signing_secret=given.get(_SECRET),
        app_token=given.get(_APP_TOKEN),
        client_id=given.get(_CLIENT_ID),
        client_secret=given.get(_CLIENT_SECRET),
        api_url=_api_url(given.get(_URL, API_URL)),
        tenant=given.get("CHOICE_SLACK_TENANT", LOCAL_TENANT),
        answerers=_answerers(given.get(_ANSWERERS, "asker")),
        channel=given.get("CHOICE_SLACK_CHANNEL"),
        language=_language(given.get(_LANGUAGE, "en")),
        token_key=given.get("CHOICE_SLACK_TOKEN_KEY"),
    )
    _check_together(settings)
    return settings


def _check_together(settings: SlackSettings) -> None:
    if (settings.client_id is None) != (settings.client_secret is None):
        missing = _CLIENT_ID if settings.client_id is None else _CLIENT_SECRET
        raise InvalidSetting(missing, "must be set too: an id and its secret belong together.")
    if settings.client_id is not None and settings.bot_token is not None:
        raise InvalidSetting(
            _BOT_TOKEN, f"must not be set together with {_CLIENT_ID}: one workspace or many."
        )
    if settings.app_token is not None and settings.bot_token is None:
        raise InvalidSetting(_BOT_TOKEN, f"must be set together with {_APP_TOKEN}.")
    if settings.is_on and settings.signing_secret is None and settings.app_token is None:
        raise InvalidSetting(_SECRET, "must be set: without it nobody knows whether Slack is calling.")


def _api_url(given: str) -> str:
    parts = urlsplit(given)
    safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
    if not safe or not parts.hostname:
        raise InvalidSetting(_URL, "must start with https://, such as https://slack-gov.com/api/.")
    return given if given.endswith("/") else f"{given}/"


def _answerers(given: str) -> tuple[str, ...]:
    names = tuple([name for part in given.split(",") if (name := part.strip())])
    if not names or not all(map(_NAME.fullmatch, names)):
        raise InvalidSetting(_ANSWERERS, "must be asker, channel, or a list such as U024BE7LH,S0614TZR7.")
    return names


def _language(given: str) -> str:
    if given not in LANGUAGES:
        raise InvalidSetting(_LANGUAGE, f"must be one of {', '.join(LANGUAGES)}, not {given!r}.")
    return given
