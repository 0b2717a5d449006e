"""The inbox: a queue that is worked by keyboard, pointer or touch."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.samples import ONE, THREE, one
from tests.browser.stub_desk import Json, option, question
from tests.browser.stub_server import Stub

YES_NO = [option("y", "Yes"), option("n", "No")]
OTHER: Json = {"agent": "migrator", "project": None, "conversation": None, "tenant": "local"}


def titles(page: Page) -> Locator:
    return page.locator(".row-title")


def ask(stub: Stub, text: str, **more: object) -> str:
    return stub.desk.ask(one(question(text, YES_NO)), **more)  # type: ignore[arg-type]


@pytest.mark.requirement("UP5", "PC6")
def test_urgent_questions_come_first_and_new_ones_appear_live(page: Page, stub: Stub) -> None:
    ask(stub, "Short?", seconds=90)
    ask(stub, "Long?", seconds=500)
    page.goto("/")
    expect(titles(page)).to_have_text(["Short?", "Long?"])
    ask(stub, "Urgent one?", urgency="high", seconds=800)

    expect(titles(page)).to_have_text(["Urgent one?", "Short?", "Long?"])
    expect(page.locator("#choice-announcer")).to_contain_text("New question from agent planner: Urgent one?")


@pytest.mark.requirement("UP5", "PG3")
def test_questions_are_searched_and_filtered(page: Page, stub: Stub) -> None:
    stub.desk.ask(ONE)
    stub.desk.ask(THREE, asked_by=OTHER)
    stub.desk.snooze(ask(stub, "Later one?"), 600)
    ask(stub, "Behind the others?", queued=True)
    page.goto("/")
    expect(titles(page)).to_have_count(2)
    page.get_by_role("searchbox", name="Search questions").fill("checks")
    expect(titles(page)).to_have_text(["Three things to settle"])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="migrator 1").click()
    expect(titles(page)).to_have_text(["Three things to settle"])
    page.get_by_role("button", name="Later 1").click()
    expect(titles(page)).to_have_text(["Later one?"])
    expect(page.get_by_text(re.compile(r"Put aside until \d+:\d\d"))).to_be_visible()
    page.get_by_role("button", name="Queued 1").click()

    expect(titles(page)).to_have_text(["Behind the others?"])


@pytest.mark.requirement("UP5", "UP2", "PG3")
def test_a_question_is_answered_from_its_row(page: Page, stub: Stub) -> None:
    ask(stub, "First?", seconds=100)
    asked = ask(stub, "Second?", seconds=200)
    page.goto("/")
    row = page.locator(".row").filter(has_text="Second?")
    row.hover()
    with page.expect_response("**/answer"):
        row.get_by_role("button", name="Yes").click()

    expect(row).to_contain_text("Yes")
    assert stub.desk.interactions[asked]["outcome"]["answers"][0]["option_ids"] == ["y"]


@pytest.mark.requirement("PG3")
def test_rows_do_not_move_while_the_pointer_rests_on_the_list(page: Page, stub: Stub) -> None:
    for seconds in range(100, 600, 100):
        ask(stub, f"Within {seconds}?", seconds=seconds)
    page.goto("/")
    expect(titles(page)).to_have_count(5)
    row = page.locator(".row").filter(has_text="Within 300?")
    row.hover()
    before = row.bounding_box()
    ask(stub, "Urgent one?", urgency="high", seconds=50)
    expect(page.get_by_role("button", name="1 new")).to_be_visible()
    stub.desk.end(next(iter(stub.desk.interactions)), "cancelled")
    expect(page.locator(".row").first).to_contain_text("Declined")
    after = row.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) <= 4
    page.get_by_role("button", name="1 new").click()

    expect(titles(page).first).to_have_text("Urgent one?")


@pytest.mark.requirement("PG3", "PG4")
def test_an_operator_answers_forty_questions_by_keyboard_in_order_with_one_undo(
    page: Page, stub: Stub
) -> None:
    stub.preferences = {"undo_seconds": 10}
    asked = [ask(stub, f"Number {number}?", seconds=1000 + number) for number in range(40)]
    page.clock.install()
    with page.expect_response("**/api/preferences"):
        page.goto("/")
    pane = page.locator("choice-portal #question")
    page.keyboard.press("j")
    page.keyboard.press("k")
    for number in range(40):
        expect(pane).to_have_text(f"Number {number}?")
        page.clock.run_for(600)
        page.keyboard.press("1")
        if number == 5:
            expect(pane).to_have_text("Number 6?")
            page.keyboard.press("u")
            expect(pane).to_have_text("Number 5?")
            page.clock.run_for(600)
            page.keyboard.press("2")
    expect(page.locator("choice-toast")).to_contain_text("Sending Yes")
    page.clock.run_for(11_000)
    for interaction_id in asked:
        expect(page.locator(f'.row[data-id="{interaction_id}"].sending')).to_have_count(0)

    expect(page.get_by_role("link", name="Inbox").first).not_to_contain_text("waits")
    given = [one["answers"][0]["option_ids"][0] for one in stub.desk.answers]
    assert given == ["y"] * 5 + ["n"] + ["y"] * 34
    assert page.evaluate("document.activeElement !== document.body")


@pytest.mark.requirement("PG2")
def test_a_dangerous_option_asks_twice_also_from_its_row(page: Page, stub: Stub) -> None:
    drop = [option("k", "Keep"), option("d", "Drop", danger=True)]
    asked = stub.desk.ask(one(question("Drop the table?", drop)))
    page.goto("/")
    row = page.locator(".row").filter(has_text="Drop the table?")
    row.hover()
    row.get_by_role("button", name="Drop").click()
    expect(page.get_by_text("This cannot be undone.")).to_be_visible()
    expect(page.get_by_role("button", name="No")).to_be_focused()
    assert stub.desk.interactions[asked]["state"] == "open"
    with page.expect_response("**/answer"):
        page.get_by_role("button", name="Yes: Drop").click()

    assert stub.desk.interactions[asked]["outcome"]["answers"][0]["option_ids"] == ["d"]


@pytest.mark.requirement("PG3")
def test_a_question_is_put_aside_and_declined_by_keyboard(page: Page, stub: Stub) -> None:
    first = ask(stub, "First?", seconds=100)
    second = ask(stub, "Second?", seconds=200)
    page.goto("/")
    pane = page.locator("choice-portal #question")
    expect(pane).to_have_text("First?")
    page.keyboard.press("e")
    expect(page.get_by_role("menuitem", name="In 10 minutes")).to_be_focused()
    page.keyboard.press("Enter")
    expect(pane).to_have_text("Second?")
    page.keyboard.press("x")
    expect(page.get_by_role("textbox", name="Reason for the agent")).to_be_focused()
    page.keyboard.type("not ours")
    page.get_by_role("button", name="Decline", exact=True).click()
    expect(page.locator(f'.row[data-id="{second}"]')).to_contain_text("Declined")

    assert stub.desk.interactions[first]["snoozed_until"] is not None
    assert stub.desk.interactions[second]["outcome"]["note"] == "not ours"


@pytest.mark.requirement("PG4")
def test_a_phone_user_answers_with_one_tap_after_opening_the_link(new_page: NewPage, stub: Stub) -> None:
    stub.preferences = {"undo_seconds": 1}
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    asked = stub.desk.ask(ONE)
    page.goto(f"/choice/{asked}")
    expect(page.get_by_role("heading", name="Which database?")).to_be_in_viewport()
    assert page.evaluate("document.activeElement === document.body")
    with page.expect_response("**/answer"):
        page.get_by_role("button", name="SQLite").tap()

    expect(page.get_by_text("Thank you.")).to_be_visible()
    assert stub.desk.interactions[asked]["state"] == "answered"


@pytest.mark.requirement("PC7")
def test_a_countdown_in_the_inbox_follows_a_change_made_elsewhere(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE, seconds=100)
    page.goto("/")
    expect(page.locator(".row-time")).to_contain_text(re.compile(r"1:\d\d"))
    stub.desk.extend(asked, 600)

    expect(page.locator(".row-time")).to_contain_text(re.compile(r"10:00|9:5\d"))


@pytest.mark.requirement("PG3")
def test_only_the_visible_rows_of_500_are_drawn(page: Page, stub: Stub) -> None:
    for number in range(500):
        ask(stub, f"Number {number}?", seconds=1000 + number)
    page.goto("/")
    expect(titles(page).first).to_have_text("Number 0?")
    assert titles(page).count() < 100
    page.locator(".rows").evaluate("list => { list.scrollTop = list.scrollHeight; }")

    expect(titles(page).last).to_have_text("Number 499?")


def test_the_language_follows_the_browser(new_page: NewPage, stub: Stub) -> None:
    stub.desk.ask(ONE)
    page = new_page(locale="ja-JP")
    page.goto("/")

    expect(page.get_by_role("region", name="未回答の質問")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "ja"


def test_a_lost_connection_is_shown_and_restored(page: Page, stub: Stub) -> None:
    stub.desk.ask(ONE)
    page.goto("/")
    expect(page.get_by_text("Connected", exact=True)).to_be_visible()
    page.context.set_offline(True)
    stub.drop_sockets()
    expect(page.get_by_text("Not connected. Answers are kept and sent later.")).to_be_visible()
    ask(stub, "Asked meanwhile?")
    page.context.set_offline(False)

    expect(titles(page).filter(has_text="Asked meanwhile?")).to_be_visible(timeout=15_000)


def test_text_typed_in_the_inbox_is_kept_when_another_person_answers(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    page.goto("/")
    page.get_by_role("textbox", name="Your answer").fill("Neither: plain files")
    chosen: Json = {"question_id": "q1", "option_ids": ["sq"], "custom_text": None, "option_notes": {}}
    stub.desk.end(asked, "answered", surface="slack", answered_by="Kim", answers=[chosen])

    expect(page.get_by_text("You had written:")).to_be_visible()
    expect(page.get_by_text("Neither: plain files")).to_be_visible()


@pytest.mark.requirement("PG8")
def test_a_new_person_is_shown_what_this_is_and_can_be_asked_something(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Your agents ask, you decide.")).to_be_visible()
    page.get_by_role("button", name="Ask me now").click()

    expect(titles(page)).to_have_text(["Asked by the demo agent?"])
