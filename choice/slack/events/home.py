"""Publish the home tab, which lists open questions and recent answers."""

import logging
from dataclasses import dataclass, field, replace

import sqlalchemy as sa

from choice.clock import micros
from choice.desk import Desk, Interaction, Person
from choice.desk.sql.transaction import Database, Transaction
from choice.errors import ChoiceError, NotAllowed, UnknownInteraction
from choice.slack.api.client import WebApi, Workspace
from choice.slack.events.actions import HOME
from choice.slack.outbox import Job, OutboxWorker
from choice.slack.people import Answerers, Locales, user_of
from choice.slack.render.messages import HomeRow, home_view
from choice.slack.render.text import words_for
from choice.slack.store import Card, Cards, homes

_MAX_WAITING, _MAX_DECIDED = 20, 10
_MAX_LINKS = 10_000

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Homes:
    """Publishes home tabs, for users who have opened theirs at least once."""

    _database: Database
    _desk: Desk
    _api: WebApi
    _cards: Cards
    _worker: OutboxWorker
    _locales: Locales
    _answerers: Answerers
    _links: dict[tuple[str, str], str] = field(default_factory=dict, init=False)

    async def handle_opened(self, workspace: Workspace, user: str) -> None:
        """Register a user who opened the home tab, and enqueue a job that publishes it."""
        values = {
            "team": workspace.team,
            "user": user,
            "tenant": workspace.tenant,
            "opened_at": micros(self._database.clock.now()),
        }

        def unit(tx: Transaction) -> None:
            mine = sa.and_(homes.c.team == workspace.team, homes.c.user == user)
            tx.connection.execute(sa.delete(homes).where(mine))
            tx.connection.execute(sa.insert(homes).values(values))

        await self._database.write(unit, workspace.tenant)
        await self._worker.put(_job(workspace.tenant, workspace.team, user))

    async def refresh(self, interaction: Interaction) -> None:
        """Enqueue jobs that publish the home tabs of users who may answer an interaction."""
        tenant = interaction.asked_by.tenant

        def unit(connection: sa.Connection) -> list[tuple[str, str]]:
            wanted = sa.select(homes.c.team, homes.c.user).where(homes.c.tenant == tenant)
            if interaction.audience.users:
                wanted = wanted.where(homes.c.user.in_(interaction.audience.users))
            return [(row.team, row.user) for row in connection.execute(wanted)]

        readers = await self._database.read(unit, tenant)
        if readers:
            await self._worker.put(*[_job(tenant, team, user) for team, user in readers])

    async def publish(self, job: Job) -> None:
        """Publish the home tab of one user."""
        user = str(job.body["user"])
        workspace = await self._api.workspaces.find(job.team)
        if workspace is None:
            return
        person = await self._answerers.person(workspace, user, None, "", HOME)
        if person is None:
            return
        waiting = await self._desk.list(person, state="open", most=_MAX_WAITING)
        decided = await self._desk.list(person, state="answered", most=1000)
        words = words_for(await self._locales.of(job.team, user))
        view = home_view(
            [await self._row(each, person) for each in waiting if not each.queued],
            [await self._row(each, person) for each in reversed(decided[-_MAX_DECIDED:])],
            words,
        )
        await self._api.publish_home(job.team, user, view)

    async def request_direct_message(self, workspace: Workspace, user: str, handle: str) -> None:
        """Enqueue a job that asks a question from the home tab in a direct message."""
        body = {"interaction": handle, "user": user}
        lane = f"home:{workspace.team}:{user}"
        await self._worker.put(Job(workspace.tenant, workspace.team, lane, "direct", body))

    async def ask_directly(self, job: Job) -> None:
        """Enqueue a card in a direct message, unless the question already has a card."""
        user, name = str(job.body["user"]), str(job.body["interaction"])
        workspace = await self._api.workspaces.find(job.team)
        person = None if workspace is None else await self._answerers.person(workspace, user, None, "", HOME)
        if person is None or await self._cards.by_handle(name, job.tenant) is not None:
            return
        try:
            interaction = await self._desk.look(name, by=person)
        except (UnknownInteraction, NotAllowed):
            return
        response = await self._api.call(job.team, "conversations.open", users=user)
        channel, card = str(response["channel"]["id"]), f"card:{interaction.id}"
        body = {"interaction": interaction.id, "channel": channel, "owner": user}
        lane = f"{job.team}:{channel}:{card}"
        await self._worker.put(Job(job.tenant, job.team, lane, "card", body, id=card))

    async def _row(self, interaction: Interaction, person: Person) -> HomeRow:
        card = await self._cards.of(interaction.id, person.tenant)
        row = HomeRow(
            interaction.id if card is None else card.handle, interaction, user_id=user_of(interaction)
        )
        if card is None or not card.parts:
            return row
        link = self._links.get((card.channel, card.parts[0])) or await self._link(card)
        return replace(row, link=link)

    async def _link(self, card: Card) -> str | None:
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


def _job(tenant: str, team: str, user: str) -> Job:
    name = f"home:{team}:{user}"
    return Job(tenant, team, name, "home", {"user": user}, id=name)
