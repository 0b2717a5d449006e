"""The desk's Slack surface: shows questions in their thread, or in the configured channel."""

from choice.desk.interaction import Interaction
from choice.slack.api.client import Workspaces
from choice.slack.events.home import Homes
from choice.slack.outbox import Job
from choice.slack.store import Cards, Threads
from choice.slack.talk import ThreadRelay

NAME = "slack"


class SlackSurface:
    """Enqueues jobs that sync cards. A job reads the interaction when it runs."""

    name = NAME

    def __init__(  # noqa: PLR0913, PLR0917 - one per dependency
        self,
        threads: Threads,
        cards: Cards,
        relay: ThreadRelay,
        homes: Homes,
        workspaces: Workspaces,
        channel: str | None,
    ) -> None:
        self._threads, self._cards, self._relay = threads, cards, relay
        self._homes, self._workspaces, self._channel = homes, workspaces, channel

    async def show(self, interaction: Interaction) -> None:
        """Show or update an open interaction."""
        await self._sync_messages(interaction)
        await self._homes.refresh(interaction)

    async def close(self, interaction: Interaction) -> None:
        """Show the outcome on the messages of an interaction."""
        await self._sync_messages(interaction)
        await self._homes.refresh(interaction)

    async def resync(self) -> None:
        """Sync all unclosed cards after a restart; their interactions may have ended."""
        for card in await self._cards.all_open():
            body = {"interaction": card.interaction_id}
            name = f"card:{card.interaction_id}"
            await self._relay.put(Job(card.tenant, card.team, card.lane, "card", body, id=name))

    async def _sync_messages(self, interaction: Interaction) -> None:
        """Enqueue a sync of an interaction's card."""
        tenant, name = interaction.asked_by.tenant, f"card:{interaction.id}"
        body: dict[str, object] = {"interaction": interaction.id}
        card = await self._cards.of(interaction.id, tenant)
        if card is not None:
            if card.state != "closed":
                await self._relay.put(Job(tenant, card.team, card.lane, "card", body, id=name))
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
        await self._relay.put(Job(tenant, place.team, place.lane, "card", body, id=name), thread)

    async def _show_in_channel(self, interaction: Interaction, name: str) -> None:
        """Show an interaction from outside Slack in the configured channel, if its audience allows."""
        workspace = await self._workspaces.find(None)
        tenant = interaction.asked_by.tenant
        if self._channel is None or workspace is None or workspace.tenant != tenant:
            return
        is_for_anyone = not interaction.surfaces and interaction.audience.is_anyone
        if self.name not in interaction.surfaces and not is_for_anyone:
            return
        body: dict[str, object] = {"interaction": interaction.id, "channel": self._channel}
        lane = f"{workspace.team}:{self._channel}:{name}"
        await self._relay.put(Job(tenant, workspace.team, lane, "card", body, id=name))
