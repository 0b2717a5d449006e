"""The seam to the model that answers: what it is given, and what comes back while it writes."""

from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from choice.dialects.protocol import ToolDialect
from choice.errors import ChoiceError
from choice.sources.protocol import NOTHING, Findings
from choice.stream.splitter import Mode

FailureCode = Literal["MODEL_ERROR", "MODEL_RATE_LIMITED", "TIMEOUT"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of one of the tools that the model was offered."""

    id: str
    name: str
    arguments: str
    """The arguments as JSON text, as the model wrote them."""


@dataclass(frozen=True, slots=True)
class UserTurn:
    """What a person said."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantTurn:
    """What the model said, and which tools it called."""

    text: str
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What came of a call: the reply in the words of the tool's dialect."""

    call_id: str
    name: str
    text: str


Turn = UserTurn | AssistantTurn | ToolResult
Piece = str | ToolCall
"""A piece of the answer's text, exactly as the model cut it, or a whole tool call."""


class ModelRequest(NamedTuple):
    """All that a model is given for one answer."""

    system: str
    """How to answer: one text for many requests."""
    turns: tuple[Turn, ...]
    """The conversation so far, ending with what the model is to answer: a user turn or tool results."""
    tools: tuple[ToolDialect, ...] = ()
    mode: Mode = "chat"
    findings: Findings = NOTHING
    """The data as rows, for a model that reads no prompt."""
    data: str = ""
    """The same data as text, for one that does."""

    @property
    def prompt(self) -> str:
        """How to answer, and from which data. It is long: whoever needs it makes it, and keeps it not."""
        return f"{self.system}\n\n{self.data}" if self.data else self.system


class Paper(Protocol):
    """What a model writes its answer on."""

    def write(self, piece: Piece) -> bool:
        """Take the next piece of the answer; tell whether there is room for more."""
        ...

    async def room(self) -> None:
        """Wait until there is."""
        ...


class ModelClient(Protocol):
    """Asks a model. One client serves all conversations of a process at once."""

    @property
    def name(self) -> str:
        """What the model is called on the page, such as `demo model` or `openai:gpt-6`."""
        ...

    def reply(self, request: ModelRequest, paper: Paper) -> Coroutine[Any, Any, None]:
        """Write the answer as it arrives. Where there is no more room, wait for it before reading on.

        Cancelling ends the call to the model at once.

        Raises:
            ModelFailed: The model could not answer, or not to the end; what was written stands.
        """
        ...

    async def close(self) -> None:
        """Let go of the connections."""
        ...


class ModelFailed(ChoiceError):
    """The model could not answer. The words are for people; they hold nothing that the provider said."""

    def __init__(self, code: FailureCode, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class ModelLimits:
    """The patience of a client."""

    connect_seconds: float = 5.0
    idle_seconds: float = 30.0
    """For the first byte, retries included, and then between any two reads."""
    retries: int = 2
    """How often the SDK tries again before the first byte; after it nobody does."""
