"""A thread as clients read it: its messages, and under each the cards it asked, with their state."""

from collections.abc import Sequence

from pydantic import JsonValue

from choice.chat.cards import card_json, cards_of
from choice.chat.conversation import Conversation, Message, message_json
from choice.desk.desk import Desk

DEMO_MODEL = "demo model"


async def cards_json(
    desk: Desk, conversation: Conversation, messages: Sequence[Message]
) -> dict[str, list[JsonValue]]:
    """Return the cards of each message, by the message's id."""
    wanted = [card.interaction_id for message in messages for card in message.details.cards]
    found = {each.id: each for each in await desk.store.load_many(wanted)} if wanted else {}
    by_message: dict[str, list[JsonValue]] = {}
    for message in messages:
        for card in message.details.cards:
            interaction = found.get(card.interaction_id)
            if interaction is not None and interaction.asked_by.tenant == conversation.tenant:
                shown = cards_of(interaction, conversation.mode)
                by_message.setdefault(message.id, []).extend([card_json(interaction, one) for one in shown])
    return by_message


def thread_json(conversation: Conversation) -> dict[str, JsonValue]:
    """Return a thread without what was said in it."""
    return {
        "id": conversation.id,
        "mode": conversation.mode,
        "title": conversation.title,
        "state": conversation.state,
        "created_at": conversation.created_at.isoformat(),
        "updated_at": conversation.updated_at.isoformat(),
    }


async def whole_thread_json(
    desk: Desk, model_name: str, conversation: Conversation, messages: Sequence[Message]
) -> dict[str, JsonValue]:
    """Return a thread with everything that was said and asked in it."""
    cards = await cards_json(desk, conversation, messages)
    said: list[JsonValue] = [
        message_json(each) | {"cards": cards.get(each.id, [])} for each in messages if each.is_shown
    ]
    model: JsonValue = {"name": model_name, "demo": model_name == DEMO_MODEL}
    return thread_json(conversation) | {"messages": said, "model": model}
