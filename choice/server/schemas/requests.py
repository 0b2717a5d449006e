"""Request bodies."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    WithJsonSchema,
    model_validator,
)

from choice.conversations import PastMessage as PastRecord
from choice.desk.origin import Origin
from choice.models import MAX_ID, MAX_NOTE, MAX_OPTIONS, MAX_OWN_WORDS, Answer
from choice.plain_text import cut
from choice.stream import Mode
from choice.wire import QuestionStyle

MAX_MESSAGE = 8000
MAX_HISTORY = 50
MAX_TITLE = 200

_STRICT = ConfigDict(frozen=True, extra="forbid", strict=True)

MessageText = Annotated[str, Field(min_length=1, max_length=MAX_MESSAGE, pattern=r"\S")]
Title = Annotated[str, Field(min_length=1, max_length=MAX_TITLE, pattern=r"\S")]


def newest_messages(given: object) -> object:
    """Return the newest messages of a history that a client sent, in the shape of `PastMessage`.

    Clients send what they keep. Entries that are no message of the user or the assistant, unknown fields and
    timestamps are left out, and long messages are cut.
    """
    if given is None:
        return ()
    if isinstance(given, dict):  # Some serializers send a list as an object with numbers as names.
        given = list(given.values())
    if not isinstance(given, list | tuple):
        return given
    messages = [message for entry in given if (message := _past_message(entry)) is not None]
    return tuple(messages[-MAX_HISTORY:])


def _past_message(entry: object) -> dict[str, str] | None:
    if not isinstance(entry, dict) or entry.get("role") not in ("user", "assistant"):
        return None
    content = entry.get("content")
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join([text for text in parts if isinstance(text, str)])
    if not isinstance(content, str) or not content.strip():
        return None
    return {"role": entry["role"], "content": cut(content, MAX_MESSAGE)}


class PastMessage(BaseModel):
    """An earlier message, as sent by the client."""

    model_config = _STRICT

    role: Literal["user", "assistant"]
    content: str


_HISTORY_SCHEMA: dict[str, JsonValue] = {
    "description": (
        "Earlier messages, for clients that keep the conversation themselves. Ignored for a known session. "
        f"The newest {MAX_HISTORY} are used, each cut to {MAX_MESSAGE} characters; other fields are ignored."
    ),
    "anyOf": [{"type": "array", "items": {"type": "object", "additionalProperties": True}}, {"type": "null"}],
}


class ChatBody(BaseModel):
    """A message to the chat endpoint."""

    model_config = ConfigDict(
        **_STRICT, json_schema_extra={"examples": [{"message": "Show me critical weak signals"}]}
    )

    message: MessageText
    sessionId: UUID | None = None  # noqa: N815 - the name on the wire
    conversationHistory: Annotated[  # noqa: N815
        tuple[PastMessage, ...], BeforeValidator(newest_messages), WithJsonSchema(_HISTORY_SCHEMA)
    ] = ()
    mode: Mode = "chat"
    questions: QuestionStyle = "text"
    """`text`: questions are also readable in the tokens; `cards`: only as `question_card`; `source`: as the
    model wrote them, for clients that render `choices` blocks."""


class ThreadBody(BaseModel):
    """A new thread."""

    model_config = ConfigDict(
        **_STRICT, json_schema_extra={"examples": [{"mode": "discovery", "title": "Our next product"}]}
    )

    mode: Mode = "chat"
    title: Title | None = None


class ThreadChange(BaseModel):
    """Changes of a thread."""

    model_config = ConfigDict(**_STRICT, json_schema_extra={"examples": [{"mode": "discovery"}]})

    mode: Mode = "chat"
    """Unchanged if left out."""
    title: Title | None = None
    """Unchanged if left out; null removes it."""


class CardAnswer(BaseModel):
    """The answer to a card: options, free text, or both if the question allows both."""

    model_config = _STRICT

    question_id: str = Field(min_length=1, max_length=2 * MAX_ID)
    option_ids: tuple[Annotated[str, Field(max_length=MAX_ID)], ...] | None = Field(
        default=None, max_length=MAX_OPTIONS
    )
    custom_text: str | None = Field(default=None, min_length=1, max_length=MAX_OWN_WORDS, pattern=r"\S")

    @model_validator(mode="after")
    def _require_content(self) -> Self:
        if self.option_ids is None and self.custom_text is None:
            message = "needs option_ids or custom_text."
            raise ValueError(message)
        return self


class ThreadMessage(BaseModel):
    """A message in a thread, the answer to a card, or a retry of the last message."""

    model_config = ConfigDict(
        **_STRICT, json_schema_extra={"examples": [{"content": "Help me find out what to build first"}]}
    )

    content: MessageText | None = None
    answer: CardAnswer | None = None
    retry: Literal[True] | None = None
    questions: QuestionStyle = "cards"
    """`text`, `cards` or `source`, as for the chat endpoint."""

    @model_validator(mode="after")
    def _require_one_kind(self) -> Self:
        if [self.content, self.answer, self.retry].count(None) != 2:  # noqa: PLR2004 - one of three
            message = "needs exactly one of content, answer, retry."
            raise ValueError(message)
        return self


class AskBody(Origin):
    """A new interaction: the arguments of `provide_choice`, or a form."""

    model_config = ConfigDict(
        **_STRICT,
        json_schema_extra={
            "examples": [
                {
                    "request": {
                        "title": "Release",
                        "prompt": "Release version 2.4 today? The notes are not translated yet.",
                        "selection_mode": "single",
                        "options": [
                            {"id": "go", "label": "Release now", "recommended": True},
                            {"id": "wait", "label": "Wait for the translation"},
                        ],
                    },
                    "idempotency_key": "release-2.4",
                    "project": "shop",
                    "run_url": "https://ci.example.com/runs/81",
                    "urgency": "high",
                }
            ]
        },
    )

    request: dict[str, JsonValue]
    idempotency_key: str | None = Field(default=None, min_length=1, max_length=200)


class CancelBody(BaseModel):
    """The reason for a cancellation."""

    model_config = ConfigDict(**_STRICT, json_schema_extra={"examples": [{"note": "No longer needed"}]})

    note: str | None = Field(default=None, max_length=MAX_NOTE)


class DeadlineBody(BaseModel):
    """The time left to answer, from now."""

    model_config = ConfigDict(**_STRICT, json_schema_extra={"examples": [{"seconds": 600}]})

    seconds: float = Field(ge=1, le=30 * 24 * 3600)


class SnoozeBody(BaseModel):
    """The duration of a snooze."""

    model_config = ConfigDict(**_STRICT, json_schema_extra={"examples": [{"seconds": 900}]})

    seconds: float = Field(ge=1, le=30 * 24 * 3600)


class DraftBody(BaseModel):
    """One step of a draft: the answer to a question so far, or the question to clear."""

    model_config = ConfigDict(
        **_STRICT,
        json_schema_extra={"examples": [{"answer": {"question_id": "q1", "custom_text": "On Fri"}}]},
    )

    answer: Answer | None = None
    clear: str | None = Field(default=None, min_length=1, max_length=2 * MAX_ID)
    seen: int | None = Field(default=None, ge=0)
    """The step of the draft that the client has seen. If the draft has changed since, the request fails."""

    @model_validator(mode="after")
    def _require_one_step(self) -> Self:
        if (self.answer is None) is (self.clear is None):
            message = "needs exactly one of answer, clear."
            raise ValueError(message)
        return self


def past_of(body: ChatBody) -> tuple[PastRecord, ...]:
    """Return the history that the client sent."""
    return tuple([PastRecord(role=past.role, text=past.content) for past in body.conversationHistory])
