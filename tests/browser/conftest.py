"""Fixtures: a browser, the built pages, and a stub server."""

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from hatch_build import build
from tests.browser.served import Served
from tests.browser.stub_server import Running, Stub

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

PATIENCE_MS = int(os.environ.get("PATIENCE_MS", "15000"))
"""Timeout for elements to appear on a slow machine."""

NewPage = Callable[..., Page]

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    """Build the pages if a source is newer than the build."""
    problem = build()
    if problem is not None:
        pytest.skip(problem)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], headless="HEADED" not in os.environ
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def running() -> Iterator[Running]:
    with Running() as running:
        yield running


@pytest.fixture
def stub(running: Running) -> Stub:
    return running.renew()


@pytest.fixture
def new_page(browser: Browser, running: Running, stub: Stub) -> Iterator[NewPage]:  # noqa: ARG001 - an empty one
    """Open pages that fail the test on a CSP violation or an exception."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(context: BrowserContext | None = None, **options: Any) -> Page:  # noqa: ANN401 - Playwright's own
        if context is None:
            context = browser.new_context(**{"base_url": running.url, "locale": "en-US", **options})
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _is_violation(said.text) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Return a server for one test that starts, stops or configures it."""
    served = Served(tmp_path, _free_port())
    yield served
    served.stop()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server shared by tests that do not change its settings; each signs in as another person."""
    served = Served(tmp_path_factory.mktemp("shared"), _free_port())
    served.start()
    yield served
    served.stop()


def _free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def _is_violation(text: str) -> bool:
    return "Content Security Policy" in text or "Trusted" in text
