"""The page of one question in unusual situations."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.samples import ARABIC, ONE
from tests.browser.stub_desk import Json
from tests.browser.stub_server import Stub

OTHER: list[Json] = [{"question_id": "q1", "option_ids": ["sq"], "custom_text": None, "option_notes": {}}]


def words(page: Page) -> None:
    page.get_by_role("textbox", name="Your answer").fill("Neither: plain files")


def test_unsent_text_can_be_copied_when_another_person_answers(page: Page, stub: Stub) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    asked = stub.desk.ask(ONE)
    page.goto(f"/choice/{asked}")
    words(page)
    stub.desk.end(asked, "answered", surface="slack", answered_by="Kim", answers=OTHER)
    expect(page.get_by_text("You had written:")).to_be_visible()
    expect(page.get_by_text("Neither: plain files")).to_be_visible()
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#choice-announcer")).to_contain_text("Copied")

    assert page.evaluate("navigator.clipboard.readText()") == "Neither: plain files"


def test_sent_text_is_not_offered_for_copying(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    words(page)
    page.keyboard.press("Enter")

    expect(page.get_by_text("Thank you.")).to_be_visible()
    expect(page.get_by_text("You had written:")).to_have_count(0)


def test_the_outcome_gets_the_focus(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    words(page)
    page.keyboard.press("Enter")

    expect(page.locator(".ending:focus")).to_contain_text("Thank you.")


def test_an_expired_session_shows_how_to_sign_in(page: Page, stub: Stub) -> None:
    stub.desk.refusals, stub.desk.refusal = 1, 401
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    page.get_by_role("button", name="SQLite").click()
    expect(page.get_by_role("alert")).to_contain_text("You are not signed in any more.")
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_text("Thank you.")).to_be_visible()


def test_a_lost_connection_is_shown_until_it_is_back(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    expect(page.get_by_role("timer")).to_be_visible()
    page.context.set_offline(True)
    stub.drop_sockets()
    expect(page.get_by_text("Not connected. Trying again.")).to_be_visible()
    page.get_by_role("button", name="+5 min").click()
    expect(page.get_by_role("alert")).to_contain_text("This did not work.")
    page.context.set_offline(False)

    expect(page.get_by_text("Not connected. Trying again.")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_escape_keeps_the_question_open(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    page.get_by_role("button", name="Decline…").click()
    expect(page.get_by_role("textbox", name="Reason")).to_be_focused()
    page.keyboard.press("Escape")

    expect(page.get_by_text("Decline to answer?")).to_have_count(0)
    expect(page.get_by_role("button", name="Decline…")).to_be_focused()


def test_a_snoozed_question_shows_until_when_and_can_be_resumed(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    page.get_by_role("button", name="Later", exact=True).click()
    page.get_by_role("menuitem", name="In 1 hour").click()
    expect(page.locator(".aside")).to_contain_text(re.compile(r"Put aside until \d+:\d\d"))
    page.get_by_role("button", name="Take it up now").click()

    expect(page.get_by_role("button", name="Later", exact=True)).to_be_visible()
    expect(page.locator(".aside")).to_have_count(0)


@pytest.mark.requirement("QC13")
def test_a_too_long_answer_is_kept_and_the_limit_is_shown(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    page.get_by_role("textbox", name="Your answer").fill("x" * 9000)
    expect(page.get_by_role("alert")).to_contain_text("9000 of at most 8000 characters")
    page.keyboard.press("Enter")

    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("x" * 9000)
    assert stub.desk.answers == []


def test_the_focus_stays_in_the_card_after_a_retry_by_keyboard(page: Page, stub: Stub) -> None:
    stub.desk.refusals = 2
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    page.get_by_role("button", name="SQLite").click()
    page.get_by_role("button", name="Try again").press("Enter")

    expect(page.get_by_role("button", name="PostgreSQL")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_visible()


def test_right_to_left_text_is_right_aligned(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ARABIC)}")
    directions = "element => getComputedStyle(element).direction"

    for part in (".question", ".rationale", ".option .description"):
        assert page.locator(part).first.evaluate(directions) == "rtl", part
