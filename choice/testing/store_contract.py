"""Contract of stores: checks that every implementation must pass.

for check in CHECKS:
    await check(subject)          # with a new, empty store each time
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from choice.desk import ANYONE, Asker, Audience, Choose, Interaction
from choice.desk.interaction import Urgency
from choice.desk.log import ChainStart, Note, Record, Verified, answers_body, verify
from choice.desk.store import Decided, Decision, Opened, Opening, Refused, Store, Wanted, WantedRecords
from choice.errors import QueueFull
from choice.models import Answer, Answered, Cancelled, Form, Outcome, Question, TimedOut
from choice.testing.manual_clock import NOON

FORM = Form(questions=(Question(text="Which store?", options=["SQLite", "PostgreSQL"]),))
ANSWER = Answer(question_id="q1", option_ids=("1",))
AGENT = Asker("agent", "project", "conversation", "tenant")


@dataclass(frozen=True, slots=True)
class Subject:
    """An empty store and a function that advances its clock.

    It admits two open questions per person, and queues five.
    """

    store: Store
    pass_time: Callable[[float], Awaitable[None]]


Check = Callable[[Subject], Awaitable[None]]


async def an_opened_interaction_can_be_loaded(subject: Subject) -> None:
    asked = await _open(subject)

    loaded = await subject.store.load(asked.interaction.id, "tenant")
    assert loaded == asked.interaction
    assert abs(loaded.deadline - loaded.asked_at - timedelta(seconds=60)) < timedelta(milliseconds=1)
    assert [change.kind for change in asked.changes] == ["opened"]


async def an_interaction_is_visible_to_its_own_tenant_only(subject: Subject) -> None:
    asked = await _open(subject)

    other = Wanted(tenant="other")
    verdict = await subject.store.decide(_decision(asked.interaction)._replace(tenant="other"))
    assert await subject.store.load(asked.interaction.id, "other") is None
    assert await subject.store.alter(asked.interaction.id, "other", lambda _one, _now: None) is None
    assert await subject.store.find(other) == []
    assert verdict == Refused(None, [])


async def another_tenant_does_not_expire_an_overdue_interaction(subject: Subject) -> None:
    asked = (await _open(subject, span=10)).interaction
    await subject.pass_time(11)

    verdict = await subject.store.decide(_decision(asked)._replace(tenant="other"))
    altered = await subject.store.alter(asked.id, "other", lambda _one, _now: None)

    assert (verdict, altered) == (Refused(None, []), None)
    assert [record.kind for record in await subject.store.records(WantedRecords())] == ["opened"]


async def opening_is_idempotent_by_key(subject: Subject) -> None:
    openings = [_opening(key="k") for _ in range(8)]

    opened = await asyncio.gather(*[subject.store.open(one) for one in openings])

    assert len({one.interaction.id for one in opened}) == 1
    assert sum(len(one.changes) for one in opened) == 1


async def opening_is_idempotent_by_id(subject: Subject) -> None:
    opening = _opening()
    first = await subject.store.open(opening)

    again = await subject.store.open(replace(opening, digest="other"))

    assert again.interaction == first.interaction
    assert again.digest == first.digest
    assert again.changes == ()


async def a_decision_stores_the_outcome_and_one_record(subject: Subject) -> None:
    asked = (await _open(subject)).interaction

    verdict = await subject.store.decide(_decision(asked, key="mine"))

    assert isinstance(verdict, Decided)
    loaded = await subject.store.load(asked.id, "tenant")
    assert loaded is not None
    assert loaded.outcome == Answered(answers=(ANSWER,), answered_by="anna", at=verdict.at)
    assert loaded.outcome == verdict.outcome
    assert (loaded.state, loaded.ended_at, loaded.decision_key) == ("answered", verdict.at, "mine")
    records = await subject.store.records(WantedRecords(interaction_id=asked.id))
    assert [record.kind for record in records] == ["opened", "answered"]
    assert [change.seq for change in verdict.changes] == [records[-1].seq]


async def only_one_of_many_decisions_is_accepted(subject: Subject) -> None:
    asked = (await _open(subject)).interaction

    verdicts = await asyncio.gather(*[subject.store.decide(_decision(asked)) for _ in range(32)])

    refused = [verdict for verdict in verdicts if isinstance(verdict, Refused)]
    assert len(refused) == 31
    assert len({one.interaction.decision_key for one in refused if one.interaction}) == 1
    assert all(one.interaction and one.interaction.state == "answered" for one in refused)


async def a_decision_on_another_version_is_refused(subject: Subject) -> None:
    asked = (await _open(subject)).interaction

    verdict = await subject.store.decide(_decision(asked)._replace(version="another"))

    assert isinstance(verdict, Refused)
    assert verdict.interaction == asked


async def a_decision_at_the_deadline_is_too_late(subject: Subject) -> None:
    asked = (await _open(subject)).interaction
    await subject.pass_time(60)

    verdict = await subject.store.decide(_decision(asked))

    assert isinstance(verdict, Refused)
    assert verdict.interaction is not None
    assert isinstance(verdict.interaction.outcome, TimedOut)
    assert [change.kind for change in verdict.changes] == ["timed_out"]


async def a_decision_before_the_deadline_counts(subject: Subject) -> None:
    asked = (await _open(subject)).interaction
    await subject.pass_time(58)

    assert isinstance(await subject.store.decide(_decision(asked)), Decided)


async def a_sweep_expires_only_overdue_interactions(subject: Subject) -> None:
    short = (await _open(subject)).interaction
    long = (await _open(subject, span=90)).interaction
    await subject.pass_time(60)

    swept = await subject.store.sweep(10)

    assert [interaction_id for interaction_id, _ in swept.ended] == [short.id]
    left = await subject.store.find(Wanted(tenant="tenant", state="open"))
    assert [one.id for one in left] == [long.id]
    assert (await subject.store.sweep(10)).ended == []


async def a_sweep_expires_at_most_the_given_number(subject: Subject) -> None:
    for number in range(3):
        await _open(subject, asked_by=replace(AGENT, agent=f"agent {number}"))
    await subject.pass_time(60)

    assert [len((await subject.store.sweep(2)).ended) for _ in range(3)] == [2, 1, 0]


async def an_alteration_is_stored_with_one_record(subject: Subject) -> None:
    asked = (await _open(subject)).interaction

    altered = await subject.store.alter(
        asked.id, "tenant", lambda one, _now: (one.drafted(Choose(ANSWER)), Note(kind="drafted"))
    )

    assert altered is not None
    assert altered.interaction.draft.answers == (ANSWER,)
    assert await subject.store.load(asked.id, "tenant") == altered.interaction
    assert [change.kind for change in altered.changes] == ["drafted"]


async def an_alteration_that_fails_changes_nothing(subject: Subject) -> None:
    asked = (await _open(subject)).interaction

    try:
        await subject.store.alter(asked.id, "tenant", _failing)
    except _Expected:
        failed = True
    else:
        failed = False

    assert failed
    assert await subject.store.load(asked.id, "tenant") == asked
    assert len(await subject.store.records(WantedRecords())) == 1


async def an_overdue_interaction_times_out_before_it_is_altered(subject: Subject) -> None:
    asked = (await _open(subject)).interaction
    await subject.pass_time(61)

    altered = await subject.store.alter(asked.id, "tenant", lambda _one, _now: None)

    assert altered is not None
    assert altered.interaction.state == "timed_out"


async def questions_beyond_the_limit_are_queued(subject: Subject) -> None:
    opened = [await _open(subject) for _ in range(4)]
    assert [one.interaction.queued for one in opened] == [False, False, True, True]
    assert [one.changes[0].kind for one in opened] == ["opened", "opened", "queued", "queued"]

    verdict = await subject.store.decide(_decision(opened[0].interaction))

    assert [change.kind for change in verdict.changes] == ["answered", "admitted"]
    assert verdict.changes[1].interaction_id == opened[2].interaction.id
    waiting = await subject.store.load_many([one.interaction.id for one in opened])
    assert sorted(one.id for one in waiting if one.queued) == [opened[3].interaction.id]


async def the_queue_counts_each_person_and_each_agent_separately(subject: Subject) -> None:
    anna, both = Audience(users=("anna",)), Audience(users=("anna", "bert"))
    first = [await _open(subject, audience=one) for one in (anna, both, both)]
    bert = await _open(subject, audience=Audience(users=("bert",)))
    other = await _open(subject, audience=anna, asked_by=replace(AGENT, agent="other"))

    assert [one.interaction.queued for one in (*first, bert, other)] == [False, False, True, False, False]


async def a_question_for_several_people_waits_until_each_of_them_has_room(subject: Subject) -> None:
    anna, bert = Audience(users=("anna",)), Audience(users=("bert",))
    shown = [(await _open(subject, audience=one)).interaction for one in (anna, anna, bert, bert)]
    both = (await _open(subject, audience=Audience(users=("anna", "bert")))).interaction
    later = (await _open(subject, audience=anna)).interaction

    first = await subject.store.decide(_decision(shown[0]))
    second = await subject.store.decide(_decision(shown[1]))
    last = await subject.store.decide(_decision(shown[2]))

    admitted = [[change.interaction_id for change in each.changes[1:]] for each in (first, second, last)]
    assert admitted == [[later.id], [], [both.id]]


async def urgent_questions_are_admitted_first(subject: Subject) -> None:
    opened = [
        (await _open(subject, urgency=one)).interaction for one in ("low", "low", "low", "normal", "high")
    ]

    admitted: list[str] = []
    for each in (opened[0], opened[1], opened[4]):
        verdict = await subject.store.decide(_decision(each))
        admitted += [change.interaction_id for change in verdict.changes[1:]]

    assert admitted == [opened[4].id, opened[3].id, opened[2].id]


async def a_full_queue_refuses_further_questions(subject: Subject) -> None:
    opened = [await _open(subject, key=f"key {number}") for number in range(2 + 5)]

    refused = False
    try:
        await _open(subject, key="one more")
    except QueueFull:
        refused = True

    assert refused
    again = await _open(subject, key="key 3")
    assert again.interaction.id == opened[3].interaction.id
    other = await _open(subject, asked_by=replace(AGENT, agent="other"))
    assert not other.interaction.queued
    await subject.store.decide(_decision(opened[0].interaction))
    assert (await _open(subject, key="one more")).interaction.queued


async def news_returns_the_changes_since_a_sequence_number(subject: Subject) -> None:
    first = await _open(subject)
    seen = first.changes[-1].seq
    second = await _open(subject)
    verdict = await subject.store.decide(_decision(first.interaction))

    news = await subject.store.news(seen)

    assert list(news.changes) == [*second.changes, *verdict.changes]
    assert news.latest == verdict.changes[-1].seq
    assert news.next_deadline == second.interaction.deadline
    assert (await subject.store.news(news.latest)).changes == []


async def unacknowledged_interactions_can_be_found(subject: Subject) -> None:
    asked = (await _open(subject)).interaction
    await _open(subject)
    await subject.store.decide(_decision(asked))
    wanted = Wanted(tenant="tenant", asked_by=Asker("agent", tenant="tenant"), unacknowledged=True)
    found = await subject.store.find(wanted)

    await subject.store.alter(
        asked.id, "tenant", lambda one, now: (one.acknowledged(now), Note(kind="acknowledged"))
    )

    assert [one.id for one in found] == [asked.id]
    assert await subject.store.find(wanted) == []


async def askers_of_one_name_and_different_identities_do_not_share_interactions(subject: Subject) -> None:
    name = "claude of head of sales"
    askers = [
        Asker(name, tenant="tenant"),
        Asker(name, tenant="tenant", kind="assistant"),
        Asker(name, tenant="tenant", kind="agent", subject=name),
        Asker(name, tenant="tenant", kind="agent", subject="head of sales", client="claude"),
        Asker(name, tenant="tenant", kind="agent", subject="sales", client="claude of head"),
        Asker(name, tenant="tenant", kind="person", subject="sales", client="claude of head"),
    ]

    opened = [await subject.store.open(_opening(key="the same", asked_by=asker)) for asker in askers]

    assert len({each.interaction.id for each in opened}) == len(askers)
    for asker, each in zip(askers, opened, strict=True):
        found = await subject.store.find(Wanted(tenant="tenant", asked_by=asker))
        assert [(one.id, one.asked_by) for one in found] == [(each.interaction.id, asker)]


async def interactions_can_be_found_by_key_prefix(subject: Subject) -> None:
    asked = (await subject.store.open(_opening(key="mcp:abc:1"))).interaction
    await subject.store.open(_opening(key="mcp:abd:1"))
    await _open(subject)
    found = await subject.store.find(Wanted(tenant="tenant", key_start="mcp:abc:"))

    assert [one.id for one in found] == [asked.id]


async def a_list_can_be_paged(subject: Subject) -> None:
    asked = [(await _open(subject)).interaction for _ in range(5)]

    first = await subject.store.find(Wanted(tenant="tenant", most=3))
    last = first[-1]
    rest = await subject.store.find(Wanted(tenant="tenant", most=3, after=(last.asked_at, last.id)))

    assert {one.id for one in (*first, *rest)} == {one.id for one in asked}
    assert [len(first), len(rest)] == [3, 2]


async def the_log_is_one_unbroken_chain(subject: Subject) -> None:
    asked = [(await _open(subject)).interaction for _ in range(3)]
    await asyncio.gather(*[subject.store.decide(_decision(one)) for one in asked])

    records = await subject.store.records(WantedRecords())

    assert verify(records, await subject.store.chain_start()) == Verified(len(records), _end(records))


async def records_can_be_searched(subject: Subject) -> None:
    asked = (await _open(subject)).interaction
    await subject.store.decide(_decision(asked))

    async def kinds(wanted: WantedRecords) -> list[str]:
        return [record.kind for record in await subject.store.records(wanted)]

    assert await kinds(WantedRecords(words="sqlite")) == ["answered"]
    assert await kinds(WantedRecords(words="100%")) == []
    assert await kinds(WantedRecords(tenant="other")) == []
    assert await kinds(WantedRecords(kinds=frozenset({"opened"}), agent="agent")) == ["opened"]
    assert await kinds(WantedRecords(after=1, since=asked.asked_at)) == ["answered"]
    assert await kinds(WantedRecords(until=asked.asked_at)) == []
    # A search for words of the question also finds the record of its outcome.
    words = asked.form.questions[0].text.upper()
    assert await kinds(WantedRecords(words=words, order="newest")) == ["answered", "opened"]
    assert await kinds(WantedRecords(words=words, kinds=frozenset({"answered"}))) == ["answered"]
    assert await kinds(WantedRecords(order="newest", most=1)) == ["answered"]
    assert await kinds(WantedRecords(before=2)) == ["opened"]


async def a_purge_keeps_the_chain_valid(subject: Subject) -> None:
    old = (await _open(subject)).interaction
    await subject.store.decide(_decision(old))
    await subject.pass_time(100)
    recent = (await _open(subject)).interaction

    removed = await subject.store.purge(recent.asked_at)

    records = await subject.store.records(WantedRecords())
    assert removed == 2
    assert [record.kind for record in records] == ["opened", "purged"]
    assert verify(records, await subject.store.chain_start()) == Verified(2, _end(records))
    assert await subject.store.load(old.id, "tenant") is None
    assert await subject.store.load(recent.id, "tenant") == recent


async def a_purge_of_everything_keeps_the_chain_valid(subject: Subject) -> None:
    old = (await _open(subject)).interaction
    await subject.store.decide(_decision(old, outcome=Cancelled()))
    await subject.pass_time(100)

    await subject.store.purge(old.asked_at + timedelta(seconds=90))
    await _open(subject)

    records = await subject.store.records(WantedRecords())
    assert isinstance(verify(records, await subject.store.chain_start()), Verified)
    assert [record.seq for record in records] == [2, 3, 4]


async def a_purge_of_nothing_changes_nothing(subject: Subject) -> None:
    asked = (await _open(subject)).interaction

    removed = await subject.store.purge(asked.asked_at - timedelta(days=1))

    assert removed == 0
    assert [record.kind for record in await subject.store.records(WantedRecords())] == ["opened"]


async def a_queued_interaction_can_be_admitted_early(subject: Subject) -> None:
    queued = [await _open(subject) for _ in range(3)][-1].interaction

    await subject.store.alter(queued.id, "tenant", lambda one, _now: (one.admitted(), Note(kind="admitted")))

    loaded = await subject.store.load(queued.id, "tenant")
    assert loaded is not None
    assert not loaded.queued


async def a_sweep_admits_queued_interactions(subject: Subject) -> None:
    short = await _open(subject, span=10)
    await _open(subject)
    queued = await _open(subject)
    other = await _open(subject)
    await subject.pass_time(11)

    swept = await subject.store.sweep(10)

    assert [ended for ended, _outcome in swept.ended] == [short.interaction.id]
    assert [change.kind for change in swept.changes] == ["timed_out", "admitted"]
    waiting = await subject.store.load_many([queued.interaction.id, other.interaction.id])
    assert [one.id for one in waiting if one.queued] == [other.interaction.id]


CHECKS: tuple[Check, ...] = (
    an_opened_interaction_can_be_loaded,
    an_interaction_is_visible_to_its_own_tenant_only,
    another_tenant_does_not_expire_an_overdue_interaction,
    opening_is_idempotent_by_key,
    opening_is_idempotent_by_id,
    a_decision_stores_the_outcome_and_one_record,
    only_one_of_many_decisions_is_accepted,
    a_decision_on_another_version_is_refused,
    a_decision_at_the_deadline_is_too_late,
    a_decision_before_the_deadline_counts,
    a_sweep_expires_only_overdue_interactions,
    a_sweep_expires_at_most_the_given_number,
    an_alteration_is_stored_with_one_record,
    an_alteration_that_fails_changes_nothing,
    an_overdue_interaction_times_out_before_it_is_altered,
    questions_beyond_the_limit_are_queued,
    the_queue_counts_each_person_and_each_agent_separately,
    a_question_for_several_people_waits_until_each_of_them_has_room,
    urgent_questions_are_admitted_first,
    a_full_queue_refuses_further_questions,
    news_returns_the_changes_since_a_sequence_number,
    unacknowledged_interactions_can_be_found,
    interactions_can_be_found_by_key_prefix,
    a_list_can_be_paged,
    the_log_is_one_unbroken_chain,
    records_can_be_searched,
    a_purge_keeps_the_chain_valid,
    a_purge_of_everything_keeps_the_chain_valid,
    a_purge_of_nothing_changes_nothing,
    a_queued_interaction_can_be_admitted_early,
    a_sweep_admits_queued_interactions,
)


class _Expected(Exception):
    """Raised by the failing alteration."""


def _failing(_interaction: Interaction, _now: object) -> None:
    raise _Expected


def _end(records: list[Record]) -> ChainStart:
    return ChainStart(records[-1].seq, records[-1].hash)


def _opening(
    *,
    timeout: float = 60,
    key: str | None = None,
    asked_by: Asker = AGENT,
    audience: Audience = ANYONE,
    urgency: Urgency = "normal",
) -> Opening:
    interaction = Interaction(
        id=secrets.token_hex(16),
        form=FORM,
        asked_by=asked_by,
        audience=audience,
        urgency=urgency,
        asked_at=NOON,
        deadline=NOON,
        key=key,
    )
    return Opening(interaction=interaction, timeout=timedelta(seconds=timeout), digest="digest")


async def _open(  # noqa: PLR0913 - the terms of a question
    subject: Subject,
    *,
    span: float = 60,
    key: str | None = None,
    asked_by: Asker = AGENT,
    audience: Audience = ANYONE,
    urgency: Urgency = "normal",
) -> Opened:
    opening = _opening(timeout=span, key=key, asked_by=asked_by, audience=audience, urgency=urgency)
    return await subject.store.open(opening)


def _decision(asked: Interaction, *, key: str | None = None, outcome: Outcome | None = None) -> Decision:
    outcome = outcome or Answered(answers=(ANSWER,), answered_by="anna")
    facts = answers_body(asked.form, (ANSWER,), None)
    note = Note(kind=outcome.kind, actor="anna", body=facts)
    return Decision(
        interaction_id=asked.id,
        tenant="tenant",
        outcome=outcome,
        key=key or secrets.token_hex(16),
        note=note,
        version=asked.version,
    )
