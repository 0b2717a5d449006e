"""Requests of the unmodified clients of AG-UI and the AI SDK."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from choice.conversations import CardAnswer, CardAnswers, Input, Regenerate, UserMessage
from choice.conversations import PastMessage as PastRecord
from choice.errors import InvalidField
from choice.server.schemas.requests import MAX_MESSAGE, newest_messages
from choice.stream import MODES, Mode
from choice.wire.ai_sdk import QUESTION_TOOL

ANSWER_PART = "data-question-answer"
"""Type of the part with which a message of the AI SDK answers a question."""
_NAMESPACE = uuid.UUID("6f0d3f3e-7f4a-5c55-9f0e-0b7a5d1c2a10")
_MAX_ANSWERS = 100

ClientId = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]


def _objects(given: object) -> object:
    """Return the objects of a list."""
    return tuple([each for each in given if isinstance(each, dict)]) if isinstance(given, list) else given


Messages = Annotated[tuple[dict[str, JsonValue], ...], BeforeValidator(_objects)]


class Resume(BaseModel):
    """The outcome of one interrupt."""

    model_config = ConfigDict(frozen=True)

    interruptId: ClientId  # noqa: N815 - the name on the wire
    status: Literal["resolved", "cancelled"] = "resolved"
    payload: JsonValue = None


class AgUiInput(BaseModel):
    """`RunAgentInput` of AG-UI. Other fields are ignored."""

    model_config = ConfigDict(
        frozen=True,
        json_schema_extra={
            "examples": [
                {
                    "threadId": "t1",
                    "runId": "r1",
                    "messages": [{"id": "m1", "role": "user", "content": "Help me plan"}],
                }
            ]
        },
    )

    threadId: ClientId  # noqa: N815 - the name on the wire
    runId: ClientId  # noqa: N815 - the name on the wire
    messages: Messages = ()
    resume: tuple[Resume, ...] = Field(default=(), max_length=_MAX_ANSWERS)
    forwardedProps: dict[str, JsonValue] | None = None  # noqa: N815 - the name on the wire


class AiSdkInput(BaseModel):
    """What `DefaultChatTransport` sends. Other fields are ignored."""

    model_config = ConfigDict(
        frozen=True,
        json_schema_extra={
            "examples": [
                {
                    "id": "c1",
                    "messages": [
                        {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Help me plan"}]}
                    ],
                    "trigger": "submit-message",
                }
            ]
        },
    )

    id: ClientId
    messages: Messages
    trigger: Literal["submit-message", "regenerate-message"] = "submit-message"
    mode: Mode | None = None


def known_fields(model: type[BaseModel], payload: object) -> object:
    """Return the fields of a body that the model has. Clients send further ones."""
    if not isinstance(payload, dict):
        return payload
    return {name: payload[name] for name in model.model_fields if payload.get(name) is not None}


def conversation_of(client_id: str, owner: Sequence[str]) -> str:
    """Return the id of the conversation for an id of a client. Only UUIDs are used as they are."""
    try:
        return str(uuid.UUID(client_id))
    except ValueError:
        return str(uuid.uuid5(_NAMESPACE, "\n".join((*owner, client_id))))


def mode_of(given: object) -> Mode:
    """Return a mode, by default `chat`."""
    return next((mode for mode in MODES if mode == given), "chat")


def past_before_last(messages: Sequence[Mapping[str, JsonValue]]) -> tuple[PastRecord, ...]:
    """Return the history of a client without its last message, for a conversation that is not known here."""
    earlier: Any = newest_messages([_plain(message) for message in messages[:-1]])
    return tuple([PastRecord(role=each["role"], text=each["content"]) for each in earlier])


def ag_ui_input(body: AgUiInput) -> Input:
    """Return what a run is about: answers to interrupts, or the last message.

    Raises:
        InvalidField: There is neither.
    """
    if body.resume:
        return CardAnswers(tuple([_resumed(each) for each in body.resume]))
    return _message(body.messages)


def ai_sdk_input(body: AiSdkInput) -> Input:
    """Return what a request is about: answers in parts of the last message, a new message, or another answer.

    Raises:
        InvalidField: There is none of these.
    """
    if body.trigger == "regenerate-message":
        return Regenerate()
    last = body.messages[-1] if body.messages else {}
    parts = last.get("parts")
    answers = [
        answer
        for part in (parts if isinstance(parts, list) else [])
        if isinstance(part, dict) and (answer := _answer_in_part(part)) is not None
    ]
    return CardAnswers(tuple(answers)) if answers else _message(body.messages)


def _answer_in_part(part: Mapping[str, JsonValue]) -> CardAnswer | None:
    if part.get("type") == ANSWER_PART and isinstance(data := part.get("data"), dict):
        question_id = data.get("question_id")
        return _answer(question_id, data) if isinstance(question_id, str) else None
    is_question = part.get("toolName") == QUESTION_TOOL or part.get("type") == f"tool-{QUESTION_TOOL}"
    question_id = part.get("toolCallId")
    if not is_question or not isinstance(question_id, str):
        return None
    match part.get("state"):
        case "output-available":
            return _answer(question_id, part.get("output"))
        case "output-error" | "output-denied":
            return CardAnswer(question_id, is_cancelled=True)
        case _:
            return None


def _resumed(resume: Resume) -> CardAnswer:
    if resume.status == "cancelled":
        return CardAnswer(resume.interruptId, is_cancelled=True)
    return _answer(resume.interruptId, resume.payload)


def _answer(question_id: str, given: JsonValue) -> CardAnswer:
    """Return an answer: option ids, own words, or a text that may be either."""
    if isinstance(given, list):
        return CardAnswer(question_id, tuple(map(str, given)))
    if not isinstance(given, dict):
        return CardAnswer(question_id, typed=None if given is None else str(given))
    option_ids, text = given.get("option_ids"), given.get("custom_text")
    if isinstance(option_ids, list) or isinstance(text, str):
        ids = tuple(map(str, option_ids)) if isinstance(option_ids, list) else None
        return CardAnswer(question_id, ids, text if isinstance(text, str) and text.strip() else None)
    return CardAnswer(question_id, typed=str(next(iter(given.values()), "")))


def _message(messages: Sequence[Mapping[str, JsonValue]]) -> UserMessage:
    """Return the last message, which must be the user's."""
    last = _plain(messages[-1]) if messages else {}
    text = last.get("content")
    if last.get("role") != "user" or not isinstance(text, str) or not text.strip():
        field, rule = "messages", "must end with a message of the user that has text."
        raise InvalidField(field, rule)
    if len(text) > MAX_MESSAGE:
        field, rule = "messages", f"must have at most {MAX_MESSAGE} characters in the last message."
        raise InvalidField(field, rule)
    return UserMessage(text)


def _plain(message: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return role and text of a message. The text is in `content`, or in text parts of it or of `parts`."""
    content = message.get("content", message.get("parts"))
    if isinstance(content, list):
        texts = [
            part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"
        ]
        content = "".join([text for text in texts if isinstance(text, str)])
    return {"role": message.get("role"), "content": content}
