"""Drafts are shared between browsers and surfaces."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.samples import ONE, THREE
from tests.browser.served import Served, signed_in
from tests.browser.stub_server import Stub

WORDS = {"question_id": "q1", "custom_text": "Later this week"}


@pytest.mark.requirement("UP2", "QC15")
def test_a_free_text_draft_appears_in_another_browser(stub: Stub, new_page: NewPage) -> None:
    asked = stub.desk.ask(ONE)
    here, there = new_page(), new_page()
    here.goto(f"/choice/{asked}")
    with here.expect_response("**/draft"):
        here.get_by_role("textbox", name="Your answer").fill("Later this week")
    there.goto(f"/choice/{asked}")

    expect(there.get_by_role("textbox", name="Your answer")).to_have_value("Later this week")
    assert here.evaluate("Object.keys(localStorage).filter((key) => key.includes('draft'))") == []


@pytest.mark.requirement("UP2")
def test_a_draft_changed_elsewhere_appears_immediately(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    page.goto(f"/choice/{asked}")
    expect(page.get_by_role("button", name="SQLite")).to_be_visible()
    stub.desk.draft(asked, WORDS)
    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("Later this week")
    stub.desk.draft(asked, None)

    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("")


@pytest.mark.requirement("UP2")
def test_two_browsers_fill_in_one_form(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(THREE)
    page.goto(f"/choice/{asked}")
    first = THREE["questions"][0]
    chosen = {"question_id": first["id"], "option_ids": [first["options"][1]["id"]]}
    stub.desk.draft(asked, chosen, first["id"])

    expect(page.get_by_text(re.compile("1 of 3"))).to_be_visible()
    expect(page.get_by_text(f"→ {first['options'][1]['label']}")).to_be_visible()


@pytest.mark.requirement("UP2")
def test_a_remote_draft_does_not_overwrite_text_being_typed(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    page.clock.install()
    page.goto(f"/choice/{asked}")
    expect(page.get_by_role("textbox", name="Your answer")).to_be_visible()
    # On a busy machine the typist would otherwise seem idle.
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.get_by_role("textbox", name="Your answer").press_sequentially("Only on ")
    with page.expect_response("**/draft"):
        page.clock.run_for(1000)
    stub.desk.interactions[asked]["asked_by"]["project"] = "zeus"
    stub.desk.draft(asked, WORDS)
    expect(page.locator(".crumb").get_by_text("zeus")).to_be_visible()

    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("Only on ")


@pytest.mark.requirement("QC13")
def test_a_draft_that_failed_to_save_is_kept_by_the_browser_and_sent_later(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    page.goto(f"/choice/{asked}")
    page.route("**/draft", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.get_by_role("textbox", name="Your answer").fill("Later this week")
    page.unroute("**/draft")
    with page.expect_response("**/draft"):
        page.reload()

    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("Later this week")
    [kept] = stub.desk.interactions[asked]["draft"]["answers"]
    assert kept["custom_text"] == "Later this week"


@pytest.mark.requirement("UP2", "QC15")
def test_the_real_desk_stores_drafts_of_a_chat_card(shared: Served, new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    signed_in(page, shared.link("ada", tenant="drafts"))
    page.get_by_role("combobox").select_option("discovery")
    page.get_by_role("textbox").first.fill("Help me find out what to build first")
    page.keyboard.press("Enter")
    card = page.locator("choice-question").filter(has_text="What should be better")
    with page.expect_response("**/draft") as kept:
        card.get_by_role("textbox").fill("Fewer meetings")
    assert kept.value.status == 200
    page.clock.fast_forward(6000)
    elsewhere = page.context.new_page()
    elsewhere.goto(f"{shared.url}/")
    elsewhere.get_by_role("link", name="What should be better").first.click()
    expect(elsewhere.get_by_role("textbox", name="Your answer")).to_have_value("Fewer meetings")
    with elsewhere.expect_response("**/draft"):
        elsewhere.get_by_role("textbox", name="Your answer").fill("Fewer, shorter meetings")

    expect(card.get_by_role("textbox")).to_have_value("Fewer, shorter meetings")
