"""The desk: asking, answering, deadlines, drafts and delivery of outcomes."""

import asyncio
from pathlib import Path

import pytest
from typing_extensions import override

from choice.desk import Asker, Audience, Choose, Clear, Desk, InteractionClosed, MemoryStore, Person, Reset
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.desk.wakeups import LocalWakeups, OnChange, OnEnded, ignore_ended
from choice.errors import (
    InvalidAnswer,
    InvalidRequest,
    KeyConflict,
    NotAllowed,
    StaleDraft,
    StaleVersion,
    StoreClosed,
    UnknownInteraction,
    UnknownQuestion,
)
from choice.models import Answer, Answered, Cancelled, Outcome, Question, Submission, Superseded, TimedOut
from choice.testing import ManualClock
from choice.validation import parse_request
from tests.desk.desks import ANNA, BERT, FORM, PLANNER, POSTGRESQL, SQLITE, STORE, bench


async def until_waiting(task: asyncio.Task[Outcome]) -> None:
    """Let a task run until it blocks on the test."""
    for _ in range(5):
        await asyncio.sleep(0)
    assert not task.done()


@pytest.mark.requirement("UP1", "UP9")
async def test_an_asker_gets_the_answer(place: str) -> None:
    async with bench(place) as on:
        asking = asyncio.create_task(on.desk.ask(STORE, key="k"))
        interaction = await on.desk.open(STORE, key="k")
        await on.desk.answer(interaction.id, SQLITE, by=ANNA, surface="web")

        outcome = await asking

        assert isinstance(outcome, Answered)
        assert (outcome.answers, outcome.answered_by, outcome.surface) == ((SQLITE,), "anna", "web")


@pytest.mark.requirement("UP1")
async def test_waiting_for_a_decided_interaction_returns_its_outcome(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE)
        answered = await on.desk.answer(interaction.id, SQLITE, by=ANNA)

        assert await on.desk.wait(interaction.id) == answered.outcome
        assert await on.desk.wait(interaction.id) == answered.outcome


@pytest.mark.requirement("UP2")
async def test_of_concurrent_answers_one_is_accepted_and_the_others_get_its_outcome(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE)
        sent = [on.desk.answer(interaction.id, SQLITE, by=Person(f"user {n}")) for n in range(64)]

        results = await asyncio.gather(*sent, return_exceptions=True)

        won = [one for one in results if not isinstance(one, BaseException)]
        lost = [one for one in results if isinstance(one, InteractionClosed)]
        assert (len(won), len(lost)) == (1, 63)
        assert {one.outcome.answered_by for one in lost if isinstance(one.outcome, Answered)} == {
            won[0].outcome.answered_by if isinstance(won[0].outcome, Answered) else None
        }


async def test_asking_again_with_the_same_idempotency_key_returns_the_first_interaction(place: str) -> None:
    async with bench(place) as on:
        first = await on.desk.open(STORE, key="k")
        again = await on.desk.open(STORE, key="k")

        with pytest.raises(KeyConflict) as caught:
            await on.desk.open(Question(text="Another?", options=["Yes", "No"]), key="k")

        assert again == first
        assert caught.value.interaction_id == first.id


async def test_an_idempotency_key_is_scoped_to_its_asker() -> None:
    async with bench() as on:
        first = await on.desk.open(STORE, key="k")
        other = await on.desk.open(STORE, key="k", asked_by=PLANNER)

        assert first.id != other.id


async def test_sending_the_same_answer_again_is_idempotent(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE)
        sent = Submission(answers=(SQLITE,), answer_id="a1")
        first, again = await asyncio.gather(
            on.desk.answer(interaction.id, sent, by=ANNA), on.desk.answer(interaction.id, sent, by=ANNA)
        )

        with pytest.raises(KeyConflict):
            await on.desk.answer(interaction.id, POSTGRESQL, by=ANNA, answer_id="a1")

        assert again.outcome == first.outcome


async def test_an_answer_to_an_old_version_is_rejected(place: str) -> None:
    async with bench(place) as on:
        shown = await on.desk.open(STORE)
        revised = await on.desk.revise(shown.id, Question(text="Which disk?", options=["A", "B"]))

        with pytest.raises(StaleVersion) as caught:
            await on.desk.answer(shown.id, SQLITE, by=ANNA, version=shown.version)

        assert (caught.value.shown, caught.value.current) == (shown.version, revised.version)
        answered = await on.desk.answer(shown.id, SQLITE, by=ANNA, version=revised.version)
        assert answered.state == "answered"


async def test_an_answer_is_checked_against_the_form_as_another_desk_changed_it(shared_place: str) -> None:
    async with bench(shared_place) as on, bench(shared_place) as other:
        shown = await on.desk.open(STORE)
        await other.desk.revise(shown.id, Question(text="Which disk?", options=["A", "B", "C"]))

        answered = await on.desk.answer(shown.id, Answer(question_id="q1", option_ids=("3",)), by=ANNA)

        assert answered.form.questions[0].text == "Which disk?"


@pytest.mark.parametrize(
    "answers",
    [
        Answer(question_id="q1", option_ids=("9",)),
        Answer(question_id="q9", option_ids=("1",)),
        [],
        [SQLITE, SQLITE],
        Answer(question_id="q1", option_ids=("1", "2")),
    ],
)
async def test_an_invalid_answer_changes_nothing(answers: Answer) -> None:
    async with bench() as on:
        interaction = await on.desk.open(STORE)

        with pytest.raises(InvalidAnswer):
            await on.desk.answer(interaction.id, answers, by=ANNA)

        assert await on.desk.look(interaction.id, by=ANNA) == interaction


@pytest.mark.requirement("UP3", "PC7")
async def test_an_unanswered_question_times_out(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE, timeout=10)
        waiting = asyncio.create_task(on.desk.wait(interaction.id))
        await until_waiting(waiting)

        await on.pass_time(10)

        outcome = await waiting
        assert isinstance(outcome, TimedOut)
        assert (outcome.policy, outcome.used_defaults, outcome.answers) == ("fail", False, ())


@pytest.mark.requirement("UP3")
async def test_defaults_are_used_only_if_the_asker_requests_them(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE, timeout=10, policy="use_defaults")
        await on.pass_time(11)

        outcome = await on.desk.wait(interaction.id)

        assert isinstance(outcome, TimedOut)
        assert (outcome.used_defaults, outcome.answers, outcome.policy) == (True, (SQLITE,), "use_defaults")


async def test_using_defaults_is_rejected_for_a_form_without_defaults() -> None:
    async with bench() as on:
        with pytest.raises(InvalidRequest) as caught:
            await on.desk.open(FORM, policy="use_defaults")

        assert caught.value.field == "default_selection_ids"


@pytest.mark.requirement("UP3")
async def test_a_question_with_the_policy_wait_is_open_for_thirty_days() -> None:
    async with bench() as on:
        interaction = await on.desk.open(STORE, policy="wait")
        await on.pass_time(29 * 86400)
        assert (await on.desk.look(interaction.id, by=ANNA)).state == "open"

        await on.pass_time(86400)

        assert (await on.desk.look(interaction.id, by=ANNA)).state == "timed_out"


async def test_an_answer_after_the_deadline_is_rejected_before_the_question_expires(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE, timeout=10)
        await on.subject.pass_time(10)

        with pytest.raises(InteractionClosed) as caught:
            await on.desk.answer(interaction.id, SQLITE, by=ANNA)

        assert caught.value.ended_as == "timed_out"


@pytest.mark.requirement("PC7")
async def test_the_deadline_can_be_moved_while_the_question_is_open(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE, timeout=10)
        await on.desk.extend(interaction.id, 100, by=ANNA)
        await on.pass_time(50)
        assert (await on.desk.look(interaction.id, by=ANNA)).state == "open"
        await on.pass_time(50)

        with pytest.raises(InteractionClosed):
            await on.desk.extend(interaction.id, 100, by=ANNA)


@pytest.mark.requirement("UP3")
async def test_typing_and_snoozing_move_the_deadline(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE, timeout=10)
        typing = await on.desk.typing(interaction.id, by=ANNA)
        snoozed = await on.desk.snooze(interaction.id, 100, by=ANNA)

        assert interaction.deadline < typing.deadline < snoozed.deadline
        assert snoozed.snoozed_until is not None


@pytest.mark.requirement("SL10", "QC15")
async def test_a_draft_is_filled_in_step_by_step_and_submitted(place: str) -> None:
    tea, name = Answer(question_id="drink", option_ids=("1",)), Answer(question_id="name", custom_text="Anna")
    async with bench(place) as on:
        interaction = await on.desk.open(FORM)
        await on.desk.draft(interaction.id, Choose(tea), by=ANNA, seen=0)
        with pytest.raises(StaleDraft):
            await on.desk.draft(interaction.id, Clear("drink"), by=BERT, seen=0)
        with pytest.raises(InvalidAnswer):
            await on.desk.complete(interaction.id, by=ANNA)
        await on.desk.draft(interaction.id, Choose(name), by=ANNA)
        kept = await on.desk.look(interaction.id, by=BERT)
        assert (kept.draft.answers, kept.draft.step) == ((tea, name), 2)

        sent = await on.desk.complete(interaction.id, by=ANNA, answer_id="a1")
        again = await on.desk.complete(interaction.id, by=ANNA, answer_id="a1")

        assert isinstance(sent.outcome, Answered)
        assert sent.outcome.answers == (tea, name)
        assert again.outcome == sent.outcome
        with pytest.raises(InteractionClosed):
            await on.desk.complete(interaction.id, by=BERT, answer_id="a2")


async def test_an_invalid_step_of_a_draft_is_not_stored() -> None:
    async with bench() as on:
        interaction = await on.desk.open(FORM)

        with pytest.raises(InvalidAnswer):
            await on.desk.draft(
                interaction.id, Choose(Answer(question_id="drink", option_ids=("9",))), by=ANNA
            )

        assert (await on.desk.look(interaction.id, by=ANNA)).draft.step == 0


async def test_a_step_can_clear_one_answer_or_all(place: str) -> None:
    tea = Answer(question_id="drink", option_ids=("1",))
    async with bench(place) as on:
        interaction = await on.desk.open(FORM)
        await on.desk.draft(interaction.id, Choose(tea), by=ANNA)
        cleared = await on.desk.draft(interaction.id, Clear("drink"), by=ANNA)
        await on.desk.draft(interaction.id, Choose(tea), by=ANNA)
        reset = await on.desk.draft(interaction.id, Reset(), by=ANNA)
        with pytest.raises(UnknownQuestion):
            await on.desk.draft(interaction.id, Choose(Answer(question_id="food")), by=ANNA)

        assert (cleared.draft.answers, reset.draft.answers, reset.draft.step) == ((), (), 4)


async def test_an_asker_sees_only_its_own_interactions(place: str) -> None:
    async with bench(place) as on:
        asked = await on.desk.open(STORE, asked_by=PLANNER)
        await on.desk.open(STORE, asked_by=Asker("another"))

        assert await on.desk.asked(PLANNER) == [asked]
        assert await on.desk.asked(PLANNER, state="answered") == []


async def test_an_open_interaction_cannot_be_acknowledged(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE)

        assert await on.desk.acknowledge(interaction.id) == interaction


async def test_a_form_revised_by_another_desk_is_reloaded_before_an_answer_is_accepted(
    shared_place: str,
) -> None:
    async with bench(shared_place) as here, bench(shared_place) as there:
        interaction = await here.desk.open(STORE)
        revised = await there.desk.revise(interaction.id, FORM)
        tea = Answer(question_id="drink", option_ids=("1",))
        anna = Answer(question_id="name", custom_text="Anna")

        with pytest.raises(InvalidAnswer):
            await here.desk.answer(interaction.id, SQLITE, by=ANNA)
        answered = await here.desk.answer(interaction.id, [tea, anna], by=ANNA, version=revised.version)

        assert answered.state == "answered"


async def test_an_answer_without_a_version_applies_to_the_current_form(
    shared_place: str,
) -> None:
    async with bench(shared_place) as here, bench(shared_place) as there:
        interaction = await here.desk.open(STORE)
        same_options = Question(text="Which one?", options=["SQLite", "PostgreSQL"])
        await there.desk.revise(interaction.id, same_options)

        answered = await here.desk.answer(interaction.id, SQLITE, by=ANNA)

        assert answered.form.questions[0].text == "Which one?"


@pytest.mark.requirement("QC15")
async def test_an_interaction_object_can_be_awaited_and_answered(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE, asked_by=PLANNER)
        waiting = asyncio.create_task(on.desk.wait(interaction, asked_by=PLANNER))
        await asyncio.sleep(0)

        answered = await on.desk.answer(interaction, SQLITE, by=ANNA)

        assert await waiting == answered.outcome
        assert await on.desk.wait(interaction, asked_by=PLANNER) == answered.outcome


async def test_an_interaction_value_grants_no_access(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE, asked_by=PLANNER)

        with pytest.raises(UnknownInteraction):
            await on.desk.answer(interaction, SQLITE, by=Person("anna", "another tenant"))
        with pytest.raises(UnknownInteraction):
            await on.desk.wait(interaction, asked_by=Asker("another"))
        with pytest.raises(NotAllowed):
            await on.desk.answer(interaction, SQLITE, by=Person("planner"))


async def test_an_interaction_that_was_revised_since_it_was_read_cannot_be_answered(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE)
        await on.desk.revise(interaction.id, FORM)

        with pytest.raises(StaleVersion):
            await on.desk.answer(interaction, SQLITE, by=ANNA)


async def test_a_purged_interaction_is_not_found() -> None:
    clock = ManualClock()
    store = MemoryStore(clock)
    async with Desk(store) as desk:
        interaction = await desk.open(STORE)
        await Desk(store).answer(interaction.id, SQLITE, by=ANNA)
        clock.advance(10)
        await store.purge(clock.now())

        with pytest.raises(UnknownInteraction):
            await desk.answer(interaction.id, SQLITE, by=ANNA)


async def test_a_desk_that_fails_to_start_closes_its_store(tmp_path: Path) -> None:
    class Deaf(LocalWakeups):
        @override
        async def start(self, hint: OnChange, ended: OnEnded = ignore_ended, /) -> None:
            raise ConnectionError

    create_sqlite_file(tmp_path / "desk.db")
    store = await open_sqlite_store(tmp_path / "desk.db")

    with pytest.raises(ConnectionError):
        async with Desk(store, Deaf()):
            pass

    with pytest.raises(StoreClosed):
        await store.open_ids()


async def test_cancelling_and_superseding_end_a_question(place: str) -> None:
    async with bench(place) as on:
        first, second = await on.desk.open(STORE), await on.desk.open(STORE)

        cancelled = await on.desk.cancel(first.id, by=ANNA, note="Not now")
        superseded = await on.desk.supersede(second.id, note="Asked again")

        assert isinstance(cancelled.outcome, Cancelled)
        assert cancelled.outcome.note == "Not now"
        assert isinstance(superseded.outcome, Superseded)
        with pytest.raises(InteractionClosed) as caught:
            await on.desk.cancel(first.id, by=BERT)
        assert caught.value.outcome == cancelled.outcome


@pytest.mark.requirement("UP1", "SL12")
async def test_an_outcome_is_delivered_until_it_is_acknowledged(place: str) -> None:
    async with bench(place) as on:
        interaction = await on.desk.open(STORE, asked_by=PLANNER)
        await on.desk.answer(interaction.id, SQLITE, by=ANNA)
        handed_out = [await on.desk.collect(PLANNER) for _ in range(2)]

        await on.desk.acknowledge(interaction.id, asked_by=PLANNER)
        await on.desk.acknowledge(interaction.id, asked_by=PLANNER)

        assert [[one.id for one in found] for found in handed_out] == [[interaction.id]] * 2
        assert await on.desk.collect(PLANNER) == []
        assert await on.desk.wait(interaction.id, asked_by=PLANNER) == handed_out[0][0].outcome


async def test_an_answer_that_ask_returned_counts_as_delivered(shared_place: str) -> None:
    async with bench(shared_place) as on:
        asking = asyncio.create_task(on.desk.ask(STORE, key="k"))
        interaction = await on.desk.open(STORE, key="k")
        await on.desk.answer(interaction.id, SQLITE, by=ANNA)
        await asking

    async with bench(shared_place) as again:
        assert await again.desk.collect() == []


async def test_an_agent_cannot_answer_its_own_question() -> None:
    async with bench() as on:
        interaction = await on.desk.open(STORE, asked_by=PLANNER)

        with pytest.raises(NotAllowed):
            await on.desk.answer(interaction.id, SQLITE, by=Person("planner"))


async def test_an_interaction_is_not_found_outside_its_audience() -> None:
    async with bench() as on:
        audience = Audience(users=("anna",), roles=("admin",))
        one = await on.desk.open(STORE, audience=audience, asked_by=PLANNER)
        stranger, foreign = Person("carl"), Person("anna", tenant="other")
        for nobody in (stranger, foreign):
            with pytest.raises(UnknownInteraction):
                await on.desk.answer(one.id, SQLITE, by=nobody)
            with pytest.raises(UnknownInteraction):
                await on.desk.cancel(one.id, by=nobody)
            assert await on.desk.list(nobody) == []
        for other in (Asker("other"), Asker("planner", tenant="other"), Asker("planner", "another project")):
            with pytest.raises(UnknownInteraction):
                await on.desk.wait(one.id, asked_by=other)
            with pytest.raises(UnknownInteraction):
                await on.desk.acknowledge(one.id, asked_by=other)

        admin = Person("dora", roles=frozenset({"admin"}))
        assert [found.id for found in await on.desk.list(admin)] == [one.id]
        assert (await on.desk.answer(one.id, SQLITE, by=admin)).state == "answered"


async def test_interactions_beyond_the_limit_are_queued_and_opened_in_order(place: str) -> None:
    async with bench(place) as on:
        opened = [await on.desk.open(STORE) for _ in range(4)]
        assert [one.queued for one in opened] == [False, False, True, True]
        assert sum(one.queued for one in await on.desk.list(ANNA)) == 2

        await on.desk.answer(opened[1].id, SQLITE, by=ANNA)

        # The desk itself may have been looking through the queue just then; its next look lets in.
        await on.desk.store.sweep(10)
        assert sum(one.queued for one in await on.desk.list(ANNA)) == 1


@pytest.mark.requirement("UP2")
async def test_a_decision_at_one_desk_resolves_a_waiter_at_another(shared_place: str) -> None:
    async with bench(shared_place) as here, bench(shared_place) as there:
        interaction = await here.desk.open(STORE)
        waiting = asyncio.create_task(here.desk.wait(interaction.id))
        await until_waiting(waiting)
        await there.desk.answer(interaction.id, SQLITE, by=ANNA)

        outcome = await asyncio.wait_for(waiting, 5)

        assert isinstance(outcome, Answered)


async def test_closing_a_desk_fails_its_waiters() -> None:
    async with bench() as on:
        interaction = await on.desk.open(STORE)
        waiting = asyncio.create_task(on.desk.wait(interaction.id))
        await until_waiting(waiting)

    with pytest.raises(StoreClosed):
        await waiting


async def test_a_cancelled_waiter_is_removed() -> None:
    async with bench() as on:
        interaction = await on.desk.open(STORE)
        waiting = asyncio.create_task(on.desk.wait(interaction.id))
        await until_waiting(waiting)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

        assert (await on.desk.answer(interaction.id, SQLITE, by=ANNA)).state == "answered"


async def test_a_request_brings_its_own_timeout_and_policy() -> None:
    request = parse_request(
        {
            "title": "Store",
            "prompt": "Which one?",
            "selection_mode": "single",
            "options": [{"id": "a", "label": "A", "recommended": True}, {"id": "b", "label": "B"}],
            "default_selection_ids": ["a"],
            "use_defaults": True,
            "timeout_seconds": 20,
        }
    )
    async with bench() as on:
        interaction = await on.desk.open(request)

        assert (interaction.deadline - interaction.asked_at).total_seconds() == 20
        assert interaction.policy == "use_defaults"


@pytest.mark.parametrize("given", ["\0", "\ud800", "é", "x" * 100_000])
async def test_an_id_that_cannot_be_stored_is_not_found(place: str, given: str) -> None:
    async with bench(place) as on:
        for attempt in (
            lambda: on.desk.look(given, by=ANNA),
            lambda: on.desk.wait(given),
            lambda: on.desk.answer(given, SQLITE, by=ANNA),
            lambda: on.desk.supersede(given),
            lambda: on.desk.typing(given, by=ANNA),
        ):
            with pytest.raises(UnknownInteraction):
                await attempt()


@pytest.mark.parametrize("asked", ["Which store?", {"text": "Which store?"}, [STORE], None])
async def test_a_value_of_the_wrong_type_cannot_be_asked(asked: object) -> None:
    async with bench("memory") as on:
        with pytest.raises(TypeError, match="Expected a Form, a Question or a ChoiceRequest"):
            await on.desk.open(asked)  # type: ignore[arg-type]  # as a caller without types does


@pytest.mark.requirement("UP3")
@pytest.mark.parametrize(
    ("term", "given"),
    [
        ("policy", "ignore"),
        ("urgency", "huge"),
        ("asked_by", "planner"),
        ("audience", "anna"),
        ("surfaces", "web"),
        ("key", 7),
    ],
)
async def test_a_term_that_cannot_be_stored_is_rejected_before_the_interaction_is_opened(
    term: str, given: object
) -> None:
    async with bench("memory") as on:
        with pytest.raises(InvalidRequest) as caught:
            await on.desk.open(STORE, **{term: given})  # type: ignore[arg-type]  # as a caller without types does

        assert caught.value.field == term
        assert await on.desk.asked(state=None) == []


async def test_an_unknown_term_is_rejected() -> None:
    async with bench("memory") as on:
        with pytest.raises(TypeError, match=r"Unknown argument 'audiance'. Known: asked_by, audience"):
            await on.desk.ask(STORE, audiance=Audience(users=("anna",)))  # type: ignore[call-arg]  # the mistake
