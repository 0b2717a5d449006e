"""What the last question of a conversation has come to, as far as the model was not told yet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from choice.answers import Answered, Outcome, TimedOut
from choice.chat.cards import person_of
from choice.chat.conversation import CardReference, Conversation, Message
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.plain_text import plain_line


@dataclass(frozen=True, slots=True)
class AskedCard:
    """A question that a message asked, and how it stands on the desk."""

    reference: CardReference
    interaction: Interaction
    name: str | None = None
    """What the model is told beside the outcome, where its message asked more than one thing."""

    def now(self, interaction: Interaction) -> "AskedCard":
        """Return it as it stands by now, if it is about that interaction."""
        return replace(self, interaction=interaction) if interaction.id == self.interaction.id else self


async def untold_cards(
    desk: Desk, conversation: Conversation, messages: Sequence[Message]
) -> list[AskedCard]:
    """Return the questions whose outcome no message tells yet, open ones among them."""
    since = _since_last_asked(messages)
    if not since:
        return []
    references, after = since[0].details.cards, since[1:]
    # A later question may come with the id of an earlier call: only what follows it tells of it.
    told = {response.interaction_id for each in after for response in each.details.responses}
    told |= {interaction_id for each in after for interaction_id in each.details.told}
    told_calls = {record.call_id for each in after for record in each.details.results}
    person = person_of(conversation)
    cards = [
        AskedCard(card, await desk.look(card.interaction_id, by=person))
        for card in references
        if card.interaction_id not in told and (card.call_id is None or card.call_id not in told_calls)
    ]
    if not cards or len(references) == 1:
        return cards
    names = _names_of(await desk.store.load_many([card.interaction_id for card in references]), references)
    return [replace(card, name=names.get(card.interaction.id)) for card in cards]


def is_answer(outcome: Outcome | None) -> bool:
    """Tell whether an outcome gives the model what it asked for: an answer, or defaults that count."""
    return isinstance(outcome, Answered) or (isinstance(outcome, TimedOut) and outcome.used_defaults)


def has_answer(messages: Sequence[Message], cards: Sequence[AskedCard]) -> bool:
    """Tell whether the model has an answer to hear, be it that an earlier one waits for these questions."""
    in_part = any(message.details.responses for message in _since_last_asked(messages))
    return bool(cards) and (in_part or any(is_answer(card.interaction.outcome) for card in cards))


def interactions_of(cards: Sequence[AskedCard]) -> tuple[Interaction, ...]:
    """Return what stands behind cards on the desk."""
    return tuple([card.interaction for card in cards])


def _since_last_asked(messages: Sequence[Message]) -> Sequence[Message]:
    """Return the last message that asked something and all after it; nothing, where none did."""
    asked = [at for at, message in enumerate(messages) if message.details.cards]
    return messages[asked[-1] :] if asked else ()


def _names_of(found: Sequence[Interaction], references: Sequence[CardReference]) -> dict[str, str]:
    """Return what the questions of one message are called, by their interactions.

    Those with the same words are numbered. A form of several questions names each in its reply already.
    """
    texts = {
        each.id: plain_line(each.form.questions[0].text).rstrip(":：")
        for each in found
        if len(each.form.questions) == 1
    }
    numbers = {card.interaction_id: number for number, card in enumerate(references, start=1)}
    every = list(texts.values())
    return {
        name: text if every.count(text) == 1 else f"{text} ({numbers[name]} of {len(references)})"
        for name, text in texts.items()
    }
