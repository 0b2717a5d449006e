"""The UI message stream (version 1) of Vercel's AI SDK: chunks of one assistant message."""

from collections.abc import Sequence

from choice.wire.sse import data_frame, quoted, text_frames
from choice.wire.vocabulary import CardShown, Completed, Event, Failed, Started, ToolExecuting

_TAIL = "}\n\n"
QUESTION_TOOL = "question"
"""Name of the tool that shows a question."""
_END = "data: [DONE]\n\n"


class AiSdk:
    """Renders an answer as text parts, a data part for each question, and `[DONE]` at the end."""

    headers: tuple[tuple[str, str], ...] = (("x-vercel-ai-ui-message-stream", "v1"),)

    def __init__(self, *, with_tools: bool = False) -> None:
        """Create a vocabulary for one answer. With tools, questions are also calls to the tool `question`."""
        self._with_tools = with_tools
        self._message_id = ""
        self._is_writing = False
        self._parts = 0

    def text(self, text: str) -> str:
        """Return the chunks of a piece of text. The first piece also starts a text part."""
        return self.texts((text,))

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the chunks of several pieces."""
        start = "" if self._is_writing else self._start_part()
        head = f'data: {{"type":"text-delta","id":{quoted(self._part)},"delta":'
        return start + text_frames(head, pieces, _TAIL)

    def event(self, event: Event) -> str:
        """Return the chunks of an event."""
        match event:
            case Started():
                self._message_id = event.message_id
                metadata = {"sources": dict(event.sources), "threadId": event.conversation_id}
                start = {"type": "start", "messageId": event.message_id, "messageMetadata": metadata}
                return data_frame(start) + data_frame({"type": "start-step"})
            case ToolExecuting():
                running = {"type": "data-tool-executing", "data": {"tool": event.name}, "transient": True}
                return data_frame(running)
            case CardShown():
                card = event.card
                data = card.model_dump(mode="json")
                part = {"type": "data-question-card", "id": card.question_id, "data": data}
                frames = self._end_part() + data_frame(part)
                return frames + _tool_call(card.question_id, data) if self._with_tools else frames
            case Completed():
                last = data_frame({"type": "finish-step"}) + data_frame({"type": "finish"})
                return self._end_part() + last + _END
            case Failed():
                return self._end_part() + data_frame({"type": "error", "errorText": event.message}) + _END

    @property
    def _part(self) -> str:
        return f"{self._message_id}-{self._parts}"

    def _start_part(self) -> str:
        self._is_writing = True
        self._parts += 1
        return data_frame({"type": "text-start", "id": self._part})

    def _end_part(self) -> str:
        if not self._is_writing:
            return ""
        self._is_writing = False
        return data_frame({"type": "text-end", "id": self._part})


def _tool_call(question_id: str, card: dict[str, object]) -> str:
    """Return a question as a call that the client answers with `addToolOutput`."""
    call = {"toolCallId": question_id, "toolName": QUESTION_TOOL, "input": card, "dynamic": True}
    return data_frame({"type": "tool-input-available", **call})
