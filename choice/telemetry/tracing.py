"""The tracing protocol, and an implementation that records nothing."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Literal, Protocol

Kind = Literal["request", "turn", "model"]
"""Kind of a span: an HTTP request, a turn of a conversation, or a request to a model."""


class Span(Protocol):
    """A timed operation. Attributes must not contain text from users or models."""

    def note(self, name: str, value: str | int) -> None:
        """Set an attribute."""
        ...

    def rename(self, name: str) -> None:
        """Change the name of the span."""
        ...

    def fail(self, why: str) -> None:
        """Mark the span as failed, with a code or the name of an error."""
        ...


class Tracing(Protocol):
    """Creates spans. A span that starts inside another one is its child."""

    def span(
        self, kind: Kind, name: str, headers: Mapping[str, str] | None = None
    ) -> AbstractContextManager[Span]:
        """Record a block as a span. Its parent is read from the trace context in `headers`, if given."""
        ...

    def close(self) -> None:
        """Flush pending spans."""
        ...


class NoSpan:
    """A span that is not recorded."""

    def note(self, name: str, value: str | int) -> None:
        """Do nothing."""

    def rename(self, name: str) -> None:
        """Do nothing."""

    def fail(self, why: str) -> None:
        """Do nothing."""


_NO_SPAN: AbstractContextManager[Span] = nullcontext(NoSpan())
"""Shared by all callers, because it has no state."""


class NoTracing:
    """Tracing that records nothing."""

    def span(
        self,
        kind: Kind,  # noqa: ARG002 - part of the protocol
        name: str,  # noqa: ARG002 - part of the protocol
        headers: Mapping[str, str] | None = None,  # noqa: ARG002 - part of the protocol
    ) -> AbstractContextManager[Span]:
        """Return a span that is not recorded."""
        return _NO_SPAN

    def close(self) -> None:
        """Do nothing."""


NO_TRACING = NoTracing()
