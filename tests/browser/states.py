"""Every page in every state, for accessibility checks and screenshots."""

from collections.abc import Callable, Mapping

from playwright.sync_api import Page, expect

from tests.browser.samples import ARABIC, DATABASE, DEPLOY, KOREAN, LOG, ONE, STATISTICS, THREE, one
from tests.browser.stub_desk import Json, question
from tests.browser.stub_server import Stub

State = Callable[[Page, Stub], None]
NOTES = {"allow_option_annotations": True, "allow_global_annotation": True}


def _say(page: Page, text: str) -> None:
    page.locator("choice-chat .box textarea").fill(text)
    page.keyboard.press("Enter")


def chat_empty(page: Page, stub: Stub) -> None:
    for title in ("Weak signals in May", "Health of the platform team"):
        stub.threads.create("chat", title)
    page.goto("/chat")
    expect(page.locator(".threads li")).to_have_count(2)


def chat_modes(page: Page, stub: Stub) -> None:
    chat_empty(page, stub)
    # On a phone it is in the drawer.
    menu = page.locator(".menu")
    if menu.is_visible():
        menu.click()
    page.locator(".threads > .main").click()
    expect(page.locator("choice-question .option")).to_have_count(3)


def chat_answer(page: Page, stub: Stub) -> None:
    chat_empty(page, stub)
    _say(page, "What's our organizational health?")
    expect(page.locator(".source").first).to_be_visible()
    expect(page.locator(".t-keyword").first).to_be_attached()


def chat_card(page: Page, stub: Stub) -> None:
    chat_empty(page, stub)
    _say(page, "Help me find the objective")
    expect(page.locator("choice-question .option").first).to_be_visible()


def chat_answered(page: Page, stub: Stub) -> None:
    chat_card(page, stub)
    page.get_by_text("Improve operational efficiency").click()
    expect(page.get_by_text("Understood:")).to_be_visible()


def chat_trouble(page: Page, stub: Stub) -> None:
    chat_empty(page, stub)
    _say(page, "error")
    expect(page.get_by_role("alert")).to_be_visible()


def _portal(page: Page, asked: str, query: str = "") -> None:
    page.goto(f"/choice/{asked}{query}")
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.locator("choice-question").first).to_be_visible()


def portal_card(page: Page, stub: Stub) -> None:
    _portal(page, stub.desk.ask(ONE))


def portal_korean(page: Page, stub: Stub) -> None:
    _portal(page, stub.desk.ask(KOREAN, seconds=75))


def portal_yes_no(page: Page, stub: Stub) -> None:
    _portal(page, stub.desk.ask(one(DEPLOY), seconds=25))


def portal_text(page: Page, stub: Stub) -> None:
    _portal(page, stub.desk.ask(one(question("What shall it be called?", [], selection_mode="text_input"))))


def portal_notes(page: Page, stub: Stub) -> None:
    _portal(page, stub.desk.ask(one(DATABASE), presentation=NOTES))
    page.locator("choice-question input").nth(1).check()


def portal_right_to_left(page: Page, stub: Stub) -> None:
    _portal(page, stub.desk.ask(ARABIC, presentation=NOTES), "?lang=ar")
    page.locator("choice-question input").first.check()


def portal_form(page: Page, stub: Stub) -> None:
    _portal(page, stub.desk.ask(THREE))
    page.locator("choice-question .option").nth(1).click()
    page.locator("choice-form button.main").last.click()


def portal_failed(page: Page, stub: Stub) -> None:
    stub.desk.refusals = 1
    _portal(page, stub.desk.ask(ONE))
    page.locator("choice-question .option").first.click()
    expect(page.get_by_role("alert")).to_be_visible()


def portal_cancelling(page: Page, stub: Stub) -> None:
    _portal(page, stub.desk.ask(ONE))
    page.locator(".foot > button").click()


def portal_answered(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    _portal(page, asked)
    chosen: list[Json] = [
        {"question_id": "q1", "option_ids": ["sq"], "custom_text": None, "option_notes": {}}
    ]
    stub.desk.end(asked, "answered", surface="slack", answered_by="Kim", answers=chosen)
    page.locator("choice-question .done button").click()


def portal_timed_out(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    _portal(page, asked)
    stub.desk.end(asked, "timed_out")
    expect(page.locator(".ending")).to_be_visible()


def portal_settings(page: Page, stub: Stub) -> None:
    _portal(page, stub.desk.ask(ONE))
    page.locator(".bar button").click()
    expect(page.locator("choice-settings select").first).to_be_visible()


def inbox_empty(page: Page, _stub: Stub) -> None:
    page.goto("/")
    expect(page.locator(".none")).to_be_visible()


def inbox_full(page: Page, stub: Stub) -> None:
    stub.statistics = STATISTICS
    stub.log = LOG
    stub.desk.ask(THREE)
    stub.desk.ask(KOREAN)
    migrator = {"agent": "migrator", "project": None, "conversation": None, "tenant": "local"}
    stub.desk.ask(one(DEPLOY), urgency="high", seconds=28, asked_by=migrator)
    chosen: list[Json] = [
        {"question_id": "q1", "option_ids": ["sq"], "custom_text": None, "option_notes": {}}
    ]
    stub.desk.end(stub.desk.ask(ONE), "answered", surface="slack", answered_by="Kim", answers=chosen)
    stub.desk.end(stub.desk.ask(one(question("Which name?", [], selection_mode="text_input"))), "timed_out")
    page.goto("/")
    expect(page.locator("choice-inbox h3")).to_have_count(3)
    expect(page.locator("choice-statistics article")).to_have_count(2)
    expect(page.locator("choice-log li")).to_have_count(3)


def inbox_searching(page: Page, stub: Stub) -> None:
    inbox_full(page, stub)
    page.locator("choice-log input").fill("Tuesday")
    expect(page.locator("choice-log li")).to_have_count(1)


def inbox_answering(page: Page, stub: Stub) -> None:
    inbox_full(page, stub)
    page.locator("choice-inbox .item button").nth(2).click()
    expect(page.locator("choice-inbox choice-question .option").first).to_be_visible()


def inbox_settings(page: Page, stub: Stub) -> None:
    inbox_full(page, stub)
    page.locator(".bar button").click()
    expect(page.locator("choice-settings select").first).to_be_visible()


STATES: Mapping[str, State] = {
    state.__name__.replace("_", "-"): state
    for state in (
        *(chat_empty, chat_modes, chat_answer, chat_card, chat_answered, chat_trouble),
        *(portal_card, portal_korean, portal_yes_no, portal_text, portal_notes, portal_right_to_left),
        *(portal_form, portal_failed, portal_cancelling, portal_answered, portal_timed_out, portal_settings),
        *(inbox_empty, inbox_full, inbox_answering, inbox_searching, inbox_settings),
    )
}
