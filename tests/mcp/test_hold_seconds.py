"""How long calls are held, by client."""

import pytest

from choice.mcp.calls import DEFAULT_HOLD_SECONDS, SIX_HOURS, hold_seconds


@pytest.mark.requirement("UP4")
@pytest.mark.parametrize(
    ("client", "seconds"),
    [
        ("claude-code", SIX_HOURS),
        ("Visual Studio Code", SIX_HOURS),
        ("Visual Studio Code - Insiders", SIX_HOURS),
        ("codex-mcp-client", 285),
        ("cursor-vscode", DEFAULT_HOLD_SECONDS),
        ("claude-ai", DEFAULT_HOLD_SECONDS),
        ("something else", DEFAULT_HOLD_SECONDS),
        ("", DEFAULT_HOLD_SECONDS),
        (None, DEFAULT_HOLD_SECONDS),
    ],
)
def test_a_call_is_held_as_long_as_its_client_allows(client: str | None, seconds: float) -> None:
    assert hold_seconds(client) == seconds


def test_the_hold_option_overrides_the_table() -> None:
    assert hold_seconds("claude-code", 7) == 7
