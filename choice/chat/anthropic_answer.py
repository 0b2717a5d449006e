"""Understands a streamed message of Anthropic's messages API."""

import msgspec

from choice.chat import model_failures
from choice.chat.model_client import Piece, ToolCall

_MOST_ARGUMENTS = 1024 * 1024
_NOTHING = msgspec.Raw(b"{}")


class _Block(msgspec.Struct):
    type: str = ""
    id: str = ""
    name: str = ""
    text: str | None = None
    input: msgspec.Raw = _NOTHING


class _Delta(msgspec.Struct):
    text: str | None = None
    partial_json: str | None = None
    stop_reason: str | None = None


class _Error(msgspec.Struct):
    type: str | None = None


class _Event(msgspec.Struct):
    type: str
    index: int = 0
    content_block: _Block | None = None
    delta: _Delta | None = None
    error: _Error | None = None


class _OpenCall:
    """A call whose arguments are still coming."""

    def __init__(self, block: _Block) -> None:
        self.block = block
        self.arguments: list[str] = []

    def whole(self) -> ToolCall:
        arguments = "".join(self.arguments) or bytes(self.block.input).decode()
        return ToolCall(self.block.id, self.block.name, arguments)


_read_event = msgspec.json.Decoder(_Event).decode


class AnthropicAnswer:
    """Turns the events of one message into pieces; calls come whole, when the model has finished."""

    def __init__(self) -> None:
        self._calls: dict[int, _OpenCall] = {}
        self._length = 0
        self.complete = False
        self.over = False

    def read(self, data: bytes, pieces: list[Piece]) -> None:
        """Take one event; kinds that are not known bring nothing.

        Raises:
            ModelFailed: The provider says that it failed, or why the answer ends too early.
            msgspec.MsgspecError: The event is not what the protocol allows.
        """
        event = _read_event(data)
        match event.type:
            case "content_block_delta" if event.delta is not None:
                self._take(event.index, event.delta, pieces)
            case "content_block_start" if event.content_block is not None:
                self._begin(event.index, event.content_block, pieces)
            case "message_delta" if event.delta is not None and event.delta.stop_reason:
                self._end(event.delta.stop_reason, pieces)
            case "message_stop":
                self._finish(pieces)
                self.over = True
            case "error":
                raise model_failures.broke_off_as(event.error.type if event.error else None)
            case _:
                return

    def _begin(self, index: int, block: _Block, pieces: list[Piece]) -> None:
        if block.type == "tool_use":
            if not block.id or not block.name:
                raise model_failures.unreadable()
            self._calls[index] = _OpenCall(block)
        elif block.type == "text" and block.text:
            pieces.append(block.text)

    def _take(self, index: int, delta: _Delta, pieces: list[Piece]) -> None:
        if delta.text:
            pieces.append(delta.text)
        elif delta.partial_json and index in self._calls:
            self._length += len(delta.partial_json)
            if self._length > _MOST_ARGUMENTS:
                raise model_failures.unreadable()
            self._calls[index].arguments.append(delta.partial_json)

    def _end(self, reason: str, pieces: list[Piece]) -> None:
        match reason:
            case "max_tokens":
                raise model_failures.too_long()
            case "model_context_window_exceeded":
                raise model_failures.conversation_too_long()
            case "refusal":
                raise model_failures.declined()
            case _:
                self._finish(pieces)

    def _finish(self, pieces: list[Piece]) -> None:
        pieces += [call.whole() for call in self._calls.values()]
        self._calls.clear()
        self.complete = True
