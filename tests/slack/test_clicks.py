"""Clicks: idempotent, authorized, and bound to the message they were made on."""

import asyncio
import json
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest

from choice.models import Answered
from tests.slack.member import buttons, ticked
from tests.slack.questions import group, single
from tests.slack.workspace import CHANNEL, DIRECT, workspace


@pytest.mark.requirement("SL14")
async def test_one_of_two_hundred_concurrent_clicks_answers_and_all_are_acknowledged(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."], answerers=("channel",)) as place:
        thread = await place.member().mention("go")
        [card] = await place.card(CHANNEL, thread)
        members = [place.member(f"U00001{number:03}") for number in range(200)]
        options = [each for each in buttons(card) if each["action_id"].startswith("user_choice_")]
        payloads = [member.click_payload(card, options[number % 2]) for number, member in enumerate(members)]

        started = time.perf_counter()
        replies = await asyncio.gather(
            *[member.interact(payload) for member, payload in zip(members, payloads, strict=True)]
        )
        seconds = time.perf_counter() - started

        await place.slack.wait_for("chat.postEphemeral", count=199)
        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Answered)
        assert all(reply is not None and reply.status_code == 200 for reply in replies)
        assert len(await place.slack.wait_for("chat.update")) == 1
        assert not place.slack.notes(str(interaction.outcome.answered_by))
        print(f"200 clicks acknowledged in {seconds:.2f} s")  # noqa: T201 - a figure for the reader


async def test_a_repeated_click_is_ignored(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        await ada.click(card, "SQLite")

        for _ in range(3):
            await ada.send(ada.bodies[-1])
        await place.wait_for_text(CHANNEL, thread, "Good.")
        await place.service.worker.wait_idle()

        assert len(place.model.requests) == 2
        assert place.slack.notes(ada.user) == []


async def test_a_late_click_on_another_option_gets_a_note_with_the_outcome(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        other = ada.click_payload(
            card, next(one for one in buttons(card) if one["text"]["text"] == "PostgreSQL")
        )
        await ada.click(card, "SQLite")

        await ada.interact(other)
        await place.slack.wait_for("chat.postEphemeral")

        assert "SQLite" in place.slack.notes(ada.user)[0]
        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Answered)
        assert interaction.outcome.answers[0].option_ids == ("1",)


@pytest.mark.requirement("SL15")
@pytest.mark.parametrize(
    ("answerers", "who", "may"),
    [
        (("asker",), {"user": "U0000001"}, True),
        (("asker",), {"user": "U0000002"}, False),
        (("channel",), {"user": "U0000002"}, True),
        (("U0000002",), {"user": "U0000002"}, True),
        (("U0000003",), {"user": "U0000002"}, False),
        (("S0000001",), {"user": "U0000002"}, True),
        (("S0000002",), {"user": "U0000002"}, False),
        (("channel",), {"user": "U0000002", "home_team": "T0000009"}, False),
        (("channel",), {"user": "U0000001", "home_team": "T0000009"}, False),
    ],
)
async def test_who_may_answer(
    tmp_path: Path,
    answerers: tuple[str, ...],
    who: dict[str, str],
    may: bool,  # noqa: FBT001 - what is expected
) -> None:
    async with workspace(tmp_path, [single(), "Good."], answerers=answerers) as place:
        place.slack.groups = {"S0000001": ["U0000002"], "S0000002": []}
        thread = await place.member().mention("go")
        [card] = await place.card(CHANNEL, thread)

        await place.member(**who).click(card, "SQLite")
        [interaction] = await place.interactions()
        if not may:
            await place.slack.wait_for("chat.postEphemeral")

        assert (interaction.outcome is not None) == may
        assert bool(place.slack.notes(who["user"])) != may


async def test_a_click_with_a_foreign_channel_message_or_handle_is_ignored(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single()]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        button = next(buttons(card))
        right = ada.click_payload(card, button)
        forged = [
            right
            | {"channel": {"id": "C0000009"}, "container": {"channel_id": "C0000009", "message_ts": card.ts}},
            right | {"container": right["container"] | {"message_ts": "1.1"}, "message": {"ts": "1.1"}},
            right | {"actions": [right["actions"][0] | {"value": "0" * 32 + ":0:0"}]},
            right | {"actions": [right["actions"][0] | {"value": button["value"][:-1] + "7"}]},
            right | {"actions": [right["actions"][0] | {"block_id": "old"}]},
            right | {"actions": [right["actions"][0] | {"action_id": "of_another_app", "value": "{}"}]},
        ]

        for payload in forged:
            reply = await ada.interact(payload)
            assert reply is not None
            assert reply.status_code == 200

        [interaction] = await place.interactions()
        assert interaction.outcome is None
        await place.slack.wait_for("chat.postEphemeral")


@pytest.mark.requirement("SL5", "SL10")
async def test_a_form_is_chosen_changed_reset_and_submitted(tmp_path: Path) -> None:
    async with workspace(tmp_path, [group(2), "Done."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)

        await ada.click(card, "Yes to 1")
        [drafted] = await place.interactions()
        await ada.click(card, "reset_form_")
        [reset] = await place.interactions()
        await ada.click(card, "No to 1")
        await ada.click(card, "edit_choice_0")
        await ada.click(card, "Yes to 1")
        await ada.click(card, "No to 2")
        await ada.click(card, "submit_form_")
        await place.wait_for_text(CHANNEL, thread, "Done.")

        assert [answer.option_ids for answer in drafted.draft.answers] == [("a",)]
        assert reset.draft.answers == ()
        assert place.model.requests[1].turns[-1].text == "Question 1?: a. Yes to 1\nQuestion 2?: b. No to 2"


@pytest.mark.requirement("DI11", "SL5")
async def test_accepting_recommendations_fills_open_questions_and_does_not_submit(tmp_path: Path) -> None:
    asked = json.dumps(
        {
            "type": "user_choice_group",
            "question": "Two things",
            "choices": [
                {
                    "question": "First?",
                    "options": [{"id": "a", "label": "A"}, {"id": "b", "label": "B (recommended)"}],
                },
                {
                    "question": "Second?",
                    "options": [{"id": "c", "label": "C (recommended)"}, {"id": "d", "label": "D"}],
                },
            ],
        }
    )
    async with workspace(tmp_path, [f"Well.\n\n```json\n{asked}\n```", "Done."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)

        await ada.click(card, "A")
        await ada.click(card, "accept_recommended_")
        [filled] = await place.interactions()
        await place.slack.until(
            lambda: any(one["action_id"].startswith("submit_form_") for one in buttons(card))
        )
        await ada.click(card, "submit_form_")
        await place.wait_for_text(CHANNEL, thread, "Done.")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Answered)
        assert filled.outcome is None
        assert [answer.option_ids for answer in interaction.outcome.answers] == [("a",), ("c",)]


async def test_two_fast_submits_reach_the_model_once(tmp_path: Path) -> None:
    async with workspace(tmp_path, [group(2), "Done."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        await ada.click(card, "Yes to 1")
        await ada.click(card, "Yes to 2")
        await place.slack.until(
            lambda: any(one["action_id"].startswith("submit_form_") for one in buttons(card))
        )
        submit = next(one for one in buttons(card) if one["action_id"].startswith("submit_form_"))
        payloads = [ada.click_payload(card, submit) for _ in range(5)]

        await asyncio.gather(*[ada.interact(payload) for payload in payloads])
        await place.wait_for_text(CHANNEL, thread, "Done.")
        await place.service.worker.wait_idle()

        assert len(place.model.requests) == 2
        assert place.slack.notes(ada.user) == []


async def test_several_options_are_confirmed_together(tmp_path: Path) -> None:
    labels = tuple([f"Option {number}" for number in range(1, 8)])
    async with workspace(tmp_path, [single(labels=labels), "Done."]) as place:
        ada = place.member()
        thread = await ada.write("go", DIRECT)
        [card] = await place.card(DIRECT, thread)

        await ada.click(card, "user_choice_confirm", ticked(card, 5))
        await place.wait_for_text(DIRECT, thread, "Done.")

        assert place.model.requests[1].turns[-1].text == "6"


async def test_unknown_payloads_are_acknowledged(tmp_path: Path) -> None:
    async with workspace(tmp_path) as place:
        ada = place.member()
        team, user = {"id": ada.team}, {"id": ada.user, "team_id": ada.team}

        for payload in (
            {"type": "shortcut", "callback_id": "old", "team": team, "user": user, "trigger_id": "1.2"},
            {
                "type": "view_closed",
                "team": team,
                "user": user,
                "view": {"callback_id": "old", "type": "modal"},
            },
            {
                "type": "view_submission",
                "team": team,
                "user": user,
                "view": {"callback_id": "x", "type": "modal"},
            },
        ):
            await ada.interact(payload)
        await ada.send(urlencode({"command": "/old", "team_id": ada.team, "user_id": ada.user}))
        await ada.event({"type": "channel_rename", "channel": {"id": CHANNEL}})
