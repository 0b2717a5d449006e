"""The seam between a model's way of asking and everything else: a question leaves by the door it came in."""

from typing import Any, Protocol

from choice.answers import Outcome
from choice.models import Form


class Dialect(Protocol):
    """A way in which a model asks, and in which it expects the answer back."""

    @property
    def name(self) -> str:
        """The name under which an interaction remembers its dialect."""
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
