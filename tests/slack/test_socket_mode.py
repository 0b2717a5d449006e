"""Socket Mode: the same conversations, across reconnects, without duplicates."""

from pathlib import Path
from typing import Any

import pytest

from choice.models import Answered
from tests.slack.member import buttons
from tests.slack.questions import single
from tests.slack.workspace import CHANNEL, workspace

SOCKET: dict[str, Any] = {"app_token": "xapp-1", "signing_secret": None}


@pytest.mark.requirement("SL14")
async def test_a_conversation_over_socket_mode(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "PostgreSQL it is."], **SOCKET) as place:
        await place.slack.socket.connected()
        ada = place.member()

        thread = await ada.mention("which store?")
        [card] = await place.card(CHANNEL, thread)
        await ada.click(card, "PostgreSQL")
        await place.wait_for_text(CHANNEL, thread, "PostgreSQL it is.")

        assert place.model.requests[1].turns[-1].text == "2"


async def test_free_text_over_socket_mode(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "As you like."], **SOCKET) as place:
        await place.slack.socket.connected()
        ada = place.member()
        thread = await ada.mention("which store?")
        [card] = await place.card(CHANNEL, thread)

        await ada.click(card, "custom_input_single")
        await place.slack.until(lambda: bool(place.slack.views))
        shown = await ada.submit(place.slack.views[0], "A notebook")
        again = await ada.submit(place.slack.views[0], "A pencil")
        await place.wait_for_text(CHANNEL, thread, "As you like.")

        assert shown == {}
        assert again["response_action"] == "errors"
        assert place.model.requests[1].turns[-1].text == "A notebook"


async def test_a_repeated_envelope_and_a_reconnect_change_nothing(tmp_path: Path) -> None:
    """K15."""
    async with workspace(tmp_path, [single(), "Good."], **SOCKET) as place:
        await place.slack.socket.connected()
        ada = place.member()
        event = {"type": "app_mention", "user": ada.user, "text": "<@UBOT00001> go", "channel": CHANNEL}
        event |= {"ts": "1900000500.000100", "team": ada.team}
        payload = {"type": "event_callback", "team_id": ada.team, "event_id": "Ev500", "event": event}
        for _ in range(3):
            await place.slack.socket.send("events_api", payload, "the same")
        [card] = await place.card(CHANNEL, "1900000500.000100")
        click = ada.click_payload(card, next(buttons(card)))

        await place.slack.socket.ask_to_reconnect()
        await place.slack.socket.connected(links=2)
        for _ in range(2):
            await place.slack.socket.send("interactive", click, "the click")
        await place.slack.socket.drop()
        await place.slack.socket.connected(links=3)
        await place.slack.socket.send("interactive", click, "the click again")
        await place.wait_for_text(CHANNEL, "1900000500.000100", "Good.")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Answered)
        assert len(place.model.requests) == 2
        assert place.slack.notes(ada.user) == []
