"""Spans of what the chat service does, for whoever collects them; without a collector they are nothing."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Literal, Protocol

Kind = Literal["request", "turn", "model"]
"""A span is one of three: what a client asked, what a conversation did, what a model was asked."""


class Span(Protocol):
    """Something that takes time. It is told numbers and names of ours, never what people or models wrote."""

    def note(self, name: str, value: str | int) -> None:
        """Keep a fact about it."""
        ...

    def rename(self, name: str) -> None:
        """Give it a better name, once that is known."""
        ...

    def fail(self, why: str) -> None:
        """Say that it went wrong, by a code or the name of an error."""
        ...


class Tracing(Protocol):
    """Makes spans. One that begins while another is current is its child."""

    def span(
        self, kind: Kind, name: str, headers: Mapping[str, str] | None = None
    ) -> AbstractContextManager[Span]:
        """Measure a block. The headers of a request may say whose child it is. An error only names itself."""
        ...

    def close(self) -> None:
        """Send what was not sent yet."""
        ...


class NoSpan:
    """A span that nobody collects."""

    def note(self, name: str, value: str | int) -> None:
        """Forget it."""

    def rename(self, name: str) -> None:
        """Forget it."""

    def fail(self, why: str) -> None:
        """Forget it."""


_NO_SPAN: AbstractContextManager[Span] = nullcontext(NoSpan())
"""One serves all, for it remembers nothing."""


class NoTracing:
    """Tracing where nobody collects anything."""

    def span(
        self,
        kind: Kind,  # noqa: ARG002 - the seam's
        name: str,  # noqa: ARG002 - the seam's
        headers: Mapping[str, str] | None = None,  # noqa: ARG002 - the seam's
    ) -> AbstractContextManager[Span]:
        """Measure nothing."""
        return _NO_SPAN

    def close(self) -> None:
        """Do nothing."""


NO_TRACING = NoTracing()
