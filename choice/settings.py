"""Settings of an installation, read from variables such as `CHOICE_PORT`.

`read_settings` takes the variables as an argument; only `choice.assembly` reads the environment.
"""

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

KNOWN = frozenset({
    "CHOICE_ALLOWED_HOSTS", "CHOICE_DATABASE_URL", "CHOICE_DATA_DIR", "CHOICE_HOST", "CHOICE_JWT_AUDIENCE",
    "CHOICE_JWT_ISSUER", "CHOICE_JWT_JWKS_URL", "CHOICE_JWT_PUBLIC_KEY", "CHOICE_JWT_SECRET",
    "CHOICE_LOG_FORMAT", "CHOICE_MAX_OPEN", "CHOICE_MAX_STREAMS", "CHOICE_MCP_TASKS", "CHOICE_MCP_TOOLS",
    "CHOICE_MODEL", "CHOICE_PORT",
    "CHOICE_REDIS_URL", "CHOICE_REQUESTS_PER_MINUTE", "CHOICE_RETENTION_DAYS", "CHOICE_SESSION_DAYS",
    "CHOICE_SLACK_ANSWERERS", "CHOICE_SLACK_CHANNEL", "CHOICE_SLACK_LANGUAGE", "CHOICE_SLACK_TENANT",
    "CHOICE_SLACK_TOKEN_KEY",
})  # fmt: skip
"""Every setting whose name starts with CHOICE_."""

SHORTEST_SECRET = 32
"""Minimum length of CHOICE_JWT_SECRET in bytes: 256 bits."""
WEB_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
"""A Host header in lower case, with or without a port."""
MOST_OPEN = 5
PORT = 8400
HIGHEST_PORT = 65_535
ISSUER = AUDIENCE = "choicewire"
SLACK_API_URL = "https://slack.com/api/"

LogFormat = Literal["text", "json"]
McpTools = Literal["usual", "all"]
McpTasks = Literal["auto", "on", "off"]

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_DEFAULT_PORTS = frozenset({80, 443})
_TOKEN_KEYS = ("CHOICE_JWT_SECRET", "CHOICE_JWT_PUBLIC_KEY", "CHOICE_JWT_JWKS_URL")
_SLACK_NAME = re.compile(r"[\w.@-]{1,80}")
_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class SlackSettings:
    """Settings of the Slack surface. Secrets are left out of its `repr`."""

    bot_token: str | None = field(default=None, repr=False)
    signing_secret: str | None = field(default=None, repr=False)
    app_token: str | None = field(default=None, repr=False)
    """Token for Socket Mode, which needs no public address."""
    client_id: str | None = None
    client_secret: str | None = field(default=None, repr=False)
    """If set together with the client id, several workspaces can install the app."""
    api_url: str = SLACK_API_URL
    tenant: str = LOCAL_TENANT
    """Tenant of the questions and conversations of a single workspace."""
    answerers: tuple[str, ...] = ("asker",)
    """Who may answer: `asker` (the person who talks to the model), `channel`, or ids of users and groups."""
    channel: str | None = None
    """Channel for questions that do not come from a conversation in Slack."""
    language: str = "en"
    """Language of messages in channels."""
    token_key: str | None = field(default=None, repr=False)
    """Key that encrypts the tokens of workspaces. Default: a file in the data directory."""

    @property
    def is_on(self) -> bool:
        """Whether the Slack surface is configured."""
        return self.bot_token is not None or self.client_id is not None


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the desk and of the server. Secrets are left out of its `repr`."""

    database_url: str = field(repr=False)
    most_open: int = MOST_OPEN
    """Questions of one agent that a person may have open at a time."""
    retention_days: int | None = None
    """Age at which entries of the decision log are purged, or None to keep them."""
    unknown: tuple[str, ...] = ()
    """Variables that start with CHOICE_ but are not settings."""
    data_dir: Path = field(default_factory=Path.cwd)
    host: str = "127.0.0.1"
    port: int = PORT
    allowed_hosts: frozenset[str] = frozenset()
    """Accepted Host headers, with port. Default: derived from `host` and `port`."""
    redis_url: str | None = field(default=None, repr=False)
    jwt_secret: str | None = field(default=None, repr=False)
    jwt_public_key: str | None = None
    """Public key in PEM format, or the path of a file with it."""
    jwt_jwks_url: str | None = None
    jwt_issuer: str = ISSUER
    jwt_audience: str = AUDIENCE
    model: str = "embedded"
    log_format: LogFormat = "text"
    requests_per_minute: int = 10
    """Rate limit of chat requests, per user."""
    most_streams: int = 3
    """Open streams per user and process."""
    session_days: int = 30
    variables: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    """All variables: providers of models read their own from them."""
    telemetry_url: str | None = field(default=None, repr=False)
    """Endpoint to which traces are exported, or None to export none."""
    slack: SlackSettings = field(default_factory=SlackSettings)
    mcp_tools: McpTools = "usual"
    """Tools that the MCP server lists: the four usual ones, or all."""
    mcp_tasks: McpTasks = "auto"
    """Whether the MCP server returns questions as tasks: `auto` decides by client."""

    def own_hosts(self) -> frozenset[str]:
        """Return the Host headers of this server's own pages."""
        if self.allowed_hosts:
            return self.allowed_hosts
        names = [f"[{name}]" if ":" in name else name for name in {self.host.lower(), *_LOOPBACK}]
        ports = [f":{self.port}", *([""] if self.port in _DEFAULT_PORTS else [])]
        return frozenset({name + port for name in names for port in ports})

    def answered_hosts(self) -> frozenset[str]:
        """Return the Host headers that requests may have.

        Empty means any: off loopback addresses, only `allowed_hosts` limits them.
        """
        return self.own_hosts() if self.host.lower() in _LOOPBACK else self.allowed_hosts


def read_settings(variables: Mapping[str, str], home: Path) -> Settings:
    """Return the settings that the variables define. Empty variables count as unset.

    Raises:
        InvalidSetting: A value is invalid, or contradicts another one.
    """
    given = {name: value for name, value in variables.items() if value}
    _check_token_keys(given)
    data_dir = Path(given["CHOICE_DATA_DIR"]) if "CHOICE_DATA_DIR" in given else _data_dir(variables, home)
    return Settings(
        database_url=given.get("CHOICE_DATABASE_URL") or f"sqlite:///{data_dir / 'desk.db'}",
        most_open=_number(given, "CHOICE_MAX_OPEN") or MOST_OPEN,
        retention_days=_number(given, "CHOICE_RETENTION_DAYS"),
        unknown=tuple(
            sorted([name for name in variables if name.startswith("CHOICE_") and name not in KNOWN])
        ),
        data_dir=data_dir,
        host=given.get("CHOICE_HOST", "127.0.0.1"),
        port=_port(given),
        allowed_hosts=_hosts(given),
        redis_url=_redis_url(given),
        jwt_secret=given.get("CHOICE_JWT_SECRET"),
        jwt_public_key=given.get("CHOICE_JWT_PUBLIC_KEY"),
        jwt_jwks_url=_jwks_url(given),
        jwt_issuer=given.get("CHOICE_JWT_ISSUER", ISSUER),
        jwt_audience=given.get("CHOICE_JWT_AUDIENCE", AUDIENCE),
        variables=given,
        telemetry_url=given.get("OTEL_EXPORTER_OTLP_ENDPOINT"),
        model=_model(given),
        log_format=cast("LogFormat", _one_of(given, "CHOICE_LOG_FORMAT", ("text", "json"))),
        requests_per_minute=_number(given, "CHOICE_REQUESTS_PER_MINUTE") or 10,
        most_streams=_number(given, "CHOICE_MAX_STREAMS") or 3,
        session_days=_number(given, "CHOICE_SESSION_DAYS") or 30,
        slack=_slack_settings(given),
        mcp_tools=cast("McpTools", _one_of(given, "CHOICE_MCP_TOOLS", ("usual", "all"))),
        mcp_tasks=cast("McpTasks", _one_of(given, "CHOICE_MCP_TASKS", ("auto", "on", "off"))),
    )


def read_env_file(text: str) -> dict[str, str]:
    """Return the variables of a `.env` file: lines of NAME=value, with or without quotes around the value."""
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


def _data_dir(variables: Mapping[str, str], home: Path) -> Path:
    """Return the directory for user data that is customary on this platform."""
    if sys.platform == "win32":
        return Path(variables.get("LOCALAPPDATA") or home / "AppData" / "Local") / "choicewire"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "choicewire"
    return Path(variables.get("XDG_DATA_HOME") or home / ".local" / "share") / "choicewire"


# --- Values ---


def _number(given: Mapping[str, str], name: str) -> int | None:
    value = given.get(name)
    if value is None:
        return None
    if not value.isascii() or not value.isdigit() or len(value) > _MOST_DIGITS or int(value) < 1:
        raise InvalidSetting(name, f"must be a whole number of at least 1, not {value!r}.")
    return int(value)


def _port(given: Mapping[str, str]) -> int:
    name, value = "CHOICE_PORT", given.get("CHOICE_PORT", str(PORT))
    if not value.isascii() or not value.isdigit() or len(value) > _MOST_DIGITS or int(value) > HIGHEST_PORT:
        raise InvalidSetting(name, f"must be a whole number up to {HIGHEST_PORT}, not {value!r}.")
    return int(value)


def _one_of(given: Mapping[str, str], name: str, known: tuple[str, ...]) -> str:
    """Return the value of a setting, by default the first known one."""
    value = given.get(name, known[0])
    if value not in known:
        raise InvalidSetting(name, f"must be one of {', '.join(known)}, not {value!r}.")
    return value


def _redis_url(given: Mapping[str, str]) -> str | None:
    name = "CHOICE_REDIS_URL"
    url = given.get(name)
    if url is not None and urlsplit(url).scheme not in {"redis", "rediss", "unix"}:
        raise InvalidSetting(name, "must start with redis://, rediss:// or unix://.")
    return url


def _is_secure(url: str) -> bool:
    """Tell whether a URL uses HTTPS, or HTTP on a loopback address."""
    parts = urlsplit(url)
    is_local = parts.scheme == "http" and parts.hostname in _LOOPBACK
    return bool(parts.hostname) and (parts.scheme == "https" or is_local)


def _jwks_url(given: Mapping[str, str]) -> str | None:
    name = "CHOICE_JWT_JWKS_URL"
    url = given.get(name)
    if url is not None and (not _is_secure(url) or urlsplit(url).username is not None):
        raise InvalidSetting(name, "must start with https:// and have no user name.")
    return url


def _check_token_keys(given: Mapping[str, str]) -> None:
    """Reject key settings that contradict each other."""
    name = "CHOICE_JWT_SECRET"
    keys = [key for key in _TOKEN_KEYS if key in given]
    if len(keys) > 1:
        raise InvalidSetting(keys[1], f"must not be set together with {keys[0]}.")
    if keys == ["CHOICE_JWT_JWKS_URL"]:
        for needed in ("CHOICE_JWT_ISSUER", "CHOICE_JWT_AUDIENCE"):
            if needed not in given:
                raise InvalidSetting(needed, "must be set together with CHOICE_JWT_JWKS_URL.")
    if keys == [name] and len(given[name].encode()) < SHORTEST_SECRET:
        raise InvalidSetting(name, f"must have at least {SHORTEST_SECRET} bytes (256 bits).")


def _model(given: Mapping[str, str]) -> str:
    name, value = "CHOICE_MODEL", given.get("CHOICE_MODEL", "embedded")
    provider, _, model = value.partition(":")
    if value != "embedded" and (provider in {"", "embedded"} or not model.strip()):
        raise InvalidSetting(name, "must be embedded or PROVIDER:MODEL, such as openai:gpt-6.")
    return value


def _hosts(given: Mapping[str, str]) -> frozenset[str]:
    name = "CHOICE_ALLOWED_HOSTS"
    hosts = frozenset(host for part in given.get(name, "").split(",") if (host := part.strip().lower()))
    for host in hosts:
        if WEB_HOST.fullmatch(host) is None:
            raise InvalidSetting(name, f"{host!r} is not a host such as example.org:8400.")
    return hosts


# --- Slack ---


def _slack_settings(given: Mapping[str, str]) -> SlackSettings:
    settings = SlackSettings(
        bot_token=given.get("SLACK_BOT_TOKEN"),
        signing_secret=given.get("SLACK_SIGNING_SECRET"),
        app_token=given.get("SLACK_APP_TOKEN"),
        client_id=given.get("SLACK_CLIENT_ID"),
        client_secret=given.get("SLACK_CLIENT_SECRET"),
        api_url=_slack_api_url(given),
        tenant=given.get("CHOICE_SLACK_TENANT", LOCAL_TENANT),
        answerers=_answerers(given),
        channel=given.get("CHOICE_SLACK_CHANNEL"),
        language=_one_of(given, "CHOICE_SLACK_LANGUAGE", LANGUAGES),
        token_key=given.get("CHOICE_SLACK_TOKEN_KEY"),
    )
    for name, is_wrong, rule in _slack_rules(settings):
        if is_wrong:
            raise InvalidSetting(name, rule)
    return settings


def _slack_rules(settings: SlackSettings) -> tuple[tuple[str, bool, str], ...]:
    """Return the rules between Slack settings: the variable, whether it breaks the rule, and the rule."""
    has_id, has_secret = settings.client_id is not None, settings.client_secret is not None
    has_token, has_socket = settings.bot_token is not None, settings.app_token is not None
    is_unsigned = settings.is_on and settings.signing_secret is None and not has_socket
    return (
        ("SLACK_CLIENT_ID", has_secret and not has_id, "must be set together with SLACK_CLIENT_SECRET."),
        ("SLACK_CLIENT_SECRET", has_id and not has_secret, "must be set together with SLACK_CLIENT_ID."),
        (
            "SLACK_BOT_TOKEN",
            has_id and has_token,
            "must not be set together with SLACK_CLIENT_ID: the token is for one workspace, the id for many.",
        ),
        ("SLACK_BOT_TOKEN", has_socket and not has_token, "must be set together with SLACK_APP_TOKEN."),
        ("SLACK_SIGNING_SECRET", is_unsigned, "must be set: it proves that requests come from Slack."),
    )


def _slack_api_url(given: Mapping[str, str]) -> str:
    name = "SLACK_API_BASE_URL"
    url = given.get(name, SLACK_API_URL)
    if not _is_secure(url):
        raise InvalidSetting(name, "must start with https://, such as https://slack-gov.com/api/.")
    return url if url.endswith("/") else f"{url}/"


def _answerers(given: Mapping[str, str]) -> tuple[str, ...]:
    name = "CHOICE_SLACK_ANSWERERS"
    names = tuple([one for part in given.get(name, "asker").split(",") if (one := part.strip())])
    if not names or not all(map(_SLACK_NAME.fullmatch, names)):
        raise InvalidSetting(name, "must be asker, channel, or a list such as U024BE7LH,S0614TZR7.")
    return names
