"""A client of another origin, written from the specification of the chat endpoint alone, in a browser."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import jwt
import pytest
from playwright.sync_api import Browser, Page
from typing_extensions import override

from choice.settings import ClaimNames
from choice.testing.scripted_model import ScriptedModel
from tests.server.service import running, settings_for

CLIENT = (Path(__file__).parent / "seed_client.js").read_text("utf-8")
SECRET = "the-secret-of-their-back-end-at-least-32-bytes"  # noqa: S105 - for tests
TURNS = 60
LONG = 5
ASKING = 20
FENCE = (
    'One thing first.\n\n```choices\n{"question": "Which team?", "options": '
    '[{"label": "Engineering", "value": "eng"}, {"label": "Sales", "value": "sales"}]}\n```\n'
)


@contextmanager
def page_server() -> Iterator[str]:
    """Serve an empty page with the client."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = b"<!doctype html><title>Their page</title>"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        @override
        def log_message(self, *_arguments: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def answers() -> list[str]:
    written = [
        f"Answer **{number}** with data.\n\n| a | b |\n|---|---|\n| ä | 🔴 |\n" for number in range(TURNS)
    ]
    written[LONG] = "x" * 12_000
    written[ASKING] = FENCE
    return written


@contextmanager
def service(folder: Path, origin: str) -> Iterator[tuple[str, ScriptedModel]]:
    """Run the service in a thread, with the settings for a back end that signs its own tokens."""
    model = ScriptedModel(answers(), token_length=40)
    settings = settings_for(
        folder,
        jwt_secret=SECRET,
        jwt_issuer="*",
        jwt_audience="*",
        claims=ClaimNames(tenant="tenantId", roles="role"),
        cors_origins=frozenset({origin}),
    )
    started, urls = threading.Event(), list[str]()
    stops: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def serve() -> None:
        async with running(settings, model) as run:
            stop = asyncio.Event()
            stops.append((asyncio.get_running_loop(), stop))
            urls.append(run.url)
            started.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert started.wait(30)
    try:
        yield urls[0], model
    finally:
        loop, stop = stops[0]
        loop.call_soon_threadsafe(stop.set)
        thread.join()


def said(page: Page, url: str, token: str, message: str) -> str:
    answer = page.evaluate("([url, token, message]) => send(url, token, message)", [url, token, message])
    assert answer["done"] is True
    return str(answer["text"])


@pytest.mark.requirement("DI3", "DI4", "DI5")
def test_sixty_turns_with_the_whole_history_from_another_origin(browser: Browser, tmp_path: Path) -> None:
    claims = {"sub": 5, "email": "ada@example.org", "tenantId": 1, "role": "admin", "permissions": ["chat"]}
    now = int(time.time())
    token = jwt.encode({**claims, "iat": now, "exp": now + 3600}, SECRET, algorithm="HS256")
    with page_server() as origin, service(tmp_path, origin) as (url, model):
        page = browser.new_page()
        page.goto(origin)
        page.add_script_tag(content=CLIENT)
        texts = [
            said(page, url, token, "2" if turn == ASKING + 1 else f"Question {turn}") for turn in range(TURNS)
        ]
        # A new page of the same person has only the history that it kept.
        page.evaluate("() => { chat.session = undefined }")
        history = page.evaluate("() => chat.history.length")
        page.close()

    written = answers()
    assert texts[LONG] == written[LONG]
    assert texts[ASKING].strip().endswith("**Which team?**\n\n1. Engineering\n2. Sales")
    assert model.requests[ASKING + 1].turns[-1].text == "sales"
    plain = [text for turn, text in enumerate(texts) if turn != ASKING]
    assert plain == [text for turn, text in enumerate(written) if turn != ASKING]
    assert history == 2 * TURNS
