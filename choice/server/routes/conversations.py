"""Routes of conversations: the chat endpoint (`/chatbot`) and threads (`/api/threads`)."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from choice.auth import authorize
from choice.clock import micros, uuid7
from choice.conversations import (
    CardAnswer,
    Conversation,
    Input,
    Message,
    NewConversation,
    Place,
    Retry,
    Turn,
    UserMessage,
    card_json,
    cards_of,
    message_json,
    owner_of,
)
from choice.desk import Desk
from choice.errors import InvalidField
from choice.server.body import MAX_HISTORY_BYTES, parse, read_json, read_optional_json
from choice.server.schemas.requests import ChatBody, ThreadBody, ThreadChange, ThreadMessage, past_of
from choice.server.service import (
    Service,
    TurnAdmission,
    current_request_id,
    path_id,
    principal_of,
    service_of,
)
from choice.server.streaming import EventStreamResponse, TurnResponse
from choice.wire import AgUi, AiSdk, CardStream, TokenStream, Vocabulary

WIRES: Final[dict[str, type[Vocabulary]]] = {"cards": CardStream, "ag-ui": AgUi, "ai-sdk": AiSdk}
"""The vocabularies of `?wire=`."""
DEFAULT_PAGE_SIZE: Final = 100
MAX_PAGE_SIZE: Final = 200
MAX_CURSOR: Final = 60
DEMO_MODEL: Final = "demo model"

_TOKENS: Final = TokenStream()
"""Shared by all requests, because it has no state."""
_LIMIT: Final = re.compile(r"[0-9]{1,3}")
_CURSOR: Final = re.compile(r"([0-9]{1,17})\.([0-9a-f-]{36})")


async def chat_stream(request: Request) -> Response:
    """Answer a message as a stream of events."""
    turn, admission = await _begin_chat(request)
    return _stream(request, turn, admission, _TOKENS)


async def chat(request: Request) -> Response:
    """Answer a message as one JSON object, for clients that cannot stream."""
    turn, admission = await _begin_chat(request)
    return TurnResponse(turn, current_request_id(), admission.headers.items(), admission.end)


async def _begin_chat(request: Request) -> tuple[Turn, TurnAdmission]:
    service = service_of(request)
    principal = principal_of(request)
    body = parse(ChatBody, await read_json(request, max_bytes=MAX_HISTORY_BYTES))
    session_id = str(body.sessionId or uuid7())
    new = NewConversation(session_id, "session", body.mode)
    admission = TurnAdmission(service, principal, request)
    turn = await admission.turn(
        session_id,
        UserMessage(body.message),
        new=new,
        is_new=body.sessionId is None,
        past=past_of(body),
        questions=body.questions,
    )
    return turn, admission


async def read_conversation(request: Request) -> Response:
    """Return the messages of a conversation."""
    service = service_of(request)
    principal = principal_of(request)
    conversation, messages = await service.conversations.read(path_id(request), owner_of(principal))
    return JSONResponse(
        {
            "sessionId": conversation.id,
            "mode": conversation.mode,
            "state": conversation.state,
            "messages": await _messages_json(service.desk, conversation, messages),
            "expiresAt": conversation.expires_at.isoformat(),
        }
    )


async def delete_conversation(request: Request) -> Response:
    """Delete a conversation or a thread. Its open interactions are superseded."""
    service = service_of(request)
    principal = principal_of(request)
    await service.turns.leave(path_id(request), owner_of(principal))
    return Response(status_code=204)


async def create_thread(request: Request) -> Response:
    """Create a thread."""
    service = service_of(request)
    principal = principal_of(request)
    body = parse(ThreadBody, await read_optional_json(request))
    thread = await service.conversations.create(owner_of(principal), body.mode, body.title)
    return JSONResponse(await _thread_json(service, thread, []), status_code=201)


async def list_threads(request: Request) -> Response:
    """Return a page of the caller's threads, newest first."""
    service = service_of(request)
    principal = principal_of(request)
    page = parse_page_query(request)
    found = await service.conversations.threads(owner_of(principal), page.size + 1, page.before)
    threads, cursor = found[: page.size], None
    if len(found) > page.size:
        cursor = f"{micros(threads[-1].updated_at)}.{threads[-1].id}"
    return JSONResponse({"threads": [_summary_json(thread) for thread in threads], "next": cursor})


async def read_thread(request: Request) -> Response:
    """Return a thread with its messages and cards."""
    service = service_of(request)
    principal = principal_of(request)
    conversation, messages = await service.conversations.read(path_id(request), owner_of(principal))
    return JSONResponse(await _thread_json(service, conversation, messages))


async def change_thread(request: Request) -> Response:
    """Change the mode or the title of a thread."""
    service = service_of(request)
    principal = principal_of(request)
    body = parse(ThreadChange, await read_json(request))
    changes = body.model_dump(exclude_unset=True)
    thread = await service.conversations.change(path_id(request), owner_of(principal), **changes)
    return JSONResponse(_summary_json(thread))


async def chat_in_thread(request: Request) -> Response:
    """Send a message or the answer to a card, and stream the model's reply."""
    service = service_of(request)
    thread_id = path_id(request)
    vocabulary = _vocabulary(request)
    principal = principal_of(request)
    body = parse(ThreadMessage, await read_json(request))
    user_input = _input(body)
    if isinstance(user_input, CardAnswer):
        authorize(principal, "interaction.answer")
    admission = TurnAdmission(service, principal, request)
    turn = await admission.turn(thread_id, user_input, questions=body.questions)
    return _stream(request, turn, admission, vocabulary)


def _stream(request: Request, turn: Turn, admission: TurnAdmission, vocabulary: Vocabulary) -> Response:
    current_id = current_request_id()
    return EventStreamResponse(
        lambda frames: turn.run(vocabulary, frames, current_id),
        (*vocabulary.headers, *admission.headers.items()),
        admission.end,
        service_of(request).pacing,
    )


def _input(body: ThreadMessage) -> Input:
    if body.content is not None:
        return UserMessage(body.content)
    if body.answer is not None:
        return CardAnswer(body.answer.question_id, body.answer.option_ids, body.answer.custom_text)
    return Retry()


def _vocabulary(request: Request) -> Vocabulary:
    name = request.query_params.get("wire", "cards")
    if name not in WIRES:
        field, rule = "wire", f"must be one of {', '.join(WIRES)}."
        raise InvalidField(field, rule)
    return WIRES[name]()


class PageQuery(NamedTuple):
    """The page of threads that a request asks for."""

    size: int
    before: Place | None


def parse_page_query(request: Request) -> PageQuery:
    """Parse the parameters `limit` and `before`.

    Raises:
        InvalidField: One of them is invalid.
    """
    limit = request.query_params.get("limit", str(DEFAULT_PAGE_SIZE))
    if not _LIMIT.fullmatch(limit) or not 1 <= int(limit) <= MAX_PAGE_SIZE:
        field, rule = "limit", f"must be a whole number from 1 to {MAX_PAGE_SIZE}."
        raise InvalidField(field, rule)
    before = request.query_params.get("before")
    if before is None:
        return PageQuery(int(limit), None)
    cursor = _CURSOR.fullmatch(before)
    if cursor is None:
        field, rule = "before", "must be the `next` of an earlier page."
        raise InvalidField(field, rule)
    return PageQuery(int(limit), Place(int(cursor[1]), cursor[2]))


def _summary_json(conversation: Conversation) -> dict[str, JsonValue]:
    return {
        "id": conversation.id,
        "mode": conversation.mode,
        "title": conversation.title,
        "state": conversation.state,
        "created_at": conversation.created_at.isoformat(),
        "updated_at": conversation.updated_at.isoformat(),
    }


async def _thread_json(
    service: Service, conversation: Conversation, messages: Sequence[Message]
) -> dict[str, JsonValue]:
    model: JsonValue = {"name": service.model_name, "demo": service.model_name == DEMO_MODEL}
    shown = await _messages_json(service.desk, conversation, messages)
    return _summary_json(conversation) | {"messages": shown, "model": model}


async def _messages_json(desk: Desk, conversation: Conversation, messages: Sequence[Message]) -> JsonValue:
    """Return the visible messages with the current state of their cards."""
    ids = [card.interaction_id for message in messages for card in message.details.cards]
    interactions = {each.id: each for each in await desk.store.load_many(ids)} if ids else {}
    shown: list[JsonValue] = []
    for message in messages:
        cards: list[JsonValue] = []
        for card in message.details.cards:
            interaction = interactions.get(card.interaction_id)
            if interaction is not None and interaction.asked_by.tenant == conversation.tenant:
                cards += [card_json(interaction, one) for one in cards_of(interaction, conversation.mode)]
        if message.is_shown:
            shown.append(message_json(message) | {"cards": cards})
    return shown
