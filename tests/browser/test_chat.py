"""The chat page."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.stub_server import Stub

EXAMPLES = [
    "Show me critical weak signals",
    "What's our organizational health?",
    "Top incidents this week",
    "Show me signal WS-001 in JSON",
]


def say(page: Page, text: str) -> None:
    """Send a message once the previous answer is complete."""
    page.get_by_role("textbox", name="Message").fill(text)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    page.keyboard.press("Enter")


def test_the_empty_page_offers_the_four_examples(page: Page) -> None:
    page.goto("/chat")

    for text in EXAMPLES:
        expect(page.get_by_role("button", name=text)).to_be_visible()


def test_an_example_is_answered_with_a_table_sources_and_the_model(page: Page) -> None:
    page.goto("/chat")
    page.get_by_role("button", name="What's our organizational health?").click()

    expect(page.get_by_text("Copy answer")).to_be_visible()
    expect(page.get_by_role("cell", name="🔴 Critical")).to_be_visible()
    expect(page.get_by_text("signals (3)")).to_be_visible()
    expect(page.get_by_text("Built-in demo model")).to_be_visible()
    expect(page.locator("code .t-keyword").first).to_have_text("CREATE")
    assert re.search(r"\?thread=t\d+$", page.url)


@pytest.mark.requirement("QC12", "QC13", "QC15")
def test_a_card_is_answered_by_keyboard_alone_and_collapsed_after_a_reload(page: Page, stub: Stub) -> None:
    page.clock.install()
    page.goto("/chat")
    say(page, "objective")
    expect(page.get_by_text("Alt+Q goes to the open question")).to_be_visible()
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    page.keyboard.press("Alt+q")
    expect(page.get_by_role("button", name="Increase revenue")).to_be_focused()
    page.clock.fast_forward(500)
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Understood:")).to_be_visible()
    assert stub.threads.turns[-1]["answer"]["option_ids"] == ["opt_2"]

    page.reload()
    expect(page.get_by_text("→ Improve operational efficiency and reduce costs")).to_be_visible()
    expect(page.get_by_role("button", name="Increase revenue")).to_have_count(0)


def test_the_arrival_of_a_card_is_announced_and_takes_no_focus(page: Page) -> None:
    page.goto("/chat")
    say(page, "objective")

    expect(page.locator("#choice-announcer")).to_contain_text(
        "New question: What is the primary business objective? 3 options."
    )
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()


@pytest.mark.requirement("QC13")
def test_a_card_that_failed_to_send_stays_open(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    say(page, "objective")
    expect(page.get_by_role("button", name="Increase revenue")).to_be_visible()
    stub.threads.fails = [503]
    page.get_by_role("button", name="Increase revenue").click()
    expect(page.get_by_role("alert")).to_contain_text("could not be sent")
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_text("Understood:")).to_be_visible()


@pytest.mark.requirement("FB5")
def test_a_newer_message_closes_an_open_card(page: Page) -> None:
    page.goto("/chat")
    say(page, "objective")
    expect(page.get_by_role("button", name="Increase revenue")).to_be_visible()
    say(page, "never mind")

    expect(page.get_by_text("No longer needed")).to_be_visible()
    expect(page.get_by_role("button", name="Increase revenue")).to_have_count(0)


@pytest.mark.requirement("DI11")
def test_a_question_about_an_open_card_leaves_it_open(page: Page) -> None:
    page.goto("/chat")
    say(page, "objective")
    expect(page.get_by_role("button", name="Increase revenue")).to_be_visible()
    say(page, "What is the difference?")

    expect(page.get_by_text("What is the difference?")).to_be_visible()
    page.get_by_role("button", name="Increase revenue").click()
    expect(page.get_by_text("Understood:")).to_be_visible()
    expect(page.get_by_text("No longer needed")).to_have_count(0)


@pytest.mark.requirement("FB5", "FB6")
def test_the_choice_stays_highlighted_among_its_options(page: Page) -> None:
    page.goto("/chat")
    say(page, "deploy")
    page.get_by_role("button", name="No, wait").click()
    expect(page.get_by_text("Understood:")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Show options").last.click()

    expect(page.locator("li.chosen")).to_contain_text("No, wait")


@pytest.mark.requirement("UP2")
def test_a_card_answered_in_one_tab_closes_in_another(new_page: NewPage, stub: Stub) -> None:
    first = new_page()
    first.goto("/chat")
    say(first, "objective")
    expect(first.get_by_role("button", name="Increase revenue")).to_be_visible()
    thread = next(iter(stub.threads.threads.values()))
    card = thread["messages"][-1]["cards"][0]
    stub.desk.ask({"questions": []}, id=card["question_id"])
    second = new_page()
    second.goto(f"/chat?thread={thread['id']}")
    second.get_by_role("button", name="Increase revenue").click()

    expect(first.get_by_text("→ Increase revenue through new customer acquisition")).to_be_visible()


@pytest.mark.requirement("QC17")
def test_a_new_conversation_offers_its_modes_and_the_answer_sets_it(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    page.get_by_role("button", name="New conversation").click()
    page.get_by_role("button", name="Discovery").click()
    expect(page.get_by_text("→ Discovery")).to_be_visible()
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    say(page, "hello")
    expect(page.get_by_text("Let us start with the goal.")).to_be_visible()

    assert next(iter(stub.threads.threads.values()))["mode"] == "discovery"


@pytest.mark.requirement("QC17")
def test_the_mode_command_offers_the_modes_again(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    say(page, "/mode")
    page.get_by_role("button", name="Clarification").click()
    expect(page.get_by_text("Understood:")).to_be_visible()

    assert next(iter(stub.threads.threads.values()))["mode"] == "clarification"


def test_the_mode_of_a_thread_is_switched(page: Page) -> None:
    page.goto("/chat")
    say(page, "hello")
    expect(page.get_by_text("You said: hello")).to_be_visible()
    page.get_by_role("combobox", name="Mode").select_option("discovery")
    say(page, "again")

    expect(page.get_by_role("button", name="Increase revenue")).to_be_visible()


def test_an_answer_can_be_stopped_and_retried(page: Page, stub: Stub) -> None:
    stub.threads.pace = 0.2
    page.goto("/chat")
    say(page, "health")
    expect(page.get_by_role("heading", name="Organizational")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("The answer was stopped.")).to_be_visible()
    stub.threads.pace = 0
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_text("Copy answer")).to_be_visible()


@pytest.mark.parametrize(
    ("message", "fails", "words"),
    [
        ("error", [], "The model could not answer."),
        ("cut", [], "The connection broke before the answer was complete."),
        ("hello", [429], "Too many messages. Try again in 7 seconds."),
        ("hello", [401], "You are not signed in any more."),
        ("hello", [500], "This did not work. Try again."),
    ],
)
def test_errors_are_shown_in_plain_language(
    page: Page, stub: Stub, message: str, fails: list[int], words: str
) -> None:
    stub.threads.fails = fails
    page.goto("/chat")
    say(page, message)

    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_the_page_recovers_after_being_offline(page: Page) -> None:
    page.goto("/chat")
    say(page, "hello")
    expect(page.get_by_text("You said: hello")).to_be_visible()
    page.context.set_offline(True)
    say(page, "are you there")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_text("You said: are you there")).to_be_visible()


def test_threads_are_listed_opened_and_deleted(page: Page, stub: Stub) -> None:
    for title in ("First", "Second"):
        stub.threads.say(stub.threads.create("chat", title), "user", f"about {title}")
    page.goto("/chat")
    page.get_by_role("button", name="First", exact=True).click()
    expect(page.get_by_text("about First")).to_be_visible()
    page.get_by_role("button", name="Delete conversation First").click()
    page.get_by_role("button", name="Delete", exact=True).click()

    expect(page.get_by_role("button", name="First", exact=True)).to_have_count(0)
    assert [thread["title"] for thread in stub.threads.threads.values()] == ["Second"]


def test_on_a_phone_the_threads_are_in_a_drawer_and_nothing_scrolls_sideways(
    new_page: NewPage, stub: Stub
) -> None:
    stub.threads.create("chat", "First")
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.goto("/chat")
    expect(page.get_by_role("button", name="First", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Show conversations").tap()
    expect(page.get_by_role("button", name="First", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="First", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Show conversations").tap()
    page.get_by_role("button", name="First", exact=True).tap()
    say(page, "health")
    expect(page.get_by_text("Copy answer")).to_be_visible()

    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_page_stays_scrolled_to_the_end_while_streaming(page: Page) -> None:
    page.goto("/chat")
    for _ in range(3):
        say(page, "health")
        expect(page.get_by_role("button", name="Send")).to_be_visible()
    log = page.get_by_role("log")

    assert log.evaluate("log => log.scrollHeight - log.scrollTop - log.clientHeight") < 80


@pytest.mark.requirement("QC13")
def test_a_card_answered_before_the_reply_is_complete_is_sent_after_it(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    stub.threads.may_complete.clear()
    say(page, "Help me find the objective")
    page.get_by_text("Improve operational efficiency").click()
    expect(page.locator("choice-question .card")).to_have_attribute("aria-busy", "true")
    stub.threads.may_complete.set()

    expect(page.get_by_text("Understood:")).to_be_visible()
    assert stub.threads.turns[-1]["answer"]["option_ids"] == ["opt_2"]
