"""How the model is told of outcomes: a user's message in the words of the dialect that asked."""

from collections.abc import Sequence

from choice.answers import Answer, Answered
from choice.chat.cards import MODE_SELECTION
from choice.chat.conversation import CardReference, Details, QuestionResponse, ResultRecord
from choice.chat.conversation_units import NewMessage
from choice.chat.random_ids import random_hex
from choice.desk.interaction import Interaction
from choice.dialects.registry import dialect_named
from choice.dialects.reply_lines import by_label
from choice.models import Question


def new_message_id() -> str:
    """Return an id for a message."""
    return f"msg_{random_hex()[:24]}"


def told(cards: Sequence[tuple[CardReference, Interaction]]) -> tuple[NewMessage, ...]:
    """Return the messages that tell the model of outcomes, each in the words of its dialect."""
    return tuple([_message(card, interaction) for card, interaction in cards if interaction.outcome])


def _message(card: CardReference, interaction: Interaction) -> NewMessage:
    text = _reply(interaction)
    if card.call_id is None:
        details = Details(responses=_responses(interaction))
    else:
        details = Details(
            responses=_responses(interaction), results=results_of([(card, interaction)]), model_text=""
        )
    return NewMessage(new_message_id(), "user", text, details)


def _reply(interaction: Interaction) -> str:
    if interaction.outcome is None:
        return ""
    if interaction.dialect is None or interaction.dialect == MODE_SELECTION:
        return by_label(interaction.form, interaction.outcome)
    return dialect_named(interaction.dialect).reply(interaction.form, interaction.outcome)


def results_of(cards: Sequence[tuple[CardReference, Interaction]]) -> tuple[ResultRecord, ...]:
    """Return what came of the calls that asked, in the words of their dialects."""
    return tuple(
        [
            ResultRecord(call_id=card.call_id, name=card.tool or "", text=_reply(interaction))
            for card, interaction in cards
            if card.call_id is not None
        ]
    )


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
