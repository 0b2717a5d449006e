"""Slack settings: required combinations and hidden secrets."""

from pathlib import Path

import pytest

from choice.errors import InvalidSetting
from choice.settings import read_settings

HOME = Path("/home/ada")
ONE = {"SLACK_BOT_TOKEN": "xoxb-canary", "SLACK_SIGNING_SECRET": "canary"}


def test_slack_is_disabled_without_tokens() -> None:
    assert not read_settings({"SLACK_SIGNING_SECRET": "canary"}, HOME).slack.is_on


def test_slack_settings_are_read_and_secrets_are_not_printed() -> None:
    given = ONE | {
        "CHOICE_SLACK_ANSWERERS": "channel, U0000001",
        "CHOICE_SLACK_CHANNEL": "C0000001",
        "CHOICE_SLACK_LANGUAGE": "ko",
        "CHOICE_SLACK_TENANT": "acme",
        "SLACK_API_BASE_URL": "https://slack-gov.com/api",
    }
    settings = read_settings(given, HOME)

    assert settings.slack.is_on
    assert settings.slack.answerers == ("channel", "U0000001")
    assert settings.slack.api_url == "https://slack-gov.com/api/"
    assert (settings.slack.channel, settings.slack.language, settings.slack.tenant) == (
        "C0000001",
        "ko",
        "acme",
    )
    assert settings.unknown == ()
    assert "canary" not in repr(settings)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"SLACK_BOT_TOKEN": "xoxb-1"}, "SLACK_SIGNING_SECRET"),
        ({"SLACK_CLIENT_ID": "1.2", "SLACK_SIGNING_SECRET": "x"}, "SLACK_CLIENT_SECRET"),
        ({"SLACK_CLIENT_SECRET": "x", "SLACK_SIGNING_SECRET": "x"}, "SLACK_CLIENT_ID"),
        (ONE | {"SLACK_CLIENT_ID": "1.2", "SLACK_CLIENT_SECRET": "x"}, "SLACK_BOT_TOKEN"),
        ({"SLACK_APP_TOKEN": "xapp-1"}, "SLACK_BOT_TOKEN"),
        (ONE | {"SLACK_API_BASE_URL": "http://slack.example/api/"}, "SLACK_API_BASE_URL"),
        (ONE | {"CHOICE_SLACK_LANGUAGE": "tlh"}, "CHOICE_SLACK_LANGUAGE"),
        (ONE | {"CHOICE_SLACK_ANSWERERS": "everybody here"}, "CHOICE_SLACK_ANSWERERS"),
        (ONE | {"CHOICE_SLACK_ANSWERERS": " , "}, "CHOICE_SLACK_ANSWERERS"),
    ],
)
def test_missing_and_contradicting_settings_are_reported(given: dict[str, str], named: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        read_settings(given, HOME)

    assert caught.value.name == named
