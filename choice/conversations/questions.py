"""Open the questions of a model's answer on the desk, and apply the user's input to open questions."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from choice.conversations.cards import (
    AskedCard,
    as_cards,
    asker_of,
    audience_of,
    has_answer,
    ids_of,
    interaction_id_of,
    interactions_of,
    person_of,
    question_of,
    reference,
    unreported_cards,
)
from choice.conversations.look_up import LOOK_UP
from choice.conversations.model_input import asking_back, new_message_id, outcome_messages
from choice.conversations.models import (
    CardReference,
    Conversation,
    Details,
    Message,
    NewMessage,
    NothingToRetry,
    ResultRecord,
)
from choice.conversations.writing import Writing
from choice.desk import Choose, Desk, Interaction, InteractionClosed, Terms, Wanted
from choice.dialects import PRESENT_QUESTION, Call, CallTerms, Tool, tool_named
from choice.errors import InvalidRequest, UnknownDialect, UnknownInteraction
from choice.models import Answer, Answered, Form, Question, Submission
from choice.providers import ToolCall
from choice.replies.match import asks_back, exact_option, match_reply
from choice.replies.meaning import ReplyMatch
from choice.telemetry import Metrics

# --- Questions of the model ---

TOOLS: tuple[Tool, ...] = (PRESENT_QUESTION, LOOK_UP)
"""The tools offered to the model in a conversation. The system prompt explains the first one."""
EXAMPLE = " Valid example: "
"""Separates the rule from the example in the result of an invalid call."""
TermsOf = Callable[[Conversation], Awaitable[Terms]]
"""Returns the audience and timeout for the questions of a conversation."""


async def default_terms(conversation: Conversation) -> Terms:
    """Return the default terms: the owner of the conversation answers, without a timeout."""
    return {"audience": audience_of(conversation), "policy": "wait"}


class OpenedQuestions(NamedTuple):
    """Interactions opened for the forms and tool calls of one answer."""

    interactions: tuple[Interaction, ...] = ()
    cards: tuple[CardReference, ...] = ()
    results: tuple[ResultRecord, ...] = ()
    """Results of calls that need no answer from the user."""

    @property
    def continues(self) -> bool:
        """Whether the model continues without waiting: there are results and no open questions."""
        return bool(self.results) and not self.cards


NO_QUESTIONS = OpenedQuestions()


class QuestionOpener:
    """Opens the questions of conversations on the desk."""

    def __init__(self, desk: Desk, terms: TermsOf = default_terms) -> None:
        self._desk = desk
        self._terms = terms

    async def open_all(
        self,
        conversation: Conversation,
        message_id: str,
        writing: Writing,
        looked_up: Mapping[str, ResultRecord] | None = None,
    ) -> OpenedQuestions:
        """Open the forms and tool calls of an answer, in order. They are durable when this returns.

        `looked_up` has the results of the calls that are no questions, by call id.
        """
        interactions: list[Interaction] = []
        cards: list[CardReference] = []
        results: list[ResultRecord] = []
        for found in writing.forms:
            key = f"{message_id}:{len(interactions)}"
            interactions.append(await self.open(conversation, found.form, found.dialect, key))
            cards.append(reference(interactions[-1], None, None))
        for call in writing.calls:
            parsed = (looked_up or {}).get(call.id) or _parse_call(call)
            if isinstance(parsed, ResultRecord):
                results.append(parsed)
                continue
            key = f"{message_id}:{len(interactions)}"
            asked, dialect = parsed
            interactions.append(await self.open(conversation, asked.form, dialect, key, asked.terms))
            cards.append(reference(interactions[-1], call.id, call.name))
        for question in writing.asked:
            key = f"{message_id}:{len(interactions)}"
            interactions.append(await self.open(conversation, question.form, None, key))
            cards.append(reference(interactions[-1], key=question.key))
        return OpenedQuestions(tuple(interactions), tuple(cards), tuple(results))

    async def open(
        self,
        conversation: Conversation,
        form: Form,
        dialect: str | None,
        key: str,
        call_terms: CallTerms | None = None,
    ) -> Interaction:
        """Open one form. Terms of the tool call override those of the conversation."""
        asker = replace(asker_of(conversation), project=conversation.title)
        terms: Terms = {
            **await self._terms(conversation),
            **(call_terms or CallTerms()),
            "asked_by": asker,
            "dialect": dialect,
            "key": key,
        }
        return await self._desk.open(as_cards(form, conversation.mode), **terms)

    async def supersede_unreferenced(self, conversation: Conversation, messages: list[Message]) -> None:
        """Supersede open questions of messages that were not stored because their process died."""
        known = {card.interaction_id for message in messages for card in message.details.cards}
        asker = asker_of(conversation)
        wanted = Wanted(tenant=conversation.tenant, state="open", asked_by=asker, most=1000)
        for interaction in await self._desk.store.find(wanted):
            if interaction.id not in known:
                await self.supersede(interaction)

    async def supersede(
        self, interaction: Interaction, note: str = "The model's response was interrupted."
    ) -> None:
        """Supersede a question whose message could not be stored, or which the model has asked anew."""
        try:
            await self._desk.supersede(interaction.id, note=note, asked_by=interaction.asked_by)
        except InteractionClosed:
            return  # It has already ended.


def _parse_call(call: ToolCall) -> tuple[Call, str] | ResultRecord:
    """Return the parsed call and its dialect, or a result for the model if there is nothing to ask."""
    try:
        dialect = tool_named(call.name)
        parsed = dialect.read_call(call.arguments)
    except UnknownDialect as error:
        return ResultRecord(call_id=call.id, name=call.name, text=str(error))
    except InvalidRequest as error:
        text = f"The question was not asked. {error}{EXAMPLE}{json.dumps(error.example)}"
        return ResultRecord(call_id=call.id, name=call.name, text=text)
    if parsed.instruction is not None:
        return ResultRecord(call_id=call.id, name=call.name, text=parsed.instruction)
    return parsed, dialect.name


# --- Input of the user ---

SURFACE = "chat"


class UserMessage(NamedTuple):
    """A message that the user typed."""

    content: str
    message_id: str | None = None
    """Id to store the message under, as an idempotency key for callers that may send it twice."""


class CardAnswer(NamedTuple):
    """An answer to a card."""

    question_id: str
    option_ids: tuple[str, ...] | None = None
    custom_text: str | None = None
    note: str | None = None
    """What a typed reply says besides the options."""
    typed: str | None = None
    """An option or own words, as typed."""
    is_cancelled: bool = False


class CardAnswers(NamedTuple):
    """Answers to several cards at once."""

    answers: tuple[CardAnswer, ...]


@dataclass(frozen=True, slots=True)
class Retry:
    """A request to generate the response to the last user message again."""


@dataclass(frozen=True, slots=True)
class Regenerate:
    """A request for another answer to the last message. The present answer is deleted."""


Input = UserMessage | CardAnswer | CardAnswers | Retry | Regenerate


class PreparedTurn(NamedTuple):
    """The effect of an input: messages to store, and whether the model answers now."""

    messages: tuple[NewMessage, ...] = ()
    calls_model: bool = True
    is_waiting: bool = False
    """Whether a question is open."""
    decided: tuple[Interaction, ...] = ()
    """Interactions with an outcome that this turn reports to the model."""
    left_open: tuple[Interaction, ...] = ()
    """Open questions that the user asks back about. A new question of the model replaces them."""
    is_over: bool = False
    """Whether all questions ended without an answer. The next message reports this to the model."""


class InputHandler:
    """Applies the input of users to the open questions of their conversations."""

    def __init__(self, desk: Desk, metrics: Metrics | None = None) -> None:
        self._desk = desk
        self._metrics = metrics or Metrics()

    async def prepare(
        self, conversation: Conversation, messages: Sequence[Message], given: Input
    ) -> PreparedTurn:
        """Answer or supersede open questions, depending on the input.

        Raises:
            UnknownInteraction: The input answers a question of another conversation.
            InteractionClosed: The question has another outcome already.
            InvalidAnswer: The answer does not fit the question.
            NothingToRetry: There is no unanswered message.
        """
        cards = await unreported_cards(self._desk, conversation, messages)
        match given:
            case Retry():
                return _retried(conversation, messages, cards)
            case Regenerate():
                return PreparedTurn()
            case CardAnswers():
                *others, last = given.answers
                for other in others:
                    interaction = await self._decide(conversation, messages, other)
                    cards = [card.updated(interaction) for card in cards]
                return await self._apply_card_answer(conversation, messages, cards, last)
            case CardAnswer():
                return await self._apply_card_answer(conversation, messages, cards, given)
            case UserMessage():
                return await self._messaged(conversation, messages, cards, given)

    async def _messaged(
        self,
        conversation: Conversation,
        messages: Sequence[Message],
        cards: list[AskedCard],
        given: UserMessage,
    ) -> PreparedTurn:
        """Apply a typed message: an answer, a question back, or another message."""
        answer = _typed_answer(cards, given.content)
        if answer is not None:
            return await self._apply_card_answer(conversation, messages, cards, answer)
        if _asks_back(cards, given.content):
            return _asked_back(cards, given)
        return await self._superseded(conversation, cards, given)

    async def would_answer(
        self, conversation: Conversation, messages: Sequence[Message], content: str
    ) -> bool:
        """Return whether a text names an option of the first open question."""
        return _typed_answer(await unreported_cards(self._desk, conversation, messages), content) is not None

    async def catch_up(self, conversation: Conversation, messages: Sequence[Message]) -> PreparedTurn:
        """Prepare a turn for questions that were answered on another surface."""
        cards = await unreported_cards(self._desk, conversation, messages)
        if still_open := _open(cards):
            return PreparedTurn(calls_model=False, is_waiting=True, left_open=interactions_of(still_open))
        if not has_answer(messages, cards):
            return PreparedTurn(calls_model=False, is_over=bool(cards))
        return PreparedTurn(outcome_messages(cards), decided=interactions_of(cards))

    async def _apply_card_answer(
        self,
        conversation: Conversation,
        messages: Sequence[Message],
        cards: list[AskedCard],
        given: CardAnswer,
    ) -> PreparedTurn:
        interaction = await self._decide(conversation, messages, given)
        interaction_id = interaction.id
        if interaction_id not in ids_of(cards):
            return _repeated(messages, interaction)
        cards = [card.updated(interaction) for card in cards]
        if any(card.interaction.outcome is None for card in cards):
            ended = [card for card in cards if card.interaction.id == interaction_id and interaction.outcome]
            return PreparedTurn(outcome_messages(ended), calls_model=False, decided=interactions_of(ended))
        return PreparedTurn(outcome_messages(cards), decided=interactions_of(cards))

    async def _decide(
        self, conversation: Conversation, messages: Sequence[Message], given: CardAnswer
    ) -> Interaction:
        """Store an answer or a cancellation of a question that was asked in this conversation."""
        interaction_id = interaction_id_of(given.question_id)
        if not any(card.interaction_id == interaction_id for each in messages for card in each.details.cards):
            raise UnknownInteraction(interaction_id)
        person = person_of(conversation)
        interaction = await self._desk.look(interaction_id, by=person)
        if given.is_cancelled:
            if interaction.outcome is not None:
                return interaction
            return await self._desk.cancel(interaction_id, by=person, surface=SURFACE)
        if given.typed is not None:
            given = _from_typed(given, interaction)
        return await self._answer(conversation, interaction, given)

    async def _answer(
        self, conversation: Conversation, interaction: Interaction, given: CardAnswer
    ) -> Interaction:
        """Store an answer on the desk. Forms with several questions are answered one question at a time."""
        question_id = question_of(given.question_id, interaction)
        fields: dict[str, object] = {"question_id": question_id, "custom_text": given.custom_text}
        if given.option_ids is not None or given.custom_text is not None:
            fields["option_ids"] = given.option_ids or ()
        if given.option_ids and given.note is not None and len(interaction.form.questions) > 1:
            fields["option_notes"] = {given.option_ids[0]: given.note}
        answer = Answer.model_validate(fields)
        person = person_of(conversation)
        if interaction.outcome is not None:
            if _is_answered_with(interaction, answer):
                return interaction
            raise InteractionClosed(interaction.id, interaction.outcome)
        if len(interaction.form.questions) == 1:
            submission = Submission(answers=(answer,), note=given.note)
            answered = await self._desk.answer(interaction, submission, by=person, surface=SURFACE)
        else:
            drafted = await self._desk.draft(interaction.id, Choose(answer), by=person)
            if drafted.draft.open_questions(drafted.form):
                return drafted
            answered = await self._desk.complete(interaction.id, by=person, surface=SURFACE)
        self._metrics.answered(SURFACE)
        return answered

    async def _superseded(
        self, conversation: Conversation, cards: list[AskedCard], given: UserMessage
    ) -> PreparedTurn:
        """Supersede open questions, because the user sent a message that does not answer them."""
        asker = asker_of(conversation)
        ended: list[AskedCard] = []
        for card in cards:
            interaction = card.interaction
            if interaction.outcome is None:
                try:
                    interaction = await self._desk.supersede(
                        interaction.id, note="The conversation continued.", asked_by=asker
                    )
                except InteractionClosed:
                    # Race: it has just been answered on another surface. Report that answer too.
                    interaction = await self._desk.look(interaction.id, by=person_of(conversation))
            ended.append(card.updated(interaction))
        details = Details(reported=ids_of(ended))
        message = NewMessage(given.message_id or new_message_id(), "user", given.content, details)
        return PreparedTurn((*outcome_messages(ended), message), decided=interactions_of(ended))


def _retried(conversation: Conversation, messages: Sequence[Message], cards: list[AskedCard]) -> PreparedTurn:
    delivered = [message for message in messages if message.details.ending != "failed"]
    if delivered and _needs_answer(delivered[-1]):
        return PreparedTurn(left_open=interactions_of(_open(cards)))
    if has_answer(messages, cards) and all(card.interaction.outcome for card in cards):
        return PreparedTurn(outcome_messages(cards), decided=interactions_of(cards))
    raise NothingToRetry(conversation.id)


def _repeated(messages: Sequence[Message], interaction: Interaction) -> PreparedTurn:
    """Handle an answer that was sent twice. Proceed if the model has not replied to it, else reject it."""
    delivered = [message for message in messages if message.details.ending != "failed"]
    if delivered and delivered[-1].role == "user":
        return PreparedTurn()
    if interaction.outcome is None:
        raise UnknownInteraction(interaction.id)
    raise InteractionClosed(interaction.id, interaction.outcome)


def _needs_answer(message: Message) -> bool:
    """Return whether the model must respond: to a user message, or to results of its tool calls."""
    return message.role == "user" or bool(message.details.results and not message.details.cards)


def _typed_answer(cards: list[AskedCard], content: str) -> CardAnswer | None:
    """Return the answer to the first open question if the text names one of its options, else None."""
    asked = _first_open(cards)
    match = None if asked is None else _match(content, asked[1])
    if asked is None or match is None:
        return None
    interaction, question = asked
    return CardAnswer(f"{interaction.id}.{question.id}", tuple(match.option_ids), note=match.note)


def _first_open(cards: list[AskedCard]) -> tuple[Interaction, Question] | None:
    """Return the first question without an answer, with its interaction."""
    for card in _open(cards):
        answered = {answer.question_id for answer in card.interaction.draft.answers}
        for question in card.interaction.form.questions:
            if question.id not in answered:
                return card.interaction, question
    return None


def _open(cards: list[AskedCard]) -> list[AskedCard]:
    return [card for card in cards if card.interaction.outcome is None]


def _asks_back(cards: list[AskedCard], content: str) -> bool:
    """Return whether a message asks something before the first open question is answered.

    An agent that waits at `ask` cannot answer something else meanwhile, so its questions are superseded.
    """
    asked = _first_open(cards)
    if asked is None or any(card.reference.key is not None for card in cards):
        return False
    return asks_back(content, asked[1])


def _asked_back(cards: list[AskedCard], given: UserMessage) -> PreparedTurn:
    """Send the message to the model, and leave the questions open."""
    still_open = _open(cards)
    ended = [card for card in cards if card.interaction.outcome is not None]
    message = asking_back(given.message_id or new_message_id(), given.content, still_open)
    return PreparedTurn(
        (*outcome_messages(ended), message),
        decided=interactions_of(ended),
        left_open=interactions_of(still_open),
    )


def _match(content: str, question: Question) -> ReplyMatch | None:
    """Return the match of a message that is exactly an option, or that starts with one and adds a note."""
    exact = exact_option(content, question)
    if exact is not None:
        return exact
    match = match_reply(content, question)
    return match if match.note is not None and match.note != content.strip() else None


def _from_typed(given: CardAnswer, interaction: Interaction) -> CardAnswer:
    """Return the answer with an option if the text names one, else with own words."""
    question = interaction.form.question(question_of(given.question_id, interaction))
    match = None if question is None else exact_option(given.typed or "", question)
    if match is not None:
        return CardAnswer(given.question_id, tuple(match.option_ids))
    return CardAnswer(given.question_id, custom_text=given.typed)


def open_card_ids(cards: Sequence[AskedCard]) -> list[str]:
    """Return the ids of the questions that are still open, as their cards name them."""
    ids: list[str] = []
    for card in cards:
        interaction = card.interaction
        if interaction.outcome is None:
            drafted = {answer.question_id for answer in interaction.draft.answers}
            left = [each.id for each in interaction.form.questions if each.id not in drafted]
            has_several = len(interaction.form.questions) > 1
            ids += [f"{interaction.id}.{each}" if has_several else interaction.id for each in left]
    return ids


def _is_answered_with(interaction: Interaction, answer: Answer) -> bool:
    """Return whether an interaction was answered with exactly this answer."""
    if not isinstance(interaction.outcome, Answered):
        return False
    given = next(
        (each for each in interaction.outcome.answers if each.question_id == answer.question_id), None
    )
    return given is not None and (set(given.option_ids), given.custom_text) == (
        set(answer.option_ids),
        answer.custom_text,
    )
