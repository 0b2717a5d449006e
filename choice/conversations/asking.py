"""Puts what a model asked on the desk, and answers those of its calls that no person need answer."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import NamedTuple

from choice.conversations.cards import as_cards, asker_of, audience_of, reference
from choice.conversations.models import CardReference, Conversation, Message, ResultRecord
from choice.conversations.writing import Writing
from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.store import Wanted
from choice.dialects.protocol import Call, CallTerms, ToolDialect
from choice.dialects.registry import tool_named
from choice.dialects.tools.present_choices import PRESENT_CHOICES
from choice.dialects.tools.present_question import PRESENT_QUESTION
from choice.errors import InvalidRequest, UnknownDialect
from choice.models import Form
from choice.providers.protocol import ToolCall

TOOLS: tuple[ToolDialect, ...] = (PRESENT_QUESTION, PRESENT_CHOICES)
"""The tools that a model is offered in a conversation."""


TermsOf = Callable[[Conversation], Awaitable[Terms]]
"""Says of whom and for how long a conversation asks."""


async def usual_terms(conversation: Conversation) -> Terms:
    """Ask the owner of the conversation, and wait as long as it takes."""
    return {"audience": audience_of(conversation), "policy": "wait"}


class Asked(NamedTuple):
    """What came of the questions and calls of one answer."""

    interactions: tuple[Interaction, ...] = ()
    cards: tuple[CardReference, ...] = ()
    results: tuple[ResultRecord, ...] = ()
    """Of calls that are answered already."""

    @property
    def goes_on(self) -> bool:
        """Whether the model is to go on at once: it has results, and nobody is asked anything."""
        return bool(self.results) and not self.cards


NOTHING_ASKED = Asked()


class Asking:
    """Asks on the desk for the conversations of a chat service."""

    def __init__(self, desk: Desk, terms: TermsOf | None = None) -> None:
        self._desk = desk
        self._terms = terms or usual_terms

    async def ask(self, conversation: Conversation, message_id: str, writing: Writing) -> Asked:
        """Open every form that a model asked, in order; when this returns, they are durable."""
        interactions: list[Interaction] = []
        cards: list[CardReference] = []
        results: list[ResultRecord] = []
        for found in writing.forms:
            key = f"{message_id}:{len(interactions)}"
            interactions.append(await self.open(conversation, found.form, found.dialect, key))
            cards.append(reference(interactions[-1], None, None))
        for call in writing.calls:
            wanted = _asked(call)
            if isinstance(wanted, ResultRecord):
                results.append(wanted)
                continue
            key = f"{message_id}:{len(interactions)}"
            form, terms = wanted.call.form, wanted.call.terms
            interactions.append(await self.open(conversation, form, wanted.dialect, key, terms))
            cards.append(reference(interactions[-1], call.id, call.name))
        return Asked(tuple(interactions), tuple(cards), tuple(results))

    async def open(
        self, conversation: Conversation, form: Form, dialect: str, key: str, wished: CallTerms | None = None
    ) -> Interaction:
        """Put one form on the desk, on the terms of the conversation, but for those that are wished."""
        usual, own = await self._terms(conversation), wished or CallTerms()
        asker = replace(asker_of(conversation), project=conversation.title)
        terms: Terms = {**usual, **own, "asked_by": asker, "dialect": dialect, "key": key}
        return await self._desk.open(as_cards(form, conversation.mode), **terms)

    async def drop_unknown(self, conversation: Conversation, messages: list[Message]) -> None:
        """Supersede what was asked for an answer that was never kept, because a process died."""
        known = {card.interaction_id for message in messages for card in message.details.cards}
        asker = asker_of(conversation)
        wanted = Wanted(tenant=conversation.tenant, state="open", asked_by=asker, most=1000)
        for interaction in await self._desk.store.find(wanted):
            if interaction.id not in known:
                await self.drop(interaction)

    async def drop(self, interaction: Interaction) -> None:
        """Supersede what was asked for an answer that is not kept."""
        try:
            note = "The answer broke off."
            await self._desk.supersede(interaction.id, note=note, asked_by=interaction.asked_by)
        except InteractionClosed:
            return  # It ended by itself meanwhile, which is as good.


class _Asked(NamedTuple):
    """What a call asks, and in which dialect."""

    call: Call
    dialect: str


def _asked(call: ToolCall) -> _Asked | ResultRecord:
    """Return what a call asks, or what the model is told at once."""
    try:
        dialect = tool_named(call.name)
        asked = dialect.read_call(call.arguments)
    except UnknownDialect as error:
        return ResultRecord(call_id=call.id, name=call.name, text=str(error))
    except InvalidRequest as error:
        words = f"Nobody was asked. {error} This would work: {json.dumps(error.example)}"
        return ResultRecord(call_id=call.id, name=call.name, text=words)
    if asked.instruction is not None:
        return ResultRecord(call_id=call.id, name=call.name, text=asked.instruction)
    return _Asked(asked, dialect.name)
