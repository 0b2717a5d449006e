"""Routes for the unmodified clients of AG-UI and the AI SDK."""

from typing import TypeVar

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from choice.auth import Principal, authorize
from choice.conversations import (
    CardAnswer,
    CardAnswers,
    FrameSink,
    Input,
    NewConversation,
    PastMessage,
    UnknownConversation,
    cards_of,
    owner_of,
)
from choice.errors import InvalidField
from choice.server.body import MAX_HISTORY_BYTES, parse, read_json
from choice.server.schemas.clients import (
    AgUiInput,
    AiSdkInput,
    ag_ui_input,
    ai_sdk_input,
    conversation_of,
    known_fields,
    mode_of,
    past_before_last,
)
from choice.server.service import (
    Service,
    TurnAdmission,
    current_request_id,
    path_id,
    principal_of,
    service_of,
)
from choice.server.streaming import EventStreamResponse
from choice.stream import Mode
from choice.wire import AgUi, AiSdk, CardShown, Completed, Started, Vocabulary

_Body = TypeVar("_Body", bound=BaseModel)


async def ag_ui(request: Request) -> Response:
    """Run the model for a client of AG-UI."""
    body = await _body(AgUiInput, request)
    mode = mode_of((body.forwardedProps or {}).get("mode"))
    vocabulary = AgUi(body.threadId, body.runId)
    past = past_before_last(body.messages)
    return await _answer(request, body.threadId, ag_ui_input(body), mode, past, vocabulary)


async def ai_sdk(request: Request) -> Response:
    """Answer a message of a client of the AI SDK."""
    body = await _body(AiSdkInput, request)
    past = past_before_last(body.messages)
    mode = mode_of(body.mode)
    return await _answer(request, body.id, ai_sdk_input(body), mode, past, AiSdk(with_tools=True))


async def ai_sdk_stream(request: Request) -> Response:
    """Replay the last answer of a chat if it waits for an answer, for a client that was reloaded."""
    service = service_of(request)
    principal = principal_of(request)
    owner = owner_of(principal)
    try:
        conversation, messages = await service.conversations.read(
            conversation_of(path_id(request, 200), owner), owner
        )
    except UnknownConversation:
        return Response(status_code=204)
    asked = next((message for message in reversed(messages) if message.details.cards), None)
    if asked is None or conversation.state != "waiting":
        return Response(status_code=204)
    ids = [card.interaction_id for card in asked.details.cards]
    found = {each.id: each for each in await service.desk.store.load_many(ids)}
    cards = [
        card
        for id_ in ids
        if id_ in found and found[id_].outcome is None
        for card in cards_of(found[id_], conversation.mode)
    ]
    vocabulary = AiSdk(with_tools=True)

    async def replay(frames: FrameSink) -> None:
        frames.push(vocabulary.event(Started(conversation.id, asked.id, asked.details.sources or {})))
        if asked.content:
            frames.push(vocabulary.text(asked.content))
        for card in cards:
            frames.push(vocabulary.event(CardShown(card)))
        frames.finish(vocabulary.event(Completed(asked.id, "waiting")))

    return EventStreamResponse(replay, vocabulary.headers, pacing=service.pacing)


async def _body(model: type[_Body], request: Request) -> _Body:
    payload = await read_json(request, max_bytes=MAX_HISTORY_BYTES)
    return parse(model, known_fields(model, payload))


async def _answer(  # noqa: PLR0913, PLR0917 - what the two clients send
    request: Request,
    client_id: str,
    given: Input,
    mode: Mode,
    past: tuple[PastMessage, ...],
    vocabulary: Vocabulary,
) -> Response:
    service = service_of(request)
    principal = principal_of(request)
    conversation_id = conversation_of(client_id, owner_of(principal))
    if isinstance(given, CardAnswers):
        authorize(principal, "interaction.answer")
        await _require_all(service, principal, conversation_id, given.answers)
    new = NewConversation(conversation_id, "thread", mode)
    admission = TurnAdmission(service, principal, request)
    turn = await admission.turn(conversation_id, given, new=new, past=past)
    current_id = current_request_id()
    return EventStreamResponse(
        lambda frames: turn.run(vocabulary, frames, current_id),
        (*vocabulary.headers, *admission.headers.items()),
        admission.end,
        service.pacing,
    )


async def _require_all(
    service: Service, principal: Principal, conversation_id: str, answers: tuple[CardAnswer, ...]
) -> None:
    """Check that all open questions are answered, because these clients forget the others.

    Raises:
        InvalidField: Some are missing. The error names them.
    """
    open_ids = await service.turns.open_questions(principal, conversation_id)
    missing = [each for each in open_ids if each not in {answer.question_id for answer in answers}]
    if missing:
        field = "resume"
        rule = f"must answer all open questions at once; missing: {', '.join(missing)}."
        raise InvalidField(field, rule)
