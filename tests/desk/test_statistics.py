"""Statistics: chosen options, response times and free-text answers."""

import pytest

from choice.desk import Statistics, WantedRecords
from choice.models import Answer, Question
from tests.desk.desks import ANNA, POSTGRESQL, SQLITE, STORE, bench


@pytest.mark.requirement("QC16")
async def test_answers_are_counted_per_question() -> None:
    own_words = Answer(question_id="q1", option_ids=(), custom_text="A text file")
    async with bench() as on:
        for answer in (SQLITE, SQLITE, POSTGRESQL, own_words):
            interaction = await on.desk.open(STORE)
            await on.pass_time(4)
            await on.desk.answer(interaction.id, answer, by=ANNA)
        for end in (on.desk.cancel, None):
            interaction = await on.desk.open(STORE, timeout=10)
            if end is not None:
                await end(interaction.id, by=ANNA)
        await on.pass_time(11)
        await on.desk.supersede((await on.desk.open(STORE)).id)
        counted = Statistics()
        for record in await on.desk.store.records(WantedRecords()):
            counted.add(record)

    (one,) = counted.questions()
    assert one.snapshot() == {
        "question": "Which store?",
        "asked": 7,
        "answered": 4,
        "own_words": 1,
        "too_quick": 0,
        "cancelled": 1,
        "timed_out": 1,
        "superseded": 1,
        "chosen": {"SQLite": 2, "PostgreSQL": 1},
        "median_seconds": 4.0,
    }


async def test_an_outcome_is_counted_for_the_last_revision_of_its_question() -> None:
    async with bench() as on:
        interaction = await on.desk.open(STORE)
        await on.desk.typing(interaction.id, by=ANNA)
        await on.desk.revise(interaction.id, Question(text="Which one?", options=["SQLite", "PostgreSQL"]))
        await on.pass_time(2)
        await on.desk.cancel(interaction.id, by=ANNA)
        counted = Statistics()
        for record in await on.desk.store.records(WantedRecords()):
            counted.add(record)

    asked = {one.question: (one.asked, one.cancelled) for one in counted.questions()}
    assert asked == {"Which store?": (1, 0), "Which one?": (0, 1)}


async def test_an_answer_whose_question_was_purged_is_counted_without_a_time() -> None:
    async with bench() as on:
        interaction = await on.desk.open(STORE)
        await on.desk.answer(interaction.id, SQLITE, by=ANNA)
        counted = Statistics()
        for record in await on.desk.store.records(WantedRecords(kinds=frozenset({"answered"}))):
            counted.add(record)

    (one,) = counted.questions()
    assert (one.answered, one.seconds) == (1, [])
