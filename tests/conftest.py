"""Settings of the whole suite: requirement marks are checked, and what is still open is listed."""

import asyncio
import inspect
import os
import signal
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

from tests.requirements.tracing import rows

if TYPE_CHECKING:
    from tests.desk.postgres_server import PostgresServer
    from tests.server.redis_server import RedisServer

# How long one example takes depends on the machine and on coverage; benchmarks measure time.
# Where a change is judged, its examples do not depend on chance; everywhere else each run looks at new ones.
hypothesis.settings.register_profile("choicewire", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("choicewire")

# A shell that starts us in the background lets us ignore interrupts, and the programs under test with us.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse tests that name a requirement nobody knows; run those with a browser last.

    Playwright's own loop runs in this thread from its first test on, and no other can beside it.
    """
    items.sort(key=lambda item: "browser" in item.path.parts)
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


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, each on a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(scope="session")
def postgres() -> Iterator["PostgresServer"]:
    """A PostgreSQL server for the whole run, or a skip that says what is missing."""
    from tests.desk.postgres_server import started  # noqa: PLC0415 - most tests need no database

    server = started()
    yield server
    server.remove()


@pytest.fixture
def redis() -> Iterator["RedisServer"]:
    """A Redis server, or a skip that says what is missing."""
    from tests.server.redis_server import started  # noqa: PLC0415 - most tests need no Redis

    server = started()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database, of each kind in turn."""
    from tests.desk.conftest import url_of  # noqa: PLC0415 - most tests need no database

    return url_of(request.param, request, tmp_path)
