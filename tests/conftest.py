"""Settings of the whole suite: requirement marks are checked, and what is still open is listed."""

import textwrap

import hypothesis
import pytest

from tests.requirements.tracing import rows

# How long one example takes depends on the machine and on coverage; benchmarks measure time.
hypothesis.settings.register_profile("choicewire", deadline=None)
hypothesis.settings.load_profile("choicewire")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse tests that name a requirement nobody knows."""
    known = rows()
    for item in items:
        for mark in item.iter_markers("requirement"):
            unknown = [row_id for row_id in mark.args if row_id not in known]
            if unknown:
                raise pytest.UsageError(f"{item.nodeid} names unknown requirements: {', '.join(unknown)}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the requirements that are not built yet, or not wholly."""
    every = rows().values()
    still_open = [f"{row.id} ({row.remaining})" if row.remaining else row.id for row in every if row.open]
    if still_open:
        terminalreporter.section("requirements")
        terminalreporter.line(f"{len(every) - len(still_open)} of {len(every)} rows are built; open are")
        terminalreporter.line(textwrap.fill(", ".join(still_open), 100, break_long_words=False))
