"""The questions of a conversation as cards: one for each question, in their order."""

from pydantic import JsonValue

from choice.chat.conversation import CardReference, Conversation
from choice.desk.interaction import Interaction
from choice.desk.people import Asker, Audience, Person
from choice.models import Category, Form, Question
from choice.stream.splitter import Mode
from choice.wire.question_card import QuestionCard, card_of

MODE_SELECTION = "mode_selection"
AGENT = "chat assistant"
"""Under this name conversations ask."""
_SEPARATOR = "."
_CATEGORIES: dict[Mode, Category] = {
    "discovery": "discovery",
    "clarification": "clarification",
    "chat": "clarification",
}


def asker_of(conversation: Conversation) -> Asker:
    """Return who asks in a conversation."""
    return Asker(agent=AGENT, conversation=conversation.id, tenant=conversation.tenant)


def audience_of(conversation: Conversation) -> Audience:
    """Return who may answer in a conversation: its owner."""
    return Audience(users=(conversation.owner,))


def person_of(conversation: Conversation) -> Person:
    """Return the owner of a conversation as the one who answers."""
    return Person(conversation.owner, conversation.tenant)


def is_of_chat(interaction: Interaction) -> bool:
    """Tell whether a conversation asked it."""
    return interaction.asked_by.agent == AGENT and interaction.asked_by.conversation is not None


def as_cards(form: Form, mode: Mode) -> Form:
    """Return a form as conversations ask it: on a card each question takes own words, and has a category."""
    return form.model_copy(
        update={"questions": tuple([_as_card(question, mode) for question in form.questions])}
    )


def _as_card(question: Question, mode: Mode) -> Question:
    # The category is that of the mode in which it is asked, and stays though the mode is changed.
    category = question.category or _CATEGORIES[mode]
    return question.model_copy(update={"category": category, "allow_free_text": True})


def cards_of(interaction: Interaction, mode: Mode) -> list[QuestionCard]:
    """Return a card for each question of an interaction."""
    form = interaction.form
    several = len(form.questions) > 1
    cards: list[QuestionCard] = []
    for number, question in enumerate(form.questions, start=1):
        metadata: dict[str, JsonValue] = {
            "interaction_id": interaction.id,
            "version": interaction.version,
            "dialect": interaction.dialect,
            "selection_mode": question.selection_mode,
            "min_selections": question.min_selections,
        }
        if several:
            metadata |= {
                "form_title": form.title,
                "form_context": form.context,
                "form_position": number,
                "form_size": len(form.questions),
            }
        elif form.context:
            metadata["form_context"] = form.context
        question_id = f"{interaction.id}{_SEPARATOR}{question.id}" if several else interaction.id
        cards.append(card_of(question, question_id, _CATEGORIES[mode], metadata))
    return cards


def card_json(interaction: Interaction, card: QuestionCard) -> dict[str, JsonValue]:
    """Return a card with its state, as a thread lists it."""
    question_id = question_of(card.question_id, interaction)
    answers = interaction.draft.answers
    outcome = interaction.outcome
    if outcome is not None and outcome.kind in {"answered", "timed_out"}:
        answers = getattr(outcome, "answers", ())
    answer = next((each for each in answers if each.question_id == question_id), None)
    given: JsonValue = None
    if answer is not None:
        given = {
            "option_ids": list(answer.option_ids),
            "custom_text": answer.custom_text,
            "option_notes": dict(answer.option_notes),
            "is_draft": outcome is None,
            "answered_by": getattr(outcome, "answered_by", None),
            "surface": getattr(outcome, "surface", None),
        }
    return card.model_dump(mode="json") | {
        "state": interaction.state,
        "interaction_id": interaction.id,
        "answer": given,
    }


def question_of(card_id: str, interaction: Interaction) -> str:
    """Return the id, inside its form, of the question that a card shows."""
    return card_id.removeprefix(interaction.id).removeprefix(_SEPARATOR) or interaction.form.questions[0].id


def interaction_id_of(card_id: str) -> str:
    """Return the interaction that a card belongs to."""
    return card_id.partition(_SEPARATOR)[0]


def reference(interaction: Interaction, call_id: str | None, tool: str | None) -> CardReference:
    """Return what a message remembers of a question it asked."""
    ids = tuple([question.id for question in interaction.form.questions])
    return CardReference(interaction_id=interaction.id, question_ids=ids, call_id=call_id, tool=tool)
