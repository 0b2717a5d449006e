"""Cards of a conversation: one per question, with id, JSON for clients and state. Also the card for /mode."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from choice.conversations.models import CardReference, Conversation, Message
from choice.desk import Asker, Audience, Desk, Interaction, Person
from choice.models import Answered, Category, Form, Option, Outcome, Question, Superseded, TimedOut
from choice.plain_text import plain_line
from choice.stream import MODES, Mode
from choice.wire import QuestionCard, card_of

MODE_SELECTION = "mode_selection"
AGENT = "chat assistant"
"""Agent name of the questions that conversations ask."""
_SEPARATOR = "."
_CATEGORIES: dict[Mode, Category] = {
    "discovery": "discovery",
    "clarification": "clarification",
    "chat": "clarification",
}


def asker_of(conversation: Conversation) -> Asker:
    """Return the asker of a conversation's questions."""
    return Asker(AGENT, conversation=conversation.id, tenant=conversation.tenant, kind="assistant")


def audience_of(conversation: Conversation) -> Audience:
    """Return the audience of a conversation's questions: its owner."""
    return Audience(users=(conversation.owner,))


def person_of(conversation: Conversation) -> Person:
    """Return the owner of a conversation as a person on the desk."""
    return Person(conversation.owner, conversation.tenant)


def is_from_conversation(interaction: Interaction) -> bool:
    """Return whether this interaction was opened by a conversation."""
    return interaction.asked_by.kind == "assistant"


def as_cards(form: Form, mode: Mode) -> Form:
    """Return a copy of a form in which every question allows free text and has a category."""
    return form.model_copy(
        update={"questions": tuple([_as_card(question, mode) for question in form.questions])}
    )


def _as_card(question: Question, mode: Mode) -> Question:
    # Store the category with the question, because the mode of the conversation may change later.
    category = question.category or _CATEGORIES[mode]
    return question.model_copy(update={"category": category, "allow_free_text": True})


def cards_of(interaction: Interaction, mode: Mode) -> list[QuestionCard]:
    """Return a card for each question of an interaction."""
    form = interaction.form
    has_several = len(form.questions) > 1
    cards: list[QuestionCard] = []
    for number, question in enumerate(form.questions, start=1):
        metadata: dict[str, JsonValue] = {
            "interaction_id": interaction.id,
            "version": interaction.version,
            "dialect": interaction.dialect,
            "selection_mode": question.selection_mode,
            "min_selections": question.min_selections,
        }
        if has_several:
            metadata |= {
                "form_title": form.title,
                "form_context": form.context,
                "form_position": number,
                "form_size": len(form.questions),
            }
        elif form.context:
            metadata["form_context"] = form.context
        question_id = f"{interaction.id}{_SEPARATOR}{question.id}" if has_several else interaction.id
        cards.append(card_of(question, question_id, _CATEGORIES[mode], metadata))
    return cards


def card_json(interaction: Interaction, card: QuestionCard) -> dict[str, JsonValue]:
    """Return a card as JSON for clients, with its state and answer."""
    question_id = question_of(card.question_id, interaction)
    answers = interaction.draft.answers
    outcome = interaction.outcome
    if outcome is not None and outcome.kind in {"answered", "timed_out"}:
        answers = getattr(outcome, "answers", ())
    answer = next((each for each in answers if each.question_id == question_id), None)
    answer_json: JsonValue = None
    if answer is not None:
        answer_json = {
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
        "answer": answer_json,
    }


def question_of(card_id: str, interaction: Interaction) -> str:
    """Return the id of a card's question within its form."""
    return card_id.removeprefix(interaction.id).removeprefix(_SEPARATOR) or interaction.form.questions[0].id


def interaction_id_of(card_id: str) -> str:
    """Return the id of a card's interaction."""
    return card_id.partition(_SEPARATOR)[0]


def reference(
    interaction: Interaction, call_id: str | None = None, tool: str | None = None, key: str | None = None
) -> CardReference:
    """Return the reference to an interaction, to be stored with a message."""
    ids = tuple([question.id for question in interaction.form.questions])
    return CardReference(interaction_id=interaction.id, question_ids=ids, call_id=call_id, tool=tool, key=key)


COMMAND = "/mode"


def mode_form(current: Mode) -> Form:
    """Return the form that asks for the mode of a thread."""
    texts: dict[Mode, tuple[str, str]] = {
        "discovery": ("Discovery", "The model interviews you, with options to choose from."),
        "clarification": ("Clarification", "The model asks when something is unclear."),
        "chat": ("Chat", "The model answers. Lists in its answers are not turned into questions."),
    }
    options = [
        Option(id=mode, label=texts[mode][0], description=texts[mode][1], recommended=mode == current)
        for mode in MODES
    ]
    question = Question(
        text="How should we work in this thread?",
        context="You can change it at any time with /mode.",
        category="mode_selection",
        options=options,
    )
    return Form(questions=(question,))


def chosen_mode(interaction: Interaction) -> Mode | None:
    """Return the mode chosen in a mode form, or None."""
    outcome = interaction.outcome
    if interaction.dialect != MODE_SELECTION or outcome is None or outcome.kind != "answered":
        return None
    chosen = outcome.answers[0].option_ids
    return next((mode for mode in MODES if mode in chosen), None)


@dataclass(frozen=True, slots=True)
class AskedCard:
    """A form asked in a message, with the current state of its interaction."""

    reference: CardReference
    interaction: Interaction
    name: str | None = None
    """Label of the form in the reply to the model, if it does not directly follow the question."""
    is_deferred: bool = False
    """Whether the user asked back about it, so that its tool call already has a result."""

    @property
    def call_id(self) -> str | None:
        """Id of the tool call that waits for the outcome."""
        return None if self.is_deferred else self.reference.call_id

    def updated(self, interaction: Interaction) -> "AskedCard":
        """Return a copy with the updated interaction, or the card itself if the ids differ."""
        return replace(self, interaction=interaction) if interaction.id == self.interaction.id else self


async def unreported_cards(
    desk: Desk, conversation: Conversation, messages: Sequence[Message]
) -> list[AskedCard]:
    """Return the open and unreported cards of the last message that has questions.

    Cards that an earlier message left open come first.
    """
    since = _since_last_asked(messages)
    if not since:
        return []
    references, after = since[0].details.cards, since[1:]
    deferred = {interaction_id for each in messages for interaction_id in each.details.left_open}
    if deferred:
        return await _with_deferred(desk, conversation, messages, references, deferred)
    # Look only at later messages, because models may reuse call ids.
    reported = {response.interaction_id for each in after for response in each.details.responses}
    reported |= {interaction_id for each in after for interaction_id in each.details.reported}
    reported_calls = {record.call_id for each in after for record in each.details.results}
    person = person_of(conversation)
    cards = [
        AskedCard(card, await desk.look(card.interaction_id, by=person))
        for card in references
        if card.interaction_id not in reported
        and (card.call_id is None or card.call_id not in reported_calls)
    ]
    if not cards or len(references) == 1:
        return cards
    names = _names_of(await desk.store.load_many([card.interaction_id for card in references]), references)
    return [replace(card, name=names.get(card.interaction.id)) for card in cards]


async def _with_deferred(
    desk: Desk,
    conversation: Conversation,
    messages: Sequence[Message],
    newest: Sequence[CardReference],
    deferred: set[str],
) -> list[AskedCard]:
    """Return the unreported cards of a conversation in which the user asked back.

    A tool call that was left open already has a result, so only ids of interactions tell what was reported.
    A superseded card needs no report: a newer question has replaced it.
    """
    reported = {response.interaction_id for each in messages for response in each.details.responses}
    reported |= {interaction_id for each in messages for interaction_id in each.details.reported}
    asked = [each for message in messages for each in message.details.cards]
    unreported = [
        each
        for each in asked
        if each.interaction_id not in reported and (each in newest or each.interaction_id in deferred)
    ]
    person = person_of(conversation)
    found = {each.interaction_id: await desk.look(each.interaction_id, by=person) for each in unreported}
    names = _names_of(list(found.values()), unreported)
    cards = [
        AskedCard(
            each,
            found[each.interaction_id],
            names.get(each.interaction_id) if each.interaction_id in deferred or len(newest) > 1 else None,
            is_deferred=each.interaction_id in deferred,
        )
        for each in unreported
    ]
    return [
        card for card in cards if not (card.is_deferred and isinstance(card.interaction.outcome, Superseded))
    ]


def is_answer(outcome: Outcome | None) -> bool:
    """Return whether an outcome is an answer or a timeout with default answers."""
    return isinstance(outcome, Answered) or (isinstance(outcome, TimedOut) and outcome.used_defaults)


def has_answer(messages: Sequence[Message], cards: Sequence[AskedCard]) -> bool:
    """Return whether one of these cards, or a stored response to their message, has an answer."""
    has_stored_answer = any(message.details.responses for message in _since_last_asked(messages))
    return bool(cards) and (has_stored_answer or any(is_answer(card.interaction.outcome) for card in cards))


def interactions_of(cards: Sequence[AskedCard]) -> tuple[Interaction, ...]:
    """Return the interactions of cards."""
    return tuple([card.interaction for card in cards])


def ids_of(cards: Sequence[AskedCard]) -> tuple[str, ...]:
    """Return the interaction ids of cards."""
    return tuple([card.interaction.id for card in cards])


def _since_last_asked(messages: Sequence[Message]) -> Sequence[Message]:
    """Return the last message with questions and all later messages; empty if there is no such message."""
    asked = [at for at, message in enumerate(messages) if message.details.cards]
    return messages[asked[-1] :] if asked else ()


def _names_of(found: Sequence[Interaction], references: Sequence[CardReference]) -> dict[str, str]:
    """Return labels for the questions of one message, by interaction id.

    Equal texts are numbered. Forms with several questions get no label, because their reply names each one.
    """
    texts = {
        each.id: plain_line(each.form.questions[0].text).rstrip(":：")
        for each in found
        if len(each.form.questions) == 1
    }
    numbers = {card.interaction_id: number for number, card in enumerate(references, start=1)}
    all_texts = list(texts.values())
    return {
        id_: text if all_texts.count(text) == 1 else f"{text} ({numbers[id_]} of {len(references)})"
        for id_, text in texts.items()
    }
