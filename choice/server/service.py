"""Services used by the routes: authorization, admission of turns, and readiness checks."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import HTTPConnection, Request

from choice.auth import Action, Principal, authorize
from choice.conversations import (
    CardAnswer,
    CardAnswers,
    Conversations,
    Input,
    NewConversation,
    PastMessage,
    Reader,
    Turn,
    Turns,
    UserMessage,
    WritePacing,
    reader_of,
)
from choice.desk import Desk, Store
from choice.errors import (
    BadToken,
    LimiterUnavailable,
    MissingPermission,
    NotFound,
    RateLimited,
    ShuttingDown,
    StoreError,
    TooManyStreams,
)
from choice.server.limits import Limiter
from choice.server.schemas.responses import Unready
from choice.telemetry import Metrics, request_id
from choice.wire import QuestionStyle

READINESS_TIMEOUT: Final = 2.0
"""Seconds to wait for the database or Redis in a readiness check."""


@dataclass(frozen=True, slots=True)
class Service:
    """The dependencies of the routes."""

    desk: Desk
    turns: Turns
    conversations: Conversations
    identify: Callable[[HTTPConnection], Awaitable[Principal]]
    """Returns the caller of a request, or raises BadToken."""
    limiter: Limiter
    metrics: Metrics
    model_name: str
    desk_name: str
    """Name by which local processes recognise the server of their own desk."""
    pacing: WritePacing = field(default_factory=WritePacing)

    async def authorized(self, connection: HTTPConnection, action: Action) -> Principal:
        """Return the caller of a request if it may perform the action.

        Raises:
            BadToken: The request has no valid token or session.
            MissingPermission: The caller lacks the permission.
            ShuttingDown: The server is shutting down.
        """
        principal = await self.identify(connection)
        authorize(principal, action)
        if self.turns.is_draining:
            raise ShuttingDown
        return principal


def service_of(connection: HTTPConnection) -> Service:
    """Return the service of the application that handles a request."""
    service: Service = connection.app.state.service
    return service


def principal_of(connection: HTTPConnection) -> Principal:
    """Return the caller of a request, which the route has authorized."""
    principal: Principal = connection.scope["state"]["principal"]
    return principal


def surface_of(connection: HTTPConnection) -> str:
    """Return the surface of a request: `api` if it has a token, `web` if it comes from our pages."""
    return "api" if "authorization" in connection.headers else "web"


def path_id(connection: HTTPConnection, max_length: int = 100) -> str:
    """Return the id in the path of a request.

    Raises:
        NotFound: The id has characters or a length that no id has.
    """
    given: str = connection.path_params["id"]
    if not given.isascii() or not given.isprintable() or len(given) > max_length:
        raise NotFound
    return given


def current_request_id() -> str:
    """Return the id of the current request."""
    return request_id.get()


class TurnAdmission:
    """Starts a turn within the caller's limits. Call `end` when the response has ended."""

    def __init__(self, service: Service, principal: Principal, request: Request) -> None:
        self._service = service
        self._principal = principal
        self._request = request
        self._release: Callable[[], None] | None = None
        self.headers: dict[str, str] = {}
        """The rate limit headers of the response."""

    async def turn(  # noqa: PLR0913 - optional facts about the conversation
        self,
        conversation_id: str,
        user_input: Input,
        *,
        new: NewConversation | None = None,
        is_new: bool = False,
        past: tuple[PastMessage, ...] = (),
        questions: QuestionStyle = "cards",
    ) -> Turn:
        """Count the request, take a stream slot and start the turn.

        Raises:
            RateLimited, LimiterUnavailable, TooManyStreams: A limit is reached. Answers are not limited.
            ChoiceError: As `Turns.begin`.
        """
        await self._count(conversation_id, user_input)
        try:
            if not isinstance(user_input, CardAnswer | CardAnswers):
                await self._acquire_stream(conversation_id, user_input)
            turn = await self._service.turns.begin(
                self._principal,
                conversation_id,
                user_input,
                new=new,
                is_new=is_new,
                past=past,
                questions=questions,
                reader=self._reader(),
            )
        except BaseException:
            self._release_stream()
            raise
        turn.since = self._request.scope["state"]["started"]
        turn.is_authorized = self._is_still_authorized
        self._service.metrics.stream_opened()
        return turn

    def _reader(self) -> Reader:
        """Return what the request says about the person: `Time-Zone` and `Accept-Language`."""
        headers = self._request.headers
        default = self._service.turns.reader
        return reader_of(headers.get("time-zone"), headers.get("accept-language"), default)

    def end(self) -> None:
        """Release the stream slot."""
        self._service.metrics.stream_closed()
        self._release_stream()

    def _release_stream(self) -> None:
        if self._release is not None:
            self._release()

    async def _is_still_authorized(self) -> bool:
        try:
            await self._service.authorized(self._request, "conversation.write")
        except (BadToken, MissingPermission):
            return False
        except ShuttingDown:
            return True  # The shutdown itself ends the streams.
        return True

    async def _count(self, conversation_id: str, user_input: Input) -> None:
        if isinstance(user_input, CardAnswer | CardAnswers):
            return
        try:
            allowance = await self._service.limiter.acquire(self._principal)
        except (RateLimited, LimiterUnavailable):
            if await self._is_answer(conversation_id, user_input):
                return
            raise
        self.headers = allowance.headers()

    async def _acquire_stream(self, conversation_id: str, user_input: Input) -> None:
        try:
            self._release = await self._service.limiter.acquire_slot(self._principal, "streams")
        except TooManyStreams:
            if not await self._is_answer(conversation_id, user_input):
                raise

    async def _is_answer(self, conversation_id: str, user_input: Input) -> bool:
        """Return whether a message answers an open question."""
        return isinstance(user_input, UserMessage) and await self._service.turns.would_answer(
            self._principal, conversation_id, user_input.content
        )


async def unready(service: Service) -> Unready | None:
    """Return the reason why the service cannot handle requests now, or None if it can."""
    if service.turns.is_draining:
        return Unready(part="server", reason="The server is shutting down.")
    problems = await asyncio.gather(_check_database(service.desk.store), _check_redis(service.limiter))
    return next((problem for problem in problems if problem is not None), None)


async def _check_database(store: Store) -> Unready | None:
    try:
        async with asyncio.timeout(READINESS_TIMEOUT):
            await store.news(0)
    except StoreError as error:
        return Unready(part="database", reason=error.problem)
    except TimeoutError:
        return Unready(part="database", reason=f"The database did not answer within {READINESS_TIMEOUT:g} s.")
    return None


async def _check_redis(limiter: Limiter) -> Unready | None:
    try:
        async with asyncio.timeout(READINESS_TIMEOUT):
            await limiter.check()
    except (LimiterUnavailable, TimeoutError):
        return Unready(part="redis", reason="Redis does not answer. Chat is unavailable until it does.")
    return None
