"""The `ModelClient` protocol, its request, and the sink that receives the answer."""

from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from choice.dialects import Tool
from choice.models import Form, Outcome
from choice.sources.protocol import NOTHING, Findings
from choice.stream import Mode


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call to one of the tools in the request."""

    id: str
    name: str
    arguments: str
    """The arguments as JSON text, as the model wrote them."""


@dataclass(frozen=True, slots=True)
class UserTurn:
    """A message of the user."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantTurn:
    """A message of the model, and the tools that it called."""

    text: str
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a tool call, in the format of the tool's dialect."""

    call_id: str
    name: str
    text: str


ModelTurn = UserTurn | AssistantTurn | ToolResult
"""One entry of the conversation in a model request."""


@dataclass(frozen=True, slots=True)
class AskedForm:
    """A question of a client that builds forms itself, such as an agent."""

    key: str
    """Name of the question, under which the outcome is returned in a `RequestContext`."""
    form: Form


Piece = str | ToolCall | AskedForm
"""A token of the text, exactly as the model sent it, a complete tool call, or a complete question."""


class RequestContext(NamedTuple):
    """The conversation of a request, for clients that are more than a model."""

    conversation_id: str
    user: str
    tenant: str
    roles: frozenset[str]
    outcomes: Mapping[str, Outcome]
    """Outcomes of the forms asked since the user's last message, by their key."""


MESSAGE_HEADING = "# The person's message"
"""Separates the data from the message in the last user turn."""


class ModelRequest(NamedTuple):
    """Input of the model for one answer."""

    system: str
    """Instructions. Requests in the same mode share one string."""
    turns: tuple[ModelTurn, ...]
    """The conversation so far. It ends with a user turn or with tool results."""
    tools: tuple[Tool, ...] = ()
    mode: Mode = "chat"
    findings: Findings = NOTHING
    """The data as rows, for clients that do not use the prompt, such as the demo model."""
    data: str = ""
    """The same data as text, for the prompt."""
    context: RequestContext | None = None

    @property
    def prompt(self) -> str:
        """Instructions and data as one text, for clients that do not send the data with the last message.

        Providers cache the common beginning of requests. `last_message_with_data` puts the data, which
        changes with each message, behind the conversation, so that the provider caches more.
        """
        return f"{self.system}\n\n{self.data}" if self.data else self.system

    def last_message_with_data(self) -> tuple[str, tuple[ModelTurn, ...]]:
        """Return the system prompt, and the turns with the data at the beginning of the last user turn."""
        at = next((at for at in range(len(self.turns))[::-1] if isinstance(self.turns[at], UserTurn)), None)
        if at is None or not self.data:
            return self.prompt, self.turns
        asked = UserTurn(f"{self.data}\n\n{MESSAGE_HEADING}\n\n{self.turns[at].text}")
        return self.system, (*self.turns[:at], asked, *self.turns[at + 1 :])


class TokenSink(Protocol):
    """Receives an answer while the model writes it, with back-pressure."""

    def write(self, piece: Piece) -> bool:
        """Take the next piece. Return False if the caller should await `drain` before the next piece."""
        ...

    def keep_alive(self) -> None:
        """Report a sign of life without text, such as reasoning. It restarts the idle timeout."""
        ...

    async def drain(self) -> None:
        """Wait until the buffer is below its high-water mark."""
        ...


class ModelClient(Protocol):
    """Sends requests to a model. One client serves all conversations of a process concurrently."""

    @property
    def name(self) -> str:
        """Display name of the model, such as `demo model` or `openai:gpt-6`."""
        ...

    def reply(self, request: ModelRequest, sink: TokenSink) -> Coroutine[Any, Any, None]:
        """Write the answer to the sink as it arrives. When `write` returns False, await `drain`.

        Cancelling aborts the call to the model at once.

        Raises:
            ModelFailed: The model failed before the end of the answer. Pieces already written are kept.
        """
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...


@dataclass(frozen=True, slots=True)
class ModelLimits:
    """Timeouts and retries of a client."""

    connect_seconds: float = 5.0
    idle_seconds: float = 30.0
    """Timeout for the response to begin, including retries, and then for each read."""
    retries: int = 2
    """Maximum number of retries by the SDK. An answer that has begun is never retried."""
