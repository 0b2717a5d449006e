"""Notifications and counts while the person looks at another tab."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.samples import ONE
from tests.browser.stub_server import Stub

AWAY = """
  window.shown = [];
  window.Notification = class { constructor(t, o) { window.shown.push([t, o.body]); }
    static permission = "granted";
    static async requestPermission() { return "granted"; } };
  Object.defineProperty(document, "hidden", {get: () => window.away ?? false});
  window.leave = () => { window.away = true; document.dispatchEvent(new Event("visibilitychange")); };
"""


def hidden(new_page: NewPage, path: str) -> Page:
    page = new_page()
    page.add_init_script(AWAY)
    page.goto(path)
    expect(page.get_by_text("Connected")).to_be_visible()
    page.evaluate("window.leave()")
    return page


def shown(page: Page, count: int) -> list[list[str]]:
    expect(page.locator("body")).to_be_attached()
    for _ in range(150):
        found: list[list[str]] = page.evaluate("window.shown")
        if len(found) >= count:
            return found
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    return page.evaluate("window.shown")  # type: ignore[no-any-return]


@pytest.mark.requirement("PC6", "PG10")
def test_a_hidden_page_notifies_before_and_when_the_time_runs_out(new_page: NewPage, stub: Stub) -> None:
    stub.preferences |= {"notifications": True}
    asked = stub.desk.ask(ONE, seconds=12)
    page = hidden(new_page, f"/choice/{asked}")
    expect(page).to_have_title(re.compile(r"^\d+ s left · "))
    assert shown(page, 1) == [["A question is waiting", "Less than ten seconds left."]]
    stub.desk.end(asked, "timed_out")

    assert shown(page, 2)[1] == ["A question is waiting", "Time is up."]


@pytest.mark.requirement("PG10")
@pytest.mark.parametrize(("wanted", "calls"), [("each", 2), ("urgent", 1), ("none", 0)])
def test_new_questions_notify_as_the_person_prefers(
    new_page: NewPage, stub: Stub, wanted: str, calls: int
) -> None:
    stub.preferences |= {"notify_new": wanted}
    page = hidden(new_page, "/")
    stub.desk.ask(ONE)
    stub.desk.ask(ONE, urgency="high")
    expect(page).to_have_title(re.compile(r"^\(2\) "))

    assert shown(page, calls) == [["A question is waiting", "New question from agent planner."]] * calls


@pytest.mark.requirement("PG10")
def test_title_and_icon_show_how_many_questions_wait(page: Page, stub: Stub) -> None:
    stub.desk.snooze(stub.desk.ask(ONE), 600)
    stub.desk.ask(ONE, queued=True)
    asked = stub.desk.ask(ONE)
    page.goto("/insights")
    expect(page).to_have_title("(1) Insights · choicewire")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    stub.desk.end(asked, "cancelled")

    expect(page).to_have_title("Insights · choicewire")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/static/icon.svg")
