"""AG-UI 1.0: the events of an agent run, one JSON object per frame."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from choice.wire.sse import data_frame, quoted, text_frames
from choice.wire.vocabulary import CardShown, Completed, Event, Failed, QuestionCard, Started, ToolExecuting

PROTOCOL = "1.0"
_TAIL = "}\n\n"


class AgUi:
    """Renders an answer as a run. The text is a message; questions are interrupts that end the run."""

    headers: tuple[tuple[str, str], ...] = ()

    def __init__(self, thread_id: str | None = None, run_id: str | None = None) -> None:
        """Create a vocabulary for one run. The ids are those of the client, if it sent any."""
        self._thread_id = thread_id or ""
        self._run_id = run_id or secrets.token_hex(16)
        self._message_id = ""
        self._is_writing = False
        self._interrupts: list[dict[str, Any]] = []

    def text(self, text: str) -> str:
        """Return the frames of a piece of text. The first piece also starts the message."""
        return self.texts((text,))

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of several pieces."""
        start = "" if self._is_writing else self._start_message()
        head = f'data: {{"type":"TEXT_MESSAGE_CONTENT","messageId":{quoted(self._message_id)},"delta":'
        return start + text_frames(head, pieces, _TAIL)

    def event(self, event: Event) -> str:
        """Return the frames of an event."""
        match event:
            case Started():
                self._thread_id = self._thread_id or event.conversation_id
                self._message_id = event.message_id
                run = {"threadId": self._thread_id, "runId": self._run_id, "protocolVersion": PROTOCOL}
                return data_frame({"type": "RUN_STARTED", **run})
            case ToolExecuting():
                call = {"name": "tool_executing", "value": {"tool": event.name}}
                return data_frame({"type": "CUSTOM", **call})
            case CardShown():
                self._interrupts.append(_interrupt(event.card))
                return self._end_message() + data_frame(_activity(event.card))
            case Completed():
                return self._end_message() + data_frame(self._finished())
            case Failed():
                error = {"type": "RUN_ERROR", "message": event.message, "code": event.code}
                return self._end_message() + data_frame(error)

    def _start_message(self) -> str:
        self._is_writing = True
        start = {"type": "TEXT_MESSAGE_START", "messageId": self._message_id, "role": "assistant"}
        return data_frame(start)

    def _end_message(self) -> str:
        if not self._is_writing:
            return ""
        self._is_writing = False
        return data_frame({"type": "TEXT_MESSAGE_END", "messageId": self._message_id})

    def _finished(self) -> Mapping[str, object]:
        outcome: dict[str, object] = {"type": "success"}
        if self._interrupts:
            outcome = {"type": "interrupt", "interrupts": self._interrupts}
        run = {"threadId": self._thread_id, "runId": self._run_id}
        return {"type": "RUN_FINISHED", **run, "outcome": outcome}


def _activity(card: QuestionCard) -> Mapping[str, object]:
    return {
        "type": "ACTIVITY_SNAPSHOT",
        "messageId": card.question_id,
        "activityType": "question_card",
        "content": card.model_dump(mode="json"),
    }


def _interrupt(card: QuestionCard) -> dict[str, Any]:
    """Return the interrupt of a question. Its schema describes an answer to the card."""
    option_ids: dict[str, Any] = {"type": "string"}
    if card.options:
        option_ids["enum"] = [option.id for option in card.options]
    chosen = {"type": "array", "items": option_ids, "maxItems": max(1, card.max_selections)}
    return {
        "id": card.question_id,
        "reason": "input_required",
        "message": card.question_text,
        "responseSchema": {
            "type": "object",
            "properties": {"option_ids": chosen, "custom_text": {"type": "string"}},
        },
    }
