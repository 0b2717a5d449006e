"""Settings are read from variables; errors name the variable."""

from pathlib import Path

import pytest

from choice.errors import InvalidSetting
from choice.settings import read_env_file, read_settings

HOME = Path("/home/anna")


def test_the_default_database_is_a_file_in_the_data_directory() -> None:
    settings = read_settings({"XDG_DATA_HOME": "/data"}, HOME)

    assert settings.database_url.startswith("sqlite:///")
    assert settings.database_url.endswith("choicewire/desk.db")
    assert (settings.most_open, settings.retention_days, settings.unknown) == (5, None, ())


def test_settings_of_the_desk_are_read() -> None:
    given = {"CHOICE_DATABASE_URL": "postgresql://x/y", "CHOICE_MAX_OPEN": "9", "CHOICE_RETENTION_DAYS": "30"}

    settings = read_settings(given, HOME)

    assert (settings.database_url, settings.most_open, settings.retention_days) == ("postgresql://x/y", 9, 30)


@pytest.mark.requirement("DI9")
def test_settings_of_the_data_are_read() -> None:
    given = {
        "CHOICE_SOURCE": "tickets:Tickets",
        "CHOICE_DASHBOARD_URL": "https://app.example.org/dashboard/",
        "CHOICE_TIME_ZONE": "Asia/Seoul",
        "CHOICE_DEMO_DATA": "on",
    }

    settings = read_settings(given, HOME)

    found = (settings.source, settings.dashboard_url, settings.time_zone, settings.demo_data)
    assert found == ("tickets:Tickets", "https://app.example.org/dashboard", "Asia/Seoul", True)


def test_the_data_directory_can_be_chosen() -> None:
    assert read_settings({"CHOICE_DATA_DIR": "/srv"}, HOME).database_url == "sqlite:////srv/desk.db"


def test_unknown_variables_are_reported() -> None:
    assert read_settings({"CHOICE_DATABSE_URL": "x", "CHOICE_PORT": "1"}, HOME).unknown == (
        "CHOICE_DATABSE_URL",
    )


@pytest.mark.parametrize("value", ["0", "-1", "many", "1.5", "²"])
def test_an_invalid_number_is_rejected(value: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        read_settings({"CHOICE_MAX_OPEN": value}, HOME)

    assert caught.value.name == "CHOICE_MAX_OPEN"


def test_an_env_file_is_read() -> None:
    text = "# comment\nexport A=1\nB = 'two words'\nC=\"x=y\"\n\nnonsense\n"

    assert read_env_file(text) == {"A": "1", "B": "two words", "C": "x=y"}


SECRET = "canary: a secret of thirty-two bytes"  # noqa: S105 - looked for in what is printed


def test_the_server_listens_on_loopback_by_default() -> None:
    settings = read_settings({}, HOME)

    assert (settings.host, settings.port, settings.model, settings.log_format) == (
        "127.0.0.1",
        8400,
        "embedded",
        "text",
    )
    assert (settings.jwt_issuer, settings.jwt_audience) == ("choicewire", "choicewire")
    assert (settings.requests_per_minute, settings.most_streams, settings.session_days) == (10, 3, 30)
    assert settings.allowed_hosts == frozenset()


def test_settings_of_the_server_are_read() -> None:
    given = {
        "CHOICE_HOST": "0.0.0.0",  # noqa: S104 - somebody may want this
        "CHOICE_PORT": "0",
        "CHOICE_ALLOWED_HOSTS": "Chat.example.org, localhost:8400,[::1]:8400",
        "CHOICE_REDIS_URL": "redis://localhost:6379/0",
        "CHOICE_JWT_SECRET": SECRET,
        "CHOICE_MODEL": "openai:gpt-5",
        "CHOICE_LOG_FORMAT": "json",
        "CHOICE_DATA_DIR": "/srv",
        "CHOICE_REQUESTS_PER_MINUTE": "60",
        "CHOICE_MAX_STREAMS": "9",
        "CHOICE_SESSION_DAYS": "7",
    }

    settings = read_settings(given, HOME)

    assert (settings.port, settings.model, settings.log_format) == (0, "openai:gpt-5", "json")
    assert settings.allowed_hosts == {"chat.example.org", "localhost:8400", "[::1]:8400"}
    assert (settings.requests_per_minute, settings.most_streams, settings.session_days) == (60, 9, 7)
    assert settings.data_dir == Path("/srv")
    assert settings.jwt_secret == SECRET
    assert settings.unknown == ()


def test_secrets_are_left_out_of_the_repr() -> None:
    given = {
        "CHOICE_JWT_SECRET": SECRET,
        "CHOICE_REDIS_URL": "redis://:canary@h",
        "CHOICE_DATABASE_URL": "postgresql://u:canary@h/d",
    }

    assert "canary" not in repr(read_settings(given, HOME))


JWKS = "https://issuer.example/jwks.json"


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"CHOICE_JWT_SECRET": SECRET, "CHOICE_JWT_PUBLIC_KEY": "key.pem"}, "CHOICE_JWT_PUBLIC_KEY"),
        ({"CHOICE_JWT_PUBLIC_KEY": "key.pem", "CHOICE_JWT_JWKS_URL": JWKS}, "CHOICE_JWT_JWKS_URL"),
        ({"CHOICE_JWT_SECRET": "x" * 31}, "CHOICE_JWT_SECRET"),
        ({"CHOICE_JWT_JWKS_URL": JWKS, "CHOICE_JWT_AUDIENCE": "a"}, "CHOICE_JWT_ISSUER"),
        ({"CHOICE_JWT_JWKS_URL": JWKS, "CHOICE_JWT_ISSUER": "i"}, "CHOICE_JWT_AUDIENCE"),
        ({"CHOICE_PORT": "65536"}, "CHOICE_PORT"),
        ({"CHOICE_PORT": "-1"}, "CHOICE_PORT"),
        ({"CHOICE_PORT": "http"}, "CHOICE_PORT"),
        ({"CHOICE_PORT": "9" * 5000}, "CHOICE_PORT"),
        ({"CHOICE_LOG_FORMAT": "xml"}, "CHOICE_LOG_FORMAT"),
        ({"CHOICE_MODEL": "openai:"}, "CHOICE_MODEL"),
        ({"CHOICE_MODEL": "gpt"}, "CHOICE_MODEL"),
        ({"CHOICE_REDIS_URL": "http://x"}, "CHOICE_REDIS_URL"),
        ({"CHOICE_ALLOWED_HOSTS": "*"}, "CHOICE_ALLOWED_HOSTS"),
        ({"CHOICE_ALLOWED_HOSTS": "http://a"}, "CHOICE_ALLOWED_HOSTS"),
        ({"CHOICE_DASHBOARD_URL": "javascript:alert(1)"}, "CHOICE_DASHBOARD_URL"),
        ({"CHOICE_DASHBOARD_URL": "/a) [b](https://x"}, "CHOICE_DASHBOARD_URL"),
        ({"CHOICE_TIME_ZONE": "Mars/Olympus"}, "CHOICE_TIME_ZONE"),
        ({"CHOICE_TIME_ZONE": "../../etc/passwd"}, "CHOICE_TIME_ZONE"),
        ({"CHOICE_DEMO_DATA": "yes"}, "CHOICE_DEMO_DATA"),
        ({"CHOICE_SESSION_DAYS": "0"}, "CHOICE_SESSION_DAYS"),
        ({"CHOICE_MAX_STREAMS": "9" * 5000}, "CHOICE_MAX_STREAMS"),
    ],
)
def test_an_invalid_or_contradictory_setting_is_named(given: dict[str, str], named: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        read_settings(given, HOME)

    assert caught.value.name == named


@pytest.mark.parametrize(
    "url",
    [
        "http://issuer.example/k",
        "file:///etc/passwd",
        "ftp://x/k",
        "https://",
        "https://u:p@h/k",
        "http://127.0.0.1.evil/k",
    ],
)
def test_a_jwks_url_must_use_https_or_loopback(url: str) -> None:
    with pytest.raises(InvalidSetting, match="CHOICE_JWT_JWKS_URL"):
        read_settings(
            {"CHOICE_JWT_JWKS_URL": url, "CHOICE_JWT_ISSUER": "i", "CHOICE_JWT_AUDIENCE": "a"}, HOME
        )


@pytest.mark.parametrize("url", [JWKS, "http://127.0.0.1:9/k", "http://localhost/k", "http://[::1]:9/k"])
def test_a_jwks_url_is_accepted_with_issuer_and_audience(url: str) -> None:
    given = {"CHOICE_JWT_JWKS_URL": url, "CHOICE_JWT_ISSUER": "i", "CHOICE_JWT_AUDIENCE": "a"}

    assert read_settings(given, HOME).jwt_jwks_url == url


@pytest.mark.requirement("DI4")
def test_origins_are_listed_without_paths() -> None:
    given = {"CHOICE_CORS_ORIGINS": "https://App.example.org/, http://localhost:3000"}

    assert read_settings(given, HOME).cors_origins == {"https://app.example.org", "http://localhost:3000"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CHOICE_CORS_ORIGINS", "*, https://a.example"),
        ("CHOICE_CORS_ORIGINS", "app.example.org"),
        ("CHOICE_CORS_ORIGINS", "https://*.example.org"),
        ("CHOICE_CORS_ORIGINS", "https://a.example/path"),
        ("CHOICE_JWT_USER_CLAIM", "two words"),
        ("CHOICE_MODEL_OPTIONS", "temperature=0.7"),
        ("CHOICE_MODEL_OPTIONS", "[]"),
        ("CHOICE_MODEL_OPTIONS", '{"stream": false}'),
        ("CHOICE_MODEL_OPTIONS", '{"extra_body": {"messages": []}}'),
        ("CHOICE_MODEL_OPTIONS", '{"extra_headers": {"X-A": 1}}'),
        ("CHOICE_MODEL_TOOLS", "yes"),
        ("CHOICE_MODEL_SILENCE_SECONDS", "0"),
        ("CHOICE_MODEL_TIMEOUT_SECONDS", "a minute"),
        ("CHOICE_AGENT", "my_agent"),
        ("CHOICE_AGENT", "my-agent:main"),
        ("CHOICE_AGENT", "a:b:c"),
    ],
)
def test_an_invalid_value_of_a_setting_is_rejected(name: str, value: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        read_settings({name: value}, HOME)

    assert caught.value.name == name


@pytest.mark.parametrize("name", ["CHOICE_JWT_ISSUER", "CHOICE_JWT_AUDIENCE"])
def test_published_keys_need_an_issuer_and_an_audience(name: str) -> None:
    given = {
        "CHOICE_JWT_JWKS_URL": "https://issuer.example/keys",
        "CHOICE_JWT_ISSUER": "i",
        "CHOICE_JWT_AUDIENCE": "a",
        name: "*",
    }

    with pytest.raises(InvalidSetting) as caught:
        read_settings(given, HOME)

    assert caught.value.name == name
