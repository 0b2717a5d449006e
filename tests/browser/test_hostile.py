"""Hostile text in every field: no script runs and no external request is made."""

import http.server
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from typing_extensions import override

from tests.browser.hostile import hostile_strings
from tests.browser.samples import decision
from tests.browser.stub_desk import Json, option, question
from tests.browser.stub_server import Stub

AT_A_TIME = 50


class Listener(http.server.BaseHTTPRequestHandler):
    """Records requests; requests blocked by the browser do not arrive here."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(204)
        self.end_headers()

    @override
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def listener() -> Iterator[tuple[int, list[str]]]:
    asked: list[str] = []
    handler = type("Handler", (Listener,), {"asked": asked})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], asked
        server.shutdown()


def said_in(text: str) -> Json:
    return {"answers": [{"question": text, "labels": [text], "custom_text": text}], "note": text}


def form_of(text: str, number: int) -> Json:
    options = [
        option(text, text, description=text, value=text, recommended=True, preview=text),
        option(f"b{number}", text, preview=f"![x]({text})", danger=True),
    ]
    asked = question(text, options, context=text, placeholder=text)
    form: Json = {"title": text, "context": text, "questions": [asked, {**asked, "id": "q2"}]}
    return form if number % 3 else {**form, "questions": [asked]}


@pytest.mark.requirement("PG2")
def test_a_thousand_hostile_strings_in_every_field_have_no_effect(
    page: Page, stub: Stub, listener: tuple[int, list[str]]
) -> None:
    port, asked = listener
    strings = hostile_strings(port)
    assert len(set(strings)) >= 1000
    asker = {"conversation": None, "tenant": "local"}
    for start in range(0, len(strings), AT_A_TIME):
        some = strings[start : start + AT_A_TIME]
        stub.desk.interactions.clear()
        for number, text in enumerate(some):
            by = {**asker, "agent": text, "project": text}
            given = stub.desk.ask(form_of(text, number), asked_by=by, run_url=text)
            if number % 2:
                said = [{"question_id": "q1", "option_ids": [], "custom_text": text, "option_notes": {}}]
                stub.desk.end(given, "answered", answers=said, note=text, surface=text, answered_by=text)
        stub.statistics = [
            {
                "question": text,
                **dict.fromkeys(("asked", "answered", "own_words", "cancelled", "timed_out"), 1),
                "chosen": {text: 1},
                "median_seconds": 1,
            }
            for text in some
        ]
        thread = stub.threads.create("chat", some[0], model={"name": some[0], "demo": False})
        for number, text in enumerate(some):
            card = {
                "question_id": f"{start}-{number}",
                "question_text": text,
                "rationale": text,
                "category": "discovery",
                "options": [{"id": text, "label": text, "description": text}, {"id": "b", "label": "b"}],
                "allow_free_text": True,
                "free_text_placeholder": text,
                "state": "open" if number % 2 else "answered",
                "answer": None if number % 2 else {"option_ids": [text], "custom_text": text},
            }
            stub.threads.say(thread, "user", text)
            stub.threads.say(
                thread, "assistant", text, cards=[card], model=text, sources=[{"kind": text, "count": 1}]
            )
        stub.log = [
            decision(
                number, "answered", actor=text, surface=text, agent=text, project=text, body=said_in(text)
            )
            for number, text in enumerate(some, 1)
        ]
        page.goto("/")
        expect(page.locator(".row").first).to_be_visible()
        for _ in range(AT_A_TIME // 2):
            page.keyboard.press("j")
        expect(page.locator("choice-portal choice-question").first).to_be_visible()
        for path, shown in (("/decisions", "choice-log li"), ("/insights", "tr[part=question]")):
            page.goto(path)
            expect(page.locator(shown).first).to_be_visible()
        page.goto(f"/choice/{next(iter(stub.desk.interactions))}")
        expect(page.locator("choice-question").first).to_be_visible()
        page.goto(f"/chat?thread={thread['id']}")
        expect(page.locator("choice-markdown").nth(AT_A_TIME - 1)).to_be_attached()

        assert page.evaluate("window.ran") is None
    page.wait_for_timeout(300)
    assert asked == []
