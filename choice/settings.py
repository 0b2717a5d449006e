"""How this installation runs, read from variables that somebody else fetched."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

from choice.errors import InvalidSetting
from choice.setting_rules import check_together, jwks_url, model_name, redis_url, web_hosts
from choice.slack_settings import KNOWN as KNOWN_OF_SLACK
from choice.slack_settings import SlackSettings, read_slack_settings

KNOWN = KNOWN_OF_SLACK | frozenset(
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
