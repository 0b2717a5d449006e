"""Prometheus metrics of the server, with bounded labels.

Counts are plain numbers that only the thread of the event loop changes. The client library's counters would
take a lock and look up labels at each increment. The numbers are converted when the page is rendered.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from typing_extensions import override

from choice.surfaces import NAMES as SURFACE_NAMES

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
OTHER: Final = "other"
MOST_ROUTES: Final = 100
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_BUCKET_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_BUCKETS: Final = [*map(str, _BUCKET_SECONDS), "+Inf"]


class Metrics(Collector):
    """Metrics of one server process. Label values never come from clients."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._routes: set[str] = set()
        self._requests: Counter[tuple[str, str, str]] = Counter()
        self._answers: Counter[str] = Counter()
        self._first_tokens = [0] * len(_BUCKETS)
        """Count of each bucket, not cumulative."""
        self._first_token_seconds = 0.0
        self._streams = 0
        self._questions = 0
        self._registry.register(self)

    def first_token(self, seconds: float) -> None:
        """Record the time to the first token."""
        self._first_tokens[bisect_left(_BUCKET_SECONDS, seconds)] += 1
        self._first_token_seconds += seconds

    def stream_opened(self) -> None:
        """Count an open stream."""
        self._streams += 1

    def stream_closed(self) -> None:
        """Count a closed stream."""
        self._streams -= 1

    def questions_open(self, number: int) -> None:
        """Set the number of open questions."""
        self._questions = number

    def answered(self, surface: str) -> None:
        """Count an answer by surface."""
        self._answers[surface if surface in SURFACE_NAMES else OTHER] += 1

    def request_ended(self, route: str, method: str, status: int) -> None:
        """Count a request by route template, method and status class."""
        if route not in self._routes:
            if len(self._routes) >= MOST_ROUTES:
                route = OTHER
            self._routes.add(route)
        known_method = method if method in METHODS else OTHER
        self._requests[route, known_method, f"{status // 100}xx"] += 1

    def page(self) -> bytes:
        """Return the metrics in the Prometheus text format."""
        return generate_latest(self._registry)

    @override
    def collect(self) -> Iterator[Metric]:
        buckets = list(zip(_BUCKETS, map(float, accumulate(self._first_tokens)), strict=True))
        yield HistogramMetricFamily(
            "choice_first_token_seconds",
            "Time from the request to the first token",
            buckets=buckets,
            sum_value=self._first_token_seconds,
        )
        yield GaugeMetricFamily("choice_streams_open", "Open streams", self._streams)
        yield GaugeMetricFamily("choice_questions_open", "Open questions in the database", self._questions)
        answers = CounterMetricFamily("choice_answers", "Accepted answers", labels=["surface"])
        for surface, count in self._answers.items():
            answers.add_metric([surface], count)
        yield answers
        labels = ["route", "method", "status"]
        requests = CounterMetricFamily("choice_requests", "Completed requests", labels=labels)
        for values, count in self._requests.items():
            requests.add_metric(values, count)
        yield requests
