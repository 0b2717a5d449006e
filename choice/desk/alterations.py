"""Changes that do not end an interaction: each a pure function of what it is and of the time."""

from datetime import datetime, timedelta

from choice.desk import access
from choice.desk.draft import Choose, Clear, DraftStep, Reset
from choice.desk.interaction import Interaction
from choice.desk.log import Note, asked_body, body
from choice.desk.people import Asker, Person
from choice.desk.store import Alteration
from choice.errors import UnknownQuestion
from choice.models import Form
from choice.validation import check_answer


def acknowledged(asker: Asker) -> Alteration:
    """Say that the outcome arrived."""

    def change(interaction: Interaction, now: datetime) -> tuple[Interaction, Note] | None:
        access.for_asker(interaction, interaction.id, asker)
        if interaction.outcome is None:
            return None
        return interaction.acknowledged(now), Note(kind="acknowledged", actor=asker.agent)

    return change


def revised(form: Form, asker: Asker) -> Alteration:
    """Ask something else in the same place."""

    def change(interaction: Interaction, _now: datetime) -> tuple[Interaction, Note]:
        access.for_asker(interaction, interaction.id, asker)
        return interaction.revised(form), Note(kind="revised", actor=asker.agent, body=asked_body(form))

    return change


def drafted(step: DraftStep, seen: int | None, person: Person) -> Alteration:
    """Keep one step of filling in a form."""

    def change(interaction: Interaction, _now: datetime) -> tuple[Interaction, Note]:
        access.for_person(interaction, interaction.id, person)
        changed = interaction.drafted(_fitting(step, interaction.form), seen)
        facts = body(step=type(step).__name__.lower(), question_id=_question_of(step))
        return changed, Note(kind="drafted", actor=person.user, body=facts)

    return change


def extended(span: timedelta, who: Asker | Person) -> Alteration:
    """Give the person so much time from now."""

    def change(interaction: Interaction, now: datetime) -> tuple[Interaction, Note]:
        access.for_either(interaction, interaction.id, who)
        facts = body(seconds=span.total_seconds())
        return interaction.extended(span, now), Note(kind="extended", actor=access.name_of(who), body=facts)

    return change


def snoozed(span: timedelta, person: Person) -> Alteration:
    """Put an interaction aside for a while."""

    def change(interaction: Interaction, now: datetime) -> tuple[Interaction, Note]:
        access.for_person(interaction, interaction.id, person)
        facts = body(seconds=span.total_seconds())
        return interaction.snoozed(span, now), Note(kind="snoozed", actor=person.user, body=facts)

    return change


def typed_in(person: Person) -> Alteration:
    """Let the countdown stand still for a moment."""

    def change(interaction: Interaction, now: datetime) -> tuple[Interaction, Note]:
        access.for_person(interaction, interaction.id, person)
        return interaction.typed_in(now), Note(kind="typing", actor=person.user)

    return change


def shown(surface: str) -> Alteration:
    """Say that a person can see the interaction."""

    def change(interaction: Interaction, now: datetime) -> tuple[Interaction, Note]:
        return interaction.shown(now), Note(kind="shown", surface=surface)

    return change


def _fitting(step: DraftStep, form: Form) -> DraftStep:
    """Return a step whose answer, if it has one, fits its question."""
    if not isinstance(step, Choose):
        return step
    question = form.question(step.answer.question_id)
    if question is None:
        raise UnknownQuestion(step.answer.question_id, [one.id for one in form.questions])
    return Choose(check_answer(question, step.answer))


def _question_of(step: DraftStep) -> str | None:
    match step:
        case Choose(answer):
            return answer.question_id
        case Clear(question_id):
            return question_id
        case Reset():  # pragma: no branch - there are no others
            return None
