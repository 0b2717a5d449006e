"""JSON of interactions and outcomes."""

import pytest

from choice.desk import snapshot
from choice.models import Answered, Cancelled, Outcome, Superseded, TimedOut
from choice.testing.manual_clock import NOON
from tests.desk.desks import ANNA, PLANNER, SQLITE, STORE, bench

PROMISED = {
    "id",
    "state",
    "form",
    "asked_by",
    "surfaces",
    "deadline",
    "remaining_seconds",
    "version",
    "outcome",
}
OUTCOME = {"answers", "note", "answered_by", "surface", "at", "used_defaults"}


async def test_an_open_interaction_as_json() -> None:
    async with bench() as on:
        interaction = await on.desk.open(STORE, asked_by=PLANNER, surfaces=("web",))

        shown = snapshot(interaction, on.desk.store.now())

    assert set(shown) >= PROMISED
    assert shown["state"] == "open"
    assert shown["outcome"] is None
    assert shown["remaining_seconds"] == 300
    assert shown["asked_by"] == {
        "agent": "planner",
        "project": "project",
        "conversation": "conversation",
        "tenant": "local",
    }


@pytest.mark.parametrize("outcome", [Answered(answers=(SQLITE,)), Cancelled(), TimedOut(), Superseded()])
async def test_every_kind_of_outcome_has_the_same_json_members(outcome: Outcome) -> None:
    async with bench() as on:
        interaction = await on.desk.open(STORE)

        shown = snapshot(interaction.ended(outcome, NOON), NOON)

    assert shown["state"] == outcome.kind
    assert isinstance(shown["outcome"], dict)
    assert set(shown["outcome"]) == OUTCOME
    assert shown["outcome"]["at"] == "2030-01-01T12:00:00Z"


async def test_a_snapshot_has_the_remaining_time() -> None:
    async with bench() as on:
        interaction = await on.desk.open(STORE, timeout=30)
        await on.pass_time(12.5)

        assert snapshot(interaction, on.desk.store.now())["remaining_seconds"] == 17.5
        answered = await on.desk.answer(interaction.id, SQLITE, by=ANNA)
        assert snapshot(answered, on.desk.store.now())["remaining_seconds"] == 0
