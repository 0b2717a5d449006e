"""The question as a card in the client (MCP Apps extension).

The asking tools name the card's resource. Their result contains the id of the question and a secret in
`_meta` alone, which the model does not see. With both, the card reads and answers that one question, through
tools for cards only. The secret is derived from the id, so it is the same after a restart.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID, client_supports_apps
from mcp_types import CallToolResult, Resource, TextContent, TextResourceContents, Tool, ToolAnnotations

from choice.auth import authorize
from choice.desk import Choose, Clear, Desk, Interaction, InteractionClosed, snapshot
from choice.dialects import by_label
from choice.errors import InvalidAnswer, UnknownInteraction
from choice.mcp.questions import Caller, Context
from choice.mcp.tools import ELICITED
from choice.models import Answer
from choice.response import NOBODY_CHOSE
from choice.validation import parse_submission

CARD_URI = "ui://choicewire/card.html"
CARD_META = "choicewire/card"
"""Name of the id and the secret in the `_meta` of a result."""
SURFACE = "mcp"
STATE, DRAFT, ANSWER, CANCEL = "card_state", "card_draft", "card_answer", "card_cancel"
_TEXT = {"type": "string"}
_OBJECT = {"type": "object"}
_TOOLS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    STATE: ("Read the question of a card.", {}),
    DRAFT: ("Save what is filled in on a card.", {"question_id": _TEXT, "answer": _OBJECT}),
    ANSWER: (
        "Send the answer of a card.",
        {"version": _TEXT, "answer_id": _TEXT, "answers": {"type": "array", "items": _OBJECT}, "note": _TEXT},
    ),
    CANCEL: ("Cancel the question of a card.", {"answer_id": _TEXT}),
}
CARD_TOOLS = frozenset(_TOOLS)

__all__ = [
    "CARD_TOOLS",
    "CARD_URI",
    "EXTENSION_ID",
    "Card",
    "card_contents",
    "card_resource",
    "card_tools",
    "client_supports_apps",
    "shows_card",
    "with_card",
]


@cache
def card_tools() -> Sequence[Tool]:
    """Return the tools for the card, which hosts do not show the model."""
    meta = {"ui": {"visibility": ["app"]}}
    annotations = ToolAnnotations(destructive_hint=False, open_world_hint=False)
    return tuple(
        [
            Tool(
                name=name,
                description=description,
                input_schema={
                    "type": "object",
                    "properties": {"interaction_id": _TEXT, "secret": _TEXT, **properties},
                    "required": ["interaction_id", "secret"],
                    "additionalProperties": False,
                },
                annotations=annotations,
                _meta=meta,
            )
            for name, (description, properties) in _TOOLS.items()
        ]
    )


def with_card(tool: Tool) -> Tool:
    """Return an asking tool with the resource of the card, in the current and the older spelling."""
    return tool.model_copy(update={"meta": {"ui": {"resourceUri": CARD_URI}, "ui/resourceUri": CARD_URI}})


def card_resource() -> Resource:
    """Return the entry of the card in the list of resources."""
    return Resource(
        name="card",
        uri=CARD_URI,
        title="Question card",
        description="Shows a question and takes the answer.",
        mime_type=APP_MIME_TYPE,
        _meta=_RESOURCE_META,
    )


_RESOURCE_META = {"ui": {"csp": {"connectDomains": [], "resourceDomains": []}, "prefersBorder": False}}


@cache
def card_contents() -> TextResourceContents | None:
    """Return the card's page, or None if the frontend is not built."""
    file = files("choice.mcp").joinpath("card.html")
    if not file.is_file():
        return None
    text = file.read_text("utf-8")
    return TextResourceContents(uri=CARD_URI, mime_type=APP_MIME_TYPE, text=text, _meta=_RESOURCE_META)


def shows_card(context: Context, caller: Caller) -> bool:
    """Return whether the client shows questions as cards."""
    return caller.row.apps and client_supports_apps(context) and card_contents() is not None


@dataclass(frozen=True, slots=True)
class Card:
    """Handles the calls of cards."""

    desk: Desk
    key: bytes

    def meta(self, interaction: Interaction) -> Mapping[str, Any]:
        """Return the `_meta` of the result that shows a question as a card."""
        return {CARD_META: {"interaction_id": interaction.id, "secret": self._secret(interaction.id)}}

    async def call(self, tool: str, arguments: Mapping[str, Any], caller: Caller) -> CallToolResult:
        """Handle a call of a card tool.

        Raises:
            UnknownInteraction: The secret does not belong to the id, or the person may not answer.
        """
        interaction_id, secret = str(arguments.get("interaction_id")), str(arguments.get("secret"))
        if not hmac.compare_digest(secret.encode(), self._secret(interaction_id).encode()):
            raise UnknownInteraction(interaction_id)
        interaction = await self.desk.look(interaction_id, by=caller.principal.person)
        authorize(caller.principal, ELICITED, interaction)
        try:
            interaction = await self._change(tool, arguments, interaction, caller)
        except InteractionClosed:
            # The first outcome stands; the card shows it.
            interaction = await self.desk.look(interaction_id, by=caller.principal.person)
        return _state(interaction, self.desk)

    async def _change(
        self, tool: str, arguments: Mapping[str, Any], interaction: Interaction, caller: Caller
    ) -> Interaction:
        by, desk = caller.principal.person, self.desk
        if tool == ANSWER:
            sent = {name: arguments[name] for name in ("answers", "note", "answer_id") if arguments.get(name)}
            version = arguments.get("version")
            return await desk.answer(
                interaction,
                parse_submission(sent),
                by=by,
                surface=SURFACE,
                version=version if isinstance(version, str) else None,
            )
        if tool == CANCEL:
            answer_id = arguments.get("answer_id")
            key = answer_id if isinstance(answer_id, str) else None
            return await desk.cancel(interaction.id, by=by, surface=SURFACE, key=key)
        if tool == DRAFT:
            return await desk.draft(interaction.id, _step(arguments), by=by)
        return interaction

    def _secret(self, interaction_id: str) -> str:
        return hmac.new(self.key, f"card:{interaction_id}".encode(), hashlib.sha256).hexdigest()


def _step(arguments: Mapping[str, Any]) -> Choose | Clear:
    """Return the change of the draft that a card sends."""
    question_id, answer = str(arguments.get("question_id")), arguments.get("answer")
    if not isinstance(answer, dict):
        return Clear(question_id)
    found = parse_submission({"answers": [answer | {"question_id": question_id}]}).answers
    if not found:
        field, rule = "answer", "must be an answer."
        raise InvalidAnswer(field, rule)
    given: Answer = found[0]
    return Choose(given)


def _state(interaction: Interaction, desk: Desk) -> CallToolResult:
    """Return the state of a question, and the message that tells the model the answer."""
    state: dict[str, Any] = snapshot(interaction, desk.store.now())
    outcome = interaction.outcome
    reply = None
    if outcome is not None:
        about = interaction.form.title or interaction.form.questions[0].text
        reply = f"{about}: {by_label(interaction.form, outcome)}"
        if NOBODY_CHOSE in reply:
            reply = by_label(interaction.form, outcome)
    text = TextContent(text=f"{interaction.id}: {interaction.state}")
    is_collected = interaction.acknowledged_at is not None
    content = {"interaction": state, "reply": reply, "collected": is_collected}
    return CallToolResult(content=[text], structured_content=content)
