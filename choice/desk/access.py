"""Access checks, and the changes that askers and people may make to an open interaction.

A caller without access gets UnknownInteraction, the same error as for an id that does not exist.
"""

from datetime import datetime, timedelta

from choice.desk.interaction import Choose, Clear, DraftStep, Interaction, Reset
from choice.desk.log import Note, asked_body, body
from choice.desk.people import Asker, Person
from choice.desk.store import Alteration
from choice.errors import NotAllowed, UnknownInteraction, UnknownQuestion
from choice.models import Form
from choice.validation import check_answer

_MAX_ID_LENGTH = 200


def valid_id(interaction_id: str) -> str:
    """Return the id if it is well-formed, so that the store can look it up.

    Raises:
        UnknownInteraction: The id is not well-formed, so no interaction has it.
    """
    if interaction_id.isascii() and interaction_id.isprintable() and len(interaction_id) <= _MAX_ID_LENGTH:
        return interaction_id
    raise UnknownInteraction(interaction_id)


def for_person(interaction: Interaction | None, interaction_id: str, person: Person) -> Interaction:
    """Return an interaction if the person may answer it.

    Raises:
        UnknownInteraction: The interaction does not exist, or the person is not in its audience.
        NotAllowed: The person is the asker.
    """
    if interaction is None or not may_see(interaction, person):
        raise UnknownInteraction(interaction_id)
    if _is_asker(person, interaction.asked_by):
        raise NotAllowed(person.user, "answer a question of their own")
    return interaction


def for_asker(interaction: Interaction | None, interaction_id: str, asker: Asker) -> Interaction:
    """Return an interaction if this asker opened it. A project or conversation of None matches any.

    Raises:
        UnknownInteraction: The interaction does not exist, or another asker opened it.
    """
    if interaction is not None:
        asked_by = interaction.asked_by
        if asker is asked_by or (
            asker.tenant == asked_by.tenant
            and asker.identity == asked_by.identity
            and asker.project in {None, asked_by.project}
            and asker.conversation in {None, asked_by.conversation}
        ):
            return interaction
    raise UnknownInteraction(interaction_id)


def for_either(interaction: Interaction | None, interaction_id: str, who: Asker | Person) -> Interaction:
    """Return an interaction to its asker, or to a person who may answer it.

    Raises:
        UnknownInteraction: The interaction does not exist, or the caller has no access.
        NotAllowed: The person is the asker.
    """
    if isinstance(who, Asker):
        return for_asker(interaction, interaction_id, who)
    return for_person(interaction, interaction_id, who)


def may_see(interaction: Interaction, person: Person) -> bool:
    """Return whether a person may see an interaction."""
    return person.tenant == interaction.asked_by.tenant and interaction.audience.admits(person)


def _is_asker(person: Person, asker: Asker) -> bool:
    """Return whether a person has the name of the program that asks. An MCP client asks for its user."""
    is_named = person.user == (asker.subject or asker.agent)
    return is_named and not asker.client and asker.kind in {"local", "agent"}


def name_of(who: Asker | Person) -> str:
    """Return the name under which a caller is recorded in the log."""
    return who.agent if isinstance(who, Asker) else who.user


# --- Changes that do not end an interaction ---


def acknowledged(asker: Asker) -> Alteration:
    """Return an alteration that marks the outcome as received."""

    def change(interaction: Interaction, now: datetime) -> tuple[Interaction, Note] | None:
        for_asker(interaction, interaction.id, asker)
        if interaction.outcome is None:
            return None
        return interaction.acknowledged(now), Note(kind="acknowledged", actor=asker.agent)

    return change


def revised(form: Form, asker: Asker) -> Alteration:
    """Return an alteration that replaces the form."""

    def change(interaction: Interaction, _now: datetime) -> tuple[Interaction, Note]:
        for_asker(interaction, interaction.id, asker)
        return interaction.revised(form), Note(kind="revised", actor=asker.agent, body=asked_body(form))

    return change


def drafted(step: DraftStep, seen: int | None, person: Person) -> Alteration:
    """Return an alteration that applies one step to the draft."""

    def change(interaction: Interaction, _now: datetime) -> tuple[Interaction, Note]:
        for_person(interaction, interaction.id, person)
        changed = interaction.drafted(_checked(step, interaction.form), seen)
        facts = body(step=type(step).__name__.lower(), question_id=_question_id(step))
        return changed, Note(kind="drafted", actor=person.user, body=facts)

    return change


def extended(span: timedelta, who: Asker | Person) -> Alteration:
    """Return an alteration that sets the deadline to `span` from now."""

    def change(interaction: Interaction, now: datetime) -> tuple[Interaction, Note]:
        for_either(interaction, interaction.id, who)
        facts = body(seconds=span.total_seconds())
        return interaction.extended(span, now), Note(kind="extended", actor=name_of(who), body=facts)

    return change


def snoozed(span: timedelta, person: Person) -> Alteration:
    """Return an alteration that hides the interaction for `span`."""

    def change(interaction: Interaction, now: datetime) -> tuple[Interaction, Note]:
        for_person(interaction, interaction.id, person)
        facts = body(seconds=span.total_seconds())
        return interaction.snoozed(span, now), Note(kind="snoozed", actor=person.user, body=facts)

    return change


def typed_in(person: Person) -> Alteration:
    """Return an alteration that pauses the countdown while the person is typing."""

    def change(interaction: Interaction, now: datetime) -> tuple[Interaction, Note]:
        for_person(interaction, interaction.id, person)
        return interaction.typed_in(now), Note(kind="typing", actor=person.user)

    return change


def shown(surface: str) -> Alteration:
    """Return an alteration that marks the interaction as shown on a surface."""

    def change(interaction: Interaction, now: datetime) -> tuple[Interaction, Note]:
        return interaction.shown(now), Note(kind="shown", surface=surface)

    return change


def _checked(step: DraftStep, form: Form) -> DraftStep:
    """Return the draft step with its answer validated."""
    if not isinstance(step, Choose):
        return step
    question = form.question(step.answer.question_id)
    if question is None:
        raise UnknownQuestion(step.answer.question_id, [one.id for one in form.questions])
    return Choose(check_answer(question, step.answer))


def _question_id(step: DraftStep) -> str | None:
    match step:
        case Choose(answer):
            return answer.question_id
        case Clear(question_id):
            return question_id
        case Reset():  # pragma: no branch - the match is exhaustive
            return None
