"""Every page in every state, for accessibility checks and screenshots."""

from collections.abc import Callable, Mapping

from playwright.sync_api import Page, expect

from tests.browser.samples import ARABIC, DATABASE, DEPLOY, KOREAN, LOG, ONE, STATISTICS, THREE, one
from tests.browser.stub_desk import Json, option, question
from tests.browser.stub_server import Stub

State = Callable[[Page, Stub], None]
DIFF = "```diff\n--- a/a.sql\n+++ b/a.sql\n@@ -1,2 +1,2 @@\n-one\n+two\n three\n```"
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
    menu = page.locator("choice-chat .menu")
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


def portal_declining(page: Page, stub: Stub) -> None:
    _portal(page, stub.desk.ask(ONE))
    page.get_by_role("button", name="Decline…").click()


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


def portal_danger(page: Page, stub: Stub) -> None:
    drop = [option("k", "Keep"), option("d", "Drop", danger=True, description="Deletes `orders`")]
    _portal(page, stub.desk.ask(one(question("Drop the table?", drop))))
    page.get_by_role("button", name="Drop").click()
    expect(page.get_by_text("This cannot be undone.")).to_be_visible()


def portal_preview(page: Page, stub: Stub) -> None:
    options = [
        option("a", "Keep both", preview="| a | b |\n|---|---:|\n| 1 | 2 |"),
        option("b", "Only one", recommended=True, preview="```diff\n-one\n+two\n```"),
    ]
    _portal(page, stub.desk.ask(one(question(f"Which layout? It **matters**.\n\n{DIFF}", options))))
    expect(page.locator(".ln").first).to_be_visible()


def portal_long_form(page: Page, stub: Stub) -> None:
    questions = [{**DEPLOY, "id": f"q{number}", "text": f"Part {number}?"} for number in range(1, 7)]
    _portal(page, stub.desk.ask({"title": "Six parts", "questions": questions}))
    page.get_by_role("button", name="Skip for now").click()
    page.get_by_role("button", name="Yes").locator("visible=true").click()
    expect(page.get_by_text("1 of 6 answered")).to_be_visible()


def portal_sending(page: Page, stub: Stub) -> None:
    stub.preferences = {"undo_seconds": 10}
    with page.expect_response("**/api/preferences"):
        _portal(page, stub.desk.ask(ONE))
    page.locator("choice-question .option").first.click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def inbox_empty(page: Page, stub: Stub) -> None:
    stub.log = LOG
    page.goto("/")
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()


def inbox_new(page: Page, _stub: Stub) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="Ask me now")).to_be_visible()


def inbox_full(page: Page, stub: Stub) -> None:
    stub.log = LOG
    stub.desk.ask(THREE)
    stub.desk.ask(KOREAN)
    migrator = {"agent": "migrator", "project": None, "conversation": None, "tenant": "local"}
    stub.desk.ask(one(DEPLOY), urgency="high", seconds=28, asked_by=migrator)
    page.goto("/")
    expect(page.locator(".row")).to_have_count(3)


def inbox_keys(page: Page, stub: Stub) -> None:
    inbox_full(page, stub)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def decisions(page: Page, stub: Stub) -> None:
    stub.log = LOG
    page.goto("/decisions")
    expect(page.locator("choice-log li")).to_have_count(3)


def insights(page: Page, stub: Stub) -> None:
    stub.statistics = STATISTICS
    page.goto("/insights")
    expect(page.locator("tr[part=question]")).to_have_count(2)


def settings(page: Page, _stub: Stub) -> None:
    page.goto("/settings")
    expect(page.get_by_role("combobox", name="Language")).to_be_visible()


STATES: Mapping[str, State] = {
    state.__name__.replace("_", "-"): state
    for state in (
        *(chat_empty, chat_modes, chat_answer, chat_card, chat_answered, chat_trouble),
        *(portal_card, portal_korean, portal_yes_no, portal_text, portal_notes, portal_right_to_left),
        *(portal_form, portal_failed, portal_declining, portal_answered, portal_timed_out),
        *(portal_danger, portal_preview, portal_long_form, portal_sending),
        *(inbox_empty, inbox_new, inbox_full, inbox_keys, decisions, insights, settings),
    )
}
