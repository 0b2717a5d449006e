"""How long calls are held."""

import pytest

from choice.mcp.calls import SIX_HOURS, UNKNOWN, hold_seconds


@pytest.mark.requirement("UP4")
@pytest.mark.parametrize(
    ("client", "seconds"),
    [
        ("claude-code", SIX_HOURS),
        ("Visual Studio Code", SIX_HOURS),
        ("Visual Studio Code - Insiders", SIX_HOURS),
        ("codex-mcp-client", 285),
        ("cursor-vscode", UNKNOWN),
        ("claude-ai", UNKNOWN),
        ("something else", UNKNOWN),
        ("", UNKNOWN),
        (None, UNKNOWN),
    ],
)
def test_a_call_is_held_as_long_as_its_client_allows(client: str | None, seconds: float) -> None:
    assert hold_seconds(client) == seconds


def test_whoever_runs_the_server_may_know_better() -> None:
    assert hold_seconds("claude-code", 7) == 7
