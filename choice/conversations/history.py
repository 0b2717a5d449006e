"""A conversation as the model is told it: its own words, the person's words, and what came of its calls."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from secrets import token_hex

from choice.answers import Answer, Answered, Superseded
from choice.conversations.cards import MODE_SELECTION, AskedCard, interactions_of
from choice.conversations.models import Details, Message, QuestionResponse, ResultRecord
from choice.conversations.sql import NewMessage
from choice.desk.interaction import Interaction
from choice.dialects.registry import dialect_named
from choice.dialects.replies import NOT_ANSWERED, SUPERSEDED, by_label
from choice.models import Question
from choice.providers.protocol import AssistantTurn, ToolCall, ToolResult, Turn, UserTurn

MOST_CHARACTERS = 200_000
"""Older messages than fit into this are not told again."""


def turns_of(messages: Sequence[Message]) -> tuple[Turn, ...]:
    """Return the turns of a conversation. Every call has its result, and roles are those that were kept."""
    kept = [message for message in _that_fit(messages) if message.details.ending != "failed"]
    turns: list[Turn] = []
    for at, message in enumerate(kept):
        words = message.content if message.details.model_text is None else message.details.model_text
        calls = tuple([ToolCall(call.id, call.name, call.arguments) for call in message.details.calls])
        if message.role == "user" and words:
            turns.append(UserTurn(words))
        elif message.role == "assistant" and (words or calls):
            turns += [AssistantTurn(words, calls), *_results(calls, kept[at:])]
    return tuple(turns)


def _results(calls: Iterable[ToolCall], messages: Sequence[Message]) -> list[Turn]:
    """Return what came of the calls of the first message: providers refuse a conversation with open calls.

    A result may be told after other words, and a later message of the model may use the id of a call again.
    """
    until_next = takewhile(lambda message: message.role == "user", messages[1:])
    told: dict[str, str] = {}
    for message in (messages[0], *until_next):
        for record in message.details.results:
            told.setdefault(record.call_id, record.text)
    return [ToolResult(call.id, call.name, told.get(call.id, SUPERSEDED)) for call in calls]


def _that_fit(messages: Sequence[Message]) -> Sequence[Message]:
    """Return the newest messages that fit, starting with a user's."""
    size = 0
    start = len(messages)
    while start > 0:
        size += len(messages[start - 1].content) + len(messages[start - 1].details.model_text or "")
        if size > MOST_CHARACTERS:
            break
        start -= 1
    while start < len(messages) and messages[start].role != "user":
        start += 1
    return messages[start:] or messages[-1:]


def new_message_id() -> str:
    """Return an id for a message."""
    return f"msg_{token_hex(12)}"


def told(cards: Sequence[AskedCard]) -> tuple[NewMessage, ...]:
    """Return the messages that tell the model of outcomes: what people said, then what nobody said."""
    answered = [card for card in cards if isinstance(card.interaction.outcome, Answered)]
    others = [card for card in cards if not isinstance(card.interaction.outcome, Answered | None)]
    return (*[_message(card) for card in answered], *note(others))


def note(cards: Sequence[AskedCard]) -> tuple[NewMessage, ...]:
    """Return the message, which no person sees, that says of questions how they ended without a person."""
    results = results_of(cards)
    lines = [line for card in cards if (line := _line(card)) is not None]
    if not results and not lines:
        return ()
    details = Details(model_text="\n".join(lines), results=results, told=ids_of(cards))
    return (NewMessage(new_message_id(), "user", "", details),)


def ids_of(cards: Sequence[AskedCard]) -> tuple[str, ...]:
    """Return the ids of what stands behind cards on the desk."""
    return tuple([interaction.id for interaction in interactions_of(cards)])


def results_of(cards: Sequence[AskedCard]) -> tuple[ResultRecord, ...]:
    """Return what came of the calls that asked, in the words of their dialects."""
    return tuple(
        [
            ResultRecord(
                call_id=card.reference.call_id, name=card.reference.tool or "", text=_reply(card.interaction)
            )
            for card in cards
            if card.reference.call_id is not None
        ]
    )


def _message(card: AskedCard) -> NewMessage:
    text = _reply(card.interaction)
    responses = _responses(card.interaction)
    if card.reference.call_id is not None:
        details = Details(responses=responses, results=results_of([card]), model_text="")
    else:
        details = Details(
            responses=responses, model_text=None if card.name is None else f"{card.name}: {text}"
        )
    return NewMessage(new_message_id(), "user", text, details)


def _line(card: AskedCard) -> str | None:
    """Return what a model that asked in its text is told, if the words that follow do not say it already."""
    interaction, name = card.interaction, card.name
    if card.reference.call_id is not None or interaction.dialect == MODE_SELECTION:
        return None
    if not isinstance(interaction.outcome, Superseded):
        return _reply(interaction) if name is None else f"{name}: {_reply(interaction)}"
    if len(interaction.form.questions) > 1:
        # What was chosen before the conversation went on was chosen all the same.
        return _reply(replace(interaction, outcome=Answered(answers=interaction.draft.answers)))
    return None if name is None else f"{name}: {NOT_ANSWERED}"


def _reply(interaction: Interaction) -> str:
    if interaction.outcome is None:
        return ""
    if interaction.dialect is None or interaction.dialect == MODE_SELECTION:
        return by_label(interaction.form, interaction.outcome)
    return dialect_named(interaction.dialect).reply(interaction.form, interaction.outcome)


def _responses(interaction: Interaction) -> tuple[QuestionResponse, ...]:
    outcome = interaction.outcome
    if not isinstance(outcome, Answered):
        return ()
    several = len(interaction.form.questions) > 1
    return tuple(
        [
            QuestionResponse(
                interaction_id=interaction.id,
                question_id=f"{interaction.id}.{answer.question_id}" if several else interaction.id,
                option_ids=answer.option_ids,
                is_custom=answer.custom_text is not None,
                label=_label(interaction.form.question(answer.question_id), answer),
                surface=outcome.surface,
                answered_by=outcome.answered_by,
            )
            for answer in outcome.answers
        ]
    )


def _label(question: Question | None, answer: Answer) -> str:
    """Return what the person chose in the words that they saw."""
    chosen = (
        [option.label for option in question.options if option.id in answer.option_ids] if question else []
    )
    if answer.custom_text is not None:
        chosen.append(answer.custom_text)
    return ", ".join(chosen)
