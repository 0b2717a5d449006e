"""How this installation runs, read from variables that somebody else fetched."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast
from urllib.parse import urlsplit

from choice.errors import InvalidSetting
from choice.i18n import LANGUAGES
from choice.local import LOCAL_TENANT

SHORTEST_SECRET = 32
"""Bytes of a secret that signs tokens: 256 bits."""

WEB_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
"""A host as browsers send it, in lower case, with or without its port."""

_JWT_SECRET = "CHOICE_JWT_SECRET"  # noqa: S105 - the name of a setting
_REDIS_URL = "CHOICE_REDIS_URL"
_JWT_JWKS_URL = "CHOICE_JWT_JWKS_URL"
_MODEL = "CHOICE_MODEL"
_ALLOWED_HOSTS = "CHOICE_ALLOWED_HOSTS"
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_KEYS = ("CHOICE_JWT_SECRET", "CHOICE_JWT_PUBLIC_KEY", "CHOICE_JWT_JWKS_URL")
_SOMEBODY_ELSES = ("CHOICE_JWT_ISSUER", "CHOICE_JWT_AUDIENCE")


def check_together(given: Mapping[str, str]) -> None:
    """Refuse settings that contradict one another.

    Raises:
        InvalidSetting: Two of them cannot both be meant, or one lacks another.
    """
    keys = [name for name in _KEYS if name in given]
    if len(keys) > 1:
        raise InvalidSetting(
            keys[1], f"must not be set together with {keys[0]}: tokens have one kind of key."
        )
    if keys == ["CHOICE_JWT_JWKS_URL"]:
        for name in _SOMEBODY_ELSES:
            if name not in given:
                raise InvalidSetting(name, "must be set together with CHOICE_JWT_JWKS_URL.")
    secret = given.get("CHOICE_JWT_SECRET")
    if secret is not None and len(secret.encode()) < SHORTEST_SECRET:
        raise InvalidSetting(_JWT_SECRET, f"must have at least {SHORTEST_SECRET} bytes (256 bits).")


def redis_url(given: str | None) -> str | None:
    """Return the address of a Redis server."""
    if given is not None and urlsplit(given).scheme not in {"redis", "rediss", "unix"}:
        raise InvalidSetting(_REDIS_URL, "must start with redis://, rediss:// or unix://.")
    return given


def jwks_url(given: str | None) -> str | None:
    """Return the address of a set of keys, which nobody on the way may change."""
    if given is None:
        return None
    parts = urlsplit(given)
    safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
    if not safe or not parts.hostname or parts.username is not None:
        raise InvalidSetting(_JWT_JWKS_URL, "must start with https:// and hold no user name.")
    return given


def model_name(given: str) -> str:
    """Return the name of a model: `embedded`, or `PROVIDER:MODEL` with any provider."""
    provider, _, name = given.partition(":")
    if given != "embedded" and (provider in {"", "embedded"} or not name.strip()):
        raise InvalidSetting(_MODEL, "must be embedded or PROVIDER:MODEL, such as openai:gpt-6.")
    return given


def web_hosts(given: str) -> frozenset[str]:
    """Return the hosts of a list with commas."""
    hosts = frozenset(host for part in given.split(",") if (host := part.strip().lower()))
    for host in hosts:
        if WEB_HOST.fullmatch(host) is None:
            raise InvalidSetting(_ALLOWED_HOSTS, f"{host!r} is no host such as example.org:8400.")
    return hosts


API_URL = "https://slack.com/api/"
KNOWN_SLACK = frozenset(
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


KNOWN = KNOWN_SLACK | frozenset(
    {
        "CHOICE_DATABASE_URL",
        "CHOICE_REDIS_URL",
        "CHOICE_HOST",
        "CHOICE_PORT",
        "CHOICE_ALLOWED_HOSTS",
        "CHOICE_JWT_SECRET",
        "CHOICE_JWT_PUBLIC_KEY",
        "CHOICE_JWT_JWKS_URL",
        "CHOICE_JWT_ISSUER",
        "CHOICE_JWT_AUDIENCE",
        "CHOICE_MODEL",
        "CHOICE_DATA_DIR",
        "CHOICE_LOG_FORMAT",
        "CHOICE_MAX_OPEN",
        "CHOICE_MAX_STREAMS",
        "CHOICE_REQUESTS_PER_MINUTE",
        "CHOICE_RETENTION_DAYS",
        "CHOICE_SESSION_DAYS",
    }
)
"""Every name that starts with CHOICE_ and means something."""

MOST_OPEN = 5
PORT = 8400
HIGHEST_PORT = 65_535
ISSUER = AUDIENCE = "choicewire"

LogFormat = Literal["text", "json"]

_PREFIX = "CHOICE_"
_PORT = "CHOICE_PORT"
_LOG_FORMAT = "CHOICE_LOG_FORMAT"
_THIS_MACHINE = frozenset({"127.0.0.1", "localhost", "::1"})
_USUAL_PORTS = frozenset({80, 443})


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the desk and of the chat service. What is secret is not shown when they are printed."""

    database_url: str = field(repr=False)
    most_open: int = MOST_OPEN
    """How many questions of one agent a person may have open."""
    retention_days: int | None = None
    """After how many days the decision log is purged; never, if not set."""
    unknown: tuple[str, ...] = ()
    """Names that look like settings and are none."""
    data_dir: Path = field(default_factory=Path.cwd)
    host: str = "127.0.0.1"
    port: int = PORT
    allowed_hosts: frozenset[str] = frozenset()
    """What the Host header may say, port included, instead of what the address suggests."""
    redis_url: str | None = field(default=None, repr=False)
    jwt_secret: str | None = field(default=None, repr=False)
    jwt_public_key: str | None = None
    """A public key as PEM, or the path of a file with one."""
    jwt_jwks_url: str | None = None
    jwt_issuer: str = ISSUER
    jwt_audience: str = AUDIENCE
    model: str = "embedded"
    log_format: LogFormat = "text"
    requests_per_minute: int = 10
    """Chat requests of one user in any 60 seconds."""
    most_streams: int = 3
    """Streams that one user may have open in one process."""
    session_days: int = 30
    variables: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    """All variables that were given: the model's provider reads its own from them."""
    telemetry_url: str | None = field(default=None, repr=False)
    """Where spans are sent; nowhere, if not set."""
    slack: SlackSettings = field(default_factory=SlackSettings)

    def own_hosts(self) -> frozenset[str]:
        """Return what the Host header of our own pages says, each to the letter."""
        if self.allowed_hosts:
            return self.allowed_hosts
        names = [f"[{name}]" if ":" in name else name for name in {self.host.lower(), *_THIS_MACHINE}]
        ports = [f":{self.port}", *([""] if self.port in _USUAL_PORTS else [])]
        return frozenset({name + port for name in names for port in ports})

    def answered_hosts(self) -> frozenset[str]:
        """Return for which hosts anything is answered; empty for any, as who serves others must say more."""
        return self.own_hosts() if self.host.lower() in _THIS_MACHINE else self.allowed_hosts


def read_settings(variables: Mapping[str, str], home: Path) -> Settings:
    """Return the settings that variables give.

    Raises:
        InvalidSetting: One of them cannot be used, or contradicts another.
    """
    given = {name: value for name, value in variables.items() if value}
    check_together(given)
    data_dir = Path(given["CHOICE_DATA_DIR"]) if "CHOICE_DATA_DIR" in given else _data_dir(variables, home)
    return Settings(
        database_url=given.get("CHOICE_DATABASE_URL") or f"sqlite:///{data_dir / 'desk.db'}",
        most_open=_whole(given, "CHOICE_MAX_OPEN") or MOST_OPEN,
        retention_days=_whole(given, "CHOICE_RETENTION_DAYS"),
        unknown=tuple(sorted([name for name in variables if name.startswith(_PREFIX) and name not in KNOWN])),
        data_dir=data_dir,
        host=given.get("CHOICE_HOST", "127.0.0.1"),
        port=_port(given),
        allowed_hosts=web_hosts(given.get("CHOICE_ALLOWED_HOSTS", "")),
        redis_url=redis_url(given.get("CHOICE_REDIS_URL")),
        jwt_secret=given.get("CHOICE_JWT_SECRET"),
        jwt_public_key=given.get("CHOICE_JWT_PUBLIC_KEY"),
        jwt_jwks_url=jwks_url(given.get("CHOICE_JWT_JWKS_URL")),
        jwt_issuer=given.get("CHOICE_JWT_ISSUER", ISSUER),
        jwt_audience=given.get("CHOICE_JWT_AUDIENCE", AUDIENCE),
        variables=given,
        telemetry_url=given.get("OTEL_EXPORTER_OTLP_ENDPOINT"),
        model=model_name(given.get("CHOICE_MODEL", "embedded")),
        log_format=_log_format(given),
        requests_per_minute=_whole(given, "CHOICE_REQUESTS_PER_MINUTE") or 10,
        most_streams=_whole(given, "CHOICE_MAX_STREAMS") or 3,
        session_days=_whole(given, "CHOICE_SESSION_DAYS") or 30,
        slack=read_slack_settings(given),
    )


def read_env_file(text: str) -> dict[str, str]:
    """Return the variables of a `.env` file: lines of NAME=value, the value perhaps in quotes."""
    variables: dict[str, str] = {}
    for line in text.splitlines():
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and not name.startswith("#"):
            variables[name.strip()] = _unquoted(value.strip())
    return variables


def _unquoted(value: str) -> str:
    for quote in ("'", '"'):
        if len(value) > 1 and value.startswith(quote) and value.endswith(quote):
            return value[1:-1]
    return value


def _whole(variables: Mapping[str, str], name: str) -> int | None:
    given = variables.get(name)
    if not given:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > len("999999999") or int(given) < 1:
        raise InvalidSetting(name, f"must be a whole number of at least 1, not {given!r}.")
    return int(given)


def _port(variables: Mapping[str, str]) -> int:
    given = variables.get("CHOICE_PORT", str(PORT))
    if not given.isascii() or not given.isdigit() or len(given) > len("65535") or int(given) > HIGHEST_PORT:
        raise InvalidSetting(_PORT, f"must be a whole number up to {HIGHEST_PORT}, not {given!r}.")
    return int(given)


def _log_format(variables: Mapping[str, str]) -> LogFormat:
    given = variables.get("CHOICE_LOG_FORMAT", "text")
    if given not in {"text", "json"}:
        raise InvalidSetting(_LOG_FORMAT, f"must be text or json, not {given!r}.")
    return cast("LogFormat", given)


def _data_dir(variables: Mapping[str, str], home: Path) -> Path:
    """Return where this system's programs keep the data of their users."""
    if sys.platform == "win32":
        return Path(variables.get("LOCALAPPDATA") or home / "AppData" / "Local") / "choicewire"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "choicewire"
    return Path(variables.get("XDG_DATA_HOME") or home / ".local" / "share") / "choicewire"
