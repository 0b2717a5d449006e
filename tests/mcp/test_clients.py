"""The table of clients."""

import pytest

from choice.mcp.clients import CLIENTS, DEFAULT_HOLD_SECONDS, SIX_HOURS, client_row


@pytest.mark.requirement("UP4")
@pytest.mark.parametrize(
    ("client", "seconds"),
    [
        ("claude-code", 110),
        ("Visual Studio Code", SIX_HOURS),
        ("Visual Studio Code - Insiders", SIX_HOURS),
        ("codex-mcp-client", 285),
        ("gemini-cli-mcp-client", 585),
        ("cursor-vscode", DEFAULT_HOLD_SECONDS),
        ("claude-ai", DEFAULT_HOLD_SECONDS),
        ("something else", DEFAULT_HOLD_SECONDS),
        ("", DEFAULT_HOLD_SECONDS),
        (None, DEFAULT_HOLD_SECONDS),
    ],
)
def test_a_call_is_held_as_long_as_its_client_allows(client: str | None, seconds: float) -> None:
    assert client_row(client).hold == seconds


def test_the_names_of_the_table_differ() -> None:
    names = [row.name for row in CLIENTS]

    assert len(set(names)) == len(names)
    assert all(name == name.lower() for name in names)
