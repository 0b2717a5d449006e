"""Threads: conversations with a mode, whose questions are cards."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from choice.conversations import CardAnswer, Input, Retry, UserMessage, owner_of
from choice.errors import InvalidField
from choice.server.body import parse, read_json, read_json_if_any
from choice.server.routes.common import TurnAdmission, page_of, thread_json, wanted_page, whole_thread_json
from choice.server.schemas.requests import ThreadBody, ThreadChange, ThreadMessage
from choice.server.service import current_request_id, path_id, service_of
from choice.server.streaming import StreamedReply
from choice.wire.ag_ui import AgUi
from choice.wire.ai_sdk import AiSdk
from choice.wire.chat_streams import CardStream
from choice.wire.vocabulary import Vocabulary

WIRES: dict[str, type[Vocabulary]] = {"cards": CardStream, "ag-ui": AgUi, "ai-sdk": AiSdk}
"""The vocabularies that `?wire=` names."""


async def create(request: Request) -> Response:
    """Start a thread."""
    service = service_of(request)
    principal = service.caller(request, "chat")
    body = parse(ThreadBody, await read_json_if_any(request))
    thread = await service.conversations.create(owner_of(principal), body.mode, body.title)
    return JSONResponse(
        await whole_thread_json(service.desk, service.model_name, thread, []), status_code=201
    )


async def find(request: Request) -> Response:
    """Return the caller's threads, the newest first, and where to go on where there are more."""
    service = service_of(request)
    principal = service.caller(request, "read")
    most, before = wanted_page(request)
    found = await service.conversations.threads(owner_of(principal), most + 1, before)
    threads, following = page_of(found, most)
    return JSONResponse({"threads": [thread_json(thread) for thread in threads], "next": following})


async def read(request: Request) -> Response:
    """Return a thread with its messages and cards."""
    service = service_of(request)
    principal = service.caller(request, "read")
    conversation, messages = await service.conversations.read(path_id(request), owner_of(principal))
    return JSONResponse(await whole_thread_json(service.desk, service.model_name, conversation, messages))


async def change(request: Request) -> Response:
    """Give a thread another mode or title."""
    service = service_of(request)
    principal = service.caller(request, "chat")
    body = parse(ThreadChange, await read_json(request))
    changed = body.model_dump(exclude_unset=True)
    thread = await service.conversations.change(path_id(request), owner_of(principal), **changed)
    return JSONResponse(thread_json(thread))


async def delete(request: Request) -> Response:
    """Forget a thread; what is open in it is superseded."""
    service = service_of(request)
    principal = service.caller(request, "chat")
    await service.turns.leave(path_id(request), owner_of(principal))
    return Response(status_code=204)


async def chat(request: Request) -> Response:
    """Take what a person says or answers in a thread, and stream what the model says to it."""
    service = service_of(request)
    thread_id = path_id(request)
    vocabulary = _vocabulary(request)
    principal = service.caller(request, "chat")
    body = parse(ThreadMessage, await read_json(request))
    wanted = _input(body)
    if isinstance(wanted, CardAnswer):
        service.caller(request, "answer")
    beginning = TurnAdmission(service, principal, request)
    turn = await beginning.turn(thread_id, wanted)
    name = current_request_id()
    return StreamedReply(
        lambda frames: turn.run(vocabulary, frames, name),
        (*vocabulary.headers, *beginning.headers.items()),
        beginning.end,
        service.pacing,
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
