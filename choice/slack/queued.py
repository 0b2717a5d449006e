"""Tell the owner of a thread that its question waits, because too many others are open."""

import logging

from choice.desk import Desk, Interaction, Person
from choice.errors import ChoiceError
from choice.i18n import words
from choice.plain_text import plain_line
from choice.slack.api.client import WebApi
from choice.slack.render.pages import shown_title
from choice.slack.render.text import Rendered, escape, shortened
from choice.slack.store import Card, Cards

_MAX_LINKS = 10_000
_MAX_OPEN, _MAX_LISTED = 100, 5
_TITLE = 100

logger = logging.getLogger(__name__)


class Permalinks:
    """Looks up the addresses of cards in Slack, with a cache."""

    def __init__(self, api: WebApi) -> None:
        self._api = api
        self._links: dict[tuple[str, str], str] = {}

    async def of(self, card: Card) -> str | None:
        """Return the address of a card's first message, or None if Slack does not tell it."""
        known = self._links.get((card.channel, card.parts[0]))
        if known is not None:
            return known
        try:
            response = await self._api.call(
                card.team, "chat.getPermalink", channel=card.channel, message_ts=card.parts[0]
            )
        except ChoiceError as error:
            logger.info("Cannot get a permalink: %s", error)
            return None
        if len(self._links) >= _MAX_LINKS:
            self._links.clear()
        link = self._links[card.channel, card.parts[0]] = str(response["permalink"])
        return link


class QueuedNotes:
    """Posts what waits in a thread, and which open questions it waits for."""

    def __init__(self, desk: Desk, api: WebApi, cards: Cards, links: Permalinks) -> None:
        self._desk, self._api, self._cards, self._links = desk, api, cards, links

    async def post(self, card: Card, queued: Interaction, owner: str) -> None:
        """Post the note. The question itself follows when it is admitted."""
        say = words("slack_talk", card.language)
        lines = [say("queued", question=_title(queued))]
        person = Person(owner, card.tenant)
        found = await self._desk.list(person, most=_MAX_OPEN)
        same_queue = [
            each for each in found if not each.queued and each.asked_by.agent == queued.asked_by.agent
        ]
        for each in same_queue[:_MAX_LISTED]:
            shown = await self._cards.of(each.id, card.tenant)
            link = await self._links.of(shown) if shown is not None and shown.parts else None
            title = _title(each)
            lines.append(f"• {title}" if link is None else f"• <{link}|{title}>")
        await self._api.post(card.team, card.channel, card.thread_ts, Rendered("\n".join(lines)))


def _title(interaction: Interaction) -> str:
    form = interaction.form
    return escape(shortened(plain_line(shown_title(form) or form.questions[0].text), _TITLE))
