"""The scripted person passes the surface contract and answers by its script."""

import pytest

from choice.models import Answered, Cancelled, Form, Question
from choice.testing import ScriptedPerson
from choice.testing.surface_contract import CHECKS, Check
from tests.desk.desks import STORE, bench

FORM = Form(
    questions=(
        Question(id="drinks", text="Drinks?", options=["Tea", "Coffee", "Milk"], selection_mode="multi"),
        Question(id="name", text="Name?", selection_mode="text_input"),
    )
)


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
async def test_the_scripted_person_passes_the_surface_contract(check: Check) -> None:
    async with bench() as on:
        await check(ScriptedPerson(on.desk, {}))


@pytest.mark.requirement("UP9")
async def test_labels_ids_and_free_text_are_answered() -> None:
    async with bench() as on:
        person = ScriptedPerson(on.desk, {"Drinks?": ("Tea", "3"), "Name?": "Anna"})
        await on.desk.attach(person)

        outcome = await on.desk.ask(FORM)

        assert isinstance(outcome, Answered)
        assert [answer.option_ids for answer in outcome.answers] == [("1", "3"), ()]
        assert outcome.answers[1].custom_text == "Anna"
        assert [one.form for one in person.seen] == [FORM]


@pytest.mark.requirement("UP9")
async def test_a_script_can_be_a_function_and_can_cancel() -> None:
    async with bench() as on:
        await on.desk.attach(ScriptedPerson(on.desk, lambda _question: ScriptedPerson.CANCEL))

        assert isinstance(await on.desk.ask(STORE), Cancelled)


@pytest.mark.requirement("UP9")
async def test_a_question_that_is_not_in_the_script_stays_open_and_is_listed() -> None:
    async with bench() as on:
        person = ScriptedPerson(on.desk, {})
        interaction = await on.desk.open(STORE)

        await person.show(interaction)

        assert person.unanswered == ["Which store?"]
        assert (await on.desk.look(interaction.id, by=interaction.asked_by)).state == "open"
