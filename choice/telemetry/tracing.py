"""Spans of what the chat service does, for whoever collects them; without a collector they are nothing."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final, Literal, Protocol

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span as TheirSpan
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

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


_KINDS: Final[Mapping[Kind, SpanKind]] = {
    "request": SpanKind.SERVER,
    "turn": SpanKind.INTERNAL,
    "model": SpanKind.CLIENT,
}


class OpenTelemetry:
    """Tracing by a provider of spans."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("choicewire")
        self._callers = TraceContextTextMapPropagator()

    @contextmanager
    def span(self, kind: Kind, name: str, headers: Mapping[str, str] | None = None) -> Iterator[Span]:
        """Measure a block. Of an error its name is kept: its words may be a person's."""
        with self._tracer.start_as_current_span(
            name,
            self._callers.extract(headers) if headers else None,
            _KINDS[kind],
            record_exception=False,
            set_status_on_exception=False,
        ) as current:
            span = _Span(current)
            try:
                yield span
            except BaseException as error:
                span.fail(type(error).__name__)
                raise

    def close(self) -> None:
        """Send what was not sent yet."""
        self._provider.shutdown()


class _Span:
    """A span of OpenTelemetry's, by our few words."""

    def __init__(self, span: TheirSpan) -> None:
        self._span = span

    def note(self, name: str, value: str | int) -> None:
        self._span.set_attribute(name, value)

    def rename(self, name: str) -> None:
        self._span.update_name(name)

    def fail(self, why: str) -> None:
        self._span.set_attribute("error.type", why)
        self._span.set_status(Status(StatusCode.ERROR))


def open_telemetry() -> OpenTelemetry:
    """Return tracing that sends its spans over OTLP, in the background; the OTEL_ variables say where."""
    resource = Resource({SERVICE_NAME: "choicewire"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return OpenTelemetry(provider)
