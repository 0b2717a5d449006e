"""Outcomes contain the answered form with the chosen labels."""

import asyncio

import pytest

from choice.desk import Desk, Interaction, InteractionClosed
from choice.models import Outcome, Question
from tests.desk.desks import ANNA, SQLITE, STORE, bench

DISK = Question(text="Which disk?", options=["A", "B"])


async def test_outcomes_have_the_labels_of_the_form_from_every_method(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE)
        answered = await on.desk.answer(interaction.id, SQLITE, by=ANNA)
        waited = [await on.desk.wait(interaction.id), await on.desk.wait(interaction)]
        looked = await on.desk.look(interaction.id, by=ANNA)
        (collected,) = await on.desk.collect()
        with pytest.raises(InteractionClosed) as caught:
            await on.desk.answer(interaction.id, SQLITE, by=ANNA)

        outcomes = [answered.outcome, *waited, looked.outcome, collected.outcome, caught.value.outcome]
        assert [outcome and outcome.labels for outcome in outcomes] == [("SQLite",)] * 6


class Revising:
    """Surface that revises each interaction and then answers it."""

    name = "web"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def show(self, interaction: Interaction) -> None:
        if interaction.form.questions[0].text == STORE.text:
            await self._desk.revise(interaction.id, DISK)
            await self._desk.answer(interaction.id, SQLITE, by=ANNA)

    async def close(self, interaction: Interaction) -> None:
        """Do nothing."""


async def asked_and_revised(asking: Desk, revising: Desk) -> Outcome:
    """Ask at one desk; revise and answer at another; return the outcome at the first."""
    await revising.attach(Revising(revising))
    return await asyncio.wait_for(asking.ask(STORE), 10)


async def test_after_a_revise_the_labels_are_those_of_the_revised_form(place: str) -> None:
    async with bench(place) as on:
        outcome = await asked_and_revised(on.desk, on.desk)

        assert outcome.choice == "A"


async def test_an_outcome_of_another_desk_has_the_labels_of_the_revised_form(shared_place: str) -> None:
    async with bench(shared_place) as here, bench(shared_place) as there:
        outcome = await asked_and_revised(here.desk, there.desk)

        assert outcome.choice == "A"


async def test_a_timed_out_and_a_cancelled_outcome_carry_their_form(place: str) -> None:
    async with bench(place) as on:
        overdue, cancelled = await on.desk.open(STORE, timeout=1), await on.desk.open(DISK)
        waiting = asyncio.create_task(on.desk.wait(overdue))
        await on.desk.cancel(cancelled.id, by=ANNA)
        await on.pass_time(2)

        assert (await waiting).form == overdue.form
        assert (await on.desk.wait(cancelled)).form == cancelled.form
