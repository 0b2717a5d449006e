"""Numbers for Prometheus, with labels that nobody outside can multiply."""

from choice.chat.metrics import MOST_ROUTES, SURFACES, Metrics


def test_what_happens_is_counted() -> None:
    metrics = Metrics()
    metrics.first_token(0.2)
    metrics.question_opened()
    metrics.question_opened()
    metrics.question_ended()
    metrics.answered("slack")
    with metrics.stream():
        page = metrics.page().decode()

    assert 'choice_first_token_seconds_bucket{le="0.25"} 1.0' in page
    assert "choice_streams_open 1.0" in page
    assert "choice_questions_open 1.0" in page
    assert 'choice_answers_total{surface="slack"} 1.0' in page
    assert "choice_streams_open 0.0" in metrics.page().decode()


def test_questions_can_be_counted_elsewhere() -> None:
    metrics = Metrics()
    metrics.questions_open(7)

    assert "choice_questions_open 7.0" in metrics.page().decode()


def test_labels_are_bounded_whatever_is_sent() -> None:
    metrics = Metrics()

    for number in range(5000):
        metrics.request_ended(f"/route/{number}", f"METHOD{number}", 200 + number % 300)
        metrics.answered(f"surface-{number}")

    page = metrics.page().decode()
    assert page.count("choice_requests_total{") <= (MOST_ROUTES + 1) * 3
    assert page.count("choice_answers_total{") <= len(SURFACES) + 1


def test_two_registries_do_not_know_each_other() -> None:
    first, second = Metrics(), Metrics()
    first.answered("web")

    assert 'surface="web"' not in second.page().decode()
