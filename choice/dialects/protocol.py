"""Protocols of dialects: the formats in which models ask, and in which they get the answer."""

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict

from choice.models import Form, Outcome
from choice.surfaces import Transport


class CallTerms(TypedDict, total=False):
    """The deadline of a call and what happens after it, if the call sets them."""

    timeout: int
    """Seconds."""
    policy: Literal["fail", "use_defaults"]


@dataclass(frozen=True, slots=True)
class Call:
    """A parsed tool call."""

    form: Form
    terms: CallTerms = field(default_factory=CallTerms)
    transport: Transport = "auto"
    instruction: str | None = None
    """Result for the model: how to ask the question in its text. None: the call itself asks the question."""


class Dialect(Protocol):
    """A format in which a model asks and expects the answer."""

    @property
    def name(self) -> str:
        """Name of the dialect, stored with an interaction."""
        ...

    @property
    def replies_in_words(self) -> bool:
        """Whether replies are plain text; otherwise they are JSON."""
        ...

    def reply(self, form: Form, outcome: Outcome) -> str:
        """Return the outcome of a form as text for the model."""
        ...


class Tool(Protocol):
    """The definition of a tool that a model may call."""

    @property
    def tool_name(self) -> str:
        """Name of the tool."""
        ...

    @property
    def description(self) -> str:
        """Description of the tool for the model."""
        ...

    @property
    def parameters(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        ...


class ToolDialect(Dialect, Tool, Protocol):
    """A dialect whose questions are the arguments of a tool call."""

    def read(self, arguments: object) -> Form:
        """Return the form of a call; `arguments` is an object or JSON text.

        Raises:
            InvalidRequest: The arguments are invalid; the error has the field, the rule and an example.
        """
        ...

    def read_call(self, arguments: object) -> Call:
        """Return the form of a call and the terms that it sets.

        Raises:
            InvalidRequest: The arguments are invalid; the error has the field, the rule and an example.
        """
        ...
