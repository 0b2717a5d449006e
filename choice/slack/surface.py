"""Slack as a surface of the desk: questions of its threads, and those sent to its channel."""

from choice.desk.interaction import Interaction
from choice.slack.api.client import Workspaces
from choice.slack.events.home import Homes
from choice.slack.outbox import Job
from choice.slack.store import Cards, Threads
from choice.slack.talk import Reading

NAME = "slack"


class SlackSurface:
    """Has cards posted and changed. What is to be shown is looked up when it is shown, not now."""

    name = NAME

    def __init__(  # noqa: PLR0913, PLR0917 - all that decides where a question appears
        self,
        threads: Threads,
        cards: Cards,
        reading: Reading,
        homes: Homes,
        workspaces: Workspaces,
        channel: str | None,
    ) -> None:
        self._threads, self._cards, self._reading = threads, cards, reading
        self._homes, self._workspaces, self._channel = homes, workspaces, channel

    async def show(self, interaction: Interaction) -> None:
        """Show an open interaction where it was asked, or as it is now."""
        await self._bring_up(interaction)
        await self._homes.changed(interaction)

    async def close(self, interaction: Interaction) -> None:
        """Say on its messages how an interaction ended, if it has any."""
        await self._bring_up(interaction)
        await self._homes.changed(interaction)

    async def look_after(self) -> None:
        """Bring up to date what is not closed: it may have ended while nobody was here."""
        for card in await self._cards.still_open():
            body = {"interaction": card.interaction_id}
            name = f"card:{card.interaction_id}"
            await self._reading.put(Job(card.tenant, card.team, card.lane, "card", body, id=name))

    async def _bring_up(self, interaction: Interaction) -> None:
        """Have the messages of an interaction brought to what is true now."""
        tenant, name = interaction.asked_by.tenant, f"card:{interaction.id}"
        body: dict[str, object] = {"interaction": interaction.id}
        card = await self._cards.of(interaction.id, tenant)
        if card is not None:
            if card.state != "closed":
                await self._reading.put(Job(tenant, card.team, card.lane, "card", body, id=name))
            return
        if interaction.outcome is not None:
            return
        conversation = interaction.asked_by.conversation
        thread = None if conversation is None else await self._threads.of(conversation, tenant)
        if thread is None:
            await self._show_in_channel(interaction, name)
            return
        place = thread.place
        body |= {"channel": place.channel, "thread": place.thread_ts, "owner": thread.owner}
        await self._reading.put(Job(tenant, place.team, place.lane, "card", body, id=name), thread)

    async def _show_in_channel(self, interaction: Interaction, name: str) -> None:
        """Show what nobody asked in Slack in the channel for such questions, where it is wanted there."""
        workspace = await self._workspaces.find(None)
        tenant = interaction.asked_by.tenant
        if self._channel is None or workspace is None or workspace.tenant != tenant:
            return
        is_for_anyone = not interaction.surfaces and interaction.audience.is_anyone
        if self.name not in interaction.surfaces and not is_for_anyone:
            return
        body: dict[str, object] = {"interaction": interaction.id, "channel": self._channel}
        lane = f"{workspace.team}:{self._channel}:{name}"
        await self._reading.put(Job(tenant, workspace.team, lane, "card", body, id=name))
