"""What a person's message does to the questions of a conversation: it answers one, or leaves them behind."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from choice.answers import Answer, Answered
from choice.conversations.cards import (
    AskedCard,
    asker_of,
    has_answer,
    interaction_id_of,
    interactions_of,
    person_of,
    question_of,
    untold_cards,
)
from choice.conversations.history import ids_of, new_message_id, told
from choice.conversations.models import Conversation, Details, Message, NothingToRetry
from choice.conversations.sql import NewMessage
from choice.desk.desk import Desk
from choice.desk.interaction import Choose, Interaction, InteractionClosed
from choice.errors import UnknownInteraction
from choice.replies.match import exact_option
from choice.telemetry.metrics import Metrics

SURFACE = "chat"


class Said(NamedTuple):
    """The person typed something."""

    content: str
    message_id: str | None = None
    """The id it is kept under, where whoever passes it on may do so twice."""


class Chose(NamedTuple):
    """The person answered a card."""

    question_id: str
    option_ids: tuple[str, ...] | None = None
    custom_text: str | None = None


@dataclass(frozen=True, slots=True)
class Retry:
    """The person wants the last message answered that was not."""


Input = Said | Chose | Retry


class Prepared(NamedTuple):
    """What follows from a message: what is to be kept, and whether the model is to answer now."""

    said: tuple[NewMessage, ...] = ()
    proceeds: bool = True
    is_waiting: bool = False
    """Whether a question is open."""
    decided: tuple[Interaction, ...] = ()
    """Questions whose outcome the model learns now."""
    is_over: bool = False
    """Whether nobody is waited for any more, and the model learns of it with the next message."""


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
        cards = await untold_cards(self._desk, conversation, messages)
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
        return _exactly(await untold_cards(self._desk, conversation, messages), content) is not None

    async def caught_up(self, conversation: Conversation, messages: Sequence[Message]) -> Prepared:
        """Return what must be told to the model because questions were answered somewhere else."""
        cards = await untold_cards(self._desk, conversation, messages)
        if any(card.interaction.outcome is None for card in cards):
            return Prepared(proceeds=False, is_waiting=True)
        if not has_answer(messages, cards):
            return Prepared(proceeds=False, is_over=bool(cards))
        return Prepared(told(cards), decided=interactions_of(cards))

    def _retried(
        self,
        conversation: Conversation,
        messages: Sequence[Message],
        cards: list[AskedCard],
    ) -> Prepared:
        undelivered = [message for message in messages if message.details.ending != "failed"]
        if undelivered and _waits_for_model(undelivered[-1]):
            return Prepared()
        if has_answer(messages, cards) and all(card.interaction.outcome for card in cards):
            return Prepared(told(cards), decided=interactions_of(cards))
        raise NothingToRetry(conversation.id)

    async def _answered(
        self,
        conversation: Conversation,
        messages: Sequence[Message],
        cards: list[AskedCard],
        chosen: Chose,
    ) -> Prepared:
        interaction_id = interaction_id_of(chosen.question_id)
        if not any(card.interaction_id == interaction_id for each in messages for card in each.details.cards):
            raise UnknownInteraction(interaction_id)
        person = person_of(conversation)
        interaction = await self._desk.look(interaction_id, by=person)
        interaction = await self._take(conversation, interaction, chosen)
        if interaction_id not in ids_of(cards):
            return self._again(messages, interaction)
        now = [card.now(interaction) for card in cards]
        if any(card.interaction.outcome is None for card in now):
            now = [card for card in now if card.interaction.id == interaction_id and interaction.outcome]
            return Prepared(told(now), proceeds=False, decided=interactions_of(now))
        return Prepared(told(now), decided=interactions_of(now))

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
            answered = await self._desk.answer(interaction, answer, by=person, surface=SURFACE)
        else:
            drafted = await self._desk.draft(interaction.id, Choose(answer), by=person)
            if drafted.draft.open_questions(drafted.form):
                return drafted
            answered = await self._desk.complete(interaction.id, by=person, surface=SURFACE)
        self._metrics.answered(SURFACE)
        return answered

    async def _left_behind(
        self, conversation: Conversation, cards: list[AskedCard], wanted: Said
    ) -> Prepared:
        """Supersede what is open: the conversation goes on with something else."""
        asker = asker_of(conversation)
        ended: list[AskedCard] = []
        for card in cards:
            interaction = card.interaction
            if interaction.outcome is None:
                try:
                    interaction = await self._desk.supersede(
                        interaction.id, note="The conversation went on.", asked_by=asker
                    )
                except InteractionClosed:
                    # Somebody answered it in this very moment: that answer is told too.
                    interaction = await self._desk.look(interaction.id, by=person_of(conversation))
            ended.append(card.now(interaction))
        details = Details(told=ids_of(ended))
        said = NewMessage(wanted.message_id or new_message_id(), "user", wanted.content, details)
        return Prepared((*told(ended), said), decided=interactions_of(ended))


def _waits_for_model(message: Message) -> bool:
    """Tell whether the model has not answered yet: a person, or its own calls that were answered at once."""
    return message.role == "user" or bool(message.details.results and not message.details.cards)


def _exactly(cards: list[AskedCard], content: str) -> Chose | None:
    """Return the answer that typed words are to the first open question, if they name an option of it."""
    for card in cards:
        interaction = card.interaction
        if interaction.outcome is not None:
            continue
        answered = {answer.question_id for answer in interaction.draft.answers}
        question = next((each for each in interaction.form.questions if each.id not in answered), None)
        match = None if question is None else exact_option(content, question)
        if question is None or match is None:
            return None
        return Chose(f"{interaction.id}.{question.id}", tuple(match.option_ids))
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
