"""Rate limits, outages, deleted messages, archived channels and crashes."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from choice.desk import Asker, Person
from choice.desk.sqlite.file import sqlite3
from choice.models import Answer, Answered, Form, Question, TimedOut
from choice.testing.manual_clock import ManualClock
from choice.testing.scripted_model import ScriptedModel
from tests.server.service import running
from tests.slack.bench import CHANNEL, QUESTION, bench, bench_and_slack
from tests.slack.fake_slack import FakeSlack, fake_slack
from tests.slack.member import signed, texts_of
from tests.slack.workspace import slack_settings

ADA = Person("U0000001")


async def test_after_an_outage_pending_messages_are_sent_in_order_and_expired_ones_dropped(
    tmp_path: Path,
) -> None:
    """K17."""
    clock = ManualClock()
    async with fake_slack() as slack:
        async with bench(tmp_path, slack, clock) as place:
            slack.trouble("chat.postMessage", "service_unavailable", status=503, times=10_000)
            first = await place.ask(timeout=7200.0)
            late = await place.ask(Question(text="Quick?", options=["Yes", "No"]), timeout=60.0)
            await slack.until(lambda: bool(slack.called("chat.postMessage")))
        slack.troubles.clear()
        clock.advance(3600)
        async with bench(tmp_path, slack, clock) as place:
            await place.desk.catch_up()
            await place.card()
            await place.service.worker.wait_idle()

            shown = [message.text for message in slack.thread(CHANNEL, "1899999999.1")]
            assert len(shown) == 1
            assert "Which store?" in shown[0]
            ended = await place.desk.look(late.id, by=late.asked_by)
            assert isinstance(ended.outcome, TimedOut)
            assert (await place.desk.look(first.id, by=first.asked_by)).outcome is None


async def test_requests_before_the_bot_is_identified_get_a_503(tmp_path: Path) -> None:
    slack = FakeSlack()
    slack.held["auth.test"] = asyncio.Event()
    body = json.dumps({"type": "url_verification", "challenge": "x"})
    async with (
        fake_slack(slack),
        running(slack_settings(slack, tmp_path), ScriptedModel([])) as run,
        httpx.AsyncClient(base_url=run.url) as http,
    ):
        headers = signed(body) | {"Content-Type": "application/json"}
        early = await http.post("/slack/events", content=body, headers=headers)
        slack.held["auth.test"].set()
        assert run.serving.slack is not None
        assert run.serving.slack.service is not None
        await run.serving.slack.service.ready.wait()
        later = await http.post("/slack/events", content=body, headers=headers)

        assert (early.status_code, later.status_code) == (503, 200)


async def test_failed_calls_are_retried_with_exponential_backoff(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        place.slack.trouble("chat.postMessage", "internal_error", times=3)
        await place.ask()

        for tries, pause in enumerate((1, 2, 4), start=1):
            await place.slack.until(lambda tries=tries: len(place.slack.called("chat.postMessage")) == tries)  # type: ignore[misc]
            await place.timer.wait_for_pauses()
            place.timer.advance(pause)
        await place.card()


async def test_retry_after_is_honoured(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        place.slack.trouble("chat.postMessage", "ratelimited", status=429, headers={"Retry-After": "40"})
        await place.ask()
        await place.slack.until(lambda: len(place.slack.called("chat.postMessage")) == 1)
        await place.timer.wait_for_pauses()
        place.timer.advance(39)
        await asyncio.sleep(0)
        too_early = len(place.slack.called("chat.postMessage"))
        place.timer.advance(1)
        await place.card()

        assert too_early == 1


async def test_a_short_rate_limit_is_waited_out_within_the_call(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        place.slack.trouble("chat.postMessage", "ratelimited", status=429, headers={"Retry-After": "2"})
        await place.ask()
        await place.timer.wait_for_pauses()
        place.timer.advance(2)
        await place.card()


async def test_a_deleted_message_is_posted_again_while_the_question_is_open(tmp_path: Path) -> None:
    """K12."""
    form = Form(questions=(QUESTION, Question(id="q2", text="And where?", options=["Here", "There"])))
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask(form)
        [card] = await place.card()
        card.is_deleted = True
        await place.member().click(card, "SQLite")
        [again] = await place.card()
        await place.service.worker.wait_idle()

        assert again.ts != card.ts
        for name in ("There", "submit_form_"):
            await place.member().click(again, name)
        ended = await place.desk.look(interaction.id, by=interaction.asked_by)
        assert isinstance(ended.outcome, Answered)


@pytest.mark.parametrize("error", ["message_not_found", "cant_update_message", "edit_window_closed"])
async def test_the_outcome_is_posted_to_the_thread_if_the_message_cannot_be_updated(
    tmp_path: Path, error: str
) -> None:
    async with bench_and_slack(tmp_path) as place:
        await place.ask()
        [card] = await place.card()
        place.slack.trouble("chat.update", error)

        await place.member().click(card, "SQLite")
        await place.slack.wait_for("chat.postMessage", count=2)

        said = place.slack.thread(CHANNEL, "1899999999.1")[-1]
        assert "SQLite" in said.text
        assert not texts_of(said)


async def test_a_question_in_an_archived_channel_is_sent_as_a_direct_message(tmp_path: Path) -> None:
    """K12."""
    async with bench_and_slack(tmp_path) as place:
        place.slack.archived.add(CHANNEL)
        interaction = await place.ask()
        await place.slack.wait_for("chat.postMessage", lambda call: "blocks" in call.arguments)

        card = next(one for one in place.slack.messages.values() if one.blocks)
        assert card.channel == "D0000001"
        await place.member().click(card, "PostgreSQL")
        ended = await place.desk.look(interaction.id, by=interaction.asked_by)
        assert isinstance(ended.outcome, Answered)


async def test_answers_given_while_the_server_was_down_are_shown_after_the_start(tmp_path: Path) -> None:
    clock = ManualClock()
    async with fake_slack() as slack:
        async with bench(tmp_path, slack, clock) as place:
            interaction = await place.ask()
            [card] = await place.card()
            await place.service.worker.wait_idle()
            slack.trouble("chat.update", "internal_error", times=10_000)
            answer = Answer(question_id="q1", option_ids=(interaction.form.questions[0].options[1].id,))
            await place.desk.answer(interaction.id, answer, by=ADA, surface="web")
            await slack.until(lambda: bool(slack.called("chat.update")))
        slack.troubles.clear()
        clock.advance(60)
        async with bench(tmp_path, slack, clock):
            await slack.wait_for("chat.update")

            assert "PostgreSQL" in card.text
            assert not texts_of(card)


async def test_a_message_posted_by_a_crashed_process_is_not_posted_again(tmp_path: Path) -> None:
    clock = ManualClock()
    async with fake_slack() as slack:
        async with bench(tmp_path, slack, clock) as place:
            interaction = await place.ask()
            await place.card()
            await place.service.worker.wait_idle()
            card = await place.service.cards.of(interaction.id, "local")
            assert card is not None
            await place.service.cards.save(replace(card, parts=(), shown=()))
        async with bench(tmp_path, slack, clock) as place:
            await slack.wait_for("conversations.replies")
            await place.service.worker.wait_idle()

            assert len(await place.card()) == 1


async def test_jobs_of_a_crashed_process_are_taken_over(tmp_path: Path) -> None:
    clock = ManualClock()
    async with fake_slack() as slack:
        async with bench(tmp_path, slack, clock) as place:
            await place.ask()
            [card] = await place.card()
            await place.service.worker.wait_idle()
            slack.trouble("chat.update", "internal_error", times=10_000)
            await place.member().click(card, "SQLite")
            await slack.until(lambda: bool(slack.called("chat.update")))
        slack.troubles.clear()
        until = int(clock.now().timestamp() + 10) * 1_000_000
        with sqlite3.connect(tmp_path / "desk.db") as file:
            file.execute("UPDATE slack_outbox SET lease = 'of the dead', lease_until = ?", (until,))
        async with bench(tmp_path, slack, clock) as place:
            await place.timer.wait_for_pauses()
            assert texts_of(card)
            place.timer.advance(11)
            await slack.until(lambda: not texts_of(card))


async def test_an_expired_form_takes_no_clicks(tmp_path: Path) -> None:
    """S4: the deadline is the desk's, by its clock."""
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask()
        [card] = await place.card()
        await place.service.worker.wait_idle()
        button_of_yesterday = list(card.blocks)
        place.timer.advance(timedelta(hours=24).total_seconds())

        card_then = card
        card_then.blocks = button_of_yesterday
        await place.member().click(card_then, "SQLite")
        await place.desk.catch_up()
        await place.slack.wait_for("chat.update")

        ended = await place.desk.look(interaction.id, by=interaction.asked_by)
        assert isinstance(ended.outcome, TimedOut)
        assert not texts_of(card)


@pytest.mark.parametrize("event", ["app_uninstalled", "tokens_revoked"])
async def test_a_workspace_that_uninstalled_the_app_gets_no_calls(tmp_path: Path, event: str) -> None:
    """K16."""
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask()
        await place.card()
        await place.service.worker.wait_idle()

        await place.member().event({"type": event, "tokens": {"bot": ["UBOT00001"]}})
        before = len(place.slack.calls)
        answer = Answer(question_id="q1", option_ids=(interaction.form.questions[0].options[0].id,))
        await place.desk.answer(interaction.id, answer, by=ADA)
        await place.ask(name="another")
        await place.service.worker.wait_idle()

        assert len(place.slack.calls) == before


async def test_a_revoked_token_is_not_retried(tmp_path: Path) -> None:
    """K16."""
    async with bench_and_slack(tmp_path, language="en") as place:
        place.slack.teams["T0000001"].is_open = False
        await place.ask()
        await place.slack.until(lambda: bool(place.slack.called("chat.postMessage")))
        for _ in range(5):
            await place.timer.wait_for_pauses()
            place.timer.advance(60)

        assert len(place.slack.called("chat.postMessage")) == 1


async def test_concurrent_updates_end_in_the_last_state(tmp_path: Path) -> None:
    """K14: however long an update takes, what is shown in the end is how it ended."""
    form = Form(questions=(QUESTION, Question(id="q2", text="And where?", options=["Here", "There"])))
    async with bench_and_slack(tmp_path) as place:
        await place.ask(form)
        [card] = await place.card()
        ada, gate = place.member(), asyncio.Event()
        place.slack.held["chat.update"] = gate
        first = list(card.blocks)

        for name in ("SQLite", "Here"):
            card.blocks = first
            await ada.click(card, name)
        interactions = await place.desk.asked(asked_by=Asker("chat assistant", conversation="conversation"))
        await place.desk.complete(interactions[0].id, by=ADA, surface="slack")
        gate.set()
        await place.slack.until(lambda: not texts_of(card))
        await place.service.worker.wait_idle()

        assert "SQLite" in card.text
        assert len(place.slack.called("chat.update")) <= 2
