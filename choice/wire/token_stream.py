"""The wire of the chat endpoint: frames without names, told apart by their `type`."""

from collections.abc import Sequence

from choice.wire.events import CardShown, Completed, Event, Failed, Started, ToolExecuting
from choice.wire.sse import TextFrames, compact, data_frame, quoted

_HEAD = 'data: {"type":"token","content":'
_TAIL = "}\n\n"
_texts = TextFrames(_HEAD, _TAIL)
_STARTED = 'data: {"type":"metadata","sessionId":'
_DONE = data_frame({"type": "done"})


class TokenStream:
    """`metadata`, then a `token` for every piece, then `question_card`s, then `done` or `error`."""

    headers: tuple[tuple[str, str], ...] = ()

    def text(self, text: str) -> str:
        """Return a token's frame."""
        return _texts([text])

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of pieces that are ready together."""
        return _texts(pieces)

    def event(self, event: Event) -> str:
        """Return the frame of an event; older clients leave out the types that they do not know."""
        match event:
            case Started():
                sources = ",".join([f"{quoted(kind)}:{count:d}" for kind, count in event.sources.items()])
                return f'{_STARTED}{quoted(event.conversation_id)},"sources":{{{sources}}}{_TAIL}'
            case CardShown():
                card = event.card.model_dump(mode="json")
                return f'data: {{"type":"question_card","data":{compact(card)}}}\n\n'
            case Completed():
                return _DONE
            case Failed():
                return data_frame(
                    {"type": "error", "message": event.message, "code": event.code}
                    | ({} if event.request_id is None else {"requestId": event.request_id})
                )
            case ToolExecuting():
                return ""
