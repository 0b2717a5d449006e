"""Slack as a surface of the desk: the surface contract, and questions from outside Slack."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from choice.conversations.sql import conversations
from choice.desk import Asker, Audience, Person
from choice.desk.sql.store import SqlStore
from choice.desk.sql.transaction import EVERY_TENANT
from choice.models import Answered
from choice.settings import Settings
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from choice.testing.surface_contract import CHECKS, Check
from tests.desk.postgres_server import PostgresServer
from tests.providers.openai_events import text
from tests.providers.server import provider
from tests.server.service import Running, running
from tests.slack.bench import QUESTION, bench_and_slack
from tests.slack.fake_slack import FakeSlack, fake_slack
from tests.slack.member import Member, buttons, texts_of
from tests.slack.questions import single
from tests.slack.test_killed_between_clicks import Process
from tests.slack.workspace import CHANNEL, slack_settings, workspace


@pytest.mark.requirement("UP2")
@pytest.mark.parametrize("check", CHECKS)
async def test_slack_passes_the_surface_contract(tmp_path: Path, check: Check) -> None:
    async with bench_and_slack(tmp_path) as place:
        await check(place.service.surface)


@pytest.mark.requirement("UP2")
@pytest.mark.parametrize("surfaces", [("slack",), ()])
async def test_a_question_from_outside_slack_appears_in_the_configured_channel(
    tmp_path: Path, surfaces: tuple[str, ...]
) -> None:
    async with bench_and_slack(tmp_path, channel="C0000007") as place:
        interaction = await place.desk.open(QUESTION, asked_by=Asker("deploy"), surfaces=surfaces)
        await place.slack.wait_for("chat.postMessage")
        card = next(iter(place.slack.messages.values()))

        await place.member("U0000005").click(card, "SQLite")
        await place.slack.wait_for("chat.update")

        ended = await place.desk.look(interaction.id, by=interaction.asked_by)
        assert card.channel == "C0000007"
        assert isinstance(ended.outcome, Answered)
        assert not texts_of(card)


async def test_questions_for_other_surfaces_are_not_shown_in_slack(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path, channel="C0000007") as place:
        for_ada = Audience(users=("ada",))
        await place.desk.open(QUESTION, asked_by=Asker("deploy"), audience=for_ada)
        await place.desk.open(QUESTION, asked_by=Asker("deploy"), surfaces=("web",))
        await place.desk.open(QUESTION, asked_by=Asker("deploy", tenant="other"), surfaces=("slack",))
        await place.ask()
        await place.card()
        await place.service.worker.wait_idle()

        assert len(place.slack.called("chat.postMessage")) == 1


async def test_a_snoozed_question_is_shown_when_it_is_due(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask()
        await place.card()
        await place.desk.snooze(interaction.id, 600, by=Person("U0000001"))
        await place.service.worker.wait_idle()

        assert len(place.slack.called("chat.postMessage")) == 1


async def test_a_revised_question_is_updated_and_old_clicks_get_a_note(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask()
        [card] = await place.card()
        ada = place.member()
        old = ada.click_payload(card, next(buttons(card)))
        changed = QUESTION.model_copy(update={"text": "Which one now?"})
        await place.desk.revise(interaction.id, changed, asked_by=interaction.asked_by)
        await place.slack.wait_for("chat.update")

        await ada.interact(old)
        await place.slack.wait_for("chat.postEphemeral")

        assert "Which one now?" in card.text
        assert (await place.desk.look(interaction.id, by=interaction.asked_by)).outcome is None


@pytest.mark.requirement("UP8")
async def test_two_servers_post_each_question_and_answer_once(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    url = postgres.new_database()
    model = ScriptedModel([single(), "Good."])
    async with fake_slack() as slack, AsyncExitStack() as stack:
        runs = [
            await stack.enter_async_context(running(_settings(slack, tmp_path / name, url), model))
            for name in ("one", "two")
        ]
        for run in runs:
            assert run.serving.slack is not None
            assert run.serving.slack.service is not None
            await run.serving.slack.service.ready.wait()
        members = [await _member(stack, slack, run) for run in runs]

        thread = await members[0].mention("go")
        await slack.until(lambda: any(message.blocks for message in slack.thread(CHANNEL, thread)))
        card = next(message for message in slack.thread(CHANNEL, thread) if message.blocks)
        await members[1].click(card, "SQLite")
        await slack.until(lambda: any("Good." in one.text for one in slack.thread(CHANNEL, thread)))
        await slack.until(lambda: not texts_of(card))
        for run in runs:
            assert run.serving.slack is not None
            assert run.serving.slack.service is not None
            await run.serving.slack.service.worker.wait_idle()

        shown = slack.thread(CHANNEL, thread)
        assert len([message for message in shown if message.blocks]) == 1
        assert len([message for message in shown if "Good." in message.text]) == 1
        assert len(model.requests) == 2


def _settings(slack: FakeSlack, folder: Path, url: str) -> Settings:
    folder.mkdir()
    return slack_settings(slack, folder, database_url=url)


async def _member(stack: AsyncExitStack, slack: FakeSlack, run: Running) -> Member:
    http = await stack.enter_async_context(httpx.AsyncClient(base_url=run.url, timeout=20))
    return Member(slack, http)


async def test_an_answer_interrupted_by_a_crash_is_restarted(tmp_path: Path) -> None:
    async with workspace(tmp_path, [ScriptedReply("Never"), "Here I am again."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        await place.wait_for_text(CHANNEL, thread, "Never")
        await place.slack.until(lambda: place.slack.statuses[-1][1] == "active")
        await _as_if_it_had_died(place.run)

        await place.run.service.turns.resuming.resume_abandoned()
        await place.wait_for_text(CHANNEL, thread, "Here I am again.")

        assert "go" in place.model.requests[1].turns[-1].text


async def _as_if_it_had_died(run: Running) -> None:
    """Leave the conversation as a process leaves it that dies before the answer is kept."""
    store = run.service.desk.store
    assert isinstance(store, SqlStore)

    def unit(connection: sa.Connection) -> None:
        connection.execute(sa.text("DELETE FROM messages WHERE role = 'assistant'"))
        left = sa.update(conversations).values(state="working", lease="of the dead", lease_until=0)
        connection.execute(left)

    await store.database.write(lambda tx: unit(tx.connection), EVERY_TENANT)


async def test_the_effects_of_a_click_survive_a_restart(tmp_path: Path) -> None:
    """Bolt itself would leave it behind: the click is acknowledged, the server stops, the message is old."""
    async with fake_slack() as slack, provider(text(single()), text("Good.")) as model:
        process = Process(slack, model, tmp_path / "data")
        try:
            ada = await process.start()
            thread = await ada.mention("go")
            await slack.until(lambda: any(message.blocks for message in slack.thread(CHANNEL, thread)))
            card = next(message for message in slack.thread(CHANNEL, thread) if message.blocks)
            slack.held["chat.update"] = asyncio.Event()
            await ada.click(card, "SQLite")
            await process.stop()
            slack.held.pop("chat.update").set()
            slack.calls.clear()
            await process.start()
            await slack.until(lambda: not texts_of(card))

            assert "SQLite" in card.text
        finally:
            await process.close()
