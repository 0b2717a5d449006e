"""The wire of the chat endpoint: frames without names, told apart by their `type`."""

from collections.abc import Sequence

from choice.wire.events import CardShown, Completed, Event, Failed, Started, ToolExecuting
from choice.wire.sse import compact, data_frame, quoted, text_frames

_HEAD = 'data: {"type":"token","content":'
_TAIL = "}\n\n"
_STARTED = 'data: {"type":"metadata","sessionId":'
_DONE = data_frame({"type": "done"})


class TokenStream:
    """`metadata`, then a `token` for every piece, then `question_card`s, then `done` or `error`."""

    headers: tuple[tuple[str, str], ...] = ()

    def text(self, text: str) -> str:
        """Return a token's frame."""
        return f"{_HEAD}{quoted(text)}{_TAIL}"

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of pieces that are ready together."""
        return text_frames(_HEAD, pieces, _TAIL)

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
