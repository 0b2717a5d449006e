"""Logs, metrics and traces."""

from choice.telemetry.logs import request_id, set_up_logging
from choice.telemetry.metrics import CONTENT_TYPE, Metrics
from choice.telemetry.tracing import NO_TRACING, Span, Tracing

__all__ = [
    "CONTENT_TYPE",
    "NO_TRACING",
    "Metrics",
    "Span",
    "Tracing",
    "request_id",
    "set_up_logging",
]
