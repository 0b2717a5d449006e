"""What a person's message does to the questions of a conversation: it answers one, or leaves them behind."""

from collections.abc import Sequence
from dataclasses import dataclass

from choice.answers import Answer, Answered
from choice.chat.cards import asker_of, interaction_id_of, person_of, question_of
from choice.chat.conversation import (
    CardReference,
    Conversation,
    Details,
    Message,
    NothingToRetry,
)
from choice.chat.conversation_units import NewMessage
from choice.chat.metrics import Metrics
from choice.chat.outcome_messages import new_message_id, results_of, told
from choice.desk.desk import Desk
from choice.desk.draft import Choose
from choice.desk.interaction import Interaction, InteractionClosed
from choice.errors import UnknownInteraction
from choice.replies.verdict import exact_option

SURFACE = "chat"


@dataclass(frozen=True, slots=True)
class Said:
    """The person typed something."""

    content: str
    message_id: str | None = None
    """The id it is kept under, where whoever passes it on may do so twice."""


@dataclass(frozen=True, slots=True)
class Chose:
    """The person answered a card."""

    question_id: str
    option_ids: tuple[str, ...] | None = None
    custom_text: str | None = None


@dataclass(frozen=True, slots=True)
class Retry:
    """The person wants the last message answered that was not."""


Input = Said | Chose | Retry


@dataclass(frozen=True, slots=True)
class Prepared:
    """What follows from a message: what is to be kept, and whether the model is to answer now."""

    said: tuple[NewMessage, ...] = ()
    proceeds: bool = True
    is_waiting: bool = False
    """Whether a question is open."""
    decided: tuple[Interaction, ...] = ()
    """Questions whose outcome the model learns now."""


class Answering:
    """Answers and leaves questions on the desk, for the conversations of a chat service."""

    def __init__(self, desk: Desk, metrics: Metrics | None = None) -> None:
        self._desk = desk
        self._metrics = metrics or Metrics()

    async def prepare(
        self, conversation: Conversation, messages: Sequence[Message], wanted: Input
    ) -> Prepared:
        """Do to the open questions what a message does.

        Raises:
            UnknownInteraction: The message answers a question that was not asked here.
            InteractionClosed: The question has another outcome already.
            InvalidAnswer: The answer does not fit.
            NothingToRetry: There is no message without an answer.
        """
        cards = await self._untold(conversation, messages)
        match wanted:
            case Retry():
                return self._retried(conversation, messages, cards)
            case Chose():
                return await self._answered(conversation, messages, cards, wanted)
            case Said():
                chosen = _exactly(cards, wanted.content)
                if chosen is not None:
                    return await self._answered(conversation, messages, cards, chosen)
                return await self._left_behind(conversation, cards, wanted)

    async def would_answer(
        self, conversation: Conversation, messages: Sequence[Message], content: str
    ) -> bool:
        """Tell whether typed words name an option of the first open question."""
        return _exactly(await self._untold(conversation, messages), content) is not None

    async def caught_up(self, conversation: Conversation, messages: Sequence[Message]) -> Prepared:
        """Return what must be told to the model because questions were answered somewhere else."""
        cards = await self._untold(conversation, messages)
        answered = any(isinstance(interaction.outcome, Answered) for _, interaction in cards)
        is_waiting = any(interaction.outcome is None for _, interaction in cards)
        if not answered or is_waiting:
            return Prepared(proceeds=False, is_waiting=is_waiting)
        return Prepared(told(cards), decided=tuple([each for _, each in cards]))

    async def _untold(
        self, conversation: Conversation, messages: Sequence[Message]
    ) -> list[tuple[CardReference, Interaction]]:
        """Return the questions whose outcome no message tells yet, open ones among them."""
        told = {response.interaction_id for each in messages for response in each.details.responses}
        told_calls = {record.call_id for each in messages for record in each.details.results}
        last = next((each for each in reversed(messages) if each.details.cards), None)
        if last is None:
            return []
        person = person_of(conversation)
        return [
            (card, await self._desk.look(card.interaction_id, by=person))
            for card in last.details.cards
            if card.interaction_id not in told and (card.call_id is None or card.call_id not in told_calls)
        ]

    def _retried(
        self,
        conversation: Conversation,
        messages: Sequence[Message],
        cards: list[tuple[CardReference, Interaction]],
    ) -> Prepared:
        undelivered = [message for message in messages if message.details.ending != "failed"]
        if undelivered and undelivered[-1].role == "user":
            return Prepared()
        if cards and all(isinstance(interaction.outcome, Answered) for _, interaction in cards):
            return Prepared(told(cards), decided=tuple([each for _, each in cards]))
        raise NothingToRetry(conversation.id)

    async def _answered(
        self,
        conversation: Conversation,
        messages: Sequence[Message],
        cards: list[tuple[CardReference, Interaction]],
        chosen: Chose,
    ) -> Prepared:
        interaction_id = interaction_id_of(chosen.question_id)
        if not any(card.interaction_id == interaction_id for each in messages for card in each.details.cards):
            raise UnknownInteraction(interaction_id)
        person = person_of(conversation)
        interaction = await self._desk.look(interaction_id, by=person)
        interaction = await self._take(conversation, interaction, chosen)
        if not any(each.id == interaction_id for _, each in cards):
            return self._again(messages, interaction)
        now = [(card, interaction if each.id == interaction_id else each) for card, each in cards]
        if any(each.outcome is None for _, each in now):
            ended = [(card, each) for card, each in now if each.id == interaction_id and each.outcome]
            return Prepared(told(ended), proceeds=False, decided=tuple([each for _, each in ended]))
        return Prepared(told(now), decided=tuple([each for _, each in now]))

    def _again(self, messages: Sequence[Message], interaction: Interaction) -> Prepared:
        """The same answer was sent again: go on if the model did not hear of it, else say how it ended."""
        heard = [message for message in messages if message.details.ending != "failed"]
        if heard and heard[-1].role == "user":
            return Prepared()
        if interaction.outcome is None:
            raise UnknownInteraction(interaction.id)
        raise InteractionClosed(interaction.id, interaction.outcome)

    async def _take(self, conversation: Conversation, interaction: Interaction, chosen: Chose) -> Interaction:
        """Put an answer on the desk; of a form with several questions, one after the other."""
        question_id = question_of(chosen.question_id, interaction)
        fields: dict[str, object] = {"question_id": question_id, "custom_text": chosen.custom_text}
        if chosen.option_ids is not None or chosen.custom_text is not None:
            fields["option_ids"] = chosen.option_ids or ()
        answer = Answer.model_validate(fields)
        person = person_of(conversation)
        if interaction.outcome is not None:
            if _says(interaction, answer):
                return interaction
            raise InteractionClosed(interaction.id, interaction.outcome)
        if len(interaction.form.questions) == 1:
            answered = await self._desk.answer(interaction.id, answer, by=person, surface=SURFACE)
        else:
            drafted = await self._desk.draft(interaction.id, Choose(answer), by=person)
            if drafted.draft.open_questions(drafted.form):
                return drafted
            answered = await self._desk.complete(interaction.id, by=person, surface=SURFACE)
        self._metrics.answered(SURFACE)
        return answered

    async def _left_behind(
        self, conversation: Conversation, cards: list[tuple[CardReference, Interaction]], wanted: Said
    ) -> Prepared:
        """Supersede what is open: the conversation goes on with something else."""
        asker = asker_of(conversation)
        ended: list[tuple[CardReference, Interaction]] = []
        for card, each in cards:
            interaction = each
            if interaction.outcome is None:
                try:
                    interaction = await self._desk.supersede(
                        interaction.id, note="The conversation went on.", asked_by=asker
                    )
                except InteractionClosed:
                    # Somebody answered it in this very moment: that answer is told too.
                    interaction = await self._desk.look(interaction.id, by=person_of(conversation))
            ended.append((card, interaction))
        answered = [(card, each) for card, each in ended if isinstance(each.outcome, Answered)]
        unanswered = [(card, each) for card, each in ended if not isinstance(each.outcome, Answered)]
        details = Details(results=results_of(unanswered))
        said = NewMessage(wanted.message_id or new_message_id(), "user", wanted.content, details)
        return Prepared((*told(answered), said), decided=tuple([each for _, each in ended]))


def _exactly(cards: list[tuple[CardReference, Interaction]], content: str) -> Chose | None:
    """Return the answer that typed words are to the first open question, if they name an option of it."""
    for card, interaction in cards:
        if interaction.outcome is not None:
            continue
        answered = {answer.question_id for answer in interaction.draft.answers}
        question = next((each for each in interaction.form.questions if each.id not in answered), None)
        match = None if question is None else exact_option(content, question)
        if question is None or match is None:
            return None
        return Chose(f"{card.interaction_id}.{question.id}", tuple(match.option_ids))
    return None


def _says(interaction: Interaction, answer: Answer) -> bool:
    """Tell whether an interaction was answered with just this."""
    if not isinstance(interaction.outcome, Answered):
        return False
    given = next((a for a in interaction.outcome.answers if a.question_id == answer.question_id), None)
    return given is not None and (set(given.option_ids), given.custom_text) == (
        set(answer.option_ids),
        answer.custom_text,
    )
