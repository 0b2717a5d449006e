"""The wire of threads: events with names."""

from collections.abc import Sequence

from choice.wire.events import CardShown, Completed, Event, Failed, Started, ToolExecuting
from choice.wire.sse import TextFrames, compact, named_frame

_HEAD = 'event: text_delta\ndata: {"text":'
_TAIL = "}\n\n"
_texts = TextFrames(_HEAD, _TAIL)


class CardStream:
    """`text_delta` and `tool_executing`, then `question_card`s, then `message_complete` or `error`."""

    headers: tuple[tuple[str, str], ...] = ()

    def text(self, text: str) -> str:
        """Return the frame of a piece of text."""
        return _texts([text])

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of pieces that are ready together."""
        return _texts(pieces)

    def event(self, event: Event) -> str:
        """Return the frame of an event."""
        match event:
            case Started():
                return ""
            case ToolExecuting():
                return named_frame("tool_executing", {"tool": event.name})
            case CardShown():
                return f"event: question_card\ndata: {compact(event.card.model_dump(mode='json'))}\n\n"
            case Completed():
                sources = [{"kind": kind, "count": count} for kind, count in event.sources.items() if count]
                told = {"message_id": event.message_id, "state": event.state}
                return named_frame("message_complete", told | {"model": event.model, "sources": sources})
            case Failed():
                return named_frame(
                    "error",
                    {"code": event.code, "message": event.message}
                    | ({} if event.request_id is None else {"request_id": event.request_id}),
                )
