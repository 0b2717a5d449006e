"""Answers wait in the page before they are sent: undo, leaving, crashes and other surfaces."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.samples import ONE
from tests.browser.stub_desk import Json
from tests.browser.stub_server import Stub

SQLITE: Json = {"question_id": "q1", "option_ids": ["sq"], "custom_text": None, "option_notes": {}}


@pytest.fixture
def held(page: Page, stub: Stub) -> tuple[Page, str]:
    """Return a page on which an answer waits to be sent, and the interaction's id."""
    stub.preferences = {"undo_seconds": 10}
    asked = stub.desk.ask(ONE)
    with page.expect_response("**/api/preferences"):
        page.goto(f"/choice/{asked}")
    with page.expect_response("**/draft"):
        page.get_by_role("button", name="SQLite").click()
    expect(page.locator("choice-toast").get_by_text("Sending SQLite")).to_be_visible()
    return page, asked


@pytest.mark.requirement("PG4")
def test_an_answer_is_sent_when_the_time_to_undo_is_over(page: Page, stub: Stub) -> None:
    stub.preferences = {"undo_seconds": 1}
    asked = stub.desk.ask(ONE)
    with page.expect_response("**/api/preferences"):
        page.goto(f"/choice/{asked}")
    with page.expect_response("**/answer"):
        page.get_by_role("button", name="SQLite").click()

    expect(page.get_by_text("Thank you.")).to_be_visible()
    assert [one["answers"][0]["option_ids"] for one in stub.desk.answers] == [["sq"]]


@pytest.mark.requirement("PG4")
def test_an_answer_that_was_undone_leaves_the_question_open_with_its_draft(
    held: tuple[Page, str], stub: Stub
) -> None:
    page, asked = held
    page.keyboard.press("u")
    expect(page.locator("choice-toast").get_by_text("Sending SQLite")).to_have_count(0)
    expect(page.get_by_role("button", name="SQLite")).to_have_attribute("aria-disabled", "false")

    assert stub.desk.answers == []
    assert stub.desk.interactions[asked]["state"] == "open"
    assert stub.desk.interactions[asked]["draft"]["answers"][0]["option_ids"] == ["sq"]


@pytest.mark.requirement("PG4")
def test_closing_the_tab_sends_the_answer_at_once(held: tuple[Page, str], stub: Stub) -> None:
    page, asked = held
    page.goto("about:blank")

    for _ in range(100):
        if stub.desk.interactions[asked]["state"] != "open":
            break
        page.evaluate("new Promise((done) => setTimeout(done, 50))")
    assert stub.desk.interactions[asked]["state"] == "answered"
    assert len(stub.desk.answers) == 1


@pytest.mark.requirement("PG4")
def test_a_crash_leaves_the_question_open_with_its_draft(
    held: tuple[Page, str], stub: Stub, new_page: NewPage
) -> None:
    page, asked = held
    with page.expect_event("crash"):
        _crash(page)
    again = new_page()
    again.goto(f"/choice/{asked}")
    expect(again.get_by_role("button", name="SQLite")).to_have_class(re.compile("chosen"))

    assert stub.desk.answers == []
    assert stub.desk.interactions[asked]["state"] == "open"


def _crash(page: Page) -> None:
    """Kill the renderer process; the navigation that does it never completes."""
    with suppress(Error):
        page.goto("chrome://crash", timeout=2000)


@pytest.mark.requirement("PG4")
def test_another_surface_wins_while_the_answer_waits(held: tuple[Page, str], stub: Stub) -> None:
    page, asked = held
    chosen: Json = {"question_id": "q1", "option_ids": ["pg"], "custom_text": None, "option_notes": {}}
    stub.desk.end(asked, "answered", surface="slack", answered_by="Kim", answers=[chosen])
    expect(page.get_by_text("Kim was first.")).to_be_visible()
    expect(page.locator(".ending").get_by_text("This was answered in Slack by Kim.")).to_be_visible()

    assert stub.desk.answers == []


@pytest.mark.requirement("PG4")
def test_a_deadline_that_is_nearer_than_the_wait_sends_at_once(page: Page, stub: Stub) -> None:
    stub.preferences = {"undo_seconds": 10}
    asked = stub.desk.ask(ONE, seconds=6)
    with page.expect_response("**/api/preferences"):
        page.goto(f"/choice/{asked}")
    with page.expect_response("**/answer"):
        page.get_by_role("button", name="SQLite").click()

    expect(page.get_by_text("Thank you.")).to_be_visible()
    assert stub.desk.interactions[asked]["state"] == "answered"


@pytest.mark.requirement("PG4")
def test_the_page_says_what_happens_without_an_answer_and_which_defaults_were_sent(
    page: Page, stub: Stub
) -> None:
    form = {"questions": [{**ONE["questions"][0], "default_selection_ids": ["pg"]}]}
    asked = stub.desk.ask(form, policy="use_defaults")
    page.goto(f"/choice/{asked}")
    expect(page.locator("footer")).to_contain_text(
        re.compile(r"If nobody answers: in \d:\d\d PostgreSQL is sent")
    )
    chosen = {**SQLITE, "option_ids": ["pg"]}
    stub.desk.end(asked, "timed_out", answers=[chosen], used_defaults=True)

    expect(page.get_by_text("Nobody answered in time: PostgreSQL was sent")).to_be_visible()
