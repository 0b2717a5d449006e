"""What every request that makes a model work has in common: limits, places, and a turn that begins."""

from collections.abc import Callable

from starlette.requests import Request

from choice.chat.answering import Chose, Input, Said
from choice.chat.conversation import Message
from choice.chat.conversation_units import NewConversation
from choice.chat.principal import Principal
from choice.chat.refusals import (
    BadToken,
    LimiterUnavailable,
    MissingPermission,
    RateLimited,
    ShuttingDown,
    TooManyStreams,
)
from choice.chat.service import Service
from choice.chat.turn import Turn


class Beginning:
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
            if not isinstance(wanted, Chose):
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
        if isinstance(wanted, Chose):
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
        return isinstance(wanted, Said) and await self._service.turns.would_answer(
            self._principal, conversation_id, wanted.content
        )
