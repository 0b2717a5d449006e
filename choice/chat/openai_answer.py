"""Understands a streamed chat completion, as OpenAI and the many servers that imitate it write one."""

from collections.abc import Callable

import msgspec

from choice.chat import model_failures
from choice.chat.model_client import ModelFailed, Piece, ToolCall

_MOST_ARGUMENTS = 1024 * 1024
_NOTHING = msgspec.Raw(b"null")


class _Function(msgspec.Struct):
    name: str | None = None
    arguments: msgspec.Raw = _NOTHING
    """JSON text as a string; some servers write the object itself."""


class _CallPart(msgspec.Struct):
    index: int | None = None
    id: str | None = None
    function: _Function | None = None


class _TextPart(msgspec.Struct):
    text: str | None = None


class _Delta(msgspec.Struct):
    content: str | list[_TextPart] | None = None
    refusal: str | None = None
    tool_calls: list[_CallPart] | None = None
    function_call: _Function | None = None
    """How calls were written before there were several at once."""


class _Choice(msgspec.Struct):
    delta: _Delta | None = None
    finish_reason: str | None = None


class _Error(msgspec.Struct):
    type: str | int | None = None
    code: str | int | None = None


class _Chunk(msgspec.Struct):
    choices: list[_Choice] | None = None
    error: _Error | str | None = None


class _OpenCall:
    """A call of which more may come."""

    def __init__(self, index: int | None) -> None:
        self.index = index
        self.id = ""
        self.name = ""
        self.arguments: list[str] = []


_read_chunk = msgspec.json.Decoder(_Chunk).decode
_read_text = msgspec.json.Decoder(str).decode


class OpenAIAnswer:
    """Turns the chunks of one completion into pieces; calls come whole, when the model has finished."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._calls: list[_OpenCall] = []
        self._length = 0
        self.complete = False
        self.over = False

    def read(self, data: bytes, pieces: list[Piece]) -> None:
        """Take one chunk, or the mark that there are no more.

        Raises:
            ModelFailed: The provider says that it failed, or why the answer ends too early.
            msgspec.MsgspecError: The chunk is not what the protocol allows.
        """
        if data.startswith(b"[DONE]"):
            self._finish(pieces)
            self.over = True
            return
        chunk = _read_chunk(data)
        if chunk.error is not None:
            raise _told(chunk.error)
        if not chunk.choices:
            return  # The count of tokens comes in a chunk of its own.
        choice = chunk.choices[0]
        if choice.delta is not None:
            self._take(choice.delta, pieces)
        if choice.finish_reason:
            self._end(choice.finish_reason, pieces)

    def _take(self, delta: _Delta, pieces: list[Piece]) -> None:
        if isinstance(delta.content, str):
            if delta.content:
                pieces.append(delta.content)
        elif delta.content:
            pieces += [part.text for part in delta.content if part.text]
        if delta.refusal:
            pieces.append(delta.refusal)
        for part in delta.tool_calls or ():
            self._extend(self._call_of(part), part.function)
        if delta.function_call is not None:
            self._extend(self._call_of(_CallPart(index=0)), delta.function_call)

    def _call_of(self, part: _CallPart) -> _OpenCall:
        """Return the call that a fragment belongs to.

        The index says it. Where a server leaves it out, or gives every call the same one, a new id begins
        a new call, and so does a new name without either.
        """
        if part.index is None:
            same = self._calls[-1] if self._calls else None
            if same is not None and not part.id and same.name and part.function and part.function.name:
                same = None
        else:
            same = next((call for call in reversed(self._calls) if call.index == part.index), None)
        if same is None or (part.id and same.id and part.id != same.id):
            same = _OpenCall(part.index)
            self._calls.append(same)
        same.id = same.id or part.id or ""
        return same

    def _extend(self, call: _OpenCall, function: _Function | None) -> None:
        if function is None:
            return
        call.name = call.name or function.name or ""
        written = bytes(function.arguments)
        if written == b"null":
            return
        text = _read_text(written) if written.startswith(b'"') else written.decode()
        self._length += len(text)
        if self._length > _MOST_ARGUMENTS:
            raise model_failures.unreadable()
        call.arguments.append(text)

    def _end(self, reason: str, pieces: list[Piece]) -> None:
        match reason:
            case "length":
                raise model_failures.too_long()
            case "content_filter":
                raise model_failures.declined()
            case "error":
                raise model_failures.broke_off_as(reason)
            case _:
                self._finish(pieces)

    def _finish(self, pieces: list[Piece]) -> None:
        if any(not call.name for call in self._calls):
            raise model_failures.unreadable()
        pieces += [
            ToolCall(call.id or self._new_id(), call.name, "".join(call.arguments) or "{}")
            for call in self._calls
        ]
        self._calls.clear()
        self.complete = True


def _told(error: _Error | str) -> ModelFailed:
    """Return the failure that an error in the stream stands for: its status, or else its type."""
    if isinstance(error, str):
        return model_failures.broke_off_as(error)
    code = error.code
    if isinstance(code, str) and code.isdecimal():
        code = int(code)
    return model_failures.broke_off_as(code if isinstance(code, int) else error.type or code)
