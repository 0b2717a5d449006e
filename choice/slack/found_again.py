"""Finds messages that were posted by a process that died before it could note so."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from choice.errors import ChoiceError
from choice.slack.cards import Card
from choice.slack.web_api import WebApi

_MOST = 50


class FoundAgain:
    """Looks in a thread for the messages of a card before they are posted once more."""

    def __init__(self, api: WebApi) -> None:
        self._api = api

    async def parts_of(self, card: Card) -> Card:
        """Return a card with the messages that stand in its thread; what they show is not known."""
        if card.thread_ts is None:
            return card
        try:
            told = await self._api.call(
                card.team, "conversations.replies", channel=card.channel, ts=card.thread_ts, limit=_MOST
            )
        except ChoiceError:
            return card  # Without the permission to look, posting twice is the lesser evil.
        found = [str(each["ts"]) for each in told.get("messages", ()) if _is_of(each, card.handle)]
        parts = (*card.parts, *[ts for ts in found if ts not in card.parts])
        return replace(card, parts=parts, shown=(*card.shown, *[""] * (len(parts) - len(card.shown))))


def _is_of(message: Mapping[str, Any], handle: str) -> bool:
    return any(handle in str(block) for block in message.get("blocks", ()))
