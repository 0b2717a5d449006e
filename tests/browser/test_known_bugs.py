"""Regression tests for known bugs, by number."""

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.browser.samples import CHECKS, DATABASE, ONE, THREE, one
from tests.browser.stub_desk import option, question
from tests.browser.stub_server import Stub


def test_b9_a_global_note_is_sent_if_choosing_submits(page: Page, stub: Stub) -> None:
    wanted = {"single_submit_mode": True, "allow_global_annotation": True}
    page.goto(f"/choice/{stub.desk.ask(ONE, presentation=wanted)}")
    page.get_by_role("textbox", name="A note on your answer").fill("ask again in May")
    page.get_by_text("SQLite", exact=True).click()
    send = page.get_by_role("button", name="Send")
    if send.is_visible():
        send.click()
    expect(page.get_by_text("Thank you.").first).to_be_visible()

    assert stub.desk.answers[0]["answers"][0]["option_ids"] == ["sq"]
    assert stub.desk.answers[0]["note"] == "ask again in May"


def test_b10_multiple_choice_works_after_a_single_choice(page: Page, stub: Stub) -> None:
    stub.desk.ask(one(DATABASE))
    stub.desk.ask(one(CHECKS))
    page.goto("/")
    page.get_by_role("link", name="Which database?").click()
    expect(page.get_by_role("button", name="SQLite", exact=False)).not_to_have_count(0)
    page.get_by_role("link", name="Which checks should run?").click()
    for name in ("Unit", "Load"):
        page.get_by_role("checkbox", name=name).check()

    assert stub.desk.answers == []
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".row.ended")).to_contain_text("Unit and Load")


@pytest.mark.requirement("UP13")
def test_b11_markup_in_a_question_is_text_and_no_option_is_lost(page: Page, stub: Stub) -> None:
    hit = "<img src=x onerror=window.hit=1><script>window.hit=1</script>"
    options = [option("</script>", f"A{hit}", description=hit), option("b", "B", recommended=True)]
    asked = stub.desk.ask({"title": hit, "questions": [question(hit, options, context=hit)]})
    page.goto(f"/choice/{asked}")

    expect(page.locator("choice-question .option")).to_have_count(2)
    expect(page.get_by_text(f"A{hit}")).to_be_visible()
    assert page.evaluate("window.hit") is None


def test_b15_the_pages_write_nothing_to_the_console(page: Page, stub: Stub) -> None:
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        said.append(message.text)

    page.on("console", hear)
    for asked in (ONE, THREE):
        page.goto(f"/choice/{stub.desk.ask(asked)}")
        expect(page.locator("choice-question").first).to_be_visible()
    page.goto("/")
    expect(page.locator(".row")).to_have_count(2)
    page.goto("/chat")
    expect(page.get_by_role("textbox", name="Message")).to_be_visible()

    assert said == []
