"""What Prometheus is told about the chat service, in a registry of its own and with bounded labels."""

from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
OTHER: Final = "other"
MOST_ROUTES: Final = 100
SURFACES: Final = frozenset({"chat", "web", "terminal", "slack", "mcp", "api", "elicitation"})
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """Counts what happens. Nothing that a client sends becomes a label."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self._registry = registry
        self._routes: set[str] = set()
        self._counted: dict[tuple[str, str, str], Counter] = {}
        self._first_token = Histogram(
            "choice_first_token_seconds",
            "From the request to the first token",
            registry=registry,
            buckets=_SECONDS,
        )
        self._streams = Gauge("choice_streams_open", "Streams that are open", registry=registry)
        self._questions = Gauge(
            "choice_questions_open", "Questions that wait for an answer", registry=registry
        )
        self._answers = Counter("choice_answers", "Answers given", ["surface"], registry=registry)
        self._requests = Counter(
            "choice_requests", "Requests answered", ["route", "method", "status"], registry=registry
        )

    def first_token(self, seconds: float) -> None:
        """Tell how long somebody waited for the first token."""
        self._first_token.observe(seconds)

    def stream_opened(self) -> None:
        """Tell that a stream is open."""
        self._streams.inc()

    def stream_closed(self) -> None:
        """Tell that a stream is open no longer."""
        self._streams.dec()

    def question_opened(self) -> None:
        """Tell that a question waits."""
        self._questions.inc()

    def question_ended(self) -> None:
        """Tell that a question waits no longer."""
        self._questions.dec()

    def questions_open(self, number: int) -> None:
        """Tell how many questions wait, where that was counted."""
        self._questions.set(number)

    def answered(self, surface: str) -> None:
        """Tell on which surface an answer was given."""
        self._answers.labels(surface if surface in SURFACES else OTHER).inc()

    def request_ended(self, route: str, method: str, status: int) -> None:
        """Tell how a request to a route, named by its template, was answered."""
        if route not in self._routes:
            if len(self._routes) >= MOST_ROUTES:
                route = OTHER
            self._routes.add(route)
        known_method = method if method in METHODS else OTHER
        labels = (route, known_method, f"{status // 100}xx")
        counted = self._counted.get(labels)
        if counted is None:
            counted = self._counted[labels] = self._requests.labels(*labels)
        counted.inc()

    def page(self) -> bytes:
        """Return everything, as Prometheus reads it."""
        return generate_latest(self._registry)
