"""Settings of an installation, read from variables such as `CHOICE_PORT`.

`read_settings` takes the variables as an argument; only `choice.assembly` reads the environment.
"""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Literal, cast
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from choice.errors import InvalidSetting
from choice.i18n import LANGUAGES
from choice.local import LOCAL_TENANT

KNOWN = frozenset({
    "CHOICE_AGENT", "CHOICE_ALLOWED_HOSTS", "CHOICE_ASKS_PER_MINUTE", "CHOICE_CORS_ORIGINS",
    "CHOICE_DASHBOARD_URL", "CHOICE_DATABASE_URL", "CHOICE_DATA_DIR", "CHOICE_DEFAULT_TENANT",
    "CHOICE_DEMO_DATA", "CHOICE_HOST", "CHOICE_JWT_AUDIENCE", "CHOICE_JWT_HEADER", "CHOICE_JWT_ISSUER",
    "CHOICE_JWT_JWKS_URL", "CHOICE_JWT_ROLE_NAMES", "CHOICE_SIGN_OUT_URL", "CHOICE_TRUSTED_PROXIES",
    "CHOICE_JWT_PUBLIC_KEY", "CHOICE_JWT_ROLES_CLAIM", "CHOICE_JWT_SECRET", "CHOICE_JWT_TENANT_CLAIM",
    "CHOICE_JWT_USER_CLAIM", "CHOICE_LOG_FORMAT", "CHOICE_MAX_OPEN", "CHOICE_MAX_QUEUED",
    "CHOICE_MAX_SOCKETS", "CHOICE_MAX_STREAMS", "CHOICE_MAX_WAITS", "CHOICE_MCP_TASKS",
    "CHOICE_MCP_TOOLS", "CHOICE_MODEL", "CHOICE_MODEL_OPTIONS",
    "CHOICE_MODEL_SILENCE_SECONDS", "CHOICE_MODEL_TIMEOUT_SECONDS", "CHOICE_MODEL_TOOLS", "CHOICE_PORT",
    "CHOICE_QUICK_QUESTIONS", "CHOICE_REDIS_URL", "CHOICE_REQUESTS_PER_MINUTE", "CHOICE_RETENTION_DAYS",
    "CHOICE_SESSION_DAYS", "CHOICE_SLACK_ANSWERERS", "CHOICE_SLACK_CHANNEL", "CHOICE_SLACK_LANGUAGE",
    "CHOICE_SLACK_TENANT", "CHOICE_SLACK_TOKEN_KEY", "CHOICE_SOURCE", "CHOICE_SYSTEM_PROMPT_FILE",
    "CHOICE_TIME_ZONE",
})  # fmt: skip
"""Every setting whose name starts with CHOICE_."""

SHORTEST_SECRET = 32
"""Minimum length of CHOICE_JWT_SECRET in bytes: 256 bits."""
WEB_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
"""A Host header in lower case, with or without a port."""
MOST_OPEN = 5
MOST_QUEUED = 1000
ASKS_PER_MINUTE = 300
MOST_WAITS = 50
MOST_SOCKETS = 20
PORT = 8400
HIGHEST_PORT = 65_535
ISSUER = AUDIENCE = "choicewire"
SLACK_API_URL = "https://slack.com/api/"

ANY = "*"
"""Value of CHOICE_CORS_ORIGINS, CHOICE_JWT_ISSUER and CHOICE_JWT_AUDIENCE that accepts every value."""
MODEL_SILENCE_SECONDS = 30
MODEL_TIMEOUT_SECONDS = 600

LogFormat = Literal["text", "json"]
McpTools = Literal["usual", "all"]
McpTasks = Literal["auto", "on", "off"]
ModelTools = Literal["auto", "on", "off"]

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_DEFAULT_PORTS = frozenset({80, 443})
_TOKEN_KEYS = ("CHOICE_JWT_SECRET", "CHOICE_JWT_PUBLIC_KEY", "CHOICE_JWT_JWKS_URL")
_OWN_FIELDS = frozenset({"messages", "model", "stream", "system", "tools"})
"""Fields of a model request that the options must not replace."""
_ORIGIN = re.compile(r"https?://[A-Za-z0-9._-]+(?::[0-9]{1,5})?|https?://\[[0-9A-Fa-f:.]+\](?::[0-9]{1,5})?")
_HEADER = re.compile(r"[A-Za-z0-9-]{1,100}")
_CLAIM = re.compile(r"[^\s\x00-\x1f]{1,200}")
_SLACK_NAME = re.compile(r"[\w.@-]{1,80}")
_MOST_DIGITS = 9
_DASHBOARD = re.compile(r"(?:https?://|/)[^\s()<>\[\]\"`]{0,500}")


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
    language: str | None = None
    """Language of messages in channels. Default: the language of the person who started the conversation."""
    token_key: str | None = field(default=None, repr=False)
    """Key that encrypts the tokens of workspaces. Default: a file in the data directory."""

    @property
    def is_on(self) -> bool:
        """Whether the Slack surface is configured."""
        return self.bot_token is not None or self.client_id is not None


@dataclass(frozen=True, slots=True)
class ClaimNames:
    """Names of the claims in a token that identify the caller. Dots lead into nested objects."""

    user: str = "sub"
    tenant: str = "tenant"
    roles: str = "roles"
    default_tenant: str | None = None
    """Tenant of tokens without a tenant claim."""
    role_names: tuple[tuple[str, str], ...] = ()
    """Names in the claim of roles, such as groups, and the roles that they stand for."""


@dataclass(frozen=True, slots=True)
class ProxySettings:
    """A proxy that signs people in and sends their token."""

    header: str
    """Name of the header, in lower case."""
    trusted: tuple[IPv4Network | IPv6Network, ...]
    """Addresses from which the header is accepted."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """How the model is called."""

    silence_seconds: float = MODEL_SILENCE_SECONDS
    """An answer ends with an error after this time without a byte from the model."""
    timeout_seconds: float = MODEL_TIMEOUT_SECONDS
    """Longest duration of one answer."""
    tools: ModelTools = "auto"
    """`auto`: questions are asked by tool calls, unless the server of the model refuses tools."""
    system_prompt_file: Path | None = None
    """Text that replaces the default description of the assistant's role."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the desk and of the server. Secrets are left out of its `repr`."""

    database_url: str = field(repr=False)
    most_open: int = MOST_OPEN
    """Questions of one agent that a person may have open at a time."""
    most_queued: int = MOST_QUEUED
    """Further questions of one agent that may wait for a person; more are rejected."""
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
    """Accepted audiences, comma-separated, or `*` for tokens with any audience or none."""
    claims: ClaimNames = field(default_factory=ClaimNames)
    cors_origins: frozenset[str] = frozenset()
    """Origins of pages that may call the API from a browser, or `*` alone for all, without cookies."""
    model: str = "embedded"
    source: str | None = None
    """Data source of your own, as `package.module:name`, or None for the tables of the database."""
    demo_data: bool = False
    """Whether to load the demo data at start, whichever model is used."""
    proxy: ProxySettings | None = None
    sign_out_url: str | None = None
    """Where a browser goes after it has signed out of the pages."""
    dashboard_url: str | None = None
    """Address of a dashboard that answers about data link to, without a slash at the end."""
    time_zone: str = "UTC"
    """Time zone of people who do not state theirs."""
    model_settings: ModelSettings = field(default_factory=ModelSettings)
    agent: str | None = None
    """An agent of your own in place of a model: `package.module:name`."""
    log_format: LogFormat = "text"
    requests_per_minute: int = 10
    """Rate limit of chat requests, per user."""
    most_streams: int = 3
    """Open streams per user."""
    asks_per_minute: int = ASKS_PER_MINUTE
    """Rate limit of questions, per agent or user that asks."""
    most_waits: int = MOST_WAITS
    """Requests of one user that wait for an outcome."""
    most_sockets: int = MOST_SOCKETS
    """Open pages of one user: WebSocket connections."""
    session_days: int = 30
    quick_questions: bool = True
    """Whether the closing question of a message gets light buttons: Yes and No, or its alternatives."""
    variables: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    """All variables: providers of models read their own from them."""
    telemetry_url: str | None = field(default=None, repr=False)
    """Endpoint to which traces are exported, or None to export none."""
    slack: SlackSettings = field(default_factory=SlackSettings)
    mcp_tools: McpTools = "usual"
    """Tools that the MCP server lists: the four usual ones, or all."""
    mcp_tasks: McpTasks = "auto"
    """Whether the MCP server returns questions as tasks: `auto` decides by client."""

    @property
    def is_local(self) -> bool:
        """Whether the server listens on a loopback address, so that only this machine can connect."""
        return self.host.lower() in _LOOPBACK

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
        return self.own_hosts() if self.is_local else self.allowed_hosts


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
        most_queued=_number(given, "CHOICE_MAX_QUEUED") or MOST_QUEUED,
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
        claims=_claim_names(given),
        proxy=_proxy_settings(given),
        sign_out_url=_sign_out_url(given),
        cors_origins=_origins(given),
        variables=given,
        telemetry_url=given.get("OTEL_EXPORTER_OTLP_ENDPOINT"),
        model=_model(given),
        source=given.get("CHOICE_SOURCE"),
        demo_data=_one_of(given, "CHOICE_DEMO_DATA", ("off", "on")) == "on",
        dashboard_url=_dashboard_url(given),
        time_zone=_time_zone(given),
        model_settings=_model_settings(given),
        agent=_object_path(given, "CHOICE_AGENT"),
        log_format=cast("LogFormat", _one_of(given, "CHOICE_LOG_FORMAT", ("text", "json"))),
        requests_per_minute=_number(given, "CHOICE_REQUESTS_PER_MINUTE") or 10,
        most_streams=_number(given, "CHOICE_MAX_STREAMS") or 3,
        asks_per_minute=_number(given, "CHOICE_ASKS_PER_MINUTE") or ASKS_PER_MINUTE,
        most_waits=_number(given, "CHOICE_MAX_WAITS") or MOST_WAITS,
        most_sockets=_number(given, "CHOICE_MAX_SOCKETS") or MOST_SOCKETS,
        session_days=_number(given, "CHOICE_SESSION_DAYS") or 30,
        quick_questions=_one_of(given, "CHOICE_QUICK_QUESTIONS", ("on", "off")) == "on",
        slack=_slack_settings(given),
        mcp_tools=cast("McpTools", _one_of(given, "CHOICE_MCP_TOOLS", ("usual", "all"))),
        mcp_tasks=cast("McpTasks", _one_of(given, "CHOICE_MCP_TASKS", ("auto", "on", "off"))),
    )


def read_env_file(text: str) -> dict[str, str]:
    """Return the variables of a settings file: lines of NAME=value. The value may be in quotes."""
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


def settings_file(variables: Mapping[str, str], home: Path) -> Path:
    """Return the user's settings file, in the customary directory for configuration."""
    if sys.platform == "win32":
        folder = Path(variables.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(variables.get("XDG_CONFIG_HOME") or home / ".config")
    return folder / "choicewire" / "settings.env"


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


def _dashboard_url(given: Mapping[str, str]) -> str | None:
    """Return the address of the dashboard: a URL, or a path on the site of the chat."""
    name = "CHOICE_DASHBOARD_URL"
    url = given.get(name)
    if url is None:
        return None
    if _DASHBOARD.fullmatch(url) is None:
        raise InvalidSetting(name, "must start with https://, http:// or /, without spaces or brackets.")
    return url.rstrip("/")


def _time_zone(given: Mapping[str, str]) -> str:
    name, value = "CHOICE_TIME_ZONE", given.get("CHOICE_TIME_ZONE", "UTC")
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidSetting(name, f"must be a time zone such as Europe/Berlin, not {value!r}.") from error
    return value


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
            if given.get(needed, ANY) == ANY:
                raise InvalidSetting(needed, "must be set together with CHOICE_JWT_JWKS_URL.")
    if keys == [name] and len(given[name].encode()) < SHORTEST_SECRET:
        raise InvalidSetting(name, f"must have at least {SHORTEST_SECRET} bytes (256 bits).")


def _role_names(given: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return pairs of a name and its role, from a list such as `staff=member,ops=admin`."""
    name = "CHOICE_JWT_ROLE_NAMES"
    pairs = [part.strip().rpartition("=") for part in given.get(name, "").split(",") if part.strip()]
    if not all(group.strip() and role.strip() for group, _, role in pairs):
        raise InvalidSetting(name, "must be a list of GROUP=ROLE, such as staff=member,ops=admin.")
    return tuple([(group.strip(), role.strip()) for group, _, role in pairs])


def _proxy_settings(given: Mapping[str, str]) -> ProxySettings | None:
    name = "CHOICE_JWT_HEADER"
    header = given.get(name)
    if header is None:
        return None
    if _HEADER.fullmatch(header) is None or header.lower() in {"authorization", "cookie"}:
        raise InvalidSetting(name, "must be the name of a header such as X-Forwarded-Access-Token.")
    name = "CHOICE_TRUSTED_PROXIES"
    parts = [part.strip() for part in given.get(name, "127.0.0.1,::1").split(",") if part.strip()]
    try:
        trusted = tuple([ip_network(part) for part in parts])
    except ValueError as error:
        raise InvalidSetting(name, "must be a list of addresses or networks, such as 10.0.0.0/8.") from error
    return ProxySettings(header.lower(), trusted)


def _sign_out_url(given: Mapping[str, str]) -> str | None:
    name = "CHOICE_SIGN_OUT_URL"
    url = given.get(name)
    if url is not None and _DASHBOARD.fullmatch(url) is None:
        raise InvalidSetting(name, "must start with https:// or /, such as /oauth2/sign_out.")
    return url


def _claim_names(given: Mapping[str, str]) -> ClaimNames:
    names = ClaimNames(
        given.get("CHOICE_JWT_USER_CLAIM", "sub"),
        given.get("CHOICE_JWT_TENANT_CLAIM", "tenant"),
        given.get("CHOICE_JWT_ROLES_CLAIM", "roles"),
        given.get("CHOICE_DEFAULT_TENANT"),
        _role_names(given),
    )
    for name in ("CHOICE_JWT_USER_CLAIM", "CHOICE_JWT_TENANT_CLAIM", "CHOICE_JWT_ROLES_CLAIM"):
        if name in given and _CLAIM.fullmatch(given[name]) is None:
            raise InvalidSetting(name, "must be the name of a claim, such as org_id or realm_access.roles.")
    return names


def _origins(given: Mapping[str, str]) -> frozenset[str]:
    name = "CHOICE_CORS_ORIGINS"
    origins = frozenset(
        origin for part in given.get(name, "").split(",") if (origin := part.strip().rstrip("/").lower())
    )
    if ANY in origins and len(origins) > 1:
        raise InvalidSetting(name, "must be * alone, or a list of origins.")
    for origin in origins - {ANY}:
        if _ORIGIN.fullmatch(origin) is None:
            raise InvalidSetting(name, f"{origin!r} is not an origin such as https://app.example.org.")
    return origins


def model_options(given: Mapping[str, str]) -> dict[str, object]:
    """Return the fields of CHOICE_MODEL_OPTIONS, a JSON object that is added to every model request.

    Raises:
        InvalidSetting: It is not a JSON object, or replaces a field that the service sets.
    """
    name = "CHOICE_MODEL_OPTIONS"
    try:
        options = json.loads(given.get(name) or "{}")
    except ValueError as error:
        raise InvalidSetting(name, f"must be a JSON object: {error}.") from None
    if not isinstance(options, dict):
        raise InvalidSetting(name, 'must be a JSON object such as {"temperature": 0.7}.')
    extra_body, headers = options.pop("extra_body", {}), options.get("extra_headers", {})
    if not isinstance(extra_body, dict) or not isinstance(headers, dict):
        raise InvalidSetting(name, "extra_body and extra_headers must be objects.")
    if not all(isinstance(value, str) for value in headers.values()):
        raise InvalidSetting(name, "extra_headers must have text values.")
    options |= extra_body
    if taken := sorted(_OWN_FIELDS.intersection(options)):
        raise InvalidSetting(name, f"must not contain {', '.join(taken)}; the service sets it.")
    return options


def _model_settings(given: Mapping[str, str]) -> ModelSettings:
    model_options(given)  # An invalid value stops the start, not the first answer.
    prompt = given.get("CHOICE_SYSTEM_PROMPT_FILE")
    return ModelSettings(
        _number(given, "CHOICE_MODEL_SILENCE_SECONDS") or MODEL_SILENCE_SECONDS,
        _number(given, "CHOICE_MODEL_TIMEOUT_SECONDS") or MODEL_TIMEOUT_SECONDS,
        cast("ModelTools", _one_of(given, "CHOICE_MODEL_TOOLS", ("auto", "on", "off"))),
        None if prompt is None else Path(prompt),
    )


def _object_path(given: Mapping[str, str], name: str) -> str | None:
    """Return a setting that names a Python object."""
    path = given.get(name)
    if path is not None and not all(part.isidentifier() for part in path.replace(":", ".", 1).split(".")):
        raise InvalidSetting(name, f"must be package.module:name, not {path!r}.")
    if path is not None and ":" not in path:
        raise InvalidSetting(name, f"must be package.module:name, not {path!r}.")
    return path


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
        language=_one_of(given, "CHOICE_SLACK_LANGUAGE", LANGUAGES)
        if "CHOICE_SLACK_LANGUAGE" in given
        else None,
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
