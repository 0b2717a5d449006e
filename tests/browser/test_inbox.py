"""The inbox, statistics, settings."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.samples import ONE, STATISTICS, THREE, one
from tests.browser.stub_desk import Json, option, question
from tests.browser.stub_server import Stub

YES_NO = [option("y", "Yes"), option("n", "No")]


@pytest.mark.requirement("UP5", "PC6")
def test_urgent_questions_come_first_and_new_ones_appear_live(page: Page, stub: Stub) -> None:
    stub.desk.ask(one(question("Short?", YES_NO)), seconds=90)
    stub.desk.ask(one(question("Long?", YES_NO)), seconds=500)
    aside = stub.desk.ask(one(question("Later?", YES_NO)), seconds=60)
    stub.desk.snooze(aside, 600)
    page.goto("/")
    expect(page.get_by_role("heading", level=3)).to_have_text(["Short?", "Long?", "Later?"])
    stub.desk.ask(one(question("Urgent one?", YES_NO)), urgency="high", seconds=800)

    expect(page.get_by_role("heading", level=3)).to_have_text(["Urgent one?", "Short?", "Long?", "Later?"])
    expect(page.locator("#choice-announcer")).to_contain_text("New question from agent planner: Urgent one?")


@pytest.mark.requirement("UP5")
def test_questions_are_searched_and_filtered(page: Page, stub: Stub) -> None:
    other = {"agent": "migrator", "project": None, "conversation": None, "tenant": "local"}
    stub.desk.ask(ONE)
    stub.desk.ask(THREE, asked_by=other)
    page.goto("/")
    page.get_by_role("searchbox", name="Search questions").fill("checks")
    expect(page.get_by_role("heading", level=3)).to_have_text(["Three things to settle"])
    expect(page.get_by_text("1 of 2 shown")).to_be_visible()
    expect(page.get_by_text("No recent decision matches.")).to_be_visible()
    page.get_by_role("searchbox", name="Search questions").fill("")
    page.get_by_role("combobox", name="Show").select_option("planner")

    expect(page.get_by_role("heading", level=3)).to_have_text(["Which database?"])


def test_opening_a_question_in_the_inbox_focuses_it(page: Page, stub: Stub) -> None:
    stub.desk.ask(ONE)
    page.goto("/")
    page.get_by_role("button", name="Answer here").click()

    expect(page.get_by_role("button", name="PostgreSQL")).to_be_focused()


@pytest.mark.requirement("UP5", "UP2")
def test_a_question_is_answered_in_the_inbox_and_listed_as_decided(page: Page, stub: Stub) -> None:
    stub.desk.ask(ONE)
    page.goto("/")
    page.get_by_role("button", name="Answer here").click()
    page.get_by_role("button", name="SQLite").click()

    expect(page.get_by_text("Nothing is waiting for you.")).to_be_visible()
    expect(page.get_by_role("region", name="Recent decisions")).to_contain_text("→ SQLite")


@pytest.mark.requirement("PC7")
def test_a_countdown_in_the_inbox_follows_a_change_made_elsewhere(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE, seconds=100)
    page.goto("/")
    expect(page.get_by_role("timer")).to_contain_text(re.compile(r"1:\d\d left"))
    stub.desk.extend(asked, 600)

    expect(page.get_by_role("timer")).to_contain_text(re.compile(r"(10:00|9:5\d) left"))


@pytest.mark.requirement("QC16")
def test_statistics_show_what_was_chosen_how_fast_and_how_often_in_own_words(page: Page, stub: Stub) -> None:
    stub.statistics = STATISTICS
    page.goto("/")
    first = page.get_by_role("article").filter(has_text="Which database?")

    expect(first).to_contain_text("Asked14")
    expect(first).to_contain_text("Median time14 sec")
    expect(first).to_contain_text("Own words2")
    expect(first.get_by_text("Chosen 8 times")).to_be_attached()


@pytest.mark.requirement("PC9")
def test_settings_apply_at_once_and_survive_a_reload(page: Page, stub: Stub) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Language").select_option("ko")
    expect(page.get_by_role("heading", name="받은 질문")).to_be_visible()
    page.get_by_role("combobox", name="화면 모드").select_option("dark")
    page.get_by_role("checkbox", name="한 번 누르면 바로 보내기").uncheck()
    expect(page.get_by_text("저장했습니다.")).to_be_visible()
    assert stub.preferences == {"language": "ko", "theme": "dark", "single_submit_mode": False}

    page.reload()
    expect(page.get_by_role("heading", name="받은 질문")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_the_language_follows_the_browser(new_page: NewPage) -> None:
    page = new_page(locale="ja-JP")
    page.goto("/")

    expect(page.get_by_role("heading", name="未回答の質問")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "ja"


def test_a_lost_connection_is_shown_and_restored(page: Page, stub: Stub) -> None:
    page.goto("/")
    expect(page.get_by_text("Nothing is waiting for you.")).to_be_visible()
    page.context.set_offline(True)
    stub.drop_sockets()
    expect(page.get_by_text("Not connected. Trying again.")).to_be_visible()
    stub.desk.ask(ONE)
    page.context.set_offline(False)

    expect(page.get_by_role("heading", name="Which database?")).to_be_visible(timeout=15_000)


def test_long_statistics_are_paged(page: Page, stub: Stub) -> None:
    stub.statistics = [{**STATISTICS[0], "question": f"Question {number}?"} for number in range(30)]
    page.goto("/")
    expect(page.locator("choice-statistics article")).to_have_count(12)
    page.locator("choice-statistics").get_by_role("button", name="Show more").click()

    expect(page.locator("choice-statistics article")).to_have_count(24)


def test_text_typed_in_the_inbox_is_kept_when_another_person_answers(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    page.goto("/")
    page.get_by_role("button", name="Answer here").click()
    page.get_by_role("textbox", name="Your answer").fill("Neither: plain files")
    chosen: Json = {"question_id": "q1", "option_ids": ["sq"], "custom_text": None, "option_notes": {}}
    stub.desk.end(asked, "answered", surface="slack", answered_by="Kim", answers=[chosen])

    expect(page.get_by_text("You had written:")).to_be_visible()
    expect(page.get_by_text("Neither: plain files")).to_be_visible()


def test_the_chat_links_to_the_settings(page: Page) -> None:
    page.goto("/chat")
    page.get_by_role("link", name="Settings").click()

    expect(page.get_by_role("combobox", name="Language")).to_be_visible()
    expect(page.get_by_role("button", name="Settings")).to_have_attribute("aria-expanded", "true")


def test_the_inbox_shows_until_when_a_question_is_snoozed(page: Page, stub: Stub) -> None:
    stub.desk.snooze(stub.desk.ask(ONE), 600)
    page.goto("/")

    expect(page.get_by_text(re.compile(r"Put aside until \d+:\d\d"))).to_be_visible()
