"""Taking answers: checked against what is asked, and given to the store to decide."""

from collections.abc import Mapping
from typing import NamedTuple

from choice.answers import Answered
from choice.desk import access
from choice.desk.changing import Changing
from choice.desk.decision_log import Note, answers_body
from choice.desk.interaction import Interaction
from choice.desk.people import Person
from choice.desk.submitting import Sent, checked
from choice.errors import InvalidAnswer, StaleVersion


class Given(NamedTuple):
    """What somebody answers, and how."""

    sent: Sent
    by: Person
    surface: str | None
    version: str | None
    """The version that was shown."""
    matched: Mapping[str, str] | None


class Answering:
    """Answers of one desk."""

    def __init__(self, changing: Changing) -> None:
        self._changing = changing

    async def answer(self, interaction_id: str, given: Given) -> Interaction:
        """Answer what was looked at lately; where that may be why it does not fit, read it and try again."""
        remembered = self._changing.known.get(interaction_id, given.by.tenant)
        if remembered is not None:
            access.for_person(remembered[0], interaction_id, given.by)
            try:
                return await self._decide(remembered, given)
            except (InvalidAnswer, StaleVersion):
                # What was remembered may be older than what is asked now; what is read next is not.
                self._changing.known.forget(interaction_id)
        return await self._decide(await self._read(interaction_id, given.by), given)

    async def _decide(self, known: tuple[Interaction, str], given: Given) -> Interaction:
        interaction, current = known
        if given.version not in {None, current}:
            raise StaleVersion(interaction.id, given.version or "", current)
        sent, surface = given.sent, given.surface
        answers = checked(interaction.form, sent.answers)
        outcome = Answered(answers=answers, note=sent.note, answered_by=given.by.user, surface=surface)
        facts = answers_body(interaction.form, answers, sent.note, given.matched)
        record = Note(kind="answered", actor=given.by.user, surface=surface, body=facts)
        return await self._changing.end(interaction, outcome, record, key=sent.answer_id, version=current)

    async def _read(self, interaction_id: str, by: Person) -> tuple[Interaction, str]:
        loaded = await self._changing.store.load(interaction_id, by.tenant)
        return self._changing.known.remember(access.for_person(loaded, interaction_id, by))
