"""Taking answers: checked against what is asked, and given to the store to decide."""

from choice.answers import Answered
from choice.desk import access
from choice.desk.answer_texts import answer_texts
from choice.desk.changing import Changing
from choice.desk.decision_log import Note
from choice.desk.interaction import Interaction
from choice.desk.people import Person
from choice.desk.store import Decision
from choice.desk.submitting import Sent, checked
from choice.errors import InvalidAnswer, StaleVersion


class Answering:
    """Answers of one desk."""

    def __init__(self, changing: Changing) -> None:
        self._changing = changing

    async def answer(self, interaction_id: str, sent: Sent) -> Interaction:
        """Answer what was looked at lately; where that may be why it does not fit, read it and try again."""
        changing = self._changing
        remembered = changing.known.get(interaction_id, sent.by.tenant)
        if remembered is not None:
            access.for_person(remembered[0], interaction_id, sent.by)
            try:
                decision = self._decision(remembered, sent)
                return changing.settled(remembered[0], decision, await changing.store.decide(decision))
            except (InvalidAnswer, StaleVersion):
                # What was remembered may be older than what is asked now; what is read next is not.
                changing.known.forget(interaction_id)
        read = await self._read(interaction_id, sent.by)
        decision = self._decision(read, sent)
        return changing.settled(read[0], decision, await changing.store.decide(decision))

    def _decision(self, known: tuple[Interaction, str], sent: Sent) -> Decision:
        interaction, current = known
        answers, note, answer_id, by, surface, version, matched = sent
        if version is not None and version != current:
            raise StaleVersion(interaction.id, version, current)
        answers = checked(interaction.form, answers)
        outcome = Answered(answers=answers, note=note, answered_by=by.user, surface=surface)
        text, facts = answer_texts(interaction.form, outcome, matched)
        record = Note("answered", by.user, surface, facts)
        return self._changing.decision(interaction, outcome, record, answer_id, current, text)

    async def _read(self, interaction_id: str, by: Person) -> tuple[Interaction, str]:
        loaded = await self._changing.store.load(access.possible(interaction_id), by.tenant)
        return self._changing.known.remember(access.for_person(loaded, interaction_id, by))
