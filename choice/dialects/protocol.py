"""The seam between a model's way of asking and everything else: a question leaves by the door it came in."""

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict

from choice.answers import Outcome
from choice.models import Form
from choice.surfaces import Transport


class CallTerms(TypedDict, total=False):
    """For how long a call wants to ask, and what follows if nobody answers, as far as it says so."""

    timeout: int
    """Seconds."""
    policy: Literal["fail", "use_defaults"]


@dataclass(frozen=True, slots=True)
class Call:
    """What one call of a tool asks for."""

    form: Form
    terms: CallTerms = field(default_factory=CallTerms)
    transport: Transport = "auto"
    instruction: str | None = None
    """What the model is told where its text is read for questions: how to ask there. None: the call asks."""


class Dialect(Protocol):
    """A way in which a model asks, and in which it expects the answer back."""

    @property
    def name(self) -> str:
        """The name under which an interaction remembers its dialect."""
        ...

    @property
    def replies_in_words(self) -> bool:
        """Whether a reply is words as people write them; otherwise it is data for a program."""
        ...

    def reply(self, form: Form, outcome: Outcome) -> str:
        """Return the text that tells the model how its form ended."""
        ...


class ToolDialect(Dialect, Protocol):
    """A dialect whose questions arrive as the arguments of a tool call."""

    @property
    def tool_name(self) -> str:
        """The name by which the model calls the tool."""
        ...

    @property
    def description(self) -> str:
        """What the tool does, in words for the model."""
        ...

    @property
    def parameters(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        ...

    def read(self, arguments: object) -> Form:
        """Return the form that a call asks for; `arguments` is an object or its JSON text.

        Raises:
            InvalidRequest: the arguments cannot become a form; it names the field and shows an example.
        """
        ...

    def read_call(self, arguments: object) -> Call:
        """Return all that a call asks for: the form, and the terms that it names itself.

        Raises:
            InvalidRequest: the arguments cannot become a form; it names the field and shows an example.
        """
        ...
