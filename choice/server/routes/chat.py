"""The chat endpoint: a message in, an answer as a stream or whole; and the conversation behind it."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from choice.clock import uuid7
from choice.conversations import NewConversation, Turn, UserMessage, message_json, owner_of
from choice.server.body import parse, read_json
from choice.server.routes.common import TurnAdmission, cards_json
from choice.server.schemas.requests import ChatBody, past_of
from choice.server.service import current_request_id, path_id, service_of
from choice.server.streaming import StreamedReply, WholeReply
from choice.wire.chat_streams import TokenStream

_VOCABULARY = TokenStream()
"""One serves all, for it remembers nothing."""


async def chat_stream(request: Request) -> Response:
    """Answer a message as a stream of events."""
    turn, beginning = await _begun(request)
    name = current_request_id()
    return StreamedReply(
        lambda frames: turn.run(_VOCABULARY, frames, name),
        beginning.headers.items(),
        beginning.end,
        service_of(request).pacing,
    )


async def chat(request: Request) -> Response:
    """Answer a message whole, for clients that cannot stream."""
    turn, beginning = await _begun(request)
    return WholeReply(turn, current_request_id(), beginning.headers.items(), beginning.end)


async def _begun(request: Request) -> tuple[Turn, TurnAdmission]:
    service = service_of(request)
    principal = service.caller(request, "chat")
    body = parse(ChatBody, await read_json(request))
    session_id = str(body.sessionId or uuid7())
    new = NewConversation(session_id, "session", body.mode)
    beginning = TurnAdmission(service, principal, request)
    turn = await beginning.turn(
        session_id, UserMessage(body.message), new=new, is_unknown=body.sessionId is None, past=past_of(body)
    )
    return turn, beginning


async def read_conversation(request: Request) -> Response:
    """Return what was said in a conversation."""
    service = service_of(request)
    principal = service.caller(request, "read")
    conversation, messages = await service.conversations.read(path_id(request), owner_of(principal))
    cards = await cards_json(service.desk, conversation, messages)
    return JSONResponse(
        {
            "sessionId": conversation.id,
            "mode": conversation.mode,
            "state": conversation.state,
            "messages": [
                message_json(each) | {"cards": cards.get(each.id, [])} for each in messages if each.is_shown
            ],
            "expiresAt": conversation.expires_at.isoformat(),
        }
    )


async def delete_conversation(request: Request) -> Response:
    """Forget a conversation."""
    service = service_of(request)
    principal = service.caller(request, "chat")
    await service.turns.leave(path_id(request), owner_of(principal))
    return Response(status_code=204)
