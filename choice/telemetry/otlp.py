"""Export spans over OTLP; needs the `telemetry` extra."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span as OtelSpan
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from choice.telemetry.tracing import Kind, Span

_KINDS: Final[Mapping[Kind, SpanKind]] = {
    "request": SpanKind.SERVER,
    "turn": SpanKind.INTERNAL,
    "model": SpanKind.CLIENT,
}


class OpenTelemetry:
    """Tracing with OpenTelemetry."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("choicewire")
        self._propagator = TraceContextTextMapPropagator()

    @contextmanager
    def span(self, kind: Kind, name: str, headers: Mapping[str, str] | None = None) -> Iterator[Span]:
        """Record a block as a span. Only the type of an error is recorded: messages may contain user text."""
        with self._tracer.start_as_current_span(
            name,
            self._propagator.extract(headers) if headers else None,
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
        """Flush pending spans."""
        self._provider.shutdown()


class _Span:
    """Adapter from an OpenTelemetry span to the `Span` protocol."""

    def __init__(self, span: OtelSpan) -> None:
        self._span = span

    def note(self, name: str, value: str | int) -> None:
        self._span.set_attribute(name, value)

    def rename(self, name: str) -> None:
        self._span.update_name(name)

    def fail(self, why: str) -> None:
        self._span.set_attribute("error.type", why)
        self._span.set_status(Status(StatusCode.ERROR))


def open_telemetry() -> OpenTelemetry:
    """Return tracing that exports spans over OTLP, configured by the OTEL_ environment variables."""
    resource = Resource({SERVICE_NAME: "choicewire"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return OpenTelemetry(provider)
