"""Settings come from variables; what cannot be used is named."""

from pathlib import Path

import pytest

from choice.errors import InvalidSetting
from choice.settings import read_env_file, read_settings

HOME = Path("/home/anna")


def test_without_settings_the_desk_is_a_file_in_the_users_data() -> None:
    settings = read_settings({"XDG_DATA_HOME": "/data"}, HOME)

    assert settings.database_url.startswith("sqlite:///")
    assert settings.database_url.endswith("choicewire/desk.db")
    assert (settings.most_open, settings.retention_days, settings.unknown) == (5, None, ())


def test_settings_are_taken_over() -> None:
    given = {"CHOICE_DATABASE_URL": "postgresql://x/y", "CHOICE_MAX_OPEN": "9", "CHOICE_RETENTION_DAYS": "30"}

    settings = read_settings(given, HOME)

    assert (settings.database_url, settings.most_open, settings.retention_days) == ("postgresql://x/y", 9, 30)


def test_the_data_directory_can_be_chosen() -> None:
    assert read_settings({"CHOICE_DATA_DIR": "/srv"}, HOME).database_url == "sqlite:////srv/desk.db"


def test_names_that_mean_nothing_are_reported() -> None:
    assert read_settings({"CHOICE_DATABSE_URL": "x", "CHOICE_PORT": "1"}, HOME).unknown == (
        "CHOICE_DATABSE_URL",
    )


@pytest.mark.parametrize("value", ["0", "-1", "many", "1.5", "²"])
def test_a_number_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        read_settings({"CHOICE_MAX_OPEN": value}, HOME)

    assert caught.value.name == "CHOICE_MAX_OPEN"


def test_an_env_file_is_read() -> None:
    text = "# comment\nexport A=1\nB = 'two words'\nC=\"x=y\"\n\nnonsense\n"

    assert read_env_file(text) == {"A": "1", "B": "two words", "C": "x=y"}
