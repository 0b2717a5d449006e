"""What every request that makes a model work has in common: limits, places, and a turn that begins."""

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue
from starlette.requests import Request

from choice.auth.principal import Principal
from choice.clock import micros
from choice.conversations import (
    CardAnswer,
    Conversation,
    Input,
    Message,
    NewConversation,
    Place,
    Turn,
    UserMessage,
    card_json,
    cards_of,
    message_json,
)
from choice.desk.desk import Desk
from choice.errors import (
    BadToken,
    InvalidField,
    LimiterUnavailable,
    MissingPermission,
    RateLimited,
    ShuttingDown,
    TooManyStreams,
)
from choice.server.service import Service


class TurnAdmission:
    """Begins a turn for a caller; `end` must be called when the response has ended."""

    def __init__(self, service: Service, principal: Principal, request: Request) -> None:
        self._service = service
        self._principal = principal
        self._request = request
        self._give_back: Callable[[], None] | None = None
        self.headers: dict[str, str] = {}

    async def turn(
        self,
        conversation_id: str,
        wanted: Input,
        *,
        new: NewConversation | None = None,
        is_unknown: bool = False,
        past: list[Message] | None = None,
    ) -> Turn:
        """Count the request, take a place and begin the turn.

        Raises:
            RateLimited, LimiterUnavailable, TooManyStreams: It is too much; an answer never is.
            ChoiceError: As `Turns.begin`.
        """
        await self._count(conversation_id, wanted)
        try:
            if not isinstance(wanted, CardAnswer):
                await self._take_place(conversation_id, wanted)
            turn = await self._service.turns.begin(
                self._principal, conversation_id, wanted, new=new, is_unknown=is_unknown, past=past
            )
        except BaseException:
            self._leave_place()
            raise
        turn.since = self._request.scope["state"]["started"]
        turn.is_welcome = self._is_welcome
        self._service.metrics.stream_opened()
        return turn

    def end(self) -> None:
        """Let go what the turn held."""
        self._service.metrics.stream_closed()
        self._leave_place()

    def _leave_place(self) -> None:
        if self._give_back is not None:
            self._give_back()

    def _is_welcome(self) -> bool:
        """Tell whether the caller would be let in now as well."""
        try:
            self._service.caller(self._request, "chat")
        except (BadToken, MissingPermission):
            return False
        except ShuttingDown:
            return True  # That ends streams in its own way.
        return True

    async def _count(self, conversation_id: str, wanted: Input) -> None:
        if isinstance(wanted, CardAnswer):
            return
        try:
            allowance = await self._service.limiter.take(self._principal)
        except (RateLimited, LimiterUnavailable):
            if await self._answers(conversation_id, wanted):
                return
            raise
        self.headers = allowance.headers()

    async def _take_place(self, conversation_id: str, wanted: Input) -> None:
        try:
            self._give_back = await self._service.limiter.place(self._principal)
        except TooManyStreams:
            if not await self._answers(conversation_id, wanted):
                raise

    async def _answers(self, conversation_id: str, wanted: Input) -> bool:
        """Tell whether typed words answer an open question."""
        return isinstance(wanted, UserMessage) and await self._service.turns.would_answer(
            self._principal, conversation_id, wanted.content
        )


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


USUAL_THREADS: Final = 100
MOST_THREADS: Final = 200
LONGEST_CURSOR: Final = 60
_LIMIT: Final = re.compile(r"[0-9]{1,3}")
_CURSOR: Final = re.compile(r"([0-9]{1,17})\.([0-9a-f-]{36})")


class Wanted(NamedTuple):
    """Which threads a request asks for."""

    most: int
    before: Place | None


def wanted_page(request: Request) -> Wanted:
    """Return which page a request asks for.

    Raises:
        InvalidField: `limit` or `before` cannot be what they should.
    """
    limit = request.query_params.get("limit", str(USUAL_THREADS))
    if not _LIMIT.fullmatch(limit) or not 1 <= int(limit) <= MOST_THREADS:
        field, rule = "limit", f"must be a whole number from 1 to {MOST_THREADS}."
        raise InvalidField(field, rule)
    before = request.query_params.get("before")
    if before is None:
        return Wanted(int(limit), None)
    found = _CURSOR.fullmatch(before)
    if found is None:
        field, rule = "before", "must be the `next` of an earlier page."
        raise InvalidField(field, rule)
    return Wanted(int(limit), Place(int(found[1]), found[2]))


def page_of(found: Sequence[Conversation], most: int) -> tuple[Sequence[Conversation], str | None]:
    """Return the threads of a page, and where the next one begins, if more were found than it holds."""
    if len(found) <= most:
        return found, None
    last = found[most - 1]
    return found[:most], f"{micros(last.updated_at)}.{last.id}"
